"""Reports about players: what a client sends and what it is shown."""

from rest_framework import serializers

from games.models import Report
from players.rest.fields import Moment, Text, WholeNumber

LARGEST_KEY = 2**63 - 1


class NewReport(serializers.Serializer):
    """A complaint, with at most one of hand, game and message."""

    username = Text(max_length=150)
    reason = serializers.ChoiceField(Report.Reason.choices)
    text = Text(required=False, allow_blank=True, max_length=Report.LONGEST, default="")
    hand = WholeNumber(required=False, min_value=1, max_value=LARGEST_KEY)
    game = serializers.UUIDField(required=False)
    message = WholeNumber(required=False, min_value=1, max_value=LARGEST_KEY)

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        named = [name for name in ("hand", "game", "message") if name in attrs]
        if len(named) > 1:
            raise serializers.ValidationError({name: ["Only one of these."] for name in named})
        return attrs


class ReportShown(serializers.Serializer):
    """A complaint as its maker sees it; what was decided is between staff and the reported."""

    id = serializers.IntegerField(source="pk")
    username = serializers.CharField(source="reported.username")
    reason = serializers.ChoiceField(Report.Reason.choices)
    text = serializers.CharField()
    hand = serializers.IntegerField(source="hand_id", allow_null=True)
    game = serializers.UUIDField(source="game_id", allow_null=True)
    status = serializers.ChoiceField(Report.Status.choices)
    created_at = Moment()
    decided_at = Moment(allow_null=True)
