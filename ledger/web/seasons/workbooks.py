"""The season's workbook: one link that ends in a file."""

from io import BytesIO

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from ledger.queries.seasons.season_book import workbook_name
from ledger.services.seasons.making import make_workbook
from ledger.services.site.turns import LONG_PAGES
from ledger.templatetags.ledger_labels import page_wording
from ledger.web.site.access import Visit, reads
from ledger.web.site.freshness import fresh

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@fresh
@reads
def workbook(_request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """The whole season as an Excel workbook in the language of the page."""
    season, content = visit.season(season_slug), BytesIO()
    with LONG_PAGES.take():
        make_workbook(season=season, language=page_wording(), now=timezone.localtime(), target=content)
    response = HttpResponse(content.getvalue(), content_type=XLSX)
    response["Content-Disposition"] = f'attachment; filename="{workbook_name(season=season)}"'
    response["Content-Encoding"] = "identity"  # compressed already, so the gzip middleware would only cost time
    return response
