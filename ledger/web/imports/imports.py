"""The way of an old book into the club's: handed in, its columns named, its rows looked through, booked, undone."""

from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.models import BookDraft, BookImport, ImportUnderWay
from ledger.queries.imports.looking import LookedThrough, look_through, names_of_book
from ledger.rules.imports.planning import read_choices
from ledger.rules.imports.written.column_map import BookMap, read_map
from ledger.rules.imports.written.entry_sheets import entry_map
from ledger.rules.imports.written.headings import guess_map
from ledger.rules.imports.written.rows import old_rows
from ledger.rules.imports.written.sheets import BookSheet, sheets_of
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import Signed
from ledger.services.imports.booking import SettledBook, book_settled, settle_book
from ledger.services.imports.drafts import discard_book_draft, save_book_draft, start_book_draft
from ledger.services.imports.under_way import carry_on_beside
from ledger.services.imports.undoing import undo_import
from ledger.services.site.turns import LONG_PAGES
from ledger.templatetags.ledger_refusals import refusal_text
from ledger.web.imports.map_form import MapForm, OldBookForm
from ledger.web.imports.rows_form import RowsForm
from ledger.web.site.access import SignedInRequest, Visit, writes
from ledger.web.site.form_keys import KeyedForm, submit_once
from ledger.web.site.frame import club_page

SECONDS_BETWEEN_LOOKS = "2"


