"""Tell a browser that it has a club's page already, by one ETag from the version of what the page shows."""

import hashlib
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control

from ledger.models.clubs.club import digest_of_token
from ledger.queries.clubs.clubs import is_member
from ledger.queries.site import PageVersion, page_version
from ledger.rules.evenings.figures import night_of
from ledger.web.site.access import close_to_others, held_token, outsiders_view
from ledger.web.site.lists import FILE_FIELD
from ledger.web.site.request import chosen_language

View = Callable[..., HttpResponseBase]


PERSONAL_COOKIES = frozenset({settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name})
# The audience in a page's ETag: everybody, the digest of the link that its readers hold, or the board.
ANYBODY, BOARD = "anybody", "board"
PROGRAM = ("ledger", "templates", "whistklub", "fixtures", "requirements.txt", "pyproject.toml")


def newest_of_program(base: Path) -> int:
    """When the newest of the program's files in a folder was written (ns since 1970), without compiled Python."""
    places = [base / part for part in PROGRAM]
    files = [path for place in places for path in (place, *place.rglob("*")) if path.is_file()]
    return max(path.stat().st_mtime_ns for path in files if path.suffix != ".pyc")


# Told as the process starts: by the time it is first needed, the files may be those of the next deploy.
DEPLOYED = f"{settings.VERSION}-{newest_of_program(settings.BASE_DIR)}"


def fresh(page: View) -> View:
    """Answer 304 to a visitor who is not signed in and whose browser has a club's page already.

    The browser asks every time ("no-cache"); one query tells whether the club's books, registers or readers changed. A
    visitor with a session or an unread message always gets a page of their own.
    """
    return _fresh(page, is_part=False)


def fresh_part(part: View) -> View:
    """As `fresh`, for a part of a page that is the same for all of an audience, signed in or not.

    Asked again while nothing has changed, it answers without content after one query; three more for whoever is signed
    in, since the board has ways on that others have not.
    """
    return _fresh(part, is_part=True)


def _fresh(page: View, *, is_part: bool) -> View:
    @wraps(page)
    def answer(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        digest = digest_of_token(held_token(request, slug))
        now = audience = None
        if request.method == "GET" and (is_part or _is_for_anybody(request)):
            now = page_version(club_slug=slug, link_digest=digest)
        if now is not None:
            audience = _audience(request, digest, now, is_part=is_part)
        if now is None or audience is None:
            response = page(request, slug, **kwargs)
            patch_cache_control(response, private=True, no_cache=True)
            return response
        language = chosen_language(request) or now.club.language
        etag = _etag(request, now.text, audience, language)
        not_modified = get_conditional_response(request, etag=etag)
        response = not_modified or page(request, slug, **kwargs)
        # The token's cookie is set further out; this is noted as soon as a template asks for a token.
        is_shared = not response.cookies and not request.META.get("CSRF_COOKIE_NEEDS_UPDATE")
        if not_modified is None and (response.status_code != 200 or not is_shared):
            return response
        response["ETag"], response["Content-Language"] = etag, language
        response["Cache-Control"] = "no-cache"
        return close_to_others(response, is_open=audience == ANYBODY, is_found=now.club.is_for_search_engines)

    return answer


def _etag(request: HttpRequest, *versions: str) -> str:
    """A digest of everything that a page depends on; weak, as the page is the same packed and unpacked."""
    address = f"{request.path}?{request.META.get('QUERY_STRING', '')}"
    # Pages say what is tonight, and when they were printed.
    moment = timezone.localtime()
    parts = [DEPLOYED, moment.date().isoformat(), night_of(moment).isoformat(), *versions, address]
    return f'W/"{hashlib.sha256(" ".join(parts).encode()).hexdigest()[:32]}"'


def _audience(request: HttpRequest, digest: str, now: PageVersion, *, is_part: bool) -> str | None:
    """The audience in which a visitor reads, by the club's choice or a link's digest; None for everybody else.

    A part of a page has the board's own, too.
    """
    if is_part and not outsiders_view(request) and is_member(club_id=now.club.pk, user=request.user):
        return BOARD
    if now.club.is_open:
        return ANYBODY
    return digest if now.is_by_link else None


def _is_for_anybody(request: HttpRequest) -> bool:
    """Whether everybody who asks like this gets the same whole page."""
    # While developing, templates change without a version. A list as a file is kept by nobody.
    if request.META.get("QUERY_STRING") and FILE_FIELD in request.GET:
        return False
    return PERSONAL_COOKIES.isdisjoint(request.COOKIES) and not settings.DEBUG
