"""What an installation must be told before strangers may reach it, as a file of settings."""

import base64
import re
import secrets
from collections.abc import Mapping

from config.checks import DEAL_KEY_BYTES, is_deal_key, is_real_secret

EXAMPLE_DOMAIN = "spades.example"

_SETTING = re.compile(r"^#?([A-Z][A-Z_]*)=(.*)$")
_HOST = re.compile(
    r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+", re.IGNORECASE
)


def parse(text: str) -> dict[str, str]:
    """The settings that a file sets; lines that are commented out set nothing."""
    found = (_SETTING.match(line) for line in text.splitlines() if not line.startswith("#"))
    return {match[1]: match[2].strip() for match in found if match}


def fill_in(template: str, values: Mapping[str, str]) -> str:
    """The template with `values` in the place of its own; what it does not name is added."""
    written: set[str] = set()
    lines: list[str] = []
    for line in template.splitlines():
        match = _SETTING.match(line)
        name = match[1] if match else ""
        if name in values and name not in written:
            written.add(name)
            line = f"{name}={values[name]}"
        lines.append(line)
    lines += [f"{name}={value}" for name, value in values.items() if name not in written]
    return "\n".join(lines) + "\n"


def for_domain(domain: str) -> dict[str, str]:
    """The settings that follow from the name of the site."""
    return {"ALLOWED_HOSTS": domain, "CSRF_TRUSTED_ORIGINS": f"https://{domain}"}


def for_containers(values: Mapping[str, str]) -> dict[str, str]:
    """The services of docker-compose.yml, with a password of the database's own."""
    password = values.get("POSTGRES_PASSWORD") or secrets.token_urlsafe(24)
    return {
        "POSTGRES_PASSWORD": password,
        "DATABASE_URL": f"postgres://spadework:{password}@postgres:5432/spadework",
        "REDIS_URL": "redis://redis:6379/0",
        "NUM_PROXIES": "1",
    }


def with_secrets(values: Mapping[str, str]) -> dict[str, str]:
    """`values` with each secret that is missing or a placeholder made anew; real ones stay."""
    made = dict(values)
    if not is_real_secret(made.get("SECRET_KEY", "")):
        made["SECRET_KEY"] = secrets.token_urlsafe(50)
    if not _all_deal_keys(made.get("DEAL_KEY", "")):
        key = base64.urlsafe_b64encode(secrets.token_bytes(DEAL_KEY_BYTES))
        made["DEAL_KEY"] = key.decode()
    return made


def faults(values: Mapping[str, str]) -> list[str]:
    """What is missing or still an example, in words; empty when the settings may be used."""
    found: list[str] = []
    hosts = [host for host in values.get("ALLOWED_HOSTS", "").split(",") if host]
    if not hosts or not all(map(is_host, hosts)):
        found.append("ALLOWED_HOSTS must be the domain of the site, such as spades.your-club.org")
    if not is_real_secret(values.get("SECRET_KEY", "")):
        found.append("SECRET_KEY is missing, short or a placeholder")
    if not _all_deal_keys(values.get("DEAL_KEY", "")):
        found.append("DEAL_KEY is missing or not 32 bytes in URL-safe base64")
    for name, scheme in (("DATABASE_URL", "postgres"), ("REDIS_URL", "redis")):
        url = values.get(name, "")
        if not url.startswith(scheme) or "change-me" in url:
            found.append(f"{name} must be the address of your own, {scheme}://…")
    if "change-me" in values.get("EMAIL_URL", ""):
        found.append("EMAIL_URL holds a placeholder; leave it out to send no mail")
    if not values.get("NUM_PROXIES", "").isdigit():
        found.append("NUM_PROXIES must be the number of proxies in front")
    return found


def is_host(name: str) -> bool:
    """A full domain name that is not the one of the example, nor a pattern of many."""
    return bool(_HOST.fullmatch(name)) and not name.endswith(EXAMPLE_DOMAIN)


def _all_deal_keys(text: str) -> bool:
    return bool(text) and all(map(is_deal_key, text.split(",")))
