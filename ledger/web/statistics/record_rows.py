"""A player's records as rows of a page, each with a link to what it was."""

from collections.abc import Iterator
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from ledger.queries.statistics.evenings import DealWon, Records, WonEvening
from ledger.templatetags.ledger_format import on_comma
from ledger.templatetags.ledger_labels import label_text


class RecordRow(NamedTuple):
    """A record: its name, its number, where and when it was, and the address of that."""

    name: str
    number: str | int
    words: str
    address: str


def record_rows(records: Records, club_slug: str) -> list[RecordRow]:
    """The records that the player has."""
    return list(_rows(records, club_slug))


def _rows(records: Records, club_slug: str) -> Iterator[RecordRow]:
    if records.best:
        yield _evening_row(gettext("Best evening"), records.best, club_slug)
    if records.worst:
        yield _evening_row(gettext("Worst evening"), records.worst, club_slug)
    if records.run:
        yield _run_row(records, club_slug)
    if records.deal:
        yield _deal_row(records.deal, club_slug)


def _evening_row(name: str, won: WonEvening, club_slug: str) -> RecordRow:
    evening = won.evening
    day = date_format(evening.date, "DATE_FORMAT")
    words = gettext("%(day)s, %(place)s") % {"day": day, "place": evening.place} if evening.place else day
    points = on_comma(won.points, won.season.unit_denominator, 0)
    return RecordRow(name, points, words, reverse("evening", args=[club_slug, evening.number]))


def _run_row(records: Records, club_slug: str) -> RecordRow:
    first, last = records.run[0], records.run[-1]
    values = {"first": first.number, "last": last.number, "count": len(records.run)}
    words = ngettext("evening %(first)s", "evenings %(first)s to %(last)s", len(records.run)) % values
    if records.is_unbroken:
        words = gettext("%(evenings)s, and counting") % {"evenings": words}
    return RecordRow(
        gettext("Winning evenings in a row"),
        len(records.run),
        words,
        reverse("evening", args=[club_slug, last.number]),
    )


def _deal_row(won: DealWon, club_slug: str) -> RecordRow:
    values = {"contract": label_text(won.contract), "evening": won.evening, "deal": won.number}
    words = gettext("%(contract)s, evening %(evening)s, deal %(deal)s") % values
    address = reverse("deal", args=[club_slug, won.evening, won.number])
    return RecordRow(gettext("Biggest win in a deal"), on_comma(won.points, won.unit_denominator, 0), words, address)
