"""A ladder: one order of strength among players, or pairs, under one preset."""

from django.db import models
from django.db.models import Q


class Ladder(models.Model):
    """Who is rated here, on which rules, by which model. Bots and people never share a ladder."""

    class Kind(models.TextChoices):
        PLAYERS = "players"  # rated games from the queue
        PARTNERSHIP = "partnership"  # the pairs of the same games, each as one unit
        DUPLICATE = "duplicate"  # event rounds on prepared boards
        BOTS = "bots"

    class Model(models.TextChoices):
        OPENSKILL = "openskill"
        ELO = "elo"

    slug = models.SlugField(max_length=40, unique=True, help_text="classic, classic-pairs, …")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    preset = models.CharField(max_length=20)
    model = models.CharField(max_length=10, choices=Model.choices, default=Model.OPENSKILL)
    players_ladder = models.OneToOneField(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="partnership_ladder",
        help_text="of a partnership ladder: the ladder whose games it rates",
    )
    is_open = models.BooleanField(default=True, help_text="takes new games")
    demo = models.BooleanField(default=False, help_text="for trying things out; says so everywhere")
    rating_paused = models.BooleanField(
        default=False, help_text="a season is rolling over: games wait until it has"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="partnership", players_ladder__isnull=False)
                | (~Q(kind="partnership") & Q(players_ladder__isnull=True)),
                name="partnership_ladder_belongs_to_a_players_ladder",
            ),
            models.UniqueConstraint(
                fields=["kind", "preset", "demo"], name="preset_has_one_ladder_of_a_kind"
            ),
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return self.slug
