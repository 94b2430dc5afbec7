"""Other forms than JSON in which hands leave; refusals are JSON everywhere."""

from typing import Any

import orjson
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.response import Response

from players.rest.reading import Endpoint


class NdjsonRenderer(BaseRenderer):
    """One JSON document a line, oldest first, as many as there are."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    charset = None

    def render(self, data: Any, media_type: Any = None, context: Any = None) -> bytes:
        return line(data)


class PbnRenderer(BaseRenderer):
    """Portable Bridge Notation: deal and play for the tools of bridge players."""

    media_type = "application/x-pbn"
    format = "pbn"
    charset = "utf-8"

    def render(self, data: Any, media_type: Any = None, context: Any = None) -> bytes:
        return str(data).encode()


def line(document: Any) -> bytes:
    """A document as one line of JSON."""
    return orjson.dumps(document, option=orjson.OPT_APPEND_NEWLINE)


class JsonRefusals(Endpoint):
    """A view whose refusals are JSON whatever form was asked for."""

    def handle_exception(self, exc: Exception) -> Response:
        response = super().handle_exception(exc)
        self.request.accepted_renderer = JSONRenderer()
        self.request.accepted_media_type = JSONRenderer.media_type
        return response
