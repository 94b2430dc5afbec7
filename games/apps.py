"""Django's registration of the games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
