"""Translation catalogues without system gettext: what sources say, kept in step with `locale/`.

Two domains a language: `django` for Python and templates, `djangojs` for the scripts of the pages.
The .po files are written by people and kept in the repository; the .mo files are made from them.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import SEEK_END, BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

SOURCES = ("config", "players", "games", "ratings", "tournaments", "bots", "web")
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
HEADER = """msgid ""
msgstr ""
"Project-Id-Version: spadework\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""
PLACES = re.compile(r"%\(\w+\)[sd]|\{\w+\}|%[sd]")


@dataclass(frozen=True, slots=True)
class Domain:
    """One catalogue of each language: its name and the endings of the sources it collects."""

    name: str
    endings: tuple[str, ...]


DOMAINS = (Domain("django", (".py", ".html")), Domain("djangojs", (".js",)))


def extracted(root: Path, domain: Domain) -> Catalog:
    """Every message of the domain that the sources below `root` contain, with where it stands."""
    catalog = Catalog(fuzzy=False)
    for path in sorted(_files(root, domain)):
        for _line, message, _comments, context in _messages(path):
            catalog.add(
                message, locations=[(path.relative_to(root).as_posix(), 1)], context=context
            )
    return catalog


def _files(root: Path, domain: Domain) -> Iterator[Path]:
    for source in SOURCES:
        for path in (root / source).rglob("*"):
            if path.suffix in domain.endings and "migrations" not in path.parts:
                yield path


def _messages(path: Path) -> Iterable[tuple[int, str | tuple[str, ...], list[str], str | None]]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        # What templatize leaves of the markup is no Python; only its indentation would matter.
        text = "\n".join(line.strip() for line in templatize(text, origin=str(path)).splitlines())
    method = "javascript" if path.suffix == ".js" else "python"
    return extract(method, BytesIO(text.encode()), KEYWORDS)


def po_path(root: Path, language: str, domain: Domain) -> Path:
    """Where a language's catalogue of a domain is kept."""
    return root / "locale" / language / "LC_MESSAGES" / f"{domain.name}.po"


def stored(path: Path, language: str) -> Catalog:
    """The catalogue at `path`; an empty one if there is none yet."""
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(catalog: Catalog, template: Catalog) -> Catalog:
    """The catalogue with the messages of `template`: new ones untranslated, old ones dropped."""
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def write(catalog: Catalog, path: Path) -> None:
    """Store a catalogue as text that changes only where messages do."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(as_text(catalog))


def as_text(catalog: Catalog) -> bytes:
    """The .po file of a catalogue; its header holds no dates, which would change each time."""
    header = HEADER.format(language=catalog.locale, plurals=catalog.plural_forms)
    buffer = BytesIO(header.encode())
    buffer.seek(0, SEEK_END)
    write_po(buffer, catalog, width=100, sort_by_file=True, include_lineno=False, omit_header=True)
    return buffer.getvalue()


def compile_all(root: Path) -> int:
    """Make every .mo file that is missing or older than its .po file; returns how many."""
    made = 0
    for path in sorted((root / "locale").glob("*/LC_MESSAGES/*.po")):
        target = path.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= path.stat().st_mtime:
            continue
        with target.open("wb") as file:
            write_mo(file, stored(path, path.parts[-3]))
        made += 1
    return made


def faults(catalog: Catalog, template: Catalog) -> Iterator[str]:
    """What keeps a language from being complete: each message without a sound translation."""
    for message in template:
        if not message.id:
            continue
        found = catalog.get(_key(message), message.context)
        if found is None or found.fuzzy or not all(_strings(found)):
            yield f"not translated: {_key(message)!r}"
        elif any(_places(text) != _places(_key(message)) for text in _strings(found)[-1:]):
            yield f"other placeholders: {_key(message)!r}"
    for message in catalog:
        if message.id and template.get(_key(message), message.context) is None:
            yield f"no longer in the sources: {_key(message)!r}"


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _strings(message: Message) -> list[str]:
    """The translation, or one for each plural form; empty texts where there is none."""
    found = [message.string] if isinstance(message.string, str) else list(message.string or [""])
    return [text or "" for text in found]


def _places(text: str) -> set[str]:
    return set(PLACES.findall(text))
