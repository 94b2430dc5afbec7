"""Secrets of an installation that was given none: made once, kept in `var/`, readable by its owner."""

import base64
import secrets

from config.env import VAR_DIR


def local_secret(name: str) -> str:
    """The secret called `name`, 32 random bytes in URL-safe base64; made on first use."""
    path = VAR_DIR / f"{name}.txt"
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        VAR_DIR.mkdir(exist_ok=True)
        value = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()
        path.touch(mode=0o600)
        path.write_text(value)
        return value
