"""Paths of the pages."""

from django.urls import path

from web import shell
from web.views import ladders, pages, ranked, records, reports, tables

app_name = "web"

urlpatterns = [
    path("", pages.home, name="home"),
    path("lobby/", tables.lobby, name="lobby"),
    path("lobby/tables/", tables.lobby_tables, name="lobby_tables"),
    path("lobby/options/", tables.lobby_options, name="lobby_options"),
    path("tables/new/", tables.create, name="create"),
    path("tables/join/", tables.join, name="join"),
    path("play/", tables.play, name="play"),
    path("tables/<uuid:table_id>/", tables.table, name="table"),
    path("tables/<uuid:table_id>/sit/", tables.sit, name="sit"),
    path("tables/<uuid:table_id>/rules/", pages.table_rules, name="table_rules"),
    path("hands/<int:hand_id>/", records.hand, name="hand"),
    path("games/<uuid:game_id>/", records.game, name="game"),
    path("games/<uuid:game_id>/ratings/", records.rating_changes, name="rating_changes"),
    path("players/<str:username>/", records.profile, name="profile"),
    path("players/<str:username>/and/<str:other>/", ladders.head_to_head, name="head_to_head"),
    path("ladders/", ladders.index, name="ladders"),
    path("ladders/<slug:slug>/", ladders.standings, name="standings"),
    path("ranked/", ranked.ranked, name="ranked"),
    path("ranked/state/", ranked.state, name="ranked_state"),
    path("ranked/partner/", ranked.party, name="party"),
    path("ranked/how/", ranked.how, name="how_ranked"),
    path("ranked/join/", ranked.join, name="queue_join"),
    path("ranked/leave/", ranked.leave, name="queue_leave"),
    path("ranked/ready/<uuid:check_id>/", ranked.answer, name="queue_answer"),
    path("ranked/partner/open/", ranked.open_party, name="party_open"),
    path("ranked/partner/join/", ranked.join_party, name="party_join"),
    path("ranked/partner/leave/", ranked.leave_party, name="party_leave"),
    path("ranked/partner/<uuid:party_id>/", ranked.answer_invitation, name="party_answer"),
    path("reports/", reports.reports, name="reports"),
    path("rules/", pages.rules, name="rules"),
    path("rules/<slug:preset>/", pages.preset_rules, name="preset_rules"),
    path("fair-deals/", pages.fair, name="fair"),
    path("language/", pages.language, name="language"),
    path("manifest.webmanifest", shell.manifest, name="manifest"),
    path("sw.js", shell.service_worker, name="service_worker"),
    path("offline/", shell.offline, name="offline"),
    path("robots.txt", shell.robots, name="robots"),
    path("messages/<str:language>.js", shell.Messages.as_view(), name="messages"),
]
