"""Django's registration of the bots app."""

from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "bots"
