"""What answers about players' figures are made of; docs/figures.md has the definitions."""

from rest_framework import serializers

from players.rest.fields import Moment, Text


class StatisticsQuery(serializers.Serializer):
    """Which games the figures are of."""

    ladder = Text(
        required=False,
        max_length=40,
        help_text="The name of a ladder, or `unrated`; left out: all public games.",
    )


class RateShown(serializers.Serializer):
    """A share with what it is a share of."""

    count = serializers.IntegerField()
    of = serializers.IntegerField()
    value = serializers.FloatField(allow_null=True, help_text="count / of; null if of is 0.")
    low = serializers.FloatField(allow_null=True, help_text="95 % interval (Wilson), lower end.")
    high = serializers.FloatField(allow_null=True, help_text="Its upper end.")


def rate(text: str) -> RateShown:
    """A rate with its definition."""
    return RateShown(help_text=text)


def mean(text: str) -> serializers.FloatField:
    """A mean with its definition; null where there is nothing to take it of."""
    return serializers.FloatField(allow_null=True, help_text=text)


class StatisticsShown(serializers.Serializer):
    """A player's figures over finished public games.

    Hands are the player's own: nobody shared the seat, the bid was made in person, and no card
    was played by a bot.
    """

    username = serializers.CharField()
    ladder = serializers.CharField(
        allow_null=True, help_text="As asked: a ladder, `unrated`, or null for all games."
    )
    hands_url = serializers.CharField(help_text="Where the records of the player's hands are.")
    games = serializers.IntegerField(
        help_text="Games played to the end; rated ones count for those who began them."
    )
    won = rate("Games won. A quitter has lost, whatever the score.")
    points_per_game = mean("Final score of the own side.")
    points_against_per_game = mean("Final score of the other side.")
    hands = serializers.IntegerField(help_text="Own hands.")
    points_per_hand = mean("Points of the own side in a hand, bag penalties included.")
    points_against_per_hand = mean("Points of the other side in a hand.")
    number_bids = serializers.IntegerField(help_text="Bids of one trick or more.")
    tricks_per_bid = mean("Tricks bid in a number bid.")
    tricks_taken_per_bid = mean("Tricks the player took in hands with a number bid.")
    exact_bids = rate("Number bids of which the player took exactly as many tricks.")
    tricks_missed_by = mean("Distance between a number bid and the player's own tricks.")
    contracts_made = rate("Contracts of the own side that were made.")
    sets = rate("Contracts of the own side that were set.")
    opponents_set = rate("Contracts of the other side that were set.")
    bags_per_hand = mean("Bags of the own side in a hand.")
    nils_bid = rate("Hands with a nil or blind nil bid by the player.")
    nils_made = rate("The player's nils (not blind) that were made.")
    blind_nils_made = rate("The player's blind nils that were made.")
    covers_made = rate("Nils of the partner, blind ones too, made beside the player's number bid.")
    nils_broken = rate("Nils of the other side that failed.")
    leads_won = rate("Tricks led by the player that the own side took.")
    spade_leads = rate("Tricks led by the player with a spade.")
    seconds_per_bid = mean("Time of a bid, from the action before it; not the first of a hand.")
    seconds_per_card = mean("Time of a card, where more than one could be played.")


class RecordShown(serializers.Serializer):
    """Games and how they ended for the player named first."""

    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField(
        help_text="Of opponents: games the other won. Who quits does not win."
    )
    won = rate("Games won.")
    points_per_game = mean("Final score of the player's side.")
    points_against_per_game = mean("Final score of the other side.")


class PartnerShown(serializers.Serializer):
    """A player's record with one partner."""

    partner = serializers.CharField()
    record = RecordShown()
    head_to_head_url = serializers.CharField(help_text="The two together, with their last games.")


class MeetingShown(serializers.Serializer):
    """A game at which both sat."""

    game = serializers.UUIDField()
    ended_at = Moment(allow_null=True)
    preset = serializers.CharField()
    rated = serializers.BooleanField()
    won_by = serializers.ListField(
        child=serializers.CharField(), help_text="The people who began it on the side that won."
    )
    game_url = serializers.CharField()
    hands_url = serializers.CharField()


class VersusShown(serializers.Serializer):
    """Two players, seen from the first."""

    player = serializers.CharField()
    other = serializers.CharField()
    opponents = RecordShown(help_text="As opponents.")
    partners = RecordShown(help_text="As partners.")
    recent = MeetingShown(many=True, help_text="The last ten counted games at which both sat.")
