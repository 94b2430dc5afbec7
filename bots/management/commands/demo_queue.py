"""`manage.py demo_queue`: three partners for somebody who tries rated play alone."""

import argparse
import json
import signal
import time
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from bots.services import demo
from bots.services.demo import Demo
from games.engine import RATED_PRESETS
from games.models import Game
from games.services.outage import pulse_is_fresh
from ratings.models import RatedGame
from ratings.selectors.queue import standing

PRESETS = [preset for preset in RATED_PRESETS if preset != "duplicate"]  # whole games
LOOK_SECONDS = 1.0
POINTERS = "Queue for it yourself, say that you are ready, and play. Ctrl-C ends it."


class Command(BaseCommand):
    help = (
        "Have three demo accounts wait on a demo ladder, be ready and play, beside a running "
        "platform, until Ctrl-C."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--preset", default=demo.PRESET, choices=PRESETS)
        parser.add_argument("--games", type=int, help="end after so many games")
        parser.add_argument("--json", action="store_true", help="one line of JSON for each event")

    def handle(self, *_args: Any, **options: Any) -> None:
        self.as_json = options["json"]
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        setting = demo.set_up(preset=options["preset"])
        names = [user.username for user in setting.players]
        text = f"{', '.join(names)} wait on the ladder {setting.ladder}. {POINTERS}"
        self.say("waiting", text, ladder=setting.ladder.slug, players=names)
        if not pulse_is_fresh(timezone.now()):
            self.say("not serving", "No platform is running here yet: start it with make run.")
        games = 0
        try:
            games = self.follow(setting, options["games"])
        except KeyboardInterrupt:
            pass
        finally:
            demo.dismiss(setting, now=timezone.now())
        self.say("ended", f"The demo players have left. Games: {games}", games=games)

    def follow(self, setting: Demo, most: int | None) -> int:
        """Keep the partners wanted and tell what happens; how many games have ended."""
        first, known, games = setting.players[0], "", 0
        began = timezone.now()
        while most is None or games < most:
            now = timezone.now()
            demo.want(setting, now=now)
            known = self.tell(standing(first), known)
            for game in self.ended(setting, began, now):
                games += 1
                facts = {"game": str(game.pk), "status": game.status, "scores": game.scores}
                self.say("over", f"The game has ended, {game.scores}.", **facts)
            began = now
            time.sleep(LOOK_SECONDS)
        return games

    def tell(self, facts: dict[str, Any], known: str) -> str:
        """Say how the first of the three stands, where that is new."""
        if game := facts["rated_game"]:
            state, text = f"playing {game['game']}", f"Playing at /tables/{game['table']}/"
        elif check := facts["ready_check"]:
            state = f"ready check {check['id']}"
            text = "A table is found: say that you are ready, within 20 seconds."
        elif facts["banned_until"]:
            state, text = "banned", f"Kept out of the queue until {facts['banned_until']}"
        else:
            state, text = "queued", "Waiting for one person to queue on the ladder."
        if state != known:
            self.say(state.split()[0], text, **(facts["rated_game"] or {}))
        return state

    def ended(self, setting: Demo, since: datetime, now: datetime) -> list[Game]:
        """Games of the ladder that have ended between the two looks."""
        rated = RatedGame.objects.filter(
            ladder=setting.ladder, game__ended_at__gt=since, game__ended_at__lte=now
        )
        return [each.game for each in rated.select_related("game")]

    def say(self, event: str, text: str, **facts: object) -> None:
        """One event: a line of JSON, or of words on a terminal."""
        if self.as_json:
            self.stdout.write(json.dumps({"event": event, **facts}))
            self.stdout.flush()
        elif self.stdout.isatty():
            self.stdout.write(text)
