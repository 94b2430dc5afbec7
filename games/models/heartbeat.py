"""The pulse of the serving processes, from which an outage is measured."""

from django.db import models


class Heartbeat(models.Model):
    """One row, touched every second by whichever processes serve players."""

    THE_ONE = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=THE_ONE)
    at = models.DateTimeField()
    outages = models.PositiveIntegerField(default=0, help_text="outages credited so far")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(id=1), name="there_is_one_heartbeat"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%H:%M:%S}"
