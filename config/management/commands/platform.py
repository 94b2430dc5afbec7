"""`manage.py platform`: server, worker and clock, ready to play on."""

import argparse
import gc
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor

from config.catalogues import compile_all
from config.checks import topology_faults
from config.env import BASE_DIR
from config.serving.embedded import serve_embedded
from config.serving.server import PortTaken, address_of, listen
from config.serving.supervisor import (
    Role,
    Supervisor,
    clock_role,
    environment_of_children,
    server_role,
    worker_role,
)


class Command(BaseCommand):
    help = (
        "Bring the database up to date and serve. Without numbers everything runs in this process; "
        "with --asgi or --workers as a tree of processes on PostgreSQL and Redis."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000, help="0 takes any free one")
        parser.add_argument("--asgi", type=int, metavar="N", help="server processes")
        parser.add_argument("--workers", type=int, metavar="N", help="worker processes")
        parser.add_argument(
            "--no-clock", action="store_true", help="the clock of this installation runs elsewhere"
        )
        parser.add_argument("--no-migrate", action="store_true", help="the database is up to date")
        parser.add_argument("--no-seed", action="store_true", help="add no demonstration data")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            self._run(**options)
        except KeyboardInterrupt:
            pass
        except PortTaken as error:
            raise CommandError(f"{error}. Choose another with --port or make run PORT=…") from None
        finally:
            # the interpreter would search every object for garbage once more before it ends, half
            # a second of Ctrl-C on one processor
            gc.freeze()
        self.stdout.write("Stopped.")

    def _run(self, **options: Any) -> None:
        servers, workers = options["asgi"], options["workers"]
        embedded = servers is None and workers is None
        servers, workers = servers or 0, workers or 0
        # the clock, here or elsewhere, is one more process
        faults = [] if embedded else topology_faults(processes=servers + workers + 1)
        if faults:
            raise CommandError("\n".join(fault.msg for fault in faults))

        listening = listen(options["host"], options["port"]) if embedded or servers else None
        compile_all(BASE_DIR)
        if not options["no_migrate"]:
            self._migrate()
        if not options["no_seed"]:
            call_command("seed", if_empty=True, stdout=self.stdout)

        def announce() -> None:
            where = f" at {address_of(listening)}" if listening else ""
            self.stdout.write(self.style.SUCCESS(f"Spadework is up{where}  (Ctrl-C stops it)"))
            self.stdout.flush()

        # what is inherited or used by threads must be opened by them
        connections.close_all()
        if embedded:
            assert listening is not None
            serve_embedded(listening, announce)
            return
        roles: list[Role] = [worker_role(number) for number in range(1, workers + 1)]
        if listening:
            roles += [server_role(number, listening) for number in range(1, servers + 1)]
        if not options["no_clock"]:
            roles.append(clock_role())
        self.stdout.write("Starting " + ", ".join(role.name for role in roles))
        Supervisor(
            roles,
            environment=environment_of_children(servers=servers, workers=workers),
            on_ready=announce,
            say=self._say,
        ).run()

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def _migrate(self) -> None:
        connection = connections[DEFAULT_DB_ALIAS]
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        where = connection.settings_dict["NAME"]
        if plan:
            self._say(f"Bringing the database up to date: {where}, {len(plan)} migrations")
            call_command("migrate", verbosity=0, interactive=False)
        else:
            self._say(f"The database is up to date: {where}")
