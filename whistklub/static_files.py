"""How the site's scripts, styles and icons are kept: under names that say what is in them, each in every encoding."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

# Not Django's own patterns for modules: those read every script, also other people's, whose imports are not for us.
IMPORT = (r"""(?P<matched>from "(?P<url>\./[^"]+)";)""", 'from "%(url)s";')


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Scripts of ours import each other by the names they are kept under, so releases never mix in a browser."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("ledger/*.js", (IMPORT,)))
