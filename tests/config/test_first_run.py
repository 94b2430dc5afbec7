"""`manage.py setup` ends with an installation that leaves no default, or says what is missing."""

import io
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from config import first_run
from config.checks import is_deal_key, is_real_secret
from config.env import BASE_DIR
from players.models import User

EXAMPLE = (BASE_DIR / ".env.example").read_text()
WHOLE = {
    **first_run.for_domain("spades.your-club.org"),
    "SECRET_KEY": "k3" * 30,
    "DEAL_KEY": "dGVzdHMtb25seS1kZWFsLWtleS0wMDAwMDAwMDAwMDA=",
    "DATABASE_URL": "postgres://spades:of-their-own@db.internal/spades",
    "REDIS_URL": "redis://cache.internal/0",
    "NUM_PROXIES": "1",
}


def test_the_example_left_as_it_is_has_everything_wrong() -> None:
    named = " ".join(first_run.faults(first_run.parse(EXAMPLE)))
    for setting in ("ALLOWED_HOSTS", "SECRET_KEY", "DEAL_KEY", "DATABASE_URL"):
        assert setting in named


def test_whole_settings_have_no_fault() -> None:
    assert first_run.faults(WHOLE) == []


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("ALLOWED_HOSTS", ""),
        ("ALLOWED_HOSTS", "*"),
        ("ALLOWED_HOSTS", "spades.example"),
        ("ALLOWED_HOSTS", "https://spades.your-club.org"),
        ("SECRET_KEY", "change-me"),
        ("DEAL_KEY", "c2hvcnQ="),
        ("DATABASE_URL", ""),
        ("DATABASE_URL", "sqlite:///spades"),
        ("DATABASE_URL", "postgres://spadework:change-me@127.0.0.1/spadework"),
        ("REDIS_URL", "memory://"),
        ("EMAIL_URL", "smtp+tls://user:change-me@mail.your-club.org"),
        ("NUM_PROXIES", "many"),
    ],
)
def test_a_default_left_is_named(setting: str, value: str) -> None:
    (fault,) = first_run.faults(WHOLE | {setting: value})
    assert fault.startswith(setting)


def test_secrets_are_made_once_and_kept() -> None:
    first = first_run.with_secrets({"SECRET_KEY": "change-me"})
    assert is_real_secret(first["SECRET_KEY"])
    assert is_deal_key(first["DEAL_KEY"])
    assert first_run.with_secrets(first) == first
    assert first_run.with_secrets({}) != first_run.with_secrets({})


def test_the_file_keeps_the_comments_and_says_each_setting_once() -> None:
    written = first_run.fill_in(EXAMPLE, WHOLE | {"EMAIL_URL": "smtp://mail", "EXTRA": "1"})
    assert first_run.parse(written) == first_run.parse(EXAMPLE) | WHOLE | {
        "EMAIL_URL": "smtp://mail",
        "EXTRA": "1",
    }
    assert "# signs sessions" in written
    assert first_run.fill_in(written, WHOLE) == written


def setup(path: Path, **options: Any) -> str:
    said = io.StringIO()
    call_command("setup", no_input=True, containers=True, file=path, stdout=said, **options)
    return said.getvalue()


def test_settings_for_containers_are_written_for_their_owner_only(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    assert "docker compose" in setup(path, domain="spades.your-club.org")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    values = first_run.parse(path.read_text())
    assert first_run.faults(values) == []
    assert values["POSTGRES_PASSWORD"] in values["DATABASE_URL"]
    assert values["DJANGO_SETTINGS_MODULE"] == "config.settings.prod"


def test_running_setup_again_changes_only_what_is_given(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    setup(path, domain="spades.your-club.org")
    before = first_run.parse(path.read_text())
    setup(path, domain="cards.your-club.org")
    assert first_run.parse(path.read_text()) == before | first_run.for_domain("cards.your-club.org")


def test_setup_does_not_finish_while_something_is_missing(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    with pytest.raises(CommandError, match="ALLOWED_HOSTS"):
        setup(path)
    assert not path.exists()


@pytest.mark.django_db
def test_the_first_administrator_gets_a_password_that_is_shown_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    said = io.StringIO()
    call_command("make_admin", "nora", password_stdin=True, stdout=said)
    user = User.objects.get(username="nora")
    assert user.is_superuser
    assert user.is_staff
    password = said.getvalue().split("password of nora is ")[1].split(":")[0]
    assert user.check_password(password)


@pytest.mark.django_db
def test_a_weak_password_opens_no_administrator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("password\n"))
    with pytest.raises(CommandError):
        call_command("make_admin", "nora", password_stdin=True)
    assert not User.objects.filter(username="nora").exists()


@pytest.mark.django_db
def test_setup_run_again_makes_no_second_administrator(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("nora", "oskar"):
        monkeypatch.setattr("sys.stdin", io.StringIO("a-long-and-odd-password\n"))
        call_command("make_admin", name, password_stdin=True, if_none=True, stdout=io.StringIO())
    assert [user.username for user in User.objects.filter(is_superuser=True)] == ["nora"]
