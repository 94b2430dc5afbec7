"""Paths of the pages."""

from django.urls import path

from web import shell, views

app_name = "web"

urlpatterns = [
    path("", views.home, name="home"),
    path("lobby/", views.lobby, name="lobby"),
    path("tables/<uuid:table_id>/", views.table, name="table"),
    path("tables/<uuid:table_id>/sit/", views.sit, name="sit"),
    path("tables/<uuid:table_id>/rules/", views.table_rules, name="table_rules"),
    path("rules/", views.rules, name="rules"),
    path("fair-deals/", views.fair, name="fair"),
    path("players/<str:username>/", views.profile, name="profile"),
    path("language/", views.language, name="language"),
    path("manifest.webmanifest", shell.manifest, name="manifest"),
    path("sw.js", shell.service_worker, name="service_worker"),
    path("robots.txt", shell.robots, name="robots"),
    path("messages/<str:language>.js", shell.Messages.as_view(), name="messages"),
]
