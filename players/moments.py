"""How times are written: UTC in ISO 8601, to the microsecond."""

from datetime import UTC, datetime


def iso(moment: datetime) -> str:
    """For instance 2026-05-01T12:00:00.000000Z."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
