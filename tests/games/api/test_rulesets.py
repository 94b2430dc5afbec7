"""Presets over HTTP."""

import pytest

from games.engine.presets import PRESETS

pytestmark = pytest.mark.django_db


def test_every_preset_is_listed_with_its_rules(api):
    status, body = api().get("/rulesets/")
    assert status == 200
    assert {each["preset"]: each["rules"] for each in body["results"]} == {
        name: rules.to_dict() for name, rules in PRESETS.items()
    }


def test_a_preset_tells_what_may_be_changed(api):
    _, body = api().get("/rulesets/short300/")
    target = next(field for field in body["fields"] if field["name"] == "target")
    assert (target["type"], target["min"], target["default"]) == ("integer", 1, 300)
    assert target["help"]


def test_there_is_no_other_preset(api):
    status, body = api().get("/rulesets/whist/")
    assert (status, body["error"]["code"]) == (404, "NOT_FOUND")
