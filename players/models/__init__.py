"""What is stored of people: accounts and guests, their tokens and recovery codes."""

from players.models.idempotency import IdempotencyRecord
from players.models.recovery import RecoveryCode
from players.models.token import ApiToken, Scope
from players.models.user import CardOrder, User

__all__ = ["ApiToken", "CardOrder", "IdempotencyRecord", "RecoveryCode", "Scope", "User"]
