"""Messages sent from a task's thread reach the sockets at once, and none is lost on the way."""

import asyncio
import statistics
import threading
import time
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.conf import settings

from config.layers import ThreadSafeInMemoryChannelLayer

needs_redis = pytest.mark.skipif(not settings.REDIS_URL, reason="needs REDIS_URL")


async def delays_of_messages_from_a_thread(layer: Any, count: int, *, pause: float) -> list[float]:
    """Seconds from sending to receiving, in the order received; a loop that wakes rarely listens."""
    channel = await layer.new_channel()
    await layer.group_add("t.table", channel)

    def send_all() -> None:
        for number in range(count):
            message = {"type": "event", "number": number, "sent": time.perf_counter()}
            async_to_sync(layer.group_send)("t.table", message)
            time.sleep(pause)

    sender = threading.Thread(target=send_all, daemon=True)
    sender.start()
    delays, numbers = [], []

    async def listen() -> None:
        while len(numbers) < count:
            message = await layer.receive(channel)
            numbers.append(message["number"])
            delays.append(time.perf_counter() - message["sent"])

    async def tick() -> None:
        while True:
            await asyncio.sleep(0.2)

    ticking = asyncio.create_task(tick())
    try:
        await asyncio.wait_for(listen(), timeout=20)
    finally:
        ticking.cancel()
        # the loop must go on meanwhile: the sender's last message is handed over by it
        await asyncio.to_thread(sender.join, 5)
    assert numbers == list(range(count))
    return delays


@pytest.mark.asyncio
async def test_a_thousand_messages_from_a_thread_arrive_once_and_in_order() -> None:
    layer = ThreadSafeInMemoryChannelLayer(capacity=2000)
    assert len(await delays_of_messages_from_a_thread(layer, 1000, pause=0)) == 1000


@pytest.mark.asyncio
async def test_a_message_from_a_thread_does_not_wait_for_the_loop_to_wake_by_itself() -> None:
    hopping = await delays_of_messages_from_a_thread(
        ThreadSafeInMemoryChannelLayer(), 15, pause=0.07
    )
    library = await delays_of_messages_from_a_thread(InMemoryChannelLayer(), 15, pause=0.07)
    assert statistics.median(hopping) * 3 < statistics.median(library)


@pytest.mark.asyncio
async def test_a_message_sent_before_anybody_listens_is_delivered_later() -> None:
    layer = ThreadSafeInMemoryChannelLayer()
    await layer.send("test.channel", {"type": "event"})
    assert await layer.receive("test.channel") == {"type": "event"}


@needs_redis
@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_socket_idle_for_longer_than_the_redis_timeout_still_hears() -> None:
    """redis-py 8 gives a read 5 s; a layer that reads with that timeout goes deaf."""
    layer = RedisPubSubChannelLayer(hosts=[settings.REDIS_URL])
    other_process = RedisPubSubChannelLayer(hosts=[settings.REDIS_URL])
    channel = await layer.new_channel()
    await layer.group_add("t.idle", channel)
    hearing = asyncio.create_task(layer.receive(channel))
    await asyncio.sleep(6.5)
    await other_process.group_send("t.idle", {"type": "event", "number": 1})
    assert await asyncio.wait_for(hearing, timeout=2) == {"type": "event", "number": 1}
    await layer.flush()
    await other_process.flush()
