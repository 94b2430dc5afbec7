"""The shared cache holds JSON, and asks for one connection where Django would for one a thread."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from config.caching import JsonSerializer, SharedPool


@pytest.mark.parametrize("value", [1, 0, -7, True, None, "spade", [1, "a"], {"kind": "turn"}])
def test_what_goes_in_comes_out(value):
    serializer = JsonSerializer()
    stored = serializer.dumps(value)
    assert serializer.loads(str(stored).encode() if type(stored) is int else stored) == value


def test_all_threads_share_the_pool_of_an_address():
    def pool(_number):
        return SharedPool.from_url("redis://127.0.0.1:1/0", socket_timeout=0.5)

    with ThreadPoolExecutor(8) as threads:
        pools = set(threads.map(pool, range(8)))
    assert len(pools) == 1
    assert pools != {SharedPool.from_url("redis://127.0.0.1:1/1")}
