"""A scoring table as files: handed out to anyone who may read it, taken in from the board as a draft."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.text import get_valid_filename
from django.utils.translation import get_language

from ledger.models import TableVersion
from ledger.models.scoring.scoring_tables import digest_of
from ledger.queries.scoring import table_files
from ledger.services.scoring.drafts import start_draft
from ledger.spreadsheets.scoring.table_writing import write_table_book
from ledger.spreadsheets.site.language import Language
from ledger.web.scoring.drafts.table_file_form import ScoringTableFileForm
from ledger.web.site.access import Visit, reads, writes
from ledger.web.site.deployed import DEPLOYED
from ledger.web.site.form_keys import submit_once

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
JSON = "application/json"


@reads
def table_xlsx(request: HttpRequest, visit: Visit, version: int) -> HttpResponse:
    """A version as an Excel workbook to type in, in the language of the page."""
    shown = visit.table_version(version)
    language: Language = "da" if get_language() == "da" else "en"
    etag = _etag(shown, language)
    if kept := get_conditional_response(request, etag=etag):
        return kept
    book = table_files.table_book(version=shown, language=language)
    return _file(write_table_book(book), XLSX, etag, _file_name(shown, "xlsx"))


@reads
def table_json(request: HttpRequest, visit: Visit, version: int) -> HttpResponse:
    """A version's document, to read and to hand to other programs."""
    shown = visit.table_version(version)
    etag = _etag(shown, "json")
    if kept := get_conditional_response(request, etag=etag):
        return kept
    return _file(table_files.table_json(version=shown).encode(), JSON, etag, _file_name(shown, "json"))


@writes
def table_import(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Take in a table's file: it becomes a draft, and nothing is played by it until it is published."""
    tables = visit.club.tables.order_by("name", "pk")
    sent = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = ScoringTableFileForm(*sent, scoring_tables=tables)
    response, status = submit_once(request, form, lambda: _begun(request, visit, form))
    if response:
        return response
    context = {"visit": visit, "club": visit.club, "form": form}
    return render(request, "ledger/scoring/table_import.html", context, status=status)


def _begun(request: HttpRequest, visit: Visit, form: ScoringTableFileForm) -> str:
    """Begin the draft that the valid form asks for; gives the editor's address."""
    draft = start_draft(**form.draft(visit.club), author=request.user, now=timezone.now())
    return reverse("draft", args=[visit.club.slug, draft.pk])


def _etag(version: TableVersion, form: str) -> str:
    """All that a version's file depends on: a published version never changes, but its table may get another name."""
    return f'"{digest_of([DEPLOYED, version.pk, version.digest, version.table.name, form])[:32]}"'


def _file_name(version: TableVersion, suffix: str) -> str:
    return get_valid_filename(f"{version.table.name} {version.number}.{suffix}")


def _file(content: bytes, kind: str, etag: str, name: str) -> HttpResponse:
    headers = {
        "ETag": etag,
        "Cache-Control": "private, no-cache",
        "Content-Disposition": content_disposition_header(True, name) or "",
    }
    return HttpResponse(content, content_type=kind, headers=headers)
