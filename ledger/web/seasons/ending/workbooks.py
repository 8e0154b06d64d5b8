"""What a treasurer fetches of a season: its workbook, and once it is closed everything in one file."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models import Season
from ledger.models.clubs.persons import names_shown, shown_by
from ledger.queries.clubs.clubs import writer_names
from ledger.queries.clubs.persons import persons_of
from ledger.queries.evenings.closings import closing_of
from ledger.queries.seasons.season_book import workbook_name
from ledger.services.seasons import make_workbook
from ledger.services.site.reading_apart import LONG_PAGES
from ledger.spreadsheets.site import csv_file
from ledger.templatetags.ledger_labels import page_wording
from ledger.web.seasons.ending.closing_sheet import closing_context
from ledger.web.site.access import SignedInRequest, Visit, reads, writes
from ledger.web.site.freshness import fresh

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@fresh
@reads
def workbook(_request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """The whole season as an Excel workbook in the language of the page."""
    season = visit.season(season_slug)
    return _to_keep(_workbook(season), XLSX, workbook_name(season=season))


@writes
def season_files(request: SignedInRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """A closed season's workbook, closing sheet and final standings in one zip file."""
    season, content = visit.season(season_slug), BytesIO()
    closing = closing_of(season=season)
    if closing is None:
        raise Http404
    name = workbook_name(season=season)
    with shown_by(names_shown(), persons_of(club=visit.club, until=closing.at)):
        context = closing_context(visit.club, season, closing)
        sheet = {**context, "club": visit.club, "writers": writer_names(club=visit.club)}
        html = render_to_string("ledger/seasons/ending/closing_sheet_file.html", sheet, request)
        standings = csv_file(context["balances_file"].file_rows())
    with ZipFile(content, "w", ZIP_DEFLATED) as files:
        files.writestr(name, _workbook(season))
        files.writestr(gettext("closing-sheet.html"), html)
        files.writestr(gettext("final-standings.csv"), standings)
    return _to_keep(content.getvalue(), "application/zip", name.replace(".xlsx", ".zip"))


def _workbook(season: Season) -> bytes:
    content = BytesIO()
    with LONG_PAGES.take():
        make_workbook(season=season, language=page_wording(), now=timezone.localtime(), target=content)
    return content.getvalue()


def _to_keep(content: bytes, content_type: str, name: str) -> HttpResponse:
    """A file to download."""
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Content-Encoding"] = "identity"  # compressed already, so the gzip middleware would only cost time
    return response
