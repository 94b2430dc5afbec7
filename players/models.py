"""The people of the platform."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A player: registered, or a guest who may keep the account by naming it."""

    is_guest = models.BooleanField(default=False)
