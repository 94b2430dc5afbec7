"""Django's registration of the project itself: commands and system checks that span apps."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"
