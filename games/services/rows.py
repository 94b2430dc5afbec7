"""Writing rows that others may be writing too."""

from typing import Any

from django.db.models import Model


def change(row: Model, **values: Any) -> None:
    """Set columns of a row in memory and in the database, and touch no other column of it.

    A row that is saved whole puts back what somebody else has changed since it was read.
    """
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=values)
