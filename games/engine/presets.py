"""The named rule sets. A preset is a value; what a table changes is a difference from it."""

from dataclasses import replace

from games.engine.ruleset import BlindNil, FailedNilTricks, RuleSet

CLASSIC = RuleSet()

SHORT300 = replace(CLASSIC, target=300, hand_cap=30)

HOUSE500 = replace(
    CLASSIC,
    floor=-200,
    blind_nil_value=150,
    failed_nil_tricks=FailedNilTricks.IGNORED,
    blind_nil_per_team=2,
    blind_nil_pass=0,
)

QUICK250 = replace(HOUSE500, target=250, hand_cap=30, bag_block=5, bag_penalty=50)

# Each board stands alone: an overtrick nets -9 and a failed nil's trick -10.
DUPLICATE = replace(
    CLASSIC,
    target=None,
    hand_cap=None,
    blind_nil_value=None,
    bag_block=1,
    bag_penalty=10,
    blind_nil=BlindNil.OFF,
    blind_nil_pass=0,
)

PRESETS: dict[str, RuleSet] = {
    "classic": CLASSIC,
    "short300": SHORT300,
    "house500": HOUSE500,
    "quick250": QUICK250,
    "duplicate": DUPLICATE,
}
"""Every preset by its name."""

RATED_PRESETS = ("classic", "short300", "house500", "quick250", "duplicate")
"""The presets that rated play uses, unmodified."""
