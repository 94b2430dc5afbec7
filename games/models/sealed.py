"""A column of bytes that is encrypted at rest with the deal key.

The key comes from the environment (DEAL_KEY) and is never stored with the data: a backup without
it cannot show a live hand. Several keys may be given; the first one seals, every one opens.
"""

from functools import lru_cache
from typing import Any

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.db import models


@lru_cache(maxsize=4)
def _box(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


class SealedBytesField(models.BinaryField):
    """Plain bytes in Python, an authenticated ciphertext in the database."""

    description = "Bytes encrypted with the deal key"

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        return None if value is None else _box(tuple(settings.DEAL_KEYS)).encrypt(bytes(value))

    def from_db_value(self, value: Any, *_context: object) -> bytes | None:
        return None if value is None else _box(tuple(settings.DEAL_KEYS)).decrypt(bytes(value))
