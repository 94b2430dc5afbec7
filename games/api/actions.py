"""What a player sends to a game: an action, and the seed of its deals."""

from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import games as bodies
from games.models import Hand
from games.selectors.access import find_game, hidden
from games.selectors.tables import game_facts
from games.services import seeds
from games.services.play import act
from players.rest.reading import Endpoint, caller, is_program, sent, shown

TAGS = ["games"]


class GameActions(Endpoint):
    """Bids, cards and what else is done in turn."""

    @extend_schema(
        operation_id="games_act",
        tags=TAGS,
        summary="Take an action",
        description=(
            "Answered after it is stored. `seq` is the number of actions taken in the hand so "
            "far. The action that stands at `seq` already, sent again by its seat, is "
            "acknowledged again; anything else at an old `seq` is 409 `STALE_SEQ`. What the rules "
            "forbid is 422 with the rule's code; nothing changes then. Rated games take actions "
            "from a browser's session only: 403 `RATED_BROWSER_ONLY`."
        ),
        request=bodies.ActionSent,
        responses=bodies.Ack,
        examples=[
            OpenApiExample(
                "Bid four", value={"hand": 7, "seq": 1, "action": "b4"}, request_only=True
            ),
            OpenApiExample(
                "Play the ace of spades",
                value={"hand": 7, "seq": 12, "action": "pSA"},
                request_only=True,
            ),
            OpenApiExample("Stored", value={"hand": 7, "seq": 12}, response_only=True),
        ],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        body = sent(bodies.ActionSent, request)
        if not Hand.objects.filter(pk=body["hand"], game=game_id).exists():
            raise hidden()
        ack = act(
            user=caller(request),
            hand_id=body["hand"],
            seq=body["seq"],
            token=body["action"],
            program=is_program(request),
        )
        return shown(bodies.Ack, {"hand": ack.hand_id, "seq": ack.seq})


class GameSeed(Endpoint):
    """The players' part in the deal."""

    @extend_schema(
        operation_id="games_seed",
        tags=TAGS,
        summary="Give a seed to the deal",
        description=(
            "While the game is `hashing`, the SHA-256 of a seed of 16 to 64 bytes; while it is "
            "`revealing`, the seed itself. A seed that does not match its hash is 422."
        ),
        request=bodies.SeedSent,
        responses=bodies.GameShown,
        examples=[
            OpenApiExample("The hash first", value={"hash": "a3" * 32}, request_only=True),
            OpenApiExample("Then the seed", value={"seed": "0f" * 16}, request_only=True),
        ],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        body = sent(bodies.SeedSent, request)
        find_game(request.user, game_id)
        if "hash" in body:
            seeds.submit_seed_hash(
                user=caller(request),
                game_id=game_id,
                digest=body["hash"],
                program=is_program(request),
            )
        else:
            seeds.submit_seed(
                user=caller(request),
                game_id=game_id,
                seed=body["seed"],
                program=is_program(request),
            )
        return shown(bodies.GameShown, game_facts(find_game(request.user, game_id)))
