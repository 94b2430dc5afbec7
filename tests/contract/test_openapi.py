"""The API's document says what the API does: every path, and as it was committed."""

import re
from collections.abc import Iterator

import pytest
import yaml
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.generators import SchemaGenerator

UNDOCUMENTED = {"/api/v1/schema/", "/api/v1/docs/"}  # the document itself, and its page


def routes(found: URLResolver, prefix: str = "/") -> Iterator[str]:
    """Every path below a resolver, its parameters in braces as OpenAPI writes them."""
    for entry in found.url_patterns:
        path = prefix + bare(str(entry.pattern))
        if isinstance(entry, URLPattern):
            yield path
        else:
            yield from routes(entry, path)


def bare(pattern: str) -> str:
    """`tables/<uuid:table_id>/` or `^tables/(?P<table_id>…)/$` as `tables/{table_id}/`."""
    named = re.sub(r"\(\?P<(\w+)>[^()]*\)", r"{\1}", pattern.removeprefix("^").removesuffix("$"))
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", named)


@pytest.fixture(scope="module")
def document() -> dict:
    return SchemaGenerator().get_schema(request=None, public=True)


def test_every_path_of_the_api_is_in_its_document(document):
    served = {path for path in routes(get_resolver()) if path.startswith("/api/v1/")}
    assert served - UNDOCUMENTED == set(document["paths"])


def test_every_operation_has_an_id_a_tag_a_summary_and_its_refusals(document):
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            where = f"{method} {path}"
            assert operation["operationId"], where
            assert operation["tags"], where
            assert operation.get("summary") or operation.get("description"), where
            assert {"401", "429", "503"} <= operation["responses"].keys(), where


def test_every_body_has_an_example(document):
    bare = [
        f"{method} {path}"
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if "requestBody" in operation
        and "examples" not in operation["requestBody"]["content"]["application/json"]
    ]
    assert bare == []


def test_the_committed_document_is_the_one_the_code_makes(document):
    committed = yaml.safe_load((settings.BASE_DIR / "docs" / "openapi.yaml").read_text("utf-8"))
    assert committed["paths"].keys() == document["paths"].keys(), "make schema"
    assert committed["components"]["schemas"].keys() == document["components"]["schemas"].keys()
