"""Games: how one is shown, what a player sends to it, and its proof."""

from rest_framework import serializers

from games.api.serializers.rulesets import PRESET_NAMES
from games.api.serializers.tables import SeatField
from games.api.serializers.views import SIDE_NAMES, BidShown, PerSeat, PerSide
from games.models import Game, GameSeat
from players.rest.fields import Moment, Text, WholeNumber
from players.rest.listing import PageQuery


class SeedShown(serializers.Serializer):
    """What a seat gave to the deal; the seed is shown once the list is closed."""

    seat = SeatField()
    hash = serializers.CharField(allow_null=True)
    seed = serializers.CharField(allow_null=True)


class Quitter(serializers.Serializer):
    """Who has quit a rated game, and how; the loss stands."""

    seat = SeatField()
    name = serializers.CharField(allow_null=True)
    cause = serializers.ChoiceField(GameSeat.QuitCause.choices)
    at = Moment()


class ScoreLine(serializers.Serializer):
    """One settled hand on the score sheet."""

    hand = serializers.IntegerField()
    number = serializers.IntegerField()
    bids = serializers.ListField(child=BidShown(allow_null=True), help_text="Per seat.")
    tricks = PerSeat()
    deltas = PerSide()
    scores = PerSide()
    bags = PerSide()
    penalties = PerSide()


class GameShown(serializers.Serializer):
    """A game: its score, its deal proof so far, and the score sheet."""

    id = serializers.UUIDField()
    table = serializers.UUIDField()
    status = serializers.ChoiceField(Game.Status.choices)
    preset = serializers.ChoiceField(PRESET_NAMES)
    rated = serializers.BooleanField(help_text="Whether it counts on a ladder.")
    quitters = Quitter(many=True)
    scores = PerSide()
    bags = PerSide()
    hands = serializers.IntegerField(help_text="Hands settled.")
    target = serializers.IntegerField(allow_null=True)
    winner = serializers.ChoiceField(SIDE_NAMES, allow_null=True)
    end_cause = serializers.CharField(allow_null=True)
    commitment = serializers.CharField(help_text="S_0 of the deal proof, hex.")
    seeds = SeedShown(many=True)
    seeds_due = Moment(allow_null=True)
    score_sheet = ScoreLine(many=True)
    created_at = Moment()
    ended_at = Moment(allow_null=True)


class GamePlayer(serializers.Serializer):
    """Who plays a seat, or played it last."""

    seat = SeatField()
    kind = serializers.ChoiceField(["person", "bot"])
    name = serializers.CharField()


class GameLine(serializers.Serializer):
    """A game in a list."""

    id = serializers.UUIDField()
    table = serializers.UUIDField()
    status = serializers.ChoiceField(Game.Status.choices)
    preset = serializers.ChoiceField(PRESET_NAMES)
    rated = serializers.BooleanField(help_text="Whether it counts on a ladder.")
    scores = PerSide()
    bags = PerSide()
    hands = serializers.IntegerField(help_text="Hands settled.")
    winner = serializers.ChoiceField(SIDE_NAMES, allow_null=True)
    end_cause = serializers.CharField(allow_null=True)
    players = GamePlayer(many=True)
    created_at = Moment()
    ended_at = Moment(allow_null=True)


class GameDetail(GameShown):
    """A game with who sits at it, or sat when it ended."""

    players = GamePlayer(many=True)


class GameQuery(PageQuery):
    """What narrows the list of games."""

    table = serializers.UUIDField(required=False)
    preset = serializers.ChoiceField(PRESET_NAMES, required=False)
    status = serializers.ChoiceField(Game.Status.choices, required=False)


class ActionSent(serializers.Serializer):
    """An action for the hand at `seq`: the number of actions taken before it."""

    hand = WholeNumber(min_value=1, max_value=2**63 - 1)
    seq = WholeNumber(min_value=0, max_value=10_000)
    action = Text(
        max_length=40,
        allow_blank=True,
        trim_whitespace=False,
        help_text="A token, as `b4` or `pSA`.",
    )


class Ack(serializers.Serializer):
    """The action stands at `seq` of the hand."""

    hand = serializers.IntegerField()
    seq = serializers.IntegerField()


class HexField(Text):
    """Bytes in hex, an even number of digits."""

    def to_internal_value(self, data: object) -> bytes:  # type: ignore[override]
        try:
            return bytes.fromhex(super().to_internal_value(data))
        except ValueError:
            self.fail("invalid")


class SeedSent(serializers.Serializer):
    """First the hash of the seed, then the seed: one of the two."""

    hash = HexField(required=False, max_length=64, help_text="SHA256 of the seed, hex.")
    seed = HexField(required=False, max_length=128, help_text="The seed, 16 to 64 bytes in hex.")

    def validate(self, attrs: dict[str, bytes]) -> dict[str, bytes]:
        if len(attrs) != 1:
            raise serializers.ValidationError("Send either hash or seed.")
        return attrs


class Commitment(serializers.Serializer):
    """What was published before any seed and before the first card."""

    game = serializers.UUIDField()
    commitment = serializers.CharField(help_text="S_0, hex.")
    committed_at = Moment()


class Rematch(serializers.Serializer):
    """The new game, once everybody wants one; null while somebody has yet to agree."""

    game = GameShown(allow_null=True)
