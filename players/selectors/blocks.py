"""Who is kept apart from whom, and who does not read whom."""

from collections.abc import Collection

from django.db.models import Q

from players.models import Block, Mute


def apart(user_ids: Collection[int]) -> set[frozenset[int]]:
    """The pairs among `user_ids` that are never seated together: one has blocked the other."""
    found = Block.objects.filter(blocker__in=user_ids, blocked__in=user_ids)
    return {frozenset(pair) for pair in found.values_list("blocker_id", "blocked_id")}


def kept_from(user_id: int) -> set[int]:
    """Everybody whom the player has blocked or is blocked by."""
    either = Block.objects.filter(Q(blocker=user_id) | Q(blocked=user_id))
    pairs = either.values_list("blocker_id", "blocked_id")
    return {other for pair in pairs for other in pair if other != user_id}


def deaf_to(author_id: int, listeners: Collection[int]) -> set[int]:
    """Which of the `listeners` read nothing that the author says: they muted or blocked them."""
    muters = Mute.objects.filter(muted=author_id, muter__in=listeners)
    blockers = Block.objects.filter(blocked=author_id, blocker__in=listeners)
    return {
        *muters.values_list("muter_id", flat=True),
        *blockers.values_list("blocker_id", flat=True),
    }


def unread_by(user_id: int) -> set[int]:
    """Whose words the player does not read."""
    return {
        *Mute.objects.filter(muter=user_id).values_list("muted_id", flat=True),
        *Block.objects.filter(blocker=user_id).values_list("blocked_id", flat=True),
    }


def listed(user_id: int, other_id: int) -> dict[str, bool]:
    """Whether the player has muted, and whether blocked, the other."""
    return {
        "muted": Mute.objects.filter(muter=user_id, muted=other_id).exists(),
        "blocked": Block.objects.filter(blocker=user_id, blocked=other_id).exists(),
    }
