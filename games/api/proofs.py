"""The deal proof over HTTP: the commitment before, the whole proof during and after a game."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers.games import Commitment
from games.api.serializers.proofs import ProofShown
from games.selectors.access import find_game
from games.selectors.proofs import proof_of
from players.rest.reading import Endpoint, shown

TAGS = ["deal proof"]


class GameCommitment(Endpoint):
    """What was promised before the deal."""

    @extend_schema(
        operation_id="games_commitment",
        tags=TAGS,
        summary="The commitment to a game's deals",
        responses=Commitment,
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        game = find_game(request.user, game_id)
        return shown(
            Commitment,
            {
                "game": game.pk,
                "commitment": bytes(game.commitment).hex(),
                "committed_at": game.created_at,
            },
        )


class GameProof(Endpoint):
    """What anybody needs to check the deals."""

    @extend_schema(
        operation_id="games_proof",
        tags=TAGS,
        summary="The proof of a game's deals",
        description=(
            "Every deal of the game, annulled ones too, with the secrets of those that have "
            "ended; `docs/verify_deal.py` checks it."
        ),
        responses=ProofShown,
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        return shown(ProofShown, proof_of(find_game(request.user, game_id)))
