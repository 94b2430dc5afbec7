"""What every operation of the OpenAPI document shares: how it is refused."""

from typing import Any

TEXTS = {
    "400": ("Malformed", "The request is malformed; `fields` names what is wrong."),
    "401": ("NotSignedIn", "Nobody is signed in, or the token does not admit."),
    "403": ("NotAllowed", "This player or token may not do that."),
    "404": ("NotHere", "There is nothing here, or it is hidden from you: the answer is the same."),
    "406": ("NotAcceptable", "None of the accepted forms is given here."),
    "409": ("Conflict", "The state is another one by now, as `STALE_SEQ` or `SEAT_TAKEN` say."),
    "415": ("NotJson", "The body is not JSON."),
    "422": ("RefusedByRules", "The rules say no: `MUST_FOLLOW_SUIT`, `BAD_RULES`."),
    "429": ("TooMany", "Too many requests; `Retry-After` says when to come back."),
    "503": ("TryAgain", "The database was away for a moment; send the same again."),
}
ERROR = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
# 404: what a path, a page number or a body names may not be there
ALWAYS = ("400", "401", "404", "406", "429", "503")
WRITES = ("409", "422")  # any write may meet them by its Idempotency-Key
METHODS = frozenset({"get", "post", "put", "patch", "delete"})


def describe_refusals(result: dict[str, Any], **_settings: Any) -> dict[str, Any]:
    """Add the refusals an operation can always meet to those it names itself."""
    result["components"]["responses"] = {
        name: {"description": text, "content": ERROR} for name, text in TEXTS.values()
    }
    for operations in result["paths"].values():
        for method, operation in operations.items():
            if method in METHODS:
                _describe(operation, method)
    return result


def _describe(operation: dict[str, Any], method: str) -> None:
    statuses = [*ALWAYS]
    if method != "get":
        statuses += WRITES
    if {} not in operation.get("security", []):
        statuses.append("403")
    if "requestBody" in operation:
        statuses.append("415")
    responses = operation["responses"]
    for response in responses.values():
        response["description"] = response.get("description") or "Done."
    named = [status for status, response in responses.items() if response.get("content") == ERROR]
    for status in {*named, *(set(statuses) - responses.keys())}:
        responses[status] = {"$ref": f"#/components/responses/{TEXTS[status][0]}"}
    operation["responses"] = dict(sorted(responses.items()))
