"""Who pairs the queue at the moment: one round at a time."""

from django.db import models


class RoundClaim(models.Model):
    """One row. A round takes it by moving `until` into the future; a crashed one gives it back
    when that has passed."""

    THE_ONE = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=THE_ONE)
    until = models.DateTimeField()
    told = models.JSONField(default=dict, help_text="what waiting players were last told")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(id=1), name="there_is_one_round_at_a_time"),
        ]

    def __str__(self) -> str:
        return f"{self.until:%H:%M:%S}"
