"""A scoring table as a JSON file: for its readers to fetch, and from the board as a draft."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.text import get_valid_filename

from ledger.models.scoring import digest_of
from ledger.rules.scoring.document import json_text, modern
from ledger.services.scoring import start_draft
from ledger.web.scoring.drafts.table_file_form import ScoringTableFileForm
from ledger.web.site.access import SignedInRequest, Visit, reads, writes
from ledger.web.site.form_keys import submit_once
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import DEPLOYED


@reads
def table_json(request: HttpRequest, visit: Visit, version_id: int) -> HttpResponse:
    """A version's document, to read and to hand to other programs."""
    version = visit.table_version(version_id)
    # A published version never changes, but its table's name may.
    etag = f'"{digest_of([DEPLOYED, version.pk, version.digest, version.scoring_table.name])[:32]}"'
    if kept := get_conditional_response(request, etag=etag):
        return kept
    name = get_valid_filename(f"{version.scoring_table.name} {version.number}.json")
    headers = {
        "ETag": etag,
        "Cache-Control": "private, no-cache",
        "Content-Disposition": content_disposition_header(True, name) or "",
    }
    return HttpResponse(json_text(modern(version.document)), content_type="application/json", headers=headers)


@writes
def table_import(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Import a scoring table's file as a draft; nothing is played by it until it is published."""
    scoring_tables = visit.club.scoring_tables.order_by("name", "pk")
    data = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = ScoringTableFileForm(*data, scoring_tables=scoring_tables)
    response, status = submit_once(request, form, lambda: _start_draft(request, visit, form))
    if response:
        return response
    context = {"form": form}
    return club_page(request, visit, "ledger/scoring/drafts/table_import.html", context, status=status)


def _start_draft(request: SignedInRequest, visit: Visit, form: ScoringTableFileForm) -> str:
    """Begin the draft that the valid form asks for; gives the editor's address."""
    draft = start_draft(**form.draft(visit.club), author=request.user, now=timezone.now())
    return reverse("draft", args=[visit.club.slug, draft.pk])
