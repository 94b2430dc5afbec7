"""Paths of ladders, ratings and ranked play under /api/v1/."""

from django.urls import path, re_path, register_converter

from ratings.api import figures, ladders, parties, people, queue, seasons

NAME = "(?P<username>[A-Za-z0-9][A-Za-z0-9_-]{2,19})"


class SeasonNumber:
    """A whole number from 1, in plain digits."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(SeasonNumber, "season")

urlpatterns = [
    path("ladders/", ladders.LadderList.as_view()),
    path("ladders/<slug:ladder>/standings/", ladders.Standings.as_view()),
    re_path(
        rf"^ladders/(?P<ladder>[-a-zA-Z0-9_]+)/standings/around/{NAME}/$",
        ladders.StandingsAround.as_view(),
    ),
    re_path(rf"^players/{NAME}/ratings/$", people.PlayerRatings.as_view()),
    re_path(rf"^players/{NAME}/ratings/history/$", people.PlayerHistory.as_view()),
    re_path(rf"^players/{NAME}/ratings/series/$", people.PlayerSeries.as_view()),
    re_path(rf"^players/{NAME}/statistics/$", figures.PlayerStatistics.as_view()),
    re_path(rf"^players/{NAME}/partners/$", figures.PlayerPartners.as_view()),
    re_path(
        rf"^players/{NAME}/head-to-head/{NAME.replace('username', 'other')}/$",
        figures.PlayerHeadToHead.as_view(),
    ),
    path("seasons/", seasons.SeasonList.as_view()),
    path(
        "seasons/<season:number>/ladders/<slug:ladder>/standings/",
        seasons.SeasonStandings.as_view(),
    ),
    path("queue/", queue.Queue.as_view()),
    path("queue/ready/", queue.QueueReady.as_view()),
    path("parties/", parties.Parties.as_view()),
    path("parties/join/", parties.PartyJoin.as_view()),
    path("parties/invitations/", parties.PartyInvitations.as_view()),
]
