"""The API as its callers see it."""

from tests.games.api.conftest import api

__all__ = ["api"]
