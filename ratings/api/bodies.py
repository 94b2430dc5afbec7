"""Ladders, standings, histories and seasons: how they are shown and what narrows them."""

from rest_framework import serializers

from players.models import User
from players.names import PATTERN
from players.rest.fields import Moment, QueryNumber
from players.rest.listing import PageQuery
from ratings.models import Badge, JournalRow, Ladder

SEASON_STATUSES = ("planned", "running", "ending", "ended")
NAME_LENGTH = User._meta.get_field("username").max_length


class LadderLine(serializers.Serializer):
    """A ladder."""

    ladder = serializers.SlugField(help_text="Its name in paths.")
    kind = serializers.ChoiceField(Ladder.Kind.choices)
    preset = serializers.CharField()
    model = serializers.ChoiceField(Ladder.Model.choices)
    open = serializers.BooleanField(help_text="Takes new games.")
    demo = serializers.BooleanField(help_text="For trying things out: its numbers mean nothing.")
    ranked = serializers.IntegerField(help_text="How many have a rank.")
    players_ladder = serializers.CharField(
        allow_null=True, help_text="Of a partnership ladder: whose games it rates."
    )
    partnership_ladder = serializers.CharField(allow_null=True)
    standings = serializers.CharField(help_text="Path of its standings.")


class Place(serializers.Serializer):
    """A rank and the numbers it rests on."""

    rank = serializers.IntegerField()
    rating = serializers.IntegerField(help_text="The shown number: mu, rounded.")
    plus_minus = serializers.IntegerField(help_text="The shown ±: sigma, rounded.")
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    games = serializers.IntegerField(help_text="Wins and losses; exempt games do not count.")
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()


class Numbers(Place):
    """What people see of a rating, and what it is made of."""

    rank = serializers.IntegerField(allow_null=True, help_text="Null without a rank.")
    form = serializers.CharField(
        allow_blank=True, help_text="The last ten results, W or L, oldest first."
    )
    last_game_at = Moment(allow_null=True)


class StandingLine(Numbers):
    """A place on a ladder: of a player, or on a partnership ladder of a pair."""

    player = serializers.CharField(allow_null=True)
    pair = serializers.ListField(child=serializers.CharField(), allow_null=True)
    history = serializers.CharField(help_text="Path of the games behind the rating.")


class StandingsQuery(PageQuery):
    """What narrows the standings."""

    ranked = serializers.ChoiceField(
        ["true", "false"], required=False, help_text="`false`: those without a rank, apart."
    )
    min_games = QueryNumber(required=False, min_value=0, max_value=1_000_000)
    active_days = QueryNumber(
        required=False, min_value=1, max_value=3650, help_text="Played within so many days."
    )
    name = serializers.RegexField(
        r"\A[A-Za-z0-9][A-Za-z0-9_-]*\Z",
        required=False,
        max_length=NAME_LENGTH,
        help_text="How a name begins, in any case.",
    )


class AroundQuery(serializers.Serializer):
    """How much of the ladder to show around a player, and of which pair."""

    limit = QueryNumber(required=False, min_value=1, max_value=50, help_text="Rows each way.")
    partner = serializers.RegexField(
        PATTERN, required=False, help_text="On a partnership ladder: the other one of the pair."
    )


class BadgeShown(serializers.Serializer):
    """What is kept of a season that ended near the top."""

    season = serializers.IntegerField()
    kind = serializers.ChoiceField(Badge.Kind.choices)
    rank = serializers.IntegerField()


class RatingLine(Numbers):
    """What a player is rated as on one ladder, alone or with a partner."""

    ladder = serializers.CharField()
    kind = serializers.ChoiceField(Ladder.Kind.choices)
    demo = serializers.BooleanField()
    partner = serializers.CharField(allow_null=True)
    badges = BadgeShown(many=True)
    history = serializers.CharField(help_text="Path of the games behind the rating.")


class RatingsQuery(PageQuery):
    """Which ladder; without one, all."""

    ladder = serializers.SlugField(required=False, max_length=40)


class HistoryQuery(RatingsQuery):
    """Whose history: the player's own, or that of the pair with a partner."""

    partner = serializers.RegexField(PATTERN, required=False)


class HistoryLine(serializers.Serializer):
    """One step of a rating and the game, or the end of a season, behind it."""

    ladder = serializers.CharField()
    demo = serializers.BooleanField()
    cause = serializers.ChoiceField(JournalRow.Cause.choices)
    result = serializers.ChoiceField(JournalRow.Result.choices, help_text="What it counts as.")
    won = serializers.BooleanField(allow_null=True, help_text="Whether the own side won.")
    before = serializers.IntegerField(help_text="The shown number before.")
    after = serializers.IntegerField()
    change = serializers.IntegerField()
    plus_minus = serializers.IntegerField(help_text="The shown ± after.")
    mu_before = serializers.FloatField()
    sigma_before = serializers.FloatField()
    mu_after = serializers.FloatField()
    sigma_after = serializers.FloatField()
    at = Moment()
    season = serializers.IntegerField(allow_null=True, help_text="The season that ended.")
    game = serializers.UUIDField(allow_null=True)
    games = serializers.CharField(allow_null=True, help_text="Path of the game.")
    hands = serializers.CharField(allow_null=True, help_text="Path of its hands.")
    partner = serializers.CharField(allow_null=True)
    opponents = serializers.ListField(child=serializers.CharField())


class SeriesQuery(serializers.Serializer):
    """Which line to draw."""

    ladder = serializers.SlugField(max_length=40)
    partner = serializers.RegexField(PATTERN, required=False)


class Point(serializers.Serializer):
    """A rating after a game."""

    at = Moment()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()


class Series(serializers.Serializer):
    """The course of a rating, oldest first, in at most 500 points."""

    ladder = serializers.CharField()
    points = Point(many=True)


class SeasonLine(serializers.Serializer):
    """A season."""

    season = serializers.IntegerField(help_text="Its number.")
    starts_at = Moment()
    ends_at = Moment()
    status = serializers.ChoiceField(SEASON_STATUSES)
    rolled_over_at = Moment(allow_null=True, help_text="When its standings were final.")


class FinalLine(Place):
    """A place in the standings a season left."""

    player = serializers.CharField(allow_null=True)
    pair = serializers.ListField(child=serializers.CharField(), allow_null=True)
