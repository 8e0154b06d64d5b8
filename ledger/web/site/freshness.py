"""Pages for readers are drawn once, kept under the version of what they show, and served again while it stands.

While the database does not answer, a reader gets the page as it was shown last, with a line that says of when it is.
"""

import gzip
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial, wraps
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control, patch_vary_headers

from ledger.models.clubs.link_tokens import digest_of_token
from ledger.queries.clubs.reading import is_member
from ledger.queries.site.failures import will_pass
from ledger.queries.site.freshness import PageVersion, page_version
from ledger.rules.evenings.night import night_of
from ledger.services.site.kept_pages import begin_page, give_up_page, keep_page, kept_page, pack_page
from ledger.web.site.access import close_to_others, outsiders_view, reading_cookie
from ledger.web.site.deployed import DEPLOYED
from ledger.web.site.language import chosen_language
from ledger.web.site.lists import FILE_FIELD

View = Callable[..., HttpResponseBase]


class NoStoreMiddleware:
    """Keeps the pages of whoever is signed in out of the browser's store."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        # After signing out, nobody can leaf back to such a page, nor find a workbook with the names that only the board
        # sees. What follows an evening remembers the ETags itself (live.js), so it needs no store either.
        if settings.SESSION_COOKIE_NAME in {*request.COOKIES, *response.cookies}:
            patch_cache_control(response, private=True, no_store=True)
        return response


PERSONAL_COOKIES = frozenset({settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name})
# The audience in a kept page's key: everybody, the digest of the link that its readers hold, or the board.
ANYBODY, BOARD = "anybody", "board"
Audience = Callable[[HttpRequest, str, PageVersion], str | None]


class _SharedPage(NamedTuple):
    """A page that is the same for all of an audience who read it in a language."""

    now: PageVersion
    audience: str
    language: str

    def key(self, request: HttpRequest) -> str:
        """The key of everything that the page depends on."""
        address = f"{request.path}?{request.META.get('QUERY_STRING', '')}"
        # Pages say what is tonight, and when they were printed.
        moment = datetime.now(timezone.get_default_timezone())  # `localtime` looks first whether a thread has another
        day, night = moment.date().isoformat(), night_of(moment).isoformat()
        parts = [DEPLOYED, day, night, self.now.text, self.audience, self.language, address]
        return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:32]

    def with_headers(self, response: HttpResponseBase, key: str) -> HttpResponseBase:
        """An answer with the page's headers; its ETag is weak, as the page is the same packed and unpacked."""
        response["ETag"], response["Content-Language"] = f'W/"{key}"', self.language
        response["Cache-Control"] = "no-cache"
        is_found = self.now.club.is_for_search_engines
        return close_to_others(response, is_open=self.audience == ANYBODY, is_found=is_found)


# When this process noted last which page it showed at a place (_place_of), and which.
_noted: OrderedDict[tuple[str, ...], tuple[str, datetime]] = OrderedDict()
MOST_NOTED = 2000
NOTED_EVERY = timedelta(seconds=5)
OLDEST_LATEST_PAGE = timedelta(minutes=10)
BEFORE_THE_MESSAGES = b'<div class="messages" id="messages"'


