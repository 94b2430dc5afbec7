"""Every error of the API has one shape and the status of its kind; bad input is never a 500."""

from urllib.parse import urlencode

import pytest
from django.core.exceptions import ValidationError
from django.db import DataError, OperationalError
from django.test import Client
from rest_framework import exceptions
from rest_framework.exceptions import ErrorDetail

from config.api_errors import exception_handler
from games.engine.errors import Code, IllegalAction, RuleError
from players import errors
from tests.games.at_the_table import person


@pytest.mark.parametrize(
    ("raised", "status", "code"),
    [
        (errors.Malformed("X"), 400, "X"),
        (errors.NotAllowed("X"), 403, "X"),
        (errors.NotFound("X"), 404, "X"),
        (errors.Conflict("STALE_SEQ"), 409, "STALE_SEQ"),
        (errors.RuleRefused("X"), 422, "X"),
        (errors.TooMany("X"), 429, "X"),
        (IllegalAction(Code.MUST_FOLLOW_SUIT), 422, "MUST_FOLLOW_SUIT"),
        (IllegalAction(Code.NOT_YOUR_TURN), 409, "NOT_YOUR_TURN"),
        (RuleError({"target": "too low"}), 422, "BAD_RULES"),
        (exceptions.NotAuthenticated(), 401, "NOT_AUTHENTICATED"),
        (exceptions.MethodNotAllowed("PUT"), 405, "METHOD_NOT_ALLOWED"),
        (exceptions.UnsupportedMediaType("text/html"), 415, "UNSUPPORTED_MEDIA_TYPE"),
        (exceptions.ParseError(), 400, "MALFORMED"),
        (ValidationError("not a UUID"), 400, "INVALID"),
        (DataError("integer out of range"), 400, "MALFORMED"),
        (OverflowError("too large to convert"), 400, "MALFORMED"),
        (RecursionError(), 400, "MALFORMED"),
        ("\ud800".encode, 400, "MALFORMED"),
        (OperationalError("server closed the connection"), 503, "TRY_AGAIN"),
    ],
)
def test_a_kind_of_refusal_has_its_status(raised, status, code):
    if callable(raised):
        with pytest.raises(UnicodeError) as caught:
            raised()
        raised = caught.value
    response = exception_handler(raised, {})
    assert response.status_code == status
    assert set(response.data) == {"error"}
    assert response.data["error"]["code"] == code
    assert response.data["error"]["message"]


def test_a_fault_of_ours_is_not_hidden_as_the_callers():
    assert exception_handler(KeyError("bug"), {}) is None


def test_what_is_wrong_is_said_field_by_field():
    detail = {
        "options": {"target": [ErrorDetail("too low")], "seats": [{}, {"name": ["missing"]}]},
        "non_field_errors": ["do not fit"],
    }
    error = exception_handler(exceptions.ValidationError(detail), {}).data["error"]
    assert error["message"] == "do not fit"
    assert error["fields"] == {"options.target": "too low", "options.seats.1.name": "missing"}


def test_rules_refused_name_their_fields():
    error = exception_handler(RuleError({"target": "too low"}), {}).data["error"]
    assert error["fields"] == {"target": "too low"}


def test_the_database_says_no_more_than_try_again():
    error = exception_handler(OperationalError("password for user x"), {}).data["error"]
    assert "password" not in str(error)


def code_of(response):
    return response.status_code, response.json()["error"]["code"]


def test_a_path_that_is_none_is_answered_in_the_envelope(client, db):
    assert code_of(client.get("/api/v1/nothing/")) == (404, "NOT_FOUND")
    assert code_of(client.get("/api/")) == (404, "NOT_FOUND")
    assert "error" not in client.get("/nothing/").text


def test_a_method_that_is_none_is_answered_in_the_envelope(client, db):
    assert code_of(client.put("/api/v1/players/")) == (405, "METHOD_NOT_ALLOWED")
    assert code_of(client.options("/api/v1/players/")) == (405, "METHOD_NOT_ALLOWED")


def test_a_fault_of_ours_is_a_500_that_tells_nothing(db, monkeypatch):
    client = Client(raise_request_exception=False)

    def fail(self, request):
        raise LookupError("secret detail")

    monkeypatch.setattr("config.health.HealthView.get", fail)
    response = client.get("/api/v1/health/")
    assert code_of(response) == (500, "SERVER_ERROR")
    assert "secret" not in response.text


def test_a_foreign_host_is_refused_in_the_envelope(client, db):
    assert code_of(client.get("/api/v1/schema/", HTTP_HOST="evil.example")) == (400, "MALFORMED")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "INVALID"),
        (b"{", "MALFORMED"),
        (b"[]", "MALFORMED"),
        (b"null", "MALFORMED"),
        (b"[" * 60_000, "MALFORMED"),
        (b"[" * 100_000, "TOO_LARGE"),
        (b'{"username":' * 21 + b"1" + b"}" * 21, "MALFORMED"),
        (b'{"username": NaN}', "MALFORMED"),
        (b'{"username": 1e999}', "MALFORMED"),
        (b'{"username": "\\u0000"}', "MALFORMED"),
        (b'{"username": "\\ud800"}', "MALFORMED"),
        (b'{"username": ' + b"9" * 10_000 + b"}", "MALFORMED"),
        (b'{"username": "' + b"x" * 70_000 + b'"}', "TOO_LARGE"),
        (b"\xff\xfe\x00", "MALFORMED"),
        (b'{"username": {"a": [1]}, "password": [{}]}', "INVALID"),
        (b'{"username": true, "password": 7}', "INVALID"),
    ],
)
def test_a_body_that_is_no_request_is_a_400(client, db, body, code):
    response = client.generic("POST", "/api/v1/players/", body, content_type="application/json")
    assert code_of(response)[0] in (400, 422)
    if code != "INVALID" or response.status_code == 400:
        assert code_of(response)[1] in (code, "BAD_NAME")


@pytest.mark.parametrize(
    "media", ["text/plain", "multipart/form-data; boundary=x", "text/xml", "x"]
)
def test_only_json_is_taken(client, db, media):
    response = client.generic("POST", "/api/v1/players/", b"username=alice", content_type=media)
    assert code_of(response) == (415, "UNSUPPORTED_MEDIA_TYPE")


def test_only_json_is_given(client, db):
    response = client.get("/api/v1/health/", headers={"Accept": "text/html"})
    assert code_of(response) == (406, "NOT_ACCEPTABLE")
    assert client.get("/api/v1/health/?format=api").status_code in (200, 404)


@pytest.mark.parametrize(
    "path", ["/api/v1/players/a%00b/", "/api/v1/health/?x=%00", "/?next=%00", "/lobby/%00/"]
)
def test_nul_is_refused_wherever_it_stands(client, db, path):
    assert client.get(path).status_code == 400


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
@pytest.mark.parametrize(
    "path", ["/ranked/join/", "/ranked/partner/open/", "/ranked/partner/join/", "/tables/join/"]
)
def test_nul_in_a_form_is_refused(client, db, path, kind):
    client.force_login(person())
    fields = {"ladders": "a\0", "player": "a\0", "code": "a\0"}
    if kind == "multipart/form-data":
        answer = client.post(path, fields)
    else:
        answer = client.post(path, urlencode(fields), content_type=kind)
    assert answer.status_code == 400


def test_nul_in_a_cookie_is_refused(client, db):
    response = client.get("/api/v1/players/me/", headers={"Cookie": 'sessionid="abc\\000defgh"'})
    assert code_of(response) == (400, "MALFORMED")
