"""A player's lists of whom they mute and whom they block."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.accounts import player_of
from players.api.fields import NameField
from players.api.serializers import ErrorSerializer
from players.models import Block, Mute
from players.services import blocks as services

EXAMPLE = OpenApiExample("Bob", {"username": "bob"}, request_only=True)
REFUSALS = {
    400: ErrorSerializer,
    404: ErrorSerializer,
    422: ErrorSerializer,
    429: ErrorSerializer,
}


class PlayerNamedSerializer(serializers.Serializer[Any]):
    """Which player is meant."""

    username = NameField()


class MuteSerializer(serializers.Serializer[Mute]):
    """One whom the caller does not read."""

    username = serializers.CharField(source="muted.username")
    created_at = serializers.DateTimeField()


class BlockSerializer(serializers.Serializer[Block]):
    """One whom the caller is never seated with."""

    username = serializers.CharField(source="blocked.username")
    created_at = serializers.DateTimeField()


class MutesView(ListAPIView[Mute]):
    """Whom the caller does not read."""

    serializer_class = MuteSerializer

    def get_queryset(self) -> QuerySet[Mute]:
        return player_of(self.request).mutes.select_related("muted").order_by("-id")

    @extend_schema(
        operation_id="players_me_mutes_list",
        tags=["players"],
        responses={200: MuteSerializer(many=True), 404: ErrorSerializer},
    )
    def get(self, request: Request) -> Response:
        """Whom I have muted, the newest first. Nobody else sees this list."""
        return self.list(request)

    @extend_schema(
        operation_id="players_me_mutes_create",
        tags=["players"],
        request=PlayerNamedSerializer,
        responses={201: MuteSerializer, **REFUSALS},
        examples=[EXAMPLE],
    )
    def post(self, request: Request) -> Response:
        """Mute a player: what they say is not shown to me. They are not told."""
        asked = PlayerNamedSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        mute = services.mute(user=player_of(request), **asked.validated_data)
        return Response(MuteSerializer(mute).data, status=status.HTTP_201_CREATED)


class MuteView(APIView):
    """One mute."""

    @extend_schema(
        operation_id="players_me_mutes_delete",
        tags=["players"],
        request=None,
        responses={204: None, 404: ErrorSerializer},
    )
    def delete(self, request: Request, username: str) -> Response:
        """Read a muted player again."""
        services.unmute(user=player_of(request), username=username)
        return Response(status=status.HTTP_204_NO_CONTENT)


class BlocksView(ListAPIView[Block]):
    """Whom the caller is never seated with."""

    serializer_class = BlockSerializer

    def get_queryset(self) -> QuerySet[Block]:
        return player_of(self.request).blocks.select_related("blocked").order_by("-id")

    @extend_schema(
        operation_id="players_me_blocks_list",
        tags=["players"],
        responses={200: BlockSerializer(many=True), 404: ErrorSerializer},
    )
    def get(self, request: Request) -> Response:
        """Whom I have blocked, the newest first. Nobody else sees this list."""
        return self.list(request)

    @extend_schema(
        operation_id="players_me_blocks_create",
        tags=["players"],
        request=PlayerNamedSerializer,
        responses={201: BlockSerializer, **REFUSALS},
        examples=[EXAMPLE],
    )
    def post(self, request: Request) -> Response:
        """Block a player: never seated together, no invitation from them, nothing read."""
        asked = PlayerNamedSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        block = services.block(user=player_of(request), **asked.validated_data)
        return Response(BlockSerializer(block).data, status=status.HTTP_201_CREATED)


class BlockView(APIView):
    """One block."""

    @extend_schema(
        operation_id="players_me_blocks_delete",
        tags=["players"],
        request=None,
        responses={204: None, 404: ErrorSerializer},
    )
    def delete(self, request: Request, username: str) -> Response:
        """Take a block back."""
        services.unblock(user=player_of(request), username=username)
        return Response(status=status.HTTP_204_NO_CONTENT)
