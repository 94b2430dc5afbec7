"""Accounts, and tables of people and bots, made through the HTTP API like any client would."""

import random
from dataclasses import dataclass

from tests.reliability.history import History
from tests.reliability.http import Http
from tests.reliability.people import Person

PASSWORD = "correct-horse-battery-7"
PEOPLE_AT_A_TABLE = (4, 2, 3, 1)  # the rest of the seats are bots'


@dataclass(frozen=True, slots=True)
class Account:
    name: str
    token: str


async def open_account(http: Http, name: str) -> Account:
    account = {"username": name, "password": PASSWORD}
    await http.call("POST", "players/", json=account, settled=(409,))  # made, the answer lost
    token = await http.call(
        "POST",
        "tokens/",
        json={"name": "crash test", "scopes": ["read", "play"]},
        auth=(name, PASSWORD),
    )
    return Account(name, token["token"])


async def seat_people(
    http: Http, accounts: list[Account], *, hands: int, history: History, rng: random.Random
) -> list[Person]:
    """A private table whose game ends after `hands` hands, its people seated and the game begun."""
    host, *others = accounts
    table = await http.call(
        "POST",
        "tables/",
        token=host.token,
        json={
            "preset": "classic",
            "options": {"hand_cap": hands},
            "public": False,
            "fill_with_bots": True,
        },
    )
    for account in others:
        await http.call(
            "POST",
            "tables/join/",
            token=account.token,
            json={"code": table["code"]},
            settled=(409,),  # an answer was lost: seated already
        )
    await http.call(
        "POST",
        f"tables/{table['id']}/start/",
        token=host.token,
        json={"fill_with_bots": True},
        settled=(409,),
    )
    return [
        Person(
            name=account.name,
            token=account.token,
            sockets_url=http.base.replace("http", "ws", 1) + "/ws/v1/",
            table=table["id"],
            history=history,
            rng=random.Random(rng.random()),
            seed=rng.randbytes(16),
        )
        for account in accounts
    ]
