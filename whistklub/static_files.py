"""How the site's scripts and styles are kept: under names that say what is in them, each in every encoding."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Scripts name what they import by what is in it, so releases never mix in a browser."""

    support_js_module_import_aggregation = True
