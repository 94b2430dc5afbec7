"""The API's one parser: a JSON object, small, shallow, without surprises."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from players.errors import Malformed
from players.frames import read_object

DEPTH = 20
LARGEST_BODY = 64 * 1024


class GuardedJSONParser(BaseParser):
    """Reads what `players.frames` admits, 20 levels deep and 64 KiB long at most."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, object]:
        body = stream.read(LARGEST_BODY + 1)
        if len(body) > LARGEST_BODY:
            raise Malformed("TOO_LARGE", _("The body is larger than 64 KiB."))
        return read_object(body, depth=DEPTH)
