"""What every page shows around its content, without asking the database."""

import re
from functools import cache

from django.conf import settings
from django.http import HttpRequest

RELEASE = re.compile(r"^## \[?v?(\d+\.\d+(?:\.\d+)?)", re.MULTILINE)


@cache
def version() -> str:
    """The newest release in the changelog, read once."""
    changelog = settings.BASE_DIR / "CHANGELOG.md"
    newest = RELEASE.search(changelog.read_text(encoding="utf-8")) if changelog.exists() else None
    return newest.group(1) if newest else ""


def frame(_request: HttpRequest) -> dict[str, str]:
    """The context of templates/base.html beside the page's own."""
    return {"version": version()}
