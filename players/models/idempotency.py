"""Answers kept so that a write sent twice is carried out once."""

from django.db import models


class IdempotencyRecord(models.Model):
    """The answer to the first request an actor sent under a key to a path.

    The key is kept as a digest and the answer is encrypted under the key itself: an answer may
    hold a secret that is shown once.
    """

    actor = models.CharField(max_length=60)
    key_digest = models.CharField(max_length=64, help_text="SHA-256 of the key, hex")
    path = models.CharField(max_length=300)
    request_digest = models.CharField(max_length=64, help_text="SHA-256 of method, query and body")
    status = models.PositiveSmallIntegerField(null=True, help_text="None: still being answered")
    answer = models.BinaryField(default=b"")
    started_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["actor", "key_digest", "path"], name="idempotency_key_is_used_once"
            ),
        ]
        indexes = [models.Index(fields=["started_at"], name="idempotency_record_age")]

    def __str__(self) -> str:
        return f"{self.actor} {self.path}"
