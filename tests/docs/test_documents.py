"""The documents agree with each other and with the code they speak of."""

import re
import tomllib
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from games import presence
from games.engine import PRESETS
from games.engine.ruleset import OPTIONS
from games.models import GameSeat, Seat
from games.services import play
from players.models import OffenceKind
from players.selectors.conduct import FADES_AFTER, FADES_WITH, ban_at

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = [
    path
    for app in ("games", "players", "bots", "ratings", "tournaments", "web", "tests")
    for path in sorted((ROOT / app).rglob("*.py"))
]


def rules_page() -> str:
    return (ROOT / "docs/rules.md").read_text()


def anchors(page: Path) -> set[str]:
    """The fragments a page's headings can be linked by."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    dead = []
    for link in LINK.findall(page.read_text()):
        if "://" in link:
            continue
        path, _, fragment = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (fragment and fragment not in anchors(target)):
            dead.append(link)
    assert dead == []


def test_every_module_the_architecture_names_exists() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    named = re.findall(r"`((?:games|players|bots|config|tests)/[\w/.]+)`", text)
    assert [path for path in named if not (ROOT / path).exists()] == []
    assert len(named) > 20


def test_every_rule_has_one_number() -> None:
    numbers = re.findall(r"^\| (R\d+) \|", rules_page(), re.M)
    assert [number for number, times in Counter(numbers).items() if times > 1] == []


def test_every_rule_number_the_code_cites_is_on_the_page() -> None:
    known = set(re.findall(r"^\| (R\d+) \|", rules_page(), re.M))
    cited = {
        (str(path.relative_to(ROOT)), number)
        for path in CODE
        if "strategies" not in path.parts  # R1 and R2 are names of bots there
        for number in re.findall(r"\bR\d+\b", path.read_text())
    }
    assert {(path, number) for path, number in cited if number not in known} == set()


def test_every_option_is_explained() -> None:
    page = rules_page()
    assert [option for option in OPTIONS if f"`{option}`" not in page] == []


def test_the_table_of_presets_says_what_the_presets_are() -> None:
    rows = re.findall(r"^\| `(\w+)` ((?:\| [^|]+ ){5})\|$", rules_page(), re.M)
    assert [name for name, *_ in rows] != []
    for option, cells in rows:
        shown = [cell.strip().replace("−", "-") for cell in cells.split("|")[1:]]
        actual = [getattr(PRESETS[name], option) for name in PRESETS]
        for text, value in zip(shown, actual, strict=True):
            # a dash: the option has no effect under this preset
            assert text in ("–", "none" if value is None else str(value)), (option, shown)


def test_every_dependency_says_what_it_is_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    text = (ROOT / "docs/adr/0007-dependencies.md").read_text()
    extras = [
        name for extra in project["project"]["optional-dependencies"].values() for name in extra
    ]
    wanted = [*project["project"]["dependencies"], *extras, *project["dependency-groups"]["dev"]]
    names = [re.split(r"[\[~<>=]", wish)[0] for wish in wanted]
    assert [name for name in names if name not in text] == []


def test_every_decision_is_in_the_index() -> None:
    index = (ROOT / "docs/adr/README.md").read_text()
    records = sorted((ROOT / "docs/adr").glob("0*.md"))
    assert [record.name for record in records if f"({record.name})" not in index] == []


def test_the_page_on_fair_play_states_the_scale_of_bans_and_the_rules_in_force() -> None:
    page = (ROOT / "docs/fair-play.md").read_text()
    rows = {
        OffenceKind.MISSED_READY: "missed a ready check",
        OffenceKind.LEFT_BEFORE_DEAL: "left before the deal",
        OffenceKind.QUIT: "quit a rated game",
    }
    for kind, row in rows.items():
        cells = re.search(rf"^\| {row} \| (.+) \|$", page, re.M)
        assert cells is not None
        stated = [
            timedelta(minutes=int(number) * {"min": 1, "h": 60}[unit])
            for number, unit in (cell.split() for cell in cells[1].split(" | "))
        ]
        assert stated == [ban_at(kind, level) for level in range(5)]
    assert f"{FADES_AFTER.days} days" in page
    assert f"{FADES_WITH} rated games" in page
    assert f"{presence.LEASE_SECONDS} seconds" in page
    assert Seat._meta.get_field("bank_ms").default == 3 * 60 * 1000
    assert "3 minutes for the whole game" in page
    assert (play.TIMEOUTS_UNTIL_AWAY, play.AWAY_TURNS_UNTIL_QUIT) == (2, 6)
    assert "two in a row" in page
    assert "six turns" in page
    assert {f"`{cause}`" for cause in GameSeat.QuitCause.values} <= set(
        re.findall("`[a-z_]+`", page)
    )
