"""The verdict on an old book as the workbook that is fetched from its page, in the page's language."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils.text import capfirst
from django.utils.translation import gettext

from ledger.queries.imports import LookedThrough
from ledger.rules.imports.choices import is_open, place_of, reading_label
from ledger.rules.imports.plan import deals_of
from ledger.rules.imports.written.cells import CellPlace
from ledger.spreadsheets.imports.old_book import CellRemark, OldSheet, RemarkColour, write_verdict_book
from ledger.templatetags.ledger_labels import label_text

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def verdict_workbook(looked: LookedThrough) -> bytes:
    """The xlsx file: all remarks as a list, and the sheets with the remarks in place."""
    outcomes = _outcomes(looked)
    remarks = [
        CellRemark(
            place.sheet,
            replace(place, is_turned=False).cell,  # as in the copy, which is turned too
            place.row,
            place.column,
            max(place.column, place.last),
            text,
            outcomes.get((place.sheet, place.row), gettext("Left out")),
            colour,
        )
        for place, text, colour in _remarks(looked)
    ]
    colours = {
        RemarkColour.DOUBT: gettext("In doubt: left out unless you choose to book it"),
        RemarkColour.CHOICE: gettext("Several deals may have been played: choose one on the page"),
        RemarkColour.ADVICE: gettext("Good to know"),
    }
    headings = [gettext("Sheet"), gettext("Cell"), gettext("Remark"), gettext("Becomes")]
    copies = [OldSheet(sheet.title, [(row.number, row.values) for row in sheet.rows]) for sheet in looked.sheets]
    return write_verdict_book(gettext("Remarks"), colours, headings, remarks, copies)


def _remarks(looked: LookedThrough) -> Iterator[tuple[CellPlace, str, RemarkColour]]:
    """What is to be said of the days that somebody said, since a guess stays one, and of every row."""
    for unsure in looked.unsure_days:
        if unsure.about and place_of(unsure.first) in looked.choices.days:
            yield unsure.about.place, label_text(unsure.about.sentence), RemarkColour.ADVICE
    for verdict in looked.verdicts:
        for about in verdict.findings:
            colour = RemarkColour.DOUBT if about.is_doubt else RemarkColour.ADVICE
            yield about.place, label_text(about.label), colour
        if is_open(verdict):
            deals = [label_text(reading_label(verdict, deal, has_names=True)) for deal in verdict.readings]
            text = "\n".join([gettext("It may have been:"), *map(capfirst, deals)])
            yield verdict.row.place("contract"), text, RemarkColour.CHOICE


def _outcomes(looked: LookedThrough) -> Mapping[tuple[str, int], str]:
    """What becomes of each row that is booked, as things are chosen."""
    outcomes: dict[tuple[str, int], str] = {}
    in_doubt = gettext("marked as in doubt")
    for deal in deals_of(looked.seasons()):
        words = gettext("A deal with its tricks")
        if deal.deal["kind"] == "points_only":
            words = gettext("Its points")
        if deal.doubt:
            words = f"{words} ({in_doubt})"
        outcomes[looked.titles[deal.sheet - 1], deal.row] = words
    return outcomes
