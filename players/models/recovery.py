"""One-time codes that open an account whose password is forgotten."""

from django.conf import settings
from django.db import models


class RecoveryCode(models.Model):
    """A code shown once; only its digest is kept."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "digest"], name="recovery_code_is_kept_once_a_player"
            ),
        ]

    def __str__(self) -> str:
        return f"recovery code of {self.user_id}"
