"""Text that people type: one line, as everybody's screen can show it."""

import re
import unicodedata

from django.utils.translation import gettext as _

from games.codes import TableCode
from players.errors import Malformed

# joiners belong to scripts and emoji; every other invisible or directing character is refused
JOINERS = {"\u200c", "\u200d"}
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
TOWER = re.compile(r"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{4}")


def plain_line(text: object, *, longest: int) -> str:
    """`text` in NFC without spaces around it; Malformed (BAD_TEXT) for what no line may hold.

    Refused are: nothing at all, more than `longest` characters, control and directing characters,
    towers of combining marks.
    """
    if not isinstance(text, str):
        raise _bad(_("This is not a text."))
    if any(unicodedata.category(c) in UNSEEN and c not in JOINERS for c in text):
        raise _bad(_("Some characters cannot be shown."))
    if TOWER.search(unicodedata.normalize("NFD", text)):
        raise _bad(_("Some characters cannot be shown."))
    line = unicodedata.normalize("NFC", text).strip()
    if not line:
        raise _bad(_("Write something."))
    if len(line) > longest:
        raise _bad(_("At most %(number)d characters.") % {"number": longest})
    return line


def _bad(why: str) -> Malformed:
    return Malformed(TableCode.BAD_TEXT, why, {"text": why})
