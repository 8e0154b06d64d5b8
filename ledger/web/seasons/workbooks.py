"""The season's workbook: one link that ends in a file."""

from urllib.parse import urlencode

from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.utils import timezone

from ledger.queries.seasons.season_book import workbook_name
from ledger.services.seasons.workbooks import Kept, Making, is_made_at_once, make_at_once, make_beside, workbook_of
from ledger.services.site.turns import LONG_PAGES
from ledger.templatetags.ledger_labels import page_language
from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import DEPLOYED

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ASKED_AGAIN_AFTER = 2  # seconds


@reads
def workbook(request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponseBase:
    """The whole season as an Excel workbook in the language of the page, or a page that waits for it."""
    season = visit.season(season_slug)
    now = workbook_of(season=season, language=page_language(), deployed=DEPLOYED)
    begun = request.GET.get("begun", "")
    is_short = is_made_at_once(season=season)
    # What was begun for this reader will do, or on an evening with a deal a minute it would never be ready.
    kept = now if is_short else now.earlier(begun)
    if kept.etag in request.META.get("HTTP_IF_NONE_MATCH", ""):
        return _with_caching(HttpResponseNotModified(), kept)
    if kept.path.exists():
        return _file_of(kept)
    if is_short:
        with LONG_PAGES.take():
            content = make_at_once(kept=now, now=timezone.localtime())
        return _as_download(HttpResponse(content, content_type=XLSX), now)
    how = make_beside(kept=kept, was_begun=kept.name == begun)
    return _file_of(kept) if how is Making.DONE else _waiting_page(request, visit, kept, how)


def _file_of(kept: Kept) -> HttpResponseBase:
    return _as_download(FileResponse(kept.path.open("rb"), content_type=XLSX), kept)


def _waiting_page(request: HttpRequest, visit: Visit, kept: Kept, how: Making) -> HttpResponse:
    """A page that loads itself again, without a script, until the file is there."""
    has_failed = how is Making.FAILED
    context = {"season": kept.season, "has_failed": has_failed}
    response = club_page(
        request, visit, "ledger/seasons/workbook_waits.html", context, status=503 if has_failed else 202
    )
    if not has_failed:
        query = f"?{urlencode({'begun': kept.name})}" if how is Making.ON_ITS_WAY else ""
        response["Refresh"] = f"{ASKED_AGAIN_AFTER}; url={request.path}{query}"
    # Whoever leafs back is not to wait once more for a file that is there.
    response["Cache-Control"] = "no-store"
    return response


def _as_download(response: HttpResponseBase, kept: Kept) -> HttpResponseBase:
    response["Content-Disposition"] = f'attachment; filename="{workbook_name(season=kept.season)}"'
    response["Content-Encoding"] = "identity"  # compressed already, so the gzip middleware would only cost time
    return _with_caching(response, kept)


def _with_caching(response: HttpResponseBase, kept: Kept) -> HttpResponseBase:
    response["ETag"] = kept.etag
    response["Cache-Control"] = "private, no-cache"
    return response
