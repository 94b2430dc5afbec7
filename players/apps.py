"""Django's registration of the players app."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"