@never_cache
@writes
def imports(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """The old books that were brought in or are being looked through, and the form that takes another."""
    data = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = OldBookForm(*data)
    response, status = submit_once(request, form, lambda: _start(request, visit, form))
    if response:
        return response
    context = {
        "form": form,
        # A whole book lies in each, of which this page shows the name.
        "drafts": visit.club.book_drafts.defer("sheets").order_by("pk"),
        "imports": visit.club.book_imports.order_by("-number"),
    }
    return club_page(request, visit, "ledger/imports/imports.html", context, status=status)


@never_cache
@writes
def import_draft(request: SignedInRequest, visit: Visit, book_draft_id: int) -> HttpResponse:
    """What the columns of an old book hold, as its headings suggest until somebody says otherwise."""
    draft = _draft(visit, book_draft_id)
    sheets = sheets_of(draft.sheets)
    form = MapForm(request.POST if request.method == "POST" else None, sheets=sheets, book_map=_map(draft, sheets))
    response, status = submit_once(request, form, lambda: _save_map(request, visit, draft, form))
    if response:
        return response
    return club_page(request, visit, "ledger/imports/import_map.html", {"form": form, "draft": draft}, status=status)


@never_cache
@writes
def import_rows(request: SignedInRequest, visit: Visit, book_draft_id: int) -> HttpResponse:
    """The verdict on an old book, whom its names mean, what becomes of its rows; and the button that books it."""
    draft = _draft(visit, book_draft_id)
    sheets = sheets_of(draft.sheets)
    book_map = _map(draft, sheets)
    with LONG_PAGES.take():
        try:
            looked = look_through(club=visit.club, sheets=sheets, book_map=book_map, answers=draft.names)
        except Refusal as refusal:
            return _back_to_map(request, visit, draft, sheets, book_map, refusal)
        form = _rows_form(request, visit, draft, sheets, book_map, looked)
        # Settled before the form's transaction begins, so that nobody waits for it.
        book = _settle(form, looked, book_map) if "book" in request.POST and form.is_valid() else None
        response, status = submit_once(request, form, lambda: _save_rows(request, visit, draft, form, book))
    if response:
        return response
    context = {"form": form, "draft": draft, **_in_figures(looked, draft)}
    return club_page(request, visit, "ledger/imports/import_rows.html", context, status=status)


@require_POST
@writes
def import_discard(_request: SignedInRequest, visit: Visit, book_draft_id: int) -> HttpResponse:
    """Give an old book up that was being looked through."""
    discard_book_draft(draft=_draft(visit, book_draft_id))
    return redirect("imports", visit.club.slug)


@never_cache
@writes
def book_import(request: SignedInRequest, visit: Visit, import_number: int) -> HttpResponse:
    """What an import made, and the button that takes it out again."""
    made = visit.club.book_imports.filter(number=import_number).first()
    if made is None:
        raise Http404
    form = KeyedForm(request.POST if request.method == "POST" else None)
    response, status = submit_once(request, form, lambda: _undo(request, visit, made))
    if response:
        return response
    under_way = ImportUnderWay.objects.filter(book_import=made).first()
    if under_way:
        return _page_of_progress(request, visit, form, under_way)
    evenings = made.evenings.filter(evening__removed_at=None).select_related("evening__season")
    doubts = made.imported_deals.exclude(doubt="").select_related("entry__evening")
    context = {
        "form": form,
        "made": made,
        "evenings": evenings.order_by("evening__date", "evening__number"),
        "doubts": doubts.filter(entry__reversed_by=None).order_by("sheet", "row"),
    }
    return club_page(request, visit, "ledger/imports/book_import.html", context, status=status)


def _page_of_progress(request: HttpRequest, visit: Visit, form: KeyedForm, under_way: ImportUnderWay) -> HttpResponse:
    """How far an import under way is, asked again by the browser itself; it is carried on if nobody is at it."""
    if under_way.is_left_lying(now=timezone.now()):
        carry_on_beside()
    context = {"form": form, "made": under_way.book_import, "under_way": under_way}
    response = club_page(request, visit, "ledger/imports/under_way.html", context)
    response["Refresh"] = SECONDS_BETWEEN_LOOKS
    return response


def _start(request: SignedInRequest, visit: Visit, form: OldBookForm) -> str:
    signed: Signed = {"author": request.user, "now": timezone.now()}
    draft = start_book_draft(club=visit.club, **form.cleaned_data["file"], **signed)
    # The site's own workbook says itself what its columns hold.
    of_entry = None if draft.map else entry_map(sheets_of(draft.sheets))
    if of_entry is None:
        return reverse("import_draft", args=[visit.club.slug, draft.pk])
    save_book_draft(draft=draft, map=of_entry.as_plain_data(), **signed)
    return reverse("import_rows", args=[visit.club.slug, draft.pk])


def _save_map(request: SignedInRequest, visit: Visit, draft: BookDraft, form: MapForm) -> str:
    save_book_draft(draft=draft, map=form.map_data(), author=request.user, now=timezone.now())
    return reverse("import_rows", args=[visit.club.slug, draft.pk])


def _settle(form: RowsForm, looked: LookedThrough, book_map: BookMap) -> SettledBook | None:
    """What a valid form asks to be booked, settled; None with the refusal on the form."""
    names = {**looked.names, **form.names()}
    answered = LookedThrough(looked.club, looked.titles, looked.verdicts, looked.versions, names)
    draft = form.draft
    try:
        choices = read_choices(form.choices_data())
        plan = answered.plan(choices=choices, file_name=draft.file_name, digest=draft.digest, book_map=book_map)
        return settle_book(club=looked.club, plan=plan)
    except Refusal as refusal:
        form.refuse(refusal)
        return None


def _save_rows(
    request: SignedInRequest, visit: Visit, draft: BookDraft, form: RowsForm, book: SettledBook | None
) -> str:
    """Save what was said of names and rows, and book what is settled if anything is; returns the next address."""
    signed: Signed = {"author": request.user, "now": timezone.now()}
    save_book_draft(draft=draft, names=form.names(), choices=form.choices_data(), **signed)
    if book is None:
        return reverse("import_rows", args=[visit.club.slug, draft.pk])
    made = book_settled(club=visit.club, book=book, **signed)
    _go_on(made)
    return reverse("book_import", args=[visit.club.slug, made.number])


def _undo(request: SignedInRequest, visit: Visit, made: BookImport) -> str:
    undo_import(book_import=made, author=request.user, now=timezone.now())
    _go_on(made)
    return reverse("book_import", args=[visit.club.slug, made.number])


def _go_on(made: BookImport) -> None:
    """Let what is left of an import be done beside the site, once its beginning is stored."""
    if ImportUnderWay.objects.filter(book_import=made).exists():
        transaction.on_commit(carry_on_beside, robust=True)


def _draft(visit: Visit, book_draft_id: int) -> BookDraft:
    draft = visit.club.book_drafts.filter(pk=book_draft_id).first()
    if draft is None:
        raise Http404
    return draft


def _map(draft: BookDraft, sheets: tuple[BookSheet, ...]) -> BookMap:
    """The map of a draft, or what its headings suggest."""
    return read_map(draft.map) if draft.map else guess_map(sheets)


def _rows_form(
    request: HttpRequest,
    visit: Visit,
    draft: BookDraft,
    sheets: tuple[BookSheet, ...],
    book_map: BookMap,
    looked: LookedThrough,
) -> RowsForm:
    _known, questions = names_of_book(club=visit.club, rows=old_rows(sheets, book_map), answers={})
    players = list(visit.club.players.filter(forgotten_at=None).order_by("sort_key"))
    data = request.POST if request.method == "POST" else None
    return RowsForm(data, draft=draft, players=players, questions=questions, verdicts=looked.verdicts)


def _back_to_map(
    request: HttpRequest,
    visit: Visit,
    draft: BookDraft,
    sheets: tuple[BookSheet, ...],
    book_map: BookMap,
    refusal: Refusal,
) -> HttpResponse:
    """The page of the columns with what was wrong with them."""
    form = MapForm(None, sheets=sheets, book_map=book_map)
    context: dict[str, Any] = {"form": form, "draft": draft, "refusal": refusal_text(refusal)}
    return club_page(request, visit, "ledger/imports/import_map.html", context)


def _in_figures(looked: LookedThrough, draft: BookDraft) -> dict[str, Any]:
    """How many rows become full deals, points or nothing, as the draft's choices stand."""
    answered = LookedThrough(
        looked.club,
        looked.titles,
        looked.verdicts,
        looked.versions,
        {name: name for verdict in looked.verdicts for name in verdict.row.players},
    )
    plan = answered.plan(choices=read_choices(draft.choices), file_name="", digest="", book_map=BookMap({}))
    deals = list(plan.deals())
    points = sum(deal.deal["kind"] == "points_only" for deal in deals)
    return {
        "row_count": plan.rows,
        "full_count": len(deals) - points,
        "points_count": points,
        "left_count": plan.rows - len(deals),
        "doubt_count": sum(bool(deal.doubt) for deal in deals),
        "seasons": plan.seasons,
        "advice": [about for verdict in looked.verdicts for about in verdict.findings if not about.is_doubt][:50],
    }
