"""Tokens by which programs act for a player."""

from django.conf import settings
from django.db import models


class Scope(models.TextChoices):
    """What a token may be used for."""

    READ = "read"
    PLAY = "play"
    BOT = "bot"
    ORGANISE = "organise"


class ApiToken(models.Model):
    """One token; of the secret only its digest is kept."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(max_length=60)
    prefix = models.CharField(max_length=12, help_text="first characters, to recognise it by")
    digest = models.CharField(max_length=64, help_text="SHA-256 of the token, hex")
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True, help_text="to the hour")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["digest"], name="token_secret_is_one_token"),
        ]
        indexes = [models.Index(fields=["user", "id"], name="token_of_player")]

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.name})"
