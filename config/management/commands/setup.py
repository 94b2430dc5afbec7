"""`manage.py setup`: an operator's first run, from nothing to an installation with an administrator."""

import argparse
import os
import subprocess
import sys
from getpass import getpass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config import first_run
from config.env import BASE_DIR, environment_with

OWNER_ONLY = 0o600


class Command(BaseCommand):
    help = (
        "Write the settings of this installation, bring its database up to date and make the first "
        "administrator. What is set already is kept; nothing may be left at a default."
    )
    requires_system_checks = []  # the settings may not be there yet

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--no-input", action="store_true", help="ask nothing")
        parser.add_argument("--file", type=Path, default=BASE_DIR / ".env", help="what to write")
        parser.add_argument("--domain", help="where players find the site: spades.your-club.org")
        parser.add_argument(
            "--database-url", metavar="URL", help="postgres://user:password@host/name"
        )
        parser.add_argument("--redis-url", metavar="URL")
        parser.add_argument("--proxies", metavar="N", help="how many proxies stand in front")
        parser.add_argument("--email-url", metavar="URL", help="smtp+tls://user:password@host:587")
        parser.add_argument("--email-from", metavar="ADDRESS")
        parser.add_argument("--admin", metavar="NAME", help="the first administrator")
        parser.add_argument(
            "--password-file",
            type=Path,
            help="the administrator's password; by default it is asked, or made and shown",
        )
        parser.add_argument(
            "--containers",
            action="store_true",
            help="write settings for docker-compose.yml, whose database cannot be reached from here",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        path: Path = options["file"]
        values = first_run.with_secrets(self._answers(path, **options))
        faults = first_run.faults(values)
        if faults:
            raise CommandError("Not finished; nothing was written:\n- " + "\n- ".join(faults))
        template = path if path.exists() else BASE_DIR / ".env.example"
        write_private(path, first_run.fill_in(template.read_text(), values))
        self.stdout.write(f"Wrote {path}. Keep a copy of its DEAL_KEY apart from your backups.")
        if options["containers"]:
            self.stdout.write("Next: docker compose --profile prod up --detach")
            self.stdout.write("then: docker compose run --rm web python manage.py make_admin NAME")
            return
        environment = environment_with(**values, SPADEWORK_ENV_FILE=str(path))
        self._manage(environment, "check", "--fail-level", "ERROR")
        self._manage(environment, "migrate", "--no-input", "--verbosity", "0")
        self._make_admin(environment, **options)
        self.stdout.write(self.style.SUCCESS("Ready: manage.py platform --asgi 2 --workers 2"))

    def _answers(self, path: Path, **options: Any) -> dict[str, str]:
        """What is set already, then what was given or is answered now."""
        values = first_run.parse(path.read_text()) if path.exists() else {}
        values.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.prod")
        quiet = options["no_input"]

        def answer(option: str, setting: str, question: str, default: str = "") -> str:
            known = values.get(setting, "")
            current = default if not known or "change-me" in known else known
            given = options[option]
            if given is not None or quiet:
                return current if given is None else str(given)
            shown = f" [{current}]" if current else ""
            return input(f"{question}{shown}: ").strip() or current

        domain = answer("domain", "ALLOWED_HOSTS", "Domain of the site")
        values |= first_run.for_domain(domain)
        if options["containers"]:
            values |= first_run.for_containers(values)
        else:
            values["DATABASE_URL"] = answer("database_url", "DATABASE_URL", "PostgreSQL database")
            redis = "redis://127.0.0.1:6379/0"
            values["REDIS_URL"] = answer("redis_url", "REDIS_URL", "Redis", redis)
            values["NUM_PROXIES"] = answer("proxies", "NUM_PROXIES", "Proxies in front", "1")
        mail = answer("email_url", "EMAIL_URL", "Mail server (empty: none, recovery codes instead)")
        if mail:
            sender = f"noreply@{domain}"
            values["EMAIL_URL"] = mail
            values["DEFAULT_FROM_EMAIL"] = answer(
                "email_from", "DEFAULT_FROM_EMAIL", "Letters come from", sender
            )
        return values

    def _make_admin(self, environment: dict[str, str], **options: Any) -> None:
        name = options["admin"]
        if not name and not options["no_input"]:
            name = input("Name of the first administrator (empty: none now): ").strip()
        if not name:
            self.stdout.write("No administrator yet: manage.py make_admin NAME")
            return
        arguments = ["make_admin", name, "--if-none"]
        if options["password_file"]:
            password = options["password_file"].read_text().strip()
        elif options["no_input"]:
            password = ""
        else:
            password = getpass("Password (empty: one is made and shown): ")
        self._manage(environment, *arguments, "--password-stdin", text=password)

    def _manage(self, environment: dict[str, str], *arguments: str, text: str = "") -> None:
        """Run another command under the settings just written, in a process that has read them."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=BASE_DIR,
            env=environment,
            input=text,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CommandError(f"manage.py {arguments[0]} failed; put it right and run setup again")


def write_private(path: Path, text: str) -> None:
    """Replace the file at once, readable by its owner only."""
    partial = path.with_name(path.name + ".new")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    partial.chmod(OWNER_ONLY)
    partial.replace(path)
