"""What every operation of the OpenAPI document shares: how it is refused."""

from typing import Any

ERROR = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}
TEXTS = {
    "400": "Malformed",
    "401": "Not signed in, or a token that does not admit",
    "403": "Not allowed",
    "404": "Not there, or hidden from you",
    "415": "Not JSON",
    "429": "Too many requests",
}
ALWAYS = ("400", "401", "429")
METHODS = frozenset({"get", "post", "put", "patch", "delete"})


def describe_refusals(result: dict[str, Any], **_settings: Any) -> dict[str, Any]:
    """Add the refusals an operation can always meet to those it names itself."""
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            if method in METHODS:
                _describe(operation, path)
    return result


def _describe(operation: dict[str, Any], path: str) -> None:
    statuses = [*ALWAYS]
    if {} not in operation.get("security", []):
        statuses.append("403")
    if "{" in path:
        statuses.append("404")
    if "requestBody" in operation:
        statuses.append("415")
    responses = operation["responses"]
    for status in statuses:
        responses.setdefault(status, {**ERROR})
    for status, response in responses.items():
        response["description"] = response.get("description") or TEXTS.get(status, "")
    operation["responses"] = dict(sorted(responses.items()))
