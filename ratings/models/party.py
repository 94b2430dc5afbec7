"""Two friends who queue together, and the invitations that bring them together."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q


class Party(models.Model):
    """A party of two, or of one while the other is awaited. It lasts until somebody leaves it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=16, unique=True, help_text="the link that invites: 49 bits")
    created_at = models.DateTimeField()
    open_until = models.DateTimeField(help_text="the code and the invitations admit until then")

    class Meta:
        indexes = [models.Index(fields=["open_until"], name="party_open_until")]

    def __str__(self) -> str:
        return str(self.id)


class PartyMember(models.Model):
    """One of the two."""

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="party_places"
    )
    place = models.PositiveSmallIntegerField(help_text="0: who opened the party; 1: who joined")
    seen_at = models.DateTimeField(help_text="last sign of life: an open site, or a question")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player"], name="player_is_in_one_party"),
            models.UniqueConstraint(fields=["party", "place"], name="party_place_is_for_one"),
            models.CheckConstraint(condition=Q(place__lte=1), name="party_is_of_two"),
        ]
        ordering = ["place"]

    def __str__(self) -> str:
        return f"{self.party_id}/{self.place}"


class PartyInvitation(models.Model):
    """Somebody asked by name to join a party."""

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="party_invitations"
    )
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["party", "player"], name="player_is_invited_once_to_a_party"
            ),
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.party_id} -> {self.player_id}"
