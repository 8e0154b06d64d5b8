"""The way of an old book into the club's: handed in, its columns named, its rows looked through, booked, undone."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.models import BookDraft, Season
from ledger.queries.imports import chairs_offered, entry_version
from ledger.rules.imports.verdict.findings import title_of
from ledger.rules.imports.written.cells import sheets_of
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import Signed
from ledger.services.imports.booking import undo_import
from ledger.services.imports.drafts import discard_book_draft, save_book_draft, start_book_draft
from ledger.services.site.reading_apart import LONG_PAGES
from ledger.templatetags.ledger_labels import label_text
from ledger.web.imports.drafts import answer_without_draft, draft_of, map_of
from ledger.web.imports.map_form import MapForm, OldBookForm
from ledger.web.site.access import SignedInRequest, Visit, writes
from ledger.web.site.form_keys import status_of, submit_once
from ledger.web.site.forms import RefusingForm
from ledger.web.site.frame import club_page


@never_cache
@writes
def imports(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """The old books that were brought in or are being looked through, and the form that takes another."""
    data = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = OldBookForm(*data, club=visit.club)
    response, status = submit_once(request, form, lambda: _start(request, visit, form))
    if response:
        return response
    version = entry_version(club=visit.club, now=timezone.localtime())
    context = {
        "form": form,
        "chairs": chairs_offered(version=version) if version else [],
        # A whole book lies in each, of which this page shows the name.
        "drafts": visit.club.book_drafts.defer("sheets").order_by("pk"),
        "imports": visit.club.book_imports.order_by("-number"),
    }
    return club_page(request, visit, "ledger/imports/imports.html", context, status=status)


@never_cache
@writes
def import_draft(request: SignedInRequest, visit: Visit, book_draft_id: int) -> HttpResponse:
    """What the columns of an old book hold, as its headings suggest until somebody says otherwise."""
    if answer := answer_without_draft(request, visit, book_draft_id):
        return answer
    draft = draft_of(visit, book_draft_id)
    form = MapForm(request.POST if request.method == "POST" else None, draft=draft)
    if form.map.is_typed:
        return redirect("import_rows", visit.club.slug, draft.pk)
    response, status = submit_once(request, form, lambda: _save_map(request, visit, draft, form))
    if response:
        return response
    return club_page(request, visit, "ledger/imports/import_map.html", {"form": form, "draft": draft}, status=status)


@require_POST
@writes
def import_discard(_request: SignedInRequest, visit: Visit, book_draft_id: int) -> HttpResponse:
    """Give an old book up that was being looked through."""
    discard_book_draft(draft=draft_of(visit, book_draft_id))
    return redirect("imports", visit.club.slug)


@never_cache
@writes
def book_import(request: SignedInRequest, visit: Visit, import_number: int) -> HttpResponse:
    """What an import made, and the button that takes it out again."""
    made = get_object_or_404(visit.club.book_imports, number=import_number)
    form = RefusingForm(request.POST if request.method == "POST" else None)
    status = 200
    if form.is_valid():
        with LONG_PAGES.take():
            try:
                undo_import(book_import=made, author=request.user, now=timezone.now())
                return redirect("book_import", visit.club.slug, made.number)
            except Refusal as refusal:
                form.refuse(refusal)
                status = status_of(refusal)
    evenings = made.evenings.filter(evening__removed_at=None).select_related("evening__season")
    booked = made.imported_deals.count()
    seasons = list(Season.objects.filter(evenings__imported__book_import=made).distinct().order_by("starts_on", "pk"))
    totals = made.imported_deals.filter(entry__deal__totals=True).count()
    doubts = made.imported_deals.exclude(doubt="").select_related("entry__evening")
    context = {
        "form": form,
        "made": made,
        "booked": booked,
        "totals": totals,
        "deals": booked - totals,
        "draft": visit.club.book_drafts.filter(digest=made.digest).defer("sheets").first(),
        "evenings": evenings.order_by("evening__season__starts_on", "evening__date", "evening__number"),
        # In the seasons of the site's own workbook there are other deals, too.
        "open_seasons": [] if made.is_typed else [season for season in seasons if not season.closed_at],
        "closed_seasons": [season for season in seasons if season.closed_at],
        "doubts": [
            (deal, label_text(title_of(deal.doubt)))
            for deal in doubts.filter(entry__reversed_by__reverses=None).order_by("sheet", "row")
        ],
        "is_opening": made.imported_deals.filter(entry__deal__opening=True).exists(),
    }
    return club_page(request, visit, "ledger/imports/book_import.html", context, status=status)


def _start(request: SignedInRequest, visit: Visit, form: OldBookForm) -> str:
    signed: Signed = {"author": request.user, "now": timezone.now()}
    sheets = sheets_of(form.cleaned_data["file"]["sheets"])
    draft = start_book_draft(club=visit.club, **form.cleaned_data["file"], **signed)
    # The site's own workbook to type in says itself what it holds.
    page = "import_rows" if map_of(draft, sheets).is_typed else "import_draft"
    return reverse(page, args=[visit.club.slug, draft.pk])


def _save_map(request: SignedInRequest, visit: Visit, draft: BookDraft, form: MapForm) -> str:
    save_book_draft(draft=draft, map=form.map_data(), author=request.user, now=timezone.now())
    return reverse("import_rows", args=[visit.club.slug, draft.pk])
