"""The workbook in which a club types its deals at the table, to be handed in afterwards."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.queries.imports import chairs_offered, entry_book, entry_version
from ledger.spreadsheets.imports.entry_book import write_entry_book
from ledger.web.imports.verdict_file import XLSX
from ledger.web.site.access import SignedInRequest, Visit, writes


@require_safe
@never_cache
@writes
def entry_xlsx(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """An Excel workbook with the club's players and contracts, in the club's language."""
    version = entry_version(club=visit.club, now=timezone.localtime())
    if version is None:  # prices come first
        return redirect("tables", visit.club.slug)
    asked = request.GET.get("chairs", "")
    chairs = next((number for number in chairs_offered(version=version) if str(number) == asked), None)
    book = entry_book(club=visit.club, version=version, chairs=chairs)
    content = write_entry_book(book, visit.club.language)
    headers = {
        "Content-Disposition": f'attachment; filename="{visit.club.slug}-entry.xlsx"',
        "Content-Encoding": "identity",  # compressed already
    }
    return HttpResponse(content, content_type=XLSX, headers=headers)
