"""Django's registration of the project itself: commands and system checks that span apps."""

from django.apps import AppConfig
from django.core import checks


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config.checks import check_paths, check_production, check_topology

        for check in (check_topology, check_production, check_paths):
            checks.register(check)
