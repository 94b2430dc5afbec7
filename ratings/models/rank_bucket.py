"""How many ranked ratings of a ladder lie in each stretch of the scale, so that a rank is a sum."""

from django.db import models

from ratings.models.ladder import Ladder


class RankBucket(models.Model):
    """A count kept in the transaction that moves a rating; `ratings/selectors/ranks.py` reads it."""

    class Level(models.IntegerChoices):
        FINE = 0
        COARSE = 1

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="+")
    level = models.SmallIntegerField(choices=Level.choices)
    bucket = models.IntegerField()
    count = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "level", "bucket"], name="bucket_is_counted_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}/{self.level}/{self.bucket}: {self.count}"
