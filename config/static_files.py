"""Static files of a real installation: every name carries a hash of what is in the file."""

from whitenoise.storage import (  # type: ignore[import-untyped]
    CompressedManifestStaticFilesStorage,
)

OWN_SCRIPTS = "web/js/*.js"


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Also in the imports between own scripts: a page never mixes modules of two releases.

    Scripts of libraries are left alone: they quote imports in comments.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        OWN_SCRIPTS,
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )
