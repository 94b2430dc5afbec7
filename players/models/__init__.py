"""What is stored of people: accounts and guests, their tokens, recovery codes and conduct."""

from players.models.idempotency import IdempotencyRecord
from players.models.offence import CleanGame, Offence, OffenceKind
from players.models.recovery import RecoveryCode
from players.models.token import ApiToken, Scope
from players.models.user import CardOrder, User

__all__ = [
    "ApiToken",
    "CardOrder",
    "CleanGame",
    "IdempotencyRecord",
    "Offence",
    "OffenceKind",
    "RecoveryCode",
    "Scope",
    "User",
]
