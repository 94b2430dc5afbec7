"""The containers' topology is complete: pinned images, health checks, migrations before serving."""

import shutil
import subprocess
from typing import Any

import pytest
import yaml

from config.env import BASE_DIR

COMPOSE: dict[str, Any] = yaml.safe_load((BASE_DIR / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
LONG_RUNNING = ("postgres", "redis", "web", "worker", "beat", "proxy")


def test_every_process_of_the_site_has_a_service() -> None:
    assert set(LONG_RUNNING) | {"migrate", "setup"} == set(SERVICES)


@pytest.mark.parametrize("name", SERVICES)
def test_every_image_is_pinned_to_a_version(name: str) -> None:
    _, _, tag = SERVICES[name]["image"].partition(":")
    assert tag.count(".") >= 1
    assert tag[0].isdigit()


@pytest.mark.parametrize("name", LONG_RUNNING)
def test_what_runs_on_says_whether_it_is_healthy(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"]


@pytest.mark.parametrize("name", ["web", "worker", "beat"])
def test_nothing_serves_before_the_database_is_up_to_date(name: str) -> None:
    needed = SERVICES[name]["depends_on"]
    assert needed["migrate"] == {"condition": "service_completed_successfully"}
    assert needed["postgres"] == needed["redis"] == {"condition": "service_healthy"}
    assert "--no-migrate" in SERVICES[name]["command"]


def test_exactly_one_service_runs_the_clock() -> None:
    platforms = [
        service for service in SERVICES.values() if "platform" in service.get("command", ())
    ]
    assert [("--no-clock" in service["command"]) for service in platforms].count(False) == 1


def test_the_proxy_is_part_of_production_and_its_certificates_are_kept() -> None:
    assert SERVICES["proxy"]["profiles"] == ["prod"]
    named = {volume.split(":")[0] for volume in SERVICES["proxy"]["volumes"]}
    assert named & set(COMPOSE["volumes"]) == {"certificates", "proxy"}
    assert "database" in COMPOSE["volumes"]


def has_compose() -> bool:
    if not shutil.which("docker"):
        return False
    return subprocess.run(["docker", "compose", "version"], capture_output=True).returncode == 0


@pytest.mark.skipif(not has_compose(), reason="docker compose is not installed here")
@pytest.mark.parametrize("profile", ["prod", "setup"])
def test_the_client_accepts_the_file(profile: str) -> None:
    checked = subprocess.run(
        ["docker", "compose", "--profile", profile, "config", "--quiet"],
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr
