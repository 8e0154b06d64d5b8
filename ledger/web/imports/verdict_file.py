"""The verdict on an old book as the workbook that is fetched from its page, in the page's language."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext

from ledger.queries.imports.looking import LookedThrough
from ledger.rules.imports.choices import is_open, place_of, reading_label
from ledger.rules.imports.plan import deals_of
from ledger.rules.imports.verdict.findings import BookFinding
from ledger.rules.imports.verdict.judging import Verdict
from ledger.rules.imports.written.sheets import BookSheet, CellPlace
from ledger.spreadsheets.imports.verdict_book import (
    CellRemark,
    RemarkColour,
    VerdictList,
    VerdictSheet,
    write_verdict_book,
)
from ledger.templatetags.ledger_labels import label_text

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
Placed = tuple[CellPlace, str, RemarkColour]


def verdict_workbook(looked: LookedThrough, sheets: Sequence[BookSheet]) -> bytes:
    """The xlsx file: all remarks as a list, and the sheets with the remarks in place."""
    remarks = [*_days_that_were_said(looked), *(remark for verdict in looked.verdicts for remark in _remarks(verdict))]
    outcomes = _outcomes(looked)
    rows = [
        ((place.sheet, place.cell, text, outcomes.get((place.sheet, place.row), gettext("Left out"))), colour)
        for place, text, colour in remarks
    ]
    colours = {
        RemarkColour.DOUBT: gettext("In doubt: left out unless you choose to book it"),
        RemarkColour.CHOICE: gettext("Several deals may have been played: choose one on the page"),
        RemarkColour.ADVICE: gettext("Good to know"),
    }
    headings = [gettext("Sheet"), gettext("Cell"), gettext("Remark"), gettext("Becomes")]
    verdicts = VerdictList(gettext("Remarks"), colours, headings, rows)
    return write_verdict_book(verdicts, [_sheet(sheet, remarks) for sheet in sheets])


def _sheet(sheet: BookSheet, remarks: Sequence[Placed]) -> VerdictSheet:
    of_sheet = [
        CellRemark(place.row, place.column, place.last, text, colour)
        for place, text, colour in remarks
        if place.sheet == sheet.title
    ]
    return VerdictSheet(sheet.title, [(row.number, row.values) for row in sheet.rows], of_sheet)


def _days_that_were_said(looked: LookedThrough) -> Iterator[Placed]:
    """What was wrong with the days that somebody said: a guess stays one."""
    for unsure in looked.unsure_days:
        if unsure.about and place_of(unsure.first) in looked.choices.days:
            yield unsure.about.place, label_text(unsure.about.sentence), RemarkColour.ADVICE


def _remarks(verdict: Verdict) -> Iterator[Placed]:
    for about in verdict.findings:
        yield about.place, label_text(about.label), _colour(about)
    if is_open(verdict):
        deals = (label_text(reading_label(verdict, deal, has_names=True)) for deal in verdict.readings)
        text = "\n".join([gettext("It may have been:"), *map(capfirst, deals)])
        yield verdict.row.place("contract"), text, RemarkColour.CHOICE


def _colour(about: BookFinding) -> RemarkColour:
    return RemarkColour.DOUBT if about.is_doubt else RemarkColour.ADVICE


def _outcomes(looked: LookedThrough) -> Mapping[tuple[str, int], str]:
    """What becomes of each row that is booked, as things are chosen."""
    outcomes: dict[tuple[str, int], str] = {}
    in_doubt = gettext("marked as in doubt")
    for deal in deals_of(looked.seasons()):
        has_points_alone = deal.deal["kind"] == "points_only"
        words = gettext("Its points") if has_points_alone else gettext("A deal with its tricks")
        marked = f"{words} ({in_doubt})" if deal.doubt else words
        outcomes[looked.titles[deal.sheet - 1], deal.row] = marked
    return outcomes
