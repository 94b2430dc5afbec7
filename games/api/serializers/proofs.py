"""The proof of a game's deals (docs/deal-proof.md)."""

from rest_framework import serializers

from games.api.serializers.rulesets import PRESET_NAMES, RuleSetValues
from games.api.serializers.tables import SeatField
from games.engine.game_proof import GAME_PROOF_FORMAT, DealStatus
from games.models import Game
from players.rest.fields import Moment


class Cards(serializers.ListField):
    """Cards, suit first."""

    child = serializers.CharField()


class DealShown(serializers.Serializer):
    """The cards of a deal: of each seat in seat order, of the kitty and of the stock."""

    hands = serializers.ListField(child=Cards())
    kitty = Cards()
    stock = Cards()


class ProofSeed(serializers.Serializer):
    """What a seat gave to the deals, and why nothing if it gave nothing."""

    seat = SeatField()
    hash = serializers.CharField(allow_null=True)
    seed = serializers.CharField(allow_null=True)
    note = serializers.ChoiceField(["bot", "absent", "withheld"], allow_null=True)


class ProofTimes(serializers.Serializer):
    """When the commitment was published and when the list of seeds closed."""

    committed = Moment()
    seeds_closed = Moment(allow_null=True)


class ProofDeal(serializers.Serializer):
    """One deal; of a live one neither secret nor cards are shown."""

    number = serializers.IntegerField()
    commitment = serializers.CharField()
    secret = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField([(status.value, status.name) for status in DealStatus])
    reason = serializers.CharField(allow_null=True)
    dealer = SeatField()
    deal = DealShown(allow_null=True)
    hand = serializers.IntegerField(allow_null=True)


class ProofShown(serializers.Serializer):
    """All that is needed to check the deals of a game."""

    format = serializers.ChoiceField([GAME_PROOF_FORMAT])
    game = serializers.UUIDField()
    preset = serializers.ChoiceField(PRESET_NAMES)
    rules = RuleSetValues()
    status = serializers.ChoiceField(Game.Status.choices)
    reason = serializers.CharField(allow_null=True)
    commitment_0 = serializers.CharField()
    seeds = ProofSeed(many=True)
    times = ProofTimes()
    deals = ProofDeal(many=True)
