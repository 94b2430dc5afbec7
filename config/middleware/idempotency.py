"""A write sent twice under one `Idempotency-Key` is carried out once and answered twice."""

import base64
import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import orjson
from cryptography.fernet import Fernet
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from config.api_errors import error_response
from config.middleware.paths import SAFE, is_api
from players.auth import request_actor
from players.models import IdempotencyRecord
from players.network import request_address
from players.services.tidying import ANSWERS_KEPT_FOR

GetResponse = Callable[[HttpRequest], HttpResponse]

LONGEST_KEY = 100
# An anonymous key is all that tells one caller behind an address from another.
SHORTEST_ANONYMOUS_KEY = 16
KEPT_FOR = ANSWERS_KEPT_FOR
# A first request that has not been answered by now died with its process.
GIVEN_UP_AFTER = timedelta(seconds=60)
# Answers that say "not now" are not the answer to the request.
PASSING = frozenset({401, 403, 429})
KEPT_HEADERS = ("Content-Type", "Location")


@dataclass(frozen=True, slots=True)
class Call:
    """Who called what under which key."""

    actor: str
    key: str
    path: str

    @property
    def key_digest(self) -> str:
        return hashlib.sha256(self.key.encode()).hexdigest()

    def secret(self, purpose: str) -> bytes:
        """32 bytes that only who knows both the key and our SECRET_KEY can make."""
        text = "\n".join((purpose, self.actor, self.path, self.key))
        return hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).digest()

    def digest(self, request: HttpRequest) -> str:
        """What makes two requests the same: method, query, credentials and body."""
        mac = hmac.new(self.secret("request"), digestmod=hashlib.sha256)
        for part in (
            str(request.method),
            request.META.get("QUERY_STRING", ""),
            request.headers.get("Authorization", ""),
        ):
            mac.update(part.encode(errors="surrogatepass") + b"\n")
        mac.update(request.body)
        return mac.hexdigest()

    @property
    def box(self) -> Fernet:
        """Answers are kept encrypted: some hold a secret that is shown once."""
        return Fernet(base64.urlsafe_b64encode(self.secret("answer")))


class Idempotency:
    """Keeps the first answer to a write and gives it again; without the header it does nothing."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = request.headers.get("Idempotency-Key")
        if key is None or not is_api(request) or request.method in SAFE:
            return self.get_response(request)
        actor = request_actor(request)
        shortest = 1 if actor else SHORTEST_ANONYMOUS_KEY
        if not shortest <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
            return error_response(
                400,
                "BAD_IDEMPOTENCY_KEY",
                _("The key is 1 to 100 printable ASCII characters, 16 or more without a login."),
            )
        if actor is None:
            who = f"address:{request_address(request.META)}"
        else:
            who = f"{actor.kind}:{actor.token_id or actor.user_id}"
        return self._once(request, Call(who, key, request.path_info[:300]))

    def _once(self, request: HttpRequest, call: Call) -> HttpResponse:
        digest = call.digest(request)
        record = _claim(call, digest)
        if record is None:
            return _earlier_answer(call, digest)
        # still ours: a request that took too long may have been given up and tried again
        ours = IdempotencyRecord.objects.filter(pk=record.pk, started_at=record.started_at)
        try:
            response = self.get_response(request)
        except BaseException:
            ours.delete()
            raise
        if response.status_code >= 500 or response.status_code in PASSING or response.streaming:
            ours.delete()
        else:
            ours.update(status=response.status_code, answer=_pack(call, response))
        return response


def _claim(call: Call, digest: str) -> IdempotencyRecord | None:
    """The record of this call if it is the first; None when another request has it."""
    now = timezone.now()
    identity = {"actor": call.actor, "key_digest": call.key_digest, "path": call.path}
    fresh = {"request_digest": digest, "status": None, "answer": b"", "started_at": now}
    try:
        with transaction.atomic():
            return IdempotencyRecord.objects.create(**identity, **fresh)
    except IntegrityError:
        pass
    same = IdempotencyRecord.objects.filter(**identity)
    left_over = same.filter(started_at__lt=now - KEPT_FOR) | same.filter(
        status=None, request_digest=digest, started_at__lt=now - GIVEN_UP_AFTER
    )
    return same.get() if left_over.update(**fresh) else None


def _earlier_answer(call: Call, digest: str) -> HttpResponse:
    record = IdempotencyRecord.objects.filter(
        actor=call.actor, key_digest=call.key_digest, path=call.path
    ).first()
    if record is not None and record.request_digest != digest:
        return error_response(
            422, "IDEMPOTENCY_KEY_REUSED", _("This key was used for another request.")
        )
    if record is None or record.status is None:
        return error_response(
            409,
            "IDEMPOTENCY_KEY_IN_USE",
            _("The first request with this key is still being answered."),
            retry_after=1,
        )
    return _unpack(call, record)


def _pack(call: Call, response: HttpResponse) -> bytes:
    headers = {name: response[name] for name in KEPT_HEADERS if name in response}
    content = response.content.decode()
    return call.box.encrypt(orjson.dumps({"headers": headers, "content": content}))


def _unpack(call: Call, record: IdempotencyRecord) -> HttpResponse:
    kept = orjson.loads(call.box.decrypt(bytes(record.answer)))
    response = HttpResponse(kept["content"], status=record.status, headers=kept["headers"])
    response["Idempotent-Replay"] = "true"
    return response
