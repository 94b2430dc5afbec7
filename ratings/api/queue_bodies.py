"""The queue and parties: what a client sends, and what it is shown."""

from rest_framework import serializers

from players.rest.fields import Moment, Text, YesNo

MOST_LADDERS = 20


# -- sent by clients ---------------------------------------------------------------------------
class QueueWish(serializers.Serializer):
    """The ladders to wait for, and whether with one's partner."""

    ladders = serializers.ListField(
        child=Text(max_length=40), min_length=1, max_length=MOST_LADDERS
    )
    as_party = YesNo(
        required=False,
        allow_null=True,
        help_text="Whether both of the party queue. By default they do where the party is full.",
    )


class ReadyAnswer(serializers.Serializer):
    """The answer to a ready check."""

    ready_check = serializers.UUIDField()
    ready = YesNo(help_text="False declines, which counts as missing it.")


class PartyWish(serializers.Serializer):
    """A party to open; with a name, that player is invited."""

    player = Text(required=False, allow_null=True, max_length=40)


class PartyCodeSent(serializers.Serializer):
    """The code of a party, from its link."""

    code = Text(max_length=32)


class InvitationAnswer(serializers.Serializer):
    """The answer to an invitation by name."""

    party = serializers.UUIDField()
    accept = YesNo()


# -- shown -------------------------------------------------------------------------------------
class LadderQueue(serializers.Serializer):
    """One ladder of the queue."""

    ladder = serializers.CharField()
    preset = serializers.CharField()
    demo = serializers.BooleanField(help_text="For trying things out, with demo players.")
    waiting = serializers.IntegerField(help_text="People in the queue of this ladder.")
    expected_wait = serializers.IntegerField(
        allow_null=True,
        help_text="Seconds: the median of recent waits; null where too few are known.",
    )
    busiest_hours = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=24,
        max_length=24,
        help_text="Tickets of the last four weeks by the UTC hour they began in, 0 to 23.",
    )


class TicketShown(serializers.Serializer):
    """The caller's place in the queue."""

    ladders = serializers.ListField(child=serializers.CharField())
    partner = serializers.CharField(allow_null=True)
    since = Moment()
    front = serializers.BooleanField(
        help_text="Before everybody else, because a ready check failed by somebody else."
    )
    reach = serializers.IntegerField(
        allow_null=True, help_text="How far apart in rating a table may be now; null: any."
    )
    expected_wait = serializers.IntegerField(allow_null=True, help_text="Seconds.")


class ReadyCheckShown(serializers.Serializer):
    """A ready check that asks the caller. Names are shown once the game has begun."""

    id = serializers.UUIDField()
    ladder = serializers.CharField()
    deadline = Moment()
    seconds_left = serializers.IntegerField(help_text="Until the deadline, when this was sent.")
    ready = serializers.IntegerField(help_text="How many have said that they are ready.")
    of = serializers.IntegerField()
    you_are_ready = serializers.BooleanField()


class RatedGameShown(serializers.Serializer):
    """The rated game the caller is in."""

    table = serializers.UUIDField()
    game = serializers.UUIDField()


class QueueStanding(serializers.Serializer):
    """The queue as it is to the caller."""

    ticket = TicketShown(allow_null=True)
    ready_check = ReadyCheckShown(allow_null=True)
    banned_until = Moment(allow_null=True)
    rated_game = RatedGameShown(allow_null=True)


class QueueShown(serializers.Serializer):
    """Who waits on which ladder, and the caller's own place."""

    ladders = LadderQueue(many=True)
    queue = QueueStanding(allow_null=True, help_text="Null for nobody signed in.")


class PartyShown(serializers.Serializer):
    """The caller's party; `code` while it waits for its second member."""

    id = serializers.UUIDField()
    partner = serializers.CharField(allow_null=True)
    code = serializers.CharField(allow_null=True)
    open_until = Moment(allow_null=True)
    invited = serializers.ListField(child=serializers.CharField())


class InvitationShown(serializers.Serializer):
    """Somebody wants the caller as a partner."""

    party = serializers.UUIDField()
    host = serializers.CharField()
    until = Moment()


class PartiesShown(serializers.Serializer):
    """The caller's party, the invitations to be answered, and whom one played with lately."""

    party = PartyShown(allow_null=True)
    invitations = InvitationShown(many=True)
    recent_partners = serializers.ListField(child=serializers.CharField())
