"""Fields that take what the OpenAPI document says and nothing that merely looks like it."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from players import names


class TrueOrFalse(serializers.BooleanField):
    """JSON's true and false; no "yes", no 1."""

    def to_internal_value(self, data: Any) -> bool:
        if data is not True and data is not False:
            self.fail("invalid", input=data)
        return bool(data)


@extend_schema_field(
    {
        "type": "string",
        "pattern": f"^{names.PATTERN.pattern}$",
        "description": "3 to 20 ASCII letters, digits, `_` and `-`, first a letter or digit.",
    }
)
class NameField(serializers.CharField):
    """A name as it was typed; whether it may be taken is the service's decision."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=150, trim_whitespace=False, **options)
