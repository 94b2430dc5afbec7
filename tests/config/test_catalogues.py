"""What the pages say is found in the sources and said in every language."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command

from config import catalogues
from config.catalogues import DOMAINS, Domain
from config.env import BASE_DIR

PYTHON, SCRIPTS = DOMAINS


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "web").mkdir()
    return tmp_path


def texts(root: Path, domain: Domain) -> set[object]:
    return {message.id for message in catalogues.extracted(root, domain) if message.id}


def test_texts_of_python_and_templates_are_collected(project: Path) -> None:
    (project / "web" / "views.py").write_text('x = _("One")\ny = ngettext("a", "b", 2)\n')
    (project / "web" / "page.html").write_text(
        '<p>\n  {% if x %}\n{% trans "Two" %}{% endif %}'
        "{% blocktrans with n=x %}Three {{ n }}{% endblocktrans %}</p>"
    )
    assert texts(project, PYTHON) == {"One", ("a", "b"), "Two", "Three %(n)s"}


def test_texts_of_scripts_are_collected(project: Path) -> None:
    (project / "web" / "page.js").write_text('h(gettext("One"), pgettext("card", "ace"));\n')
    assert texts(project, SCRIPTS) == {"One", "ace"}


def test_no_script_hides_a_text_in_a_template_literal() -> None:
    """The collector does not look into them."""
    hidden = re.compile(r"`[^`]*\$\{[^}`]*gettext")
    scripts = (BASE_DIR / "web" / "static").rglob("*.js")
    assert not [path.name for path in scripts if hidden.search(path.read_text())]


def test_updating_keeps_translations_and_drops_what_is_gone(project: Path) -> None:
    source, path = project / "web" / "a.py", catalogues.po_path(project, "fr", PYTHON)
    source.write_text('_("One")\n_("Two")\n')
    catalogue = catalogues.stored(path, "fr")
    catalogue = catalogues.updated(catalogue, catalogues.extracted(project, PYTHON))
    catalogue["One"].string = "Un"
    catalogues.write(catalogue, path)
    source.write_text('_("One")\n_("Three")\n')
    template = catalogues.extracted(project, PYTHON)
    catalogue = catalogues.updated(catalogues.stored(path, "fr"), template)
    assert catalogue["One"].string == "Un"
    assert "Two" not in catalogue
    assert list(catalogues.faults(catalogue, template)) == ["not translated: 'Three'"]


def test_a_translation_with_other_placeholders_is_a_fault(project: Path) -> None:
    (project / "web" / "a.py").write_text('_("Hand %(number)s")\n')
    template = catalogues.extracted(project, PYTHON)
    catalogue = catalogues.updated(catalogues.stored(project / "none.po", "fr"), template)
    catalogue["Hand %(number)s"].string = "Donne %(numero)s"
    assert list(catalogues.faults(catalogue, template)) == ["other placeholders: 'Hand %(number)s'"]


def test_a_catalogue_is_compiled_once(project: Path) -> None:
    catalogues.write(
        catalogues.stored(project / "none.po", "fr"), catalogues.po_path(project, "fr", PYTHON)
    )
    assert catalogues.compile_all(project) == 1
    assert catalogues.compile_all(project) == 0


def test_every_text_is_said_in_every_language() -> None:
    call_command("messages", check=True)
