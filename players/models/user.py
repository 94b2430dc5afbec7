"""The people of the platform: registered players and guests."""

from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin, UserManager
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Replace
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players import names


def _skeleton_expression() -> models.Expression:
    """`names.skeleton` as the database computes it."""
    folded: models.Expression = Lower("username")
    for seen, written in names.FOLDS:
        folded = Replace(folded, models.Value(seen), models.Value(written))
    return folded


class CardOrder(models.TextChoices):
    """How a player's own cards are laid out."""

    SPADES_FIRST = "spades_first", _("Spades on the left, high to low")
    SPADES_LAST = "spades_last", _("Spades on the right, low to high")


class User(AbstractBaseUser, PermissionsMixin):
    """A player: registered, or a guest who may keep the account by naming it."""

    username = models.CharField(
        _("name"),
        max_length=names.MAX_LENGTH,
        unique=True,
        validators=[
            RegexValidator(
                rf"\A{names.PATTERN.pattern}\Z",
                _("Use 3 to 20 letters, digits, _ and -, beginning with a letter or digit."),
            )
        ],
        error_messages={"unique": _("That name is taken.")},
    )
    skeleton = models.GeneratedField(
        expression=_skeleton_expression(),
        output_field=models.CharField(max_length=names.SKELETON_LENGTH),
        db_persist=True,
    )
    email = models.EmailField(_("e-mail address"), blank=True)
    is_guest = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True, help_text="False: suspended, cannot sign in")
    is_staff = models.BooleanField(default=False)
    silenced_until = models.DateTimeField(
        null=True, blank=True, help_text="until when staff keep the player from talking"
    )
    date_joined = models.DateTimeField(default=timezone.now)
    # -- preferences -----------------------------------------------------------------------
    language = models.CharField(max_length=10, blank=True, help_text="empty: as the browser asks")
    four_colour = models.BooleanField(default=False, help_text="each suit in its own colour")
    card_order = models.CharField(
        max_length=12, choices=CardOrder.choices, default=CardOrder.SPADES_FIRST
    )
    sound = models.BooleanField(default=True, help_text="a sound when it is the player's turn")

    objects = UserManager["User"]()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"

    class Meta:
        permissions = [("discipline", "Can warn, silence and suspend players")]
        constraints = [
            models.UniqueConstraint(fields=["skeleton"], name="look_alike_names_are_one_player"),
        ]
        indexes = [
            # the sweep asks every second who of them still has a seat in a rated game
            models.Index(fields=["id"], condition=Q(is_active=False), name="player_suspended"),
        ]

    def __str__(self) -> str:
        return self.username
