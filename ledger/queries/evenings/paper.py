"""The paper sheets of an evening: the totals typed for each table, and whether they agree with the book."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import Prefetch

from ledger.models import Entry, Evening, PaperPoints, PaperTotal, Player, Seat
from ledger.queries.clubs.mentions import Mentions
from ledger.queries.evenings.entries import EveningEntries
from ledger.queries.evenings.turns import AtTable
from ledger.rules.evenings.figures import ControlSum, control_sum
from ledger.rules.site.labels import Label, Phrase, same

DEALS, TRICKS = Phrase("Deals"), Phrase("Tricks")


class SheetNumber(NamedTuple):
    """A number of a sheet beside the book's: deals, tricks, or a player's integer units."""

    what: Label
    book: int
    sheet: int
    is_points: bool = False

    @property
    def difference(self) -> int:
        """How much more the book says."""
        return self.book - self.sheet


@dataclass(frozen=True)
class BookSum:
    """The book's sums for one table of an evening: its control sum, and integer units by player id."""

    control: ControlSum
    points: Mapping[int, int]


@dataclass(frozen=True)
class Paper:
    """A table's paper sheet, with the last total typed for it, if any, beside the book as it is now.

    `players` are those who sit there or have played there, in seat order; `reason` says why a total was withdrawn.
    """

    evening: Evening
    table_number: int
    players: tuple[Player, ...]
    typed: PaperTotal | None
    reason: str
    book: BookSum

    @property
    def total(self) -> PaperTotal | None:
        """The total that counts; None if none was typed or it was withdrawn."""
        return None if self.typed is None or self.typed.is_withdrawn else self.typed

    @property
    def comparison(self) -> list[SheetNumber]:
        """Every number of the sheet beside the book's; empty if no total counts."""
        total, control = self.total, self.book.control
        if total is None:
            return []
        points = [
            SheetNumber(same(typed.player.name), self.book.points.get(typed.player_id, 0), typed.points, is_points=True)
            for typed in total.points.all()
        ]
        deals = SheetNumber(DEALS, control.deals, total.deals)
        return [*points, deals, SheetNumber(TRICKS, control.tricks, total.tricks)]

    @property
    def is_open(self) -> bool:
        """Whether the sheet disagrees with the book, so that the evening cannot be approved."""
        return any(row.difference for row in self.comparison)

    @property
    def off(self) -> int:
        """The integer units by which every player alike is off; 0 if they are not."""
        sizes = {abs(row.difference) for row in self.comparison if row.is_points}
        return sizes.pop() if len(sizes) == 1 else 0


class BlamedDeal(NamedTuple):
    """The deal by which a sheet and the book differ: "corrected" or "voided" since, or only in the book ("extra")."""

    number: int
    how: str


def papers_of(
    *, evening: Evening, standing: Sequence[Entry], seated: Mapping[int, Sequence[Seat]], has_typed: bool = True
) -> list[Paper]:
    """The paper sheets of all tables where anybody sits or that the book or a sheet knows; at most three queries.

    `standing` are the evening's deals that count, `seated` its tables from `seats.tables_of`; its season is loaded.
    No query unless it `has_typed` totals.
    """
    latest = latest_totals(evening=evening) if has_typed else {}
    mentions = Mentions(evening.club_id)
    papers = []
    for number in sorted({*latest, *seated, *(entry.table_number for entry in standing)}):
        played = [entry for entry in standing if entry.table_number == number]
        players = {seat.player_id: seat.player for seat in seated.get(number, [])}
        players |= {
            posting.player.pk: posting.player for entry in played for posting in entry.in_seats if posting.player
        }
        typed = latest.get(number)
        reason = mentions.with_names(typed.reason) if typed else ""
        papers.append(Paper(evening, number, tuple(players.values()), typed, reason, book_sum(played)))
    return papers


def latest_totals(*, evening: Evening) -> dict[int, PaperTotal]:
    """The last total typed for each table's sheet, by table number, with its points; two queries at most."""
    points = Prefetch("points", PaperPoints.objects.select_related("player"))
    typed = PaperTotal.objects.filter(evening=evening).prefetch_related(points)
    return {total.table_number: total for total in typed.order_by("number")}


def book_sum(entries: Iterable[Entry]) -> BookSum:
    """The sums of standing deals whose postings are loaded; no query."""
    points: Counter[int] = Counter()
    deals = []
    for entry in entries:
        deals.append(entry.deal)
        points.update(
            {posting.player_id: posting.points for posting in entry.in_seats if posting.player_id is not None}
        )
    return BookSum(control_sum(deals), points)


def blamed_deal(*, paper: Paper, book: EveningEntries) -> BlamedDeal | None:
    """The only deal that explains everything in which a sheet disagrees with the book; no query."""
    here = [entry for entry in book.entries if entry.table_number == paper.table_number and entry.reverses_id is None]
    standing = {entry.number: entry for entry in book.standing if entry in here}

    def agrees(number: int, *instead: Entry) -> bool:
        others = [entry for entry in standing.values() if entry.number != number]
        return not replace(paper, book=book_sum([*others, *instead])).is_open

    changed = {entry.number for entry in here if entry != standing.get(entry.number) and agrees(entry.number, entry)}
    blamed = changed or {number for number in standing if agrees(number)}
    if len(blamed) != 1:
        return None
    [number] = blamed
    return BlamedDeal(number, "extra" if not changed else "corrected" if number in standing else "voided")


def next_on_paper(*, table: AtTable) -> int:
    """The number of a table's next row on paper; one query."""
    # A sheet counts the deals of its own table, since nobody there knows the others'. With one table both are the same.
    numbers = Entry.objects.filter(evening=table.evening, table_number=table.table_number).values("number")
    return numbers.distinct().count() + 1