def fresh(page: View) -> View:
    """Keep a club's page for visitors who are not signed in, and answer 304 to a browser that has it.

    The browser asks every time ("no-cache"); one query tells whether the club's books, registers or readers changed. A
    visitor with a session or an unread message always gets a page of their own.
    """
    answer = _keep_fresh(page, _is_for_anybody, _readers_audience)

    @wraps(page)
    def answer_anyhow(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        try:
            return answer(request, slug, **kwargs)
        except Exception as error:
            latest = _latest_answer(request, slug) if will_pass(error) else None
            if latest is None:
                raise
            return latest

    return answer_anyhow


def fresh_part(part: View) -> View:
    """As `fresh`, for a part of a page that is the same for everybody, signed in or not.

    Asked again while nothing has changed, it answers without content after one query; three more for whoever is signed
    in if the club is not open.
    """
    return _keep_fresh(part, lambda request: request.method == "GET", _readers_or_boards_audience)


def _keep_fresh(page: View, is_for_anybody: Callable[[HttpRequest], bool], audience_of: Audience) -> View:
    @wraps(page)
    def answer(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        response: HttpResponseBase
        now = page_version(club_slug=slug) if is_for_anybody(request) else None
        audience = audience_of(request, slug, now) if now else None
        if now is None or audience is None:
            response = page(request, slug, **kwargs)
            patch_cache_control(response, private=True, no_cache=True)
            return response
        shared = _SharedPage(now, audience, chosen_language(request) or now.club.language)
        key = shared.key(request)
        # A browser may name several, each weak or not.
        if f'"{key}"' in request.META.get("HTTP_IF_NONE_MATCH", ""):
            response = HttpResponseNotModified()
        else:
            packed = kept_page(club=slug, key=key)
            if packed is None:
                response, packed = _draw(partial(page, request, slug, **kwargs), request, slug, key)
                if packed is None:
                    return response
            response = _unpack_for(request, packed)
        _note_latest(request, slug, shared, key)
        return shared.with_headers(response, key)

    return answer


def _readers_audience(request: HttpRequest, slug: str, now: PageVersion) -> str | None:
    """The audience in which a visitor reads, by the club's choice or its link; None for everybody else."""
    if now.club.is_open:
        return ANYBODY
    digest = digest_of_token(request.COOKIES.get(reading_cookie(slug), ""))
    return digest if digest == now.link_digest else None


def _readers_or_boards_audience(request: HttpRequest, slug: str, now: PageVersion) -> str | None:
    """The same, or the board's own where others see less or do not read at all."""
    audience = _readers_audience(request, slug, now)
    if (audience and not now.has_initials) or outsiders_view(request):
        return audience
    return BOARD if is_member(club_id=now.club.pk, user=request.user) else audience


def _is_for_anybody(request: HttpRequest) -> bool:
    """Whether everybody who asks like this gets the same page."""
    # While developing, templates change without a version. A list as a file is kept by nobody.
    if request.META.get("QUERY_STRING") and FILE_FIELD in request.GET:
        return False
    return request.method == "GET" and PERSONAL_COOKIES.isdisjoint(request.COOKIES) and not settings.DEBUG


def _draw(
    page: Callable[[], HttpResponseBase], request: HttpRequest, slug: str, key: str
) -> tuple[HttpResponseBase, bytes | None]:
    """The answer of a view, which is kept and given packed, too, if it is the same for all of its audience."""
    begun = begin_page(club=slug)
    try:
        response = page()
        return response, _keep_drawn(response, request, begun, key)
    except BaseException:
        give_up_page(begun=begun)
        raise


def _keep_drawn(response: HttpResponseBase, request: HttpRequest, begun: Path | None, key: str) -> bytes | None:
    """Keep a page just drawn if it is whole and holds no visitor's own token; returns it packed, None for any other."""
    # The token's cookie is set further out; this is noted as soon as a template asks for a token.
    is_shared = not response.cookies and not request.META.get("CSRF_COOKIE_NEEDS_UPDATE")
    if response.status_code != 200 or not is_shared or not isinstance(response, HttpResponse):
        give_up_page(begun=begun)
        return None
    packed = pack_page(response.content)
    keep_page(begun=begun, key=key, packed=packed, now=timezone.now())
    return packed


def _unpack_for(request: HttpRequest, packed: bytes) -> HttpResponse:
    """A packed page as it is, to a browser that takes it so: GZipMiddleware leaves alone what is packed already."""
    takes_gzip = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    response = HttpResponse(packed if takes_gzip else gzip.decompress(packed))
    if takes_gzip:
        response["Content-Encoding"] = "gzip"
        patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _place_of(request: HttpRequest, slug: str) -> tuple[str, ...]:
    """The address, and the link and the language of the visitor who asks."""
    link, language = request.COOKIES.get(reading_cookie(slug), ""), chosen_language(request) or ""
    return request.path, request.META.get("QUERY_STRING", ""), link, language


def _note_key(place: tuple[str, ...]) -> str:
    """The key under which is noted what was shown last at a place."""
    return "latest-" + hashlib.sha256("\n".join((DEPLOYED, *place)).encode()).hexdigest()[:32]


def _note_latest(request: HttpRequest, slug: str, shared: _SharedPage, key: str) -> None:
    """Note, for all processes, what is shown now; of a page that stays the same now and then."""
    place, now = _place_of(request, slug), timezone.now()
    noted_key, noted_at = _noted.get(place, ("", now))
    if noted_key == key and now - noted_at < NOTED_EVERY:
        return
    is_found = shared.now.club.is_for_search_engines
    latest = {"key": key, "at": now.isoformat(), "language": shared.language, "is_found": is_found}
    keep_page(begun=begin_page(club=slug), key=_note_key(place), packed=json.dumps(latest).encode(), now=now)
    _noted[place] = key, now
    if len(_noted) > MOST_NOTED:
        _noted.popitem(last=False)


def _latest_answer(request: HttpRequest, slug: str) -> HttpResponseBase | None:
    """The page as it was shown here last, with a line about its age; None unless that was lately. No query.

    It shows nothing that this visitor, or another with the same link, has not been shown then.
    """
    noted = kept_page(club=slug, key=_note_key(_place_of(request, slug))) if _is_for_anybody(request) else None
    latest = json.loads(noted) if noted else None
    if latest is None or timezone.now() - (at := datetime.fromisoformat(latest["at"])) > OLDEST_LATEST_PAGE:
        return None
    packed = kept_page(club=slug, key=latest["key"])
    before, messages, after = gzip.decompress(packed).partition(BEFORE_THE_MESSAGES) if packed else (b"", b"", b"")
    if not messages:
        return None
    with translation.override(latest["language"]):
        remark = render_to_string("ledger/site/_as_it_was.html", {"at": at, "address": request.get_full_path()})
    response = HttpResponse(before + remark.encode() + messages + after, headers={"Cache-Control": "no-store"})
    response["Content-Language"] = latest["language"]
    return close_to_others(response, is_open=False, is_found=latest["is_found"])
