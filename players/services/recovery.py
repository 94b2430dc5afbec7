"""Recovery codes: the way back into an account that no mail reaches."""

import hashlib
import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from players.errors import RuleRefused
from players.limits import hit_named
from players.models import RecoveryCode, User
from players.names import is_well_formed, skeleton
from players.services.passwords import check_password, set_password
from players.services.tokens import revoke_all_tokens

CODES = 8
GROUPS, GROUP_LENGTH = 4, 4  # 16 letters of 32: 80 bits
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
# how people write what they read
_MISREAD = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})


def issue_codes(*, user: User) -> tuple[str, ...]:
    """Eight new codes for the account; earlier ones stop working. They cannot be read again."""
    codes = tuple(_draw() for _ in range(CODES))
    with transaction.atomic():
        RecoveryCode.objects.filter(user=user).delete()
        RecoveryCode.objects.bulk_create(
            RecoveryCode(user=user, digest=_digest(user, code)) for code in codes
        )
    return codes


def unused_codes(*, user: User) -> int:
    """How many codes of the account have not been used."""
    return RecoveryCode.objects.filter(user=user, used_at=None).count()


def never_had_codes(*, user: User) -> bool:
    """Whether no code, used or not, was ever made for the account."""
    return not RecoveryCode.objects.filter(user=user).exists()


def reset_password(*, username: str, code: str, password: str, address: str) -> User:
    """Set a new password with a recovery code, which is used up; sessions and tokens end.

    TooMany beyond a few tries an hour for the name or the client's `address`; RuleRefused with the
    same text whether the name or the code is unknown, or for a weak password.
    """
    hit_named("recover", address)
    hit_named("recover_name", skeleton(username))
    with transaction.atomic():
        user = None
        if is_well_formed(username):
            user = User.objects.filter(username__iexact=username, is_active=True).first()
        if user is None:
            raise _refusal()
        open_codes = RecoveryCode.objects.filter(
            user=user, digest=_digest(user, code), used_at=None
        )
        if not open_codes.exists():
            raise _refusal()
        check_password(password, user)
        if not open_codes.update(used_at=timezone.now()):
            raise _refusal()
        set_password(user=user, password=password)
        revoke_all_tokens(user=user)
    return user


def _draw() -> str:
    letters = "".join(secrets.choice(LETTERS) for _ in range(GROUPS * GROUP_LENGTH))
    return "-".join(letters[i : i + GROUP_LENGTH] for i in range(0, len(letters), GROUP_LENGTH))


def _digest(user: User, code: str) -> str:
    plain = code.upper().translate(_MISREAD)
    return hashlib.sha256(f"{user.pk}:{plain}".encode(errors="surrogatepass")).hexdigest()


def _refusal() -> RuleRefused:
    return RuleRefused("BAD_RECOVERY_CODE", _("The name or the code is not right."))
