"""The rows of an old book: the verdict on each, what is chosen of them, earlier prices for them, and the booking."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.text import get_valid_filename
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from ledger.models import BookDraft, BookImport
from ledger.queries.clubs.listed import listed_players
from ledger.queries.imports.looking import (
    LookedThrough,
    Names,
    OlderPrices,
    look_through,
    older_prices,
    require_prices,
)
from ledger.rules.imports.choices import is_open, read_choices
from ledger.rules.imports.older_prices import VersionOffer
from ledger.rules.imports.plan import deals_of
from ledger.rules.imports.written.column_map import BookMap
from ledger.rules.imports.written.sheets import BookSheet, sheets_of
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import Signed
from ledger.services.imports.booking import book_plan
from ledger.services.imports.drafts import save_book_draft
from ledger.services.imports.earlier_prices import begin_earlier_version
from ledger.services.site.turns import LONG_PAGES
from ledger.templatetags.ledger_refusals import refusal_text
from ledger.web.imports.drafts import answer_without_draft, draft_of, map_of
from ledger.web.imports.map_form import MapForm
from ledger.web.imports.rows_form import RowsForm
from ledger.web.imports.verdict_file import XLSX, verdict_workbook
from ledger.web.site.access import SignedInRequest, Visit, writes
from ledger.web.site.form_keys import submit_once
from ledger.web.site.frame import club_page

MOST_ADVICE = 50


@never_cache
@writes
def import_rows(request: SignedInRequest, visit: Visit, book_draft_id: int) -> HttpResponse:
    """The verdict on an old book, whom its names mean, what becomes of its rows; and the button that books it."""
    if answer := answer_without_draft(request, visit, book_draft_id):
        return answer
    draft = draft_of(visit, book_draft_id)
    book = _Book(visit, draft, sheets_of(draft.sheets))
    with LONG_PAGES.take():
        try:
            looked = book.look(draft.names, draft.choices)
        except Refusal as refusal:
            return _back_to_map(request, visit, book, refusal)
        prices = older_prices(looked=looked)
        form = _rows_form(request, book, looked, prices)
        if "book" in request.POST and form.is_valid():
            # In no transaction of a form: an evening is one of its own.
            made = _book(request, form, book)
            if made:
                return redirect("book_import", visit.club.slug, made.number)
        response, status = submit_once(request, form, lambda: _save_rows(request, visit, form, prices))
        if response:
            return response
        context = _context(form, looked, prices)
    return club_page(request, visit, "ledger/imports/import_rows.html", context | {"draft": draft}, status=status)


@never_cache
@writes
def import_verdict(_request: SignedInRequest, visit: Visit, book_draft_id: int) -> HttpResponse:
    """The verdict on an old book as a workbook, its cells coloured and commented in place."""
    draft = draft_of(visit, book_draft_id)
    book = _Book(visit, draft, sheets_of(draft.sheets))
    with LONG_PAGES.take():
        try:
            looked = book.look(draft.names, draft.choices)
        except Refusal:
            return redirect("import_rows", visit.club.slug, draft.pk)
        content = verdict_workbook(looked, book.sheets)
    remarks = gettext("Remarks").lower()
    name = get_valid_filename(f"{Path(draft.file_name).stem} {remarks}.xlsx")
    disposition = content_disposition_header(True, name) or ""
    return HttpResponse(content, content_type=XLSX, headers={"Content-Disposition": disposition})


@dataclass(frozen=True)
class _Book:
    """A draft with its sheets, as they are looked through."""

    visit: Visit
    draft: BookDraft
    sheets: tuple[BookSheet, ...]

    @cached_property
    def map(self) -> BookMap:
        """What the columns hold."""
        return map_of(self.draft, self.sheets)

    def look(self, names: Names, choices: object) -> LookedThrough:
        """Look it through with these answers and choices; raises Refusal as `look_through` does."""
        club, given = self.visit.club, read_choices(choices)
        return look_through(club=club, sheets=self.sheets, book_map=self.map, answers=names, choices=given)


def _rows_form(request: SignedInRequest, book: _Book, looked: LookedThrough, prices: OlderPrices | None) -> RowsForm:
    club = book.visit.club
    return RowsForm(
        request.POST if request.method == "POST" else None,
        draft=book.draft,
        players=list(listed_players(club=club).filter(forgotten_at=None, joining=None)),
        looked=looked,
        offer=prices.offer if prices else None,
    )


def _context(form: RowsForm, looked: LookedThrough, prices: OlderPrices | None) -> dict[str, Any]:
    """What the page shows beside its form: how many rows there are, and what becomes of them as things are chosen."""
    seasons, row_count = looked.seasons(), len(looked.verdicts)
    deals = deals_of(seasons)
    kinds = Counter(deal.deal["kind"] for deal in deals)
    unsure = [(verdict, doubts) for verdict, doubts in looked.rows_with_doubts if doubts or is_open(verdict)]
    advice = [about for verdict in looked.verdicts for about in verdict.findings if not about.is_doubt]
    return {
        "form": form,
        "prices": prices and _prices_part(looked, prices.offer),
        "looked": looked,
        "seasons": seasons,
        "row_count": row_count,
        "sound_count": row_count - len(unsure),
        "unsure_count": len(unsure),
        "decided_count": sum(looked.choices.is_decided(verdict, doubts) for verdict, doubts in unsure),
        "deal_count": len(deals),
        "full_count": len(deals) - kinds["points_only"] - kinds["adjustment"],
        "points_count": kinds["points_only"],
        "evening_count": kinds["adjustment"],
        "doubt_count": sum(bool(deal.doubt) for deal in deals),
        "left_count": row_count - len(deals),
        "alike_count": sum(part.count for part in form.alike),
        "advice": advice[:MOST_ADVICE],
        "advice_more": max(len(advice) - MOST_ADVICE, 0),
    }


def _prices_part(looked: LookedThrough, offer: VersionOffer) -> dict[str, Any]:
    """An offer of earlier prices, and what the rows that it pays have in common."""
    rows = [looked.verdicts[at].row for at in offer.rows]
    days, contracts = sorted({row.day for row in rows if row.day}), sorted({row.contract for row in rows})
    return {"offer": offer, "days": days, "contracts": contracts}


def _book(request: SignedInRequest, form: RowsForm, book: _Book) -> BookImport | None:
    """Book what a valid form asks for; None with the refusal on the form."""
    signed: Signed = {"author": request.user, "now": timezone.now()}
    save_book_draft(draft=form.draft, names=form.names(), choices=form.choices_data(), **signed)
    try:
        # Looked through again, since names and days that were just said may change what a row can be.
        looked = book.look(form.names(), form.choices_data())
        require_prices(looked=looked)
        plan = looked.plan(file_name=book.draft.file_name, digest=book.draft.digest, book_map=book.map)
        return book_plan(club=looked.club, plan=plan, **signed)
    except Refusal as refusal:
        form.refuse(refusal)
        return None


def _save_rows(request: SignedInRequest, visit: Visit, form: RowsForm, prices: OlderPrices | None) -> str:
    """Save what was said of names and rows, and do what the button asked for; returns the next address."""
    signed: Signed = {"author": request.user, "now": timezone.now()}
    save_book_draft(draft=form.draft, names=form.names(), choices=form.choices_data(), **signed)
    if prices and "earlier" in request.POST:
        since, until = form.earlier_time()
        time = {"since": since, "until": until, "today": timezone.localdate()}
        begin_earlier_version(version=prices.version, document=prices.offer.document, **time, **signed)
    return reverse("import_rows", args=[visit.club.slug, form.draft.pk])


def _back_to_map(request: SignedInRequest, visit: Visit, book: _Book, refusal: Refusal) -> HttpResponse:
    """The page of the columns with what was wrong with them."""
    form = MapForm(None, sheets=book.sheets, book_map=book.map)
    context: dict[str, Any] = {"form": form, "draft": book.draft, "refusal": refusal_text(refusal)}
    return club_page(request, visit, "ledger/imports/import_map.html", context)
