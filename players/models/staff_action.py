"""What staff did to players: written once, never changed."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class StaffActionQuerySet(models.QuerySet["StaffAction"]):
    def update(self, **_values: Any) -> NoReturn:
        raise TypeError("the record of staff actions is not changed")

    def delete(self) -> NoReturn:
        raise TypeError("the record of staff actions is not deleted")


class StaffAction(models.Model):
    """One thing a member of staff did to a player, and why.

    The player reads `reason`, and never who did it.
    """

    class Kind(models.TextChoices):
        DISMISS = "dismiss", _("Dismiss")  # a report that led to nothing
        WARN = "warn", _("Warn")
        SILENCE = "silence", _("Silence")  # no talk until `until`
        UNSILENCE = "unsilence", _("Let talk again")
        SUSPEND = "suspend", _("Suspend")
        REINSTATE = "reinstate", _("Let back in")

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="staff_actions"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="staff_record"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    reason = models.TextField(max_length=1000)
    until = models.DateTimeField(null=True)
    case = models.CharField(max_length=40, blank=True, help_text="what it was about: report:12")
    at = models.DateTimeField()

    objects = StaffActionQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["player", "-id"], name="staff_action_on_player")]

    def __str__(self) -> str:
        return f"{self.kind} {self.player_id}"

    def save(self, *args: Any, **options: Any) -> None:
        if not self._state.adding:
            raise TypeError("the record of staff actions is not changed")
        super().save(*args, **options)

    def delete(self, *args: Any, **options: Any) -> NoReturn:
        raise TypeError("the record of staff actions is not deleted")
