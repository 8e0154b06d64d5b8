"""How the site's scripts and styles are kept: under names that say what is in them, each in every encoding."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

# Not Django's own patterns for modules: those read every script, also other people's, whose imports are not for us.
IMPORT = (r"""(?P<matched>from "(?P<url>\./[^"]+)";)""", 'from "%(url)s";')
OURS = "ledger/"
COMMENT_OR_MARGIN = re.compile(r"/\*.*?\*/|(?<=\n)\s+", re.DOTALL)


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Scripts of ours import each other by the names they are kept under, so releases never mix in a browser."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("ledger/*.js", (IMPORT,)))

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Take from our styles what only their readers need, and then do what Django does with every file."""
        styles = [name for name in paths if name.startswith(OURS) and name.endswith(".css")]
        for name in [] if dry_run else styles:
            style = Path(self.path(name))
            style.write_text(squeeze_style(style.read_text("utf-8")), "utf-8")
            paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)


def squeeze_style(style: str) -> str:
    """A stylesheet without comments and margins; a visitor's first page waits for it."""
    return COMMENT_OR_MARGIN.sub("", style)
