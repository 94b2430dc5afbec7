"""`manage.py make_admin NAME`: give an account the operators' rights, opening it if need be."""

import argparse
import secrets
import sys
from getpass import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from players.errors import Refused
from players.models import User
from players.services.accounts import open_account


class Command(BaseCommand):
    help = "Make a player an operator; the operators' site also asks for a second factor."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--email", default="")
        parser.add_argument(
            "--password-stdin",
            action="store_true",
            help="read a new account's password; when empty one is made and shown",
        )
        parser.add_argument(
            "--if-none", action="store_true", help="do nothing where there is an operator already"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        name = options["name"]
        if options["if_none"] and User.objects.filter(is_superuser=True).exists():
            self.stdout.write("There is an administrator already")
            return
        with transaction.atomic():
            user = User.objects.select_for_update().filter(username=name).first()
            if user is None:
                user = self._open(name, options["email"], options["password_stdin"])
            elif user.is_guest:
                raise CommandError(f"{name} is a guest: keep the account first")
            user.is_staff = user.is_superuser = True
            user.save(update_fields=["is_staff", "is_superuser"])
        self.stdout.write(f"{user.username} is an administrator")

    def _open(self, name: str, email: str, from_stdin: bool) -> User:
        password = sys.stdin.readline().strip() if from_stdin else getpass()
        made = not password
        if made:
            password = secrets.token_urlsafe(15)
        try:
            user = open_account(username=name, password=password, email=email)
        except Refused as refusal:
            raise CommandError(str(refusal.message)) from None
        if made:
            self.stdout.write(
                f"The password of {name} is {password}: note it, it is not shown again"
            )
        return user
