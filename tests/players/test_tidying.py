"""What is kept for a while only is forgotten in time."""

import datetime as dt

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from players.models import IdempotencyRecord
from players.tasks import tidy_players


@pytest.mark.django_db
def test_old_answers_and_ended_sessions_are_forgotten():
    now = timezone.now()
    for hours in (1, 23, 25):
        IdempotencyRecord.objects.create(
            actor="session:1", key_digest=str(hours), started_at=now - dt.timedelta(hours=hours)
        )
        Session.objects.create(
            session_key=str(hours), expire_date=now + dt.timedelta(hours=hours - 24)
        )

    assert tidy_players() == 3
    assert set(IdempotencyRecord.objects.values_list("key_digest", flat=True)) == {"1", "23"}
    assert set(Session.objects.values_list("session_key", flat=True)) == {"25"}
    assert tidy_players() == 0
