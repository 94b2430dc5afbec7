"""What a player may be called: ASCII names that cannot be taken for one another.

Two names look alike when their skeletons are equal. `FOLDS` is the whole definition: the database
computes the stored skeleton from the same pairs (`players.models.user`), so that a constraint, not
a check before an insert, keeps look-alikes out.
"""

import re

MIN_LENGTH = 3
MAX_LENGTH = 20
PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{2,19}", re.ASCII)

# Applied in this order to the lower-cased name. Wide letters are spelled out as the narrow ones
# they are mistaken for ("vvv", "wv" and "vw" are then one), so no later pair undoes an earlier one.
FOLDS: tuple[tuple[str, str], ...] = (
    ("-", ""),
    ("_", ""),
    ("0", "o"),
    ("1", "l"),
    ("i", "l"),
    ("5", "s"),
    ("2", "z"),
    ("m", "rn"),
    ("w", "vv"),
    ("d", "cl"),
)
SKELETON_LENGTH = 2 * MAX_LENGTH

GUEST_PREFIX = "Guest-"

# Names that would speak for the house; a reserved beginning also covers what follows it.
RESERVED_BEGINNINGS = (
    "guest",
    "bot",
    "admin",
    "moderator",
    "staff",
    "official",
    "support",
    "sysadmin",
    "spadework",
)
RESERVED = (
    "mod",
    "mods",
    "root",
    "system",
    "server",
    "owner",
    "operator",
    "superuser",
    "security",
    "helpdesk",
    "webmaster",
    "postmaster",
    "referee",
    "arbiter",
    "director",
    "dealer",
    "house",
    "nobody",
    "anonymous",
    "everyone",
    "unknown",
    "deleted",
    "null",
    "undefined",
    "none",
    "keep",
    "login",
    "api",
    "you",
)


def skeleton(name: str) -> str:
    """What is left of a name once everything that looks alike is written alike."""
    folded = name.lower()
    for seen, written in FOLDS:
        folded = folded.replace(seen, written)
    return folded


_RESERVED_BEGINNINGS = tuple(skeleton(name) for name in RESERVED_BEGINNINGS)
_RESERVED = frozenset(skeleton(name) for name in RESERVED)


def is_well_formed(name: str) -> bool:
    """3 to 20 ASCII letters, digits, `_` and `-`, the first a letter or digit."""
    return PATTERN.fullmatch(name) is not None


def is_reserved(name: str) -> bool:
    """Whether the name belongs to the house, or looks as if it did."""
    bones = skeleton(name)
    return bones in _RESERVED or bones.startswith(_RESERVED_BEGINNINGS)
