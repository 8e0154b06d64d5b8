"""The rows of an old book: the verdict on each, what is chosen of them, on a page or in a workbook."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.text import capfirst, get_valid_filename
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.models import BookDraft, BookImport
from ledger.queries.imports import (
    WHICH_PRICES,
    LookedThrough,
    Names,
    chairs_offered,
    entry_book,
    entry_version,
    look_through,
)
from ledger.rules.imports.choices import is_open, read_choices, reading_label
from ledger.rules.imports.plan import deals_of
from ledger.rules.imports.written.cells import sheets_of
from ledger.rules.site.refusal import Refusal
from ledger.rules.site.spelling import CellPlace
from ledger.services.imports.booking import book_plan
from ledger.services.imports.drafts import begin_earlier_version, save_book_draft
from ledger.services.site.reading_apart import LONG_PAGES
from ledger.spreadsheets.imports.entry_book import write_entry_book
from ledger.spreadsheets.imports.old_book import ADVICE, CHOICE, DOUBT, CellRemark, write_verdict_book
from ledger.templatetags.ledger_labels import label_text, refusal_text
from ledger.web.imports.map_form import answer_without_draft, draft_of, map_of
from ledger.web.imports.rows_form import RowsForm
from ledger.web.site.access import SignedInRequest, Visit, signature, writes
from ledger.web.site.forms import form_data, submit_once
from ledger.web.site.frame import club_page

MOST_ADVICE = 50


@never_cache
@writes
def import_rows(request: SignedInRequest, visit: Visit, book_draft_id: int) -> HttpResponse:
    """The verdict on an old book, whom its names mean, what becomes of its rows; and the button that books it."""
    if answer := answer_without_draft(request, visit, book_draft_id):
        return answer
    draft = draft_of(visit, book_draft_id)
    with LONG_PAGES.take():
        try:
            looked = _look_through(draft, draft.names, draft.choices)
        except Refusal as refusal:
            messages.warning(request, refusal_text(refusal))
            return redirect("import_draft", visit.club.slug, draft.pk)
        form = RowsForm(form_data(request), draft=draft, looked=looked)
        if "book" in request.POST and form.is_valid():
            # In no transaction of a form: an evening is one of its own.
            made = _book(request, form)
            if made:
                return redirect("book_import", visit.club.slug, made.number)
        response, status = submit_once(request, form, lambda: _save_rows(request, visit, form))
        if response:
            return response
        context = _context(form, looked)
    return club_page(request, visit, "ledger/imports/import_rows.html", context | {"draft": draft}, status=status)


@never_cache
@writes
def import_verdict(_request: SignedInRequest, visit: Visit, book_draft_id: int) -> HttpResponse:
    """The verdict on an old book as a workbook, its cells coloured and commented in place."""
    draft = draft_of(visit, book_draft_id)
    with LONG_PAGES.take():
        try:
            looked = _look_through(draft, draft.names, draft.choices)
        except Refusal:
            return redirect("import_rows", visit.club.slug, draft.pk)
        content = verdict_workbook(looked)
    remarks = gettext("Remarks").lower()
    name = get_valid_filename(f"{Path(draft.file_name).stem} {remarks}.xlsx")
    disposition = content_disposition_header(True, name) or ""
    return HttpResponse(content, content_type=XLSX, headers={"Content-Disposition": disposition})


def _look_through(draft: BookDraft, names: Names, choices: object) -> LookedThrough:
    """Look a draft through with these answers and choices; raises Refusal as `look_through` does."""
    sheets = sheets_of(draft.sheets)
    given = read_choices(choices)
    book_map = map_of(draft, sheets)
    return look_through(club=draft.club, sheets=sheets, book_map=book_map, answers=names, choices=given)


def _context(form: RowsForm, looked: LookedThrough) -> dict[str, Any]:
    """What the page shows beside its form: how many rows there are, and what becomes of them as things are chosen."""
    seasons, row_count = looked.seasons, len(looked.verdicts)
    deals = deals_of(seasons)
    kinds = Counter(deal.deal["kind"] for deal in deals)
    unsure = [(verdict, doubts) for verdict, doubts in looked.rows_with_doubts if doubts or is_open(verdict)]
    advice = [about for verdict in looked.verdicts for about in verdict.findings if not about.is_doubt]
    prices: dict[str, Any] | None = None
    if looked.offer:
        paid = [verdict.row for verdict in looked.offer.rows]
        days = sorted({row.day for row in paid if row.day})
        prices = {"offer": looked.offer, "days": days, "contracts": sorted({row.contract for row in paid})}
    of_points, of_evenings = kinds["points_only"], kinds["adjustment"]
    return {
        "form": form,
        "prices": prices,
        "looked": looked,
        "seasons": seasons,
        "sound_count": row_count - len(unsure),
        "unsure_count": len(unsure),
        "decided_count": sum(looked.choices.is_decided(verdict, doubts) for verdict, doubts in unsure),
        "full_count": len(deals) - of_points - of_evenings,
        "points_count": of_points,
        "evening_count": of_evenings,
        "doubt_count": sum(bool(deal.doubt) for deal in deals),
        "left_count": row_count - len(deals),
        "alike_count": sum(part.count for part in form.alike),
        "advice": advice[:MOST_ADVICE],
        "advice_more": max(len(advice) - MOST_ADVICE, 0),
    }


def _book(request: SignedInRequest, form: RowsForm) -> BookImport | None:
    """Book what a valid form asks for; None with the refusal on the form."""
    signed = signature(request)
    save_book_draft(draft=form.draft, names=form.names(), choices=form.choices_data(), **signed)
    try:
        # Looked through again, since names and days that were just said may change what a row can be.
        looked = _look_through(form.draft, form.names(), form.choices_data())
        if looked.offer and not looked.choices.same_prices:
            # A row of that time that today's prices pay may be paid by chance, with other tricks than were taken.
            raise Refusal(WHICH_PRICES, "same_prices")
        today = timezone.localdate(signed["now"])
        plan = looked.plan(file_name=form.draft.file_name, digest=form.draft.digest, today=today)
        return book_plan(club=looked.club, plan=plan, **signed)
    except Refusal as refusal:
        form.refuse(refusal)
        return None


def _save_rows(request: SignedInRequest, visit: Visit, form: RowsForm) -> str:
    """Save what was said of names and rows, and do what the button asked for; returns the next address."""
    signed = signature(request)
    save_book_draft(draft=form.draft, names=form.names(), choices=form.choices_data(), **signed)
    offer = form.looked.offer
    if offer and "earlier" in request.POST:
        since, until = form.cleaned_data["earlier_since"], form.cleaned_data["earlier_until"]
        begin_earlier_version(
            version=form.looked.newest,
            document=offer.document,
            since=since or offer.since,
            until=until or offer.until,
            today=timezone.localdate(),
            **signed,
        )
    return reverse("import_rows", args=[visit.club.slug, form.draft.pk])


# The verdict on an old book as the workbook that is fetched from its page, in the page's language.


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def verdict_workbook(looked: LookedThrough) -> bytes:
    """The xlsx file: all remarks as a list, and the sheets with the remarks in place."""
    outcomes = {}  # of each row that is booked, as things are chosen
    in_doubt = gettext("marked as in doubt")
    for deal in deals_of(looked.seasons):
        words = gettext("Its points") if deal.deal["kind"] == "points_only" else gettext("A deal with its tricks")
        if deal.doubt:
            words = f"{words} ({in_doubt})"
        outcomes[f"{looked.titles[deal.sheet - 1]}/{deal.row}"] = words
    remarks = [
        CellRemark(
            replace(place, is_turned=False),  # as in the copy, which is turned too
            text,
            outcomes.get(f"{place.sheet}/{place.row}", gettext("Left out")),
            colour,
        )
        for place, text, colour in _remarks(looked)
    ]
    colours = {
        DOUBT: gettext("In doubt: left out unless you choose to book it"),
        CHOICE: gettext("Several deals may have been played: choose one on the page"),
        ADVICE: gettext("Good to know"),
    }
    headings = [gettext("Sheet"), gettext("Cell"), gettext("Remark"), gettext("Becomes")]
    copies = [(sheet.title, [(row.number, row.values) for row in sheet.rows]) for sheet in looked.sheets]
    return write_verdict_book(gettext("Remarks"), colours, headings, remarks, copies)


def _remarks(looked: LookedThrough) -> Iterator[tuple[CellPlace, str, str]]:
    """What is to be said of the days that somebody said, since a guess stays one, and of every row."""
    for unsure in looked.unsure_days:
        if unsure.about and unsure.first.key in looked.choices.days:
            yield unsure.about.place, label_text(unsure.about.sentence), ADVICE
    for verdict in looked.verdicts:
        for about in verdict.findings:
            colour = DOUBT if about.is_doubt else ADVICE
            yield about.place, label_text(about.label), colour
        if is_open(verdict):
            deals = [label_text(reading_label(verdict, deal, has_names=True)) for deal in verdict.readings]
            text = "\n".join([gettext("It may have been:"), *map(capfirst, deals)])
            yield verdict.row.place("contract"), text, CHOICE


# The workbook in which a club types its deals at the table, to be handed in afterwards.


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
