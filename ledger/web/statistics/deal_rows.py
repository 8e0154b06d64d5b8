"""The deals of a list as rows of a page and of a file."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext

from ledger.models import Entry
from ledger.queries.deals.doubts import doubts_among
from ledger.queries.deals.pricing import DealInWords, DealsInWords
from ledger.queries.statistics.deals import ChosenDeals, ListedDeal
from ledger.rules.site.points import in_divided_points, in_points
from ledger.templatetags.ledger_labels import label_text


@dataclass(frozen=True)
class DealListRow:
    """A deal of a list: its address and words, and the points that were asked about, if any.

    `is_in_doubt` if it was booked so from an old book.
    """

    entry: Entry
    address: str
    words: DealInWords
    points: Fraction | None
    is_in_doubt: bool


def deal_rows(deals: Sequence[ListedDeal], chosen: ChosenDeals) -> list[DealListRow]:
    """Deals as rows of a page."""
    in_doubt = doubts_among(club=chosen.club, evenings={deal.entry.evening_id for deal in deals}).places
    words = DealsInWords(club_id=chosen.club.pk, known=chosen.players.values())
    return [
        DealListRow(
            entry=deal.entry,
            address=reverse("deal", args=[chosen.club.slug, deal.entry.evening.number, deal.entry.number]),
            words=words.of(deal.entry),
            points=deal.points,
            is_in_doubt=(deal.entry.evening_id, deal.entry.number) in in_doubt,
        )
        for deal in deals
    ]


def csv_rows(deals: Iterable[ListedDeal], chosen: ChosenDeals) -> Iterator[list[object]]:
    """The headings, then deals as rows of a file; points are those that the page adds up."""
    words = DealsInWords(club_id=chosen.club.pk, known=chosen.players.values())
    yield [
        *(gettext("Date"), gettext("Season"), gettext("Evening"), gettext("Table number"), gettext("Deal")),
        *(gettext("Declarer"), gettext("Contract"), gettext("Partner"), gettext("Going along")),
        *(gettext("Everybody’s points"), gettext("Points"), gettext("Note")),
    ]
    # Of all the club, since the deals themselves are read a part at a time.
    in_doubt = doubts_among(club=chosen.club).places
    for deal in deals:
        entry, in_words = deal.entry, words.of(deal.entry)
        is_in_doubt = (entry.evening_id, entry.number) in in_doubt
        yield [
            date_format(entry.evening.date, "SHORT_DATE_FORMAT"),
            entry.season.name,
            entry.evening.number,
            entry.table_number,
            entry.number,
            ", ".join(_names(entry, ["declarer"])),
            label_text(in_words.contract_and_result),
            ", ".join(_names(entry, ["partner"])),
            ", ".join(_names(entry, ["joiner"])),
            " · ".join(f"{name} {points}" for name, points in _everybody(entry)),
            _points_text(deal.points, is_divided=bool(chosen.asked.opponent)),
            ", ".join(filter(None, (gettext("in doubt") * is_in_doubt, in_words.note))),
        ]


def _points_text(points: Fraction | None, *, is_divided: bool) -> str:
    """Points that a list adds up, signed; empty where nothing is added up."""
    if points is None:
        return ""
    exact = in_points(points.numerator, points.denominator, signed=True)
    return label_text(in_divided_points(points) if is_divided else exact)


def _names(entry: Entry, roles: Iterable[str]) -> list[str]:
    """The names of those who had these roles, role by role."""
    return [
        posting.player.name for role in roles for posting in entry.in_seats if posting.role == role and posting.player
    ]


def _everybody(entry: Entry) -> Iterator[tuple[str, str]]:
    """Everybody in play with their points: "Bodil", "+6"."""
    for posting in entry.in_seats:
        if posting.role != "sits_out":
            name = posting.player.name if posting.player else gettext("The house")
            points = in_points(posting.points, entry.season.unit_denominator, signed=True)
            yield name, label_text(points)
