"""Every error of the API leaves here: one envelope, one table from kinds to statuses.

{"error": {"code": "MUST_FOLLOW_SUIT", "message": "…", "fields": {"name": "…"}}}
"""

import logging
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied, ValidationError
from django.db import DataError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views import defaults
from rest_framework import exceptions, status
from rest_framework.response import Response

from config.middleware.paths import is_api
from games.engine.errors import Code, IllegalAction, RuleError
from players import errors

logger = logging.getLogger(__name__)

KINDS: tuple[tuple[type[errors.Refused], int], ...] = (
    (errors.Malformed, status.HTTP_400_BAD_REQUEST),
    (errors.NotAllowed, status.HTTP_403_FORBIDDEN),
    (errors.NotFound, status.HTTP_404_NOT_FOUND),
    (errors.Conflict, status.HTTP_409_CONFLICT),
    (errors.RuleRefused, status.HTTP_422_UNPROCESSABLE_ENTITY),
    (errors.TooMany, status.HTTP_429_TOO_MANY_REQUESTS),
)

# Framework exceptions by status; what is not listed keeps the framework's own code.
CODES = {
    400: "MALFORMED",
    401: "NOT_AUTHENTICATED",
    403: "NOT_ALLOWED",
    404: "NOT_FOUND",
    405: "METHOD_NOT_ALLOWED",
    406: "NOT_ACCEPTABLE",
    415: "UNSUPPORTED_MEDIA_TYPE",
    429: "TOO_MANY_REQUESTS",
}

RETRY_AFTER_SECONDS = 1


def envelope(
    code: str, message: str, fields: Mapping[str, str] | None = None
) -> dict[str, dict[str, Any]]:
    """The body of every error."""
    error: dict[str, Any] = {"code": code, "message": message}
    if fields:
        error["fields"] = dict(fields)
    return {"error": error}


def error_response(
    status_code: int, code: str, message: str, *, retry_after: int | None = None
) -> JsonResponse:
    """An error answered before any view was reached."""
    response = JsonResponse(envelope(code, message), status=status_code)
    if retry_after is not None:
        response["Retry-After"] = str(retry_after)
    return response


def exception_handler(exc: Exception, _context: Mapping[str, Any]) -> Response | None:
    """The answer to whatever a view raised; None for a fault of ours, which becomes a 500."""
    match exc:
        case errors.TooMany():
            return _answer(429, exc.code, exc.message, retry_after=exc.retry_after)
        case errors.Refused():
            kind = next((number for kind, number in KINDS if isinstance(exc, kind)), 400)
            return _answer(kind, exc.code, exc.message, exc.fields)
        case IllegalAction():
            kind = 409 if exc.code is Code.NOT_YOUR_TURN else 422
            return _answer(kind, exc.code, str(exc))
        case RuleError():
            return _answer(422, "BAD_RULES", str(exc), exc.fields)
        case exceptions.ValidationError():
            return _answer(400, "INVALID", *_texts(exc.detail))
        case ValidationError():
            return _answer(400, "INVALID", " ".join(exc.messages))
        case Http404() | ObjectDoesNotExist():
            return _answer(404, "NOT_FOUND", _("There is nothing here."))
        case PermissionDenied():
            return _answer(403, "NOT_ALLOWED", str(exc) or _("You may not do this."))
        case exceptions.APIException():
            return _framework_answer(exc)
        case DataError() | OverflowError() | RecursionError() | UnicodeError():
            logger.warning("input reached the database unchecked", exc_info=exc)
            return _answer(400, "MALFORMED", _("A value is out of range."))
        case OperationalError():
            logger.error("database unavailable", exc_info=exc)
            return _answer(503, "TRY_AGAIN", _("Try again."), retry_after=RETRY_AFTER_SECONDS)
    return None


def _answer(
    status_code: int,
    code: str,
    message: str,
    fields: Mapping[str, str] | None = None,
    *,
    retry_after: int | None = None,
) -> Response:
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return Response(envelope(code, message, fields), status=status_code, headers=headers)


def _framework_answer(exc: exceptions.APIException) -> Response:
    code = CODES.get(exc.status_code, str(exc.get_codes()).upper())
    if isinstance(exc, exceptions.AuthenticationFailed):
        code = "AUTHENTICATION_FAILED"
    response = _answer(exc.status_code, code, str(exc.detail))
    if challenge := getattr(exc, "auth_header", None):
        response["WWW-Authenticate"] = challenge
    return response


def _texts(detail: Any) -> tuple[str, dict[str, str]]:
    """The message and the text of each field (`options.target`) of a validation error."""
    fields: dict[str, str] = {}
    _collect(detail, (), fields)
    general = fields.pop("", "")
    return general or _("Some values are not valid."), fields


def _collect(detail: Any, path: tuple[str, ...], fields: dict[str, str]) -> None:
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            _collect(inner, path if name == "non_field_errors" else (*path, str(name)), fields)
    elif isinstance(detail, list) and any(isinstance(item, list | Mapping) for item in detail):
        for index, inner in enumerate(detail):
            _collect(inner, (*path, str(index)), fields)
    else:
        texts = detail if isinstance(detail, list) else [detail]
        fields[".".join(path)] = " ".join(str(text) for text in texts)


# -- requests that reach no view, or break one ------------------------------------------------


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request refused on the way: bad host, too large a body."""
    if is_api(request):
        return error_response(400, "MALFORMED", _("The request is malformed."))
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_api(request):
        return error_response(403, "NOT_ALLOWED", _("You may not do this."))
    return defaults.permission_denied(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_api(request):
        return error_response(404, "NOT_FOUND", _("There is nothing here."))
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of ours; what it was is in the log and nowhere else."""
    if is_api(request):
        return error_response(500, "SERVER_ERROR", _("Something went wrong on our side."))
    return defaults.server_error(request)
