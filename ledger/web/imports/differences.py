"""A season's workbook that came back: what it would change, which of it is booked."""

from collections import Counter
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from ledger.models import BookDraft
from ledger.queries.clubs.listed import listed_players
from ledger.queries.imports.file_differences import FileDifferences, file_differences
from ledger.rules.imports.differences.deal_difference import ChangeKind
from ledger.rules.imports.differences.origin import read_origin
from ledger.rules.imports.written.sheets import sheets_of
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import Signed
from ledger.services.imports.drafts import save_book_draft
from ledger.services.imports.taking import BOOK_MOVED, Taking, may_go_in_parts, prepare_taking, take_prepared
from ledger.services.site.turns import LONG_PAGES
from ledger.templatetags.ledger_refusals import refusal_text
from ledger.web.imports.differences_form import DifferencesForm
from ledger.web.imports.drafts import answer_without_draft, draft_of, go_on_beside
from ledger.web.site.access import SignedInRequest, Visit, writes
from ledger.web.site.form_keys import CONFLICT, submit_once
from ledger.web.site.frame import club_page

PAGE = "ledger/imports/import_differences.html"


@never_cache
@writes
def import_differences(request: SignedInRequest, visit: Visit, workbook_draft_id: int) -> HttpResponse:
    """What a workbook of the club's has otherwise than its book, with a tick for each; and the button that books."""
    if answer := answer_without_draft(request, visit, workbook_draft_id):
        return answer
    draft = draft_of(visit, workbook_draft_id)
    sheets = sheets_of(draft.sheets)
    origin = read_origin(sheets)
    if origin is None:
        return redirect("import_draft", visit.club.slug, draft.pk)
    with LONG_PAGES.take():
        try:
            looked = file_differences(club=visit.club, sheets=sheets, origin=origin, answers=draft.names)
        except Refusal as refusal:
            return club_page(request, visit, PAGE, {"draft": draft, "refusal": refusal_text(refusal)})
        form = _form(request, visit, draft, looked)
        is_stale = form.is_bound and form.is_valid() and form.cleaned_data["seen"] != looked.seen
        if is_stale:
            form.refuse(Refusal(BOOK_MOVED))
        # Worked out before the form's transaction begins, so that nobody waits for it.
        taking = _prepare(request, visit, draft, form) if "book" in request.POST and form.is_valid() else None
        response, status = submit_once(request, form, lambda: _save(request, visit, draft, form, taking))
        if response:
            return response
        context = {"form": form, "draft": draft, "looked": looked, **_in_figures(looked)}
        return club_page(request, visit, PAGE, context, status=CONFLICT if is_stale else status)


def _form(request: HttpRequest, visit: Visit, draft: BookDraft, looked: FileDifferences) -> DifferencesForm:
    players = list(listed_players(club=visit.club).filter(forgotten_at=None, joining=None))
    data = request.POST if request.method == "POST" else None
    return DifferencesForm(data, draft=draft, looked=looked, players=players)


def _prepare(request: SignedInRequest, visit: Visit, draft: BookDraft, form: DifferencesForm) -> Taking | None:
    """What a valid form asks to be booked, worked out; None with the refusal on the form."""
    signed: Signed = {"author": request.user, "now": timezone.now()}
    looked, answers = form.looked, form.names()
    file = {"file_name": draft.file_name, "digest": draft.digest}
    try:
        if answers != draft.names:
            sheets = sheets_of(draft.sheets)
            looked = file_differences(club=visit.club, sheets=sheets, origin=looked.origin, answers=answers)
        return prepare_taking(looked=looked, chosen=form.chosen_keys(), **file, **signed)
    except Refusal as refusal:
        form.refuse(refusal)
        return None


def _save(
    request: SignedInRequest, visit: Visit, draft: BookDraft, form: DifferencesForm, taking: Taking | None
) -> str:
    """Save who is meant by the names, and book what was worked out; returns the next address."""
    signed: Signed = {"author": request.user, "now": timezone.now()}
    save_book_draft(draft=draft, names=form.names(), **signed)
    if taking is None:
        return reverse("import_differences", args=[visit.club.slug, draft.pk])
    made = take_prepared(taking=taking, **signed)
    go_on_beside(made)
    return reverse("book_import", args=[visit.club.slug, made.number])


def _in_figures(looked: FileDifferences) -> dict[str, Any]:
    counts = Counter(difference.kind for difference in looked.differences)
    return {
        "new_count": counts[ChangeKind.NEW],
        "changed_count": counts[ChangeKind.CHANGED],
        "missing_count": counts[ChangeKind.MISSING],
        "doubt_count": sum(not difference.is_sound for difference in looked.differences),
        "in_parts": may_go_in_parts(looked),
        "is_closed": looked.season is not None and looked.season.closed_at is not None,
    }
