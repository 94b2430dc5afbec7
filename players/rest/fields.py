"""Fields that take JSON at its word: a number is a number, not a text that looks like one."""

import re
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from players.moments import iso
from players.rest.keyset import Cursor

_DIGITS = re.compile(r"[0-9]{1,9}", re.ASCII)


class WholeNumber(serializers.IntegerField):
    """A JSON integer; texts, fractions and booleans are refused."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class YesNo(serializers.BooleanField):
    """A JSON boolean and nothing that reads like one."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Text(serializers.CharField):
    """A JSON string; numbers are not turned into one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class QueryNumber(serializers.IntegerField):
    """A whole number in a query string: up to nine ASCII digits."""

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, str) or _DIGITS.fullmatch(data) is None:
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field(OpenApiTypes.STR)
class CursorField(serializers.Field[Cursor, str, str, Any]):
    """The cursor of a page, as its `next` and `previous` links carry it."""

    default_error_messages = {"invalid": _("This is not a cursor of this list.")}

    def to_internal_value(self, data: Any) -> Cursor:
        try:
            return Cursor.parse(data)
        except (TypeError, ValueError):
            self.fail("invalid")


class Moment(serializers.DateTimeField):
    """A time in UTC, ISO 8601 to the microsecond."""

    def to_representation(self, value: datetime | str) -> str:
        return value if isinstance(value, str) else iso(value)
