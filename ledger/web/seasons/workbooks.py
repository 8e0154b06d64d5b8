"""The season's workbook: one link that ends in a file."""

from urllib.parse import urlencode

from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language

from ledger.queries.seasons.season_book import workbook_name
from ledger.services.seasons.workbooks import Kept, Making, is_made_at_once, make_at_once, make_beside, workbook_of
from ledger.web.site.access import Visit, reads
from ledger.web.site.deployed import DEPLOYED

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ASKED_AGAIN_AFTER = 2  # seconds


@reads
def workbook(request: HttpRequest, visit: Visit, season: str) -> HttpResponse:
    """The whole season as an Excel workbook, in the language of the page; a page that asks again while it is made."""
    shown = visit.season(season)
    now = workbook_of(season=shown, language="da" if get_language() == "da" else "en", deployed=DEPLOYED)
    begun = request.GET.get("begun", "")
    kept = now.earlier(begun)
    if kept.etag in request.META.get("HTTP_IF_NONE_MATCH", ""):
        return _dressed(HttpResponseNotModified(), kept)
    if kept.path.exists():
        return _sent(kept)
    if is_made_at_once(season=shown):
        content = make_at_once(kept=now, now=timezone.localtime())
        return _as_a_file(HttpResponse(content, content_type=XLSX), now)
    how = make_beside(kept=kept, was_begun=kept.name == begun)
    return _sent(kept) if how is Making.DONE else _waiting(request, visit, kept, how)


def _sent(kept: Kept) -> HttpResponse:
    return _as_a_file(FileResponse(kept.path.open("rb"), content_type=XLSX), kept)


def _waiting(request: HttpRequest, visit: Visit, kept: Kept, how: Making) -> HttpResponse:
    """A page that loads itself again, without a script, until there is a file to fetch."""
    has_failed = how is Making.FAILED
    context = {"visit": visit, "club": visit.club, "season": kept.season, "has_failed": has_failed}
    response = render(request, "ledger/seasons/workbook_waits.html", context, status=503 if has_failed else 202)
    if not has_failed:
        query = f"?{urlencode({'begun': kept.name})}" if how is Making.ON_ITS_WAY else ""
        response["Refresh"] = f"{ASKED_AGAIN_AFTER}; url={request.path}{query}"
    response["Cache-Control"] = "no-store"
    return response


def _as_a_file(response: HttpResponse, kept: Kept) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{workbook_name(season=kept.season)}"'
    response["Content-Encoding"] = "identity"  # it is packed already: the gzip middleware would only take its time
    return _dressed(response, kept)


def _dressed(response: HttpResponse, kept: Kept) -> HttpResponse:
    response["ETag"] = kept.etag
    response["Cache-Control"] = "private, no-cache"
    return response
