"""What is stored of people: accounts and guests, their tokens, conduct, blocks and staff record."""

from players.models.blocks import Block, Mute
from players.models.idempotency import IdempotencyRecord
from players.models.offence import CleanGame, Offence, OffenceKind
from players.models.recovery import RecoveryCode
from players.models.staff_action import StaffAction
from players.models.token import ApiToken, Scope
from players.models.user import CardOrder, User

__all__ = [
    "ApiToken",
    "Block",
    "CardOrder",
    "CleanGame",
    "IdempotencyRecord",
    "Mute",
    "Offence",
    "OffenceKind",
    "RecoveryCode",
    "Scope",
    "StaffAction",
    "User",
]
