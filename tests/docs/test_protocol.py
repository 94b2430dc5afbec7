"""docs/protocol.md names what there is: every code and every kind of notice."""

import re

import pytest
from django.conf import settings

from games.codes import TableCode
from games.engine import Code
from games.models import Notice
from ratings.codes import QueueCode

PAGE = (settings.BASE_DIR / "docs" / "protocol.md").read_text("utf-8")
NAMED = set(re.findall(r"`([A-Za-z_]+)`", PAGE))
RAISED = re.compile(
    r'(?:Refused|Malformed|NotAllowed|NotFound|Conflict|RuleRefused|TooMany)\(\s*"([A-Z_]+)"'
)
NOT_IN_THE_API = {"BAD_RECOVERY_CODE"}  # the form on the site


@pytest.mark.parametrize("codes", [Code, TableCode, QueueCode], ids=lambda codes: codes.__name__)
def test_every_code_is_explained(codes):
    assert {code.value for code in codes} - NAMED == set()


def test_every_code_raised_by_name_is_explained():
    raised = {
        code
        for app in ("players", "games", "ratings", "config")
        for path in (settings.BASE_DIR / app).rglob("*.py")
        for code in RAISED.findall(path.read_text("utf-8"))
    }
    assert raised - NAMED - NOT_IN_THE_API == set()


def test_every_kind_of_notice_is_named():
    assert set(Notice.Kind.values) - NAMED == set()
