"""`manage.py messages`: collect the texts of the sources, compile or check their translations."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config import catalogues
from config.env import BASE_DIR


class Command(BaseCommand):
    help = "Update locale/*/LC_MESSAGES/*.po from the sources; --compile or --check instead."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        group = parser.add_mutually_exclusive_group()
        group.add_argument("--compile", action="store_true", help="make the .mo files that are old")
        group.add_argument("--check", action="store_true", help="fail if a translation is missing")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["compile"]:
            self.stdout.write(f"{catalogues.compile_all(BASE_DIR)} catalogues compiled")
        elif options["check"]:
            self._check()
        else:
            self._update()

    def _languages(self) -> list[str]:
        return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]

    def _update(self) -> None:
        for domain in catalogues.DOMAINS:
            template = catalogues.extracted(BASE_DIR, domain)
            for language in self._languages():
                path = catalogues.po_path(BASE_DIR, language, domain)
                catalogue = catalogues.updated(catalogues.stored(path, language), template)
                catalogues.write(catalogue, path)
                missing = len(list(catalogues.faults(catalogue, template)))
                self.stdout.write(
                    f"{language} {domain.name}: {len(catalogue)} texts, {missing} open"
                )

    def _check(self) -> None:
        found = [
            f"{language} {domain.name}: {fault}"
            for domain in catalogues.DOMAINS
            for template in [catalogues.extracted(BASE_DIR, domain)]
            for language in self._languages()
            for fault in catalogues.faults(
                catalogues.stored(catalogues.po_path(BASE_DIR, language, domain), language),
                template,
            )
        ]
        if found:
            raise CommandError("\n".join(found))
        self.stdout.write("every text is translated")
