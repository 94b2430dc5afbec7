"""Generated requests to every operation: no fault of ours, and only answers the document names.

Each example is sent as it was generated, and once more with ids that exist, so that not all of
them end at 404. Everything happens in process and in one transaction per operation and caller.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
import schemathesis
from django.core import signals
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.config import GenerationConfig, ProjectConfig, ProjectsConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from players.services.tokens import create_token
from ratings.models import Season
from tests.games.api.conftest import finish_a_hand
from tests.games.at_the_table import people, started, table_of
from tests.ratings.games import NOW, played

EXAMPLES = 8
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
# an operation this test must not carry out on itself: it would end the caller's own token
SKIPPED = {"tokens_revoke"}


def load() -> schemathesis.BaseSchema:
    generation = GenerationConfig(allow_extra_parameters=False, with_security_parameters=False)
    config = schemathesis.Config(
        projects=ProjectsConfig(default=ProjectConfig(generation=generation))
    )
    document = SchemaGenerator().get_schema(request=None, public=True)
    loaded = schemathesis.openapi.from_dict(document, config=config)
    loaded.app = get_wsgi_application()
    return loaded.exclude(operation_id=list(SKIPPED))


SCHEMA = load()


@dataclass(frozen=True, slots=True)
class World:
    """Ids that exist, and what a player signs in with."""

    ids: dict[str, object]
    token: str


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker) -> Iterator[World]:
    """A public game with a finished hand and one that is on, seen by its host."""
    with django_db_blocker.unblock():
        players = people(4)
        game = started(table_of(*players))
        hand = finish_a_hand(game)
        issued = create_token(user=players[0], name="contract", scopes=["read", "play"])
        ids = {
            "game_id": str(game.pk),
            "table_id": str(game.table_id),
            "hand_id": hand.pk,
            "preset": "classic",
            "username": players[1].username,
            "ladder": "classic",
            "number": 1,
        }
        ranked_world(players)
        yield World(ids, issued.secret)
        call_command("flush", interactive=False, verbosity=0)


def ranked_world(players) -> None:
    """The same players once rated, and a season."""
    played(players)
    Season.objects.create(number=1, starts_at=NOW, ends_at=NOW + timedelta(days=90))


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Requests share the test's connection, which a request would otherwise close at its end."""
    ends = (signals.request_started, signals.request_finished)
    for end in ends:
        end.disconnect(close_old_connections)
    yield
    for end in ends:
        end.connect(close_old_connections)


def probe(case: Case, world: World, headers: dict[str, str]) -> None:
    case.call_and_validate(headers=headers, checks=CHECKS)
    known = {name: world.ids[name] for name in case.path_parameters or () if name in world.ids}
    if known:
        case.path_parameters = {**case.path_parameters, **known}
        case.call_and_validate(headers=headers, checks=CHECKS[:-1])


GENERATED = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume")
@SCHEMA.parametrize()
@GENERATED
def test_nobody_in_particular(case: Case, world: World, one_connection: None) -> None:
    probe(case, world, {})


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume")
@SCHEMA.parametrize()
@GENERATED
def test_a_player_with_a_token(case: Case, world: World, one_connection: None) -> None:
    probe(case, world, {"Authorization": f"Token {world.token}"})
