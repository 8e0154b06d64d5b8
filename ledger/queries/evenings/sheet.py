"""An evening's sheet on screen or on paper: a row per deal, a column per player, totals, the reason for each number."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Prefetch

from ledger.models import Entry, Evening, PaperPoints, PaperTotal, Player, ScoringTableVersion, Seat
from ledger.queries.clubs.persons import Mentions
from ledger.queries.deals.doubts import repeats
from ledger.queries.deals.history import what_was_done
from ledger.queries.deals.pricing import DealInWords, DealsInWords, names_at_table
from ledger.queries.evenings.seating import tables_of
from ledger.rules.evenings.figures import DealCount, control_sum
from ledger.rules.scoring.scoring_table import ALONE
from ledger.rules.site.labels import Label, Phrase, same

# All that the book says of an evening, read in few queries however long it was.


class LatestEntry(NamedTuple):
    """A deal's last entry that is no reversal.

    `reversal` takes it back, `reversal_before` took back the entry that it replaces; None if there is none.
    """

    entry: Entry
    reversal: Entry | None
    reversal_before: Entry | None


@dataclass(frozen=True)
class EveningEntries:
    """Every entry of an evening, deal by deal in their order: with its postings, their players and prices."""

    entries: tuple[Entry, ...]

    @cached_property
    def latest(self) -> list[LatestEntry]:
        """Every deal as it stands, or as it stood before it was voided."""
        reversals: dict[Any, Entry] = {entry.reverses_id: entry for entry in self.entries if entry.reverses_id}
        replaced = {entry.replaces_id for entry in self.entries}
        latest = []
        for entry in self.entries:
            if entry.reverses_id is None and entry.pk not in replaced:
                latest.append(LatestEntry(entry, reversals.get(entry.pk), reversals.get(entry.replaces_id)))
        return latest

    @property
    def standing(self) -> list[Entry]:
        """The entries that count."""
        return [latest.entry for latest in self.latest if latest.reversal is None]

    def only_entry(self, sort: str) -> Entry | None:
        """The opening balances ("opening"), or the evening's points ("totals"), if the evening has nothing else."""
        only = self.standing
        return only[0] if len(only) == 1 and only[0].deal.get(sort) else None

    @property
    def of_changed_deals(self) -> list[Entry]:
        """Every entry of the deals that were ever corrected or voided."""
        changed = {entry.number for entry in self.entries if entry.reverses_id}
        return [entry for entry in self.entries if entry.number in changed]

    @property
    def next_number(self) -> int:
        """The number of the evening's next deal."""
        return self.entries[-1].number + 1 if self.entries else 1


def entries_of(*, evening: Evening) -> EveningEntries:
    """All that the book says of an evening; two queries."""
    entries = Entry.objects.filter(evening=evening).with_prices().select_related("table_version__scoring_table")
    return EveningEntries(tuple(entries.with_players().order_by("number", "sequence")))


class Cell(NamedTuple):
    """What a player got in a deal, in integer units, and in which role; None if not at the table."""

    points: int | None
    role: str

    @property
    def is_declaring(self) -> bool:
        """Whether the player declared, was the partner, or went along."""
        return self.role in ("declarer", "partner", "joiner")

    @property
    def is_away(self) -> bool:
        """Whether the player sat out, or was not at the table."""
        return self.points is None or (self.role == "sits_out" and not self.points)


NOT_AT_THE_TABLE = Cell(points=None, role="")


@dataclass(frozen=True, kw_only=True)
class SheetRow(DealInWords):
    """One deal as it stands, in words, with a cell per player of the sheet and the row's sum (always 0).

    A voided deal keeps its row: its `entry` is the reversed one, and its points count nothing. `change` is what was
    last done to the deal, "", "corrected", "voided" or "restored", and `reason` why; `repeats` is the number of the
    deal that this one may be a duplicate of.
    """

    number: int
    entry: Entry
    cells: tuple[Cell, ...]
    house: int
    total: int
    change: str
    reason: str
    repeats: int | None

    @property
    def alone(self) -> Label | None:
        """Why the declarer had no partner; None if there was one, or the deal has none."""
        return ALONE.get(self.entry.deal.get("alone") or "")


@dataclass(frozen=True)
class Sheet:
    """An evening's sheet: a row per deal, in whose cells the players have the same order as in `players`.

    `seats` are those of each table now, in seat order, with their players. `book` is all that the evening's book says,
    `words` its deals for whatever else is on the page.
    """

    evening: Evening
    book: EveningEntries
    seats: Mapping[int, Sequence[Seat]]
    players: tuple[Player, ...]
    rows: tuple[SheetRow, ...]
    words: DealsInWords = field(compare=False)

    @cached_property
    def standing(self) -> list[SheetRow]:
        """The rows that count."""
        return [row for row in self.rows if row.change != "voided"]

    @cached_property
    def totals(self) -> list[int]:
        """Everybody's units."""
        places = range(len(self.players))
        return [sum(row.cells[place].points or 0 for row in self.standing) for place in places]

    @property
    def house(self) -> int:
        """The house's units."""
        return sum(row.house for row in self.rows)

    @property
    def control(self) -> int:
        """The sum of all totals with the house's, which is 0."""
        return sum(self.totals) + self.house

    @property
    def deals(self) -> DealCount:
        """The number of deals that count."""
        entries = [row.entry for row in self.standing]
        return DealCount(**Counter("totals" if entry.deal.get("totals") else entry.kind for entry in entries))

    @property
    def prices(self) -> tuple[tuple[ScoringTableVersion, int], ...]:
        """The evening's versions, each with the first deal it prices; the last prices those to come."""
        first: dict[ScoringTableVersion, int] = {}
        for row in self.rows:
            first.setdefault(row.entry.table_version, row.number)
        first.setdefault(self.evening.table_version, self.book.next_number)
        return tuple(first.items())

    @property
    def tables(self) -> dict[int, "Sheet"]:
        """A sheet for each table of the evening, by its number, with the totals of that table alone."""
        numbers = sorted({*self.seats, *(row.entry.table_number for row in self.rows)})
        if len(numbers) > 1:
            return {number: self._of_table(number) for number in numbers}
        return dict.fromkeys(numbers, self)

    @property
    def seatings(self) -> list[tuple[int, list[str]]]:
        """The first deal of each seating and its names, on a single table's sheet; the last seating is today's."""
        seatings: list[tuple[int, list[str]]] = []
        for row in self.rows:
            names = list(names_at_table(row.entry).values())
            if not seatings or seatings[-1][1] != names:
                seatings.append((row.number, names))
        now = [seat.player.name for seats in self.seats.values() for seat in seats]
        if seatings and now and seatings[-1][1] != now:
            seatings.append((self.book.next_number, now))
        return seatings

    def _of_table(self, number: int) -> "Sheet":
        rows = [row for row in self.rows if row.entry.table_number == number]
        seats = self.seats.get(number, ())
        seated = {seat.player_id for seat in seats}
        were_there = {posting.player_id for row in rows for posting in row.entry.in_seats}
        here = [place for place, player in enumerate(self.players) if player.pk in were_there | seated]
        # A stable sort: those who sit there come first, and all keep their order otherwise.
        here.sort(key=lambda place: self.players[place].pk not in seated)
        cut_rows = []
        for row in rows:
            cells = tuple(row.cells[place] for place in here)
            cut_rows.append(replace(row, cells=cells))
        return replace(
            self,
            seats={number: seats} if seats else {},
            players=tuple(self.players[place] for place in here),
            rows=tuple(cut_rows),
        )


def sheet(*, evening: Evening) -> Sheet:
    """An evening's sheet, its prices loaded; at most five queries, whatever its length."""
    seats = tables_of(evening=evening)
    # Those who sit there now in seat order, then everybody else with an entry that evening.
    players = {seat.player_id: seat.player for number in sorted(seats) for seat in seats[number]}
    book = entries_of(evening=evening)
    for latest in book.latest:
        for posting in latest.entry.in_seats:
            if posting.player is not None:
                players.setdefault(posting.player.pk, posting.player)
    everybody = tuple(players.values())
    words = DealsInWords(club_id=evening.club_id, known=everybody)
    repeated = repeats(entries=book.standing)
    rows = tuple(_row(latest, everybody, words, repeated.get(latest.entry.number)) for latest in book.latest)
    return Sheet(evening=evening, book=book, seats=seats, players=everybody, rows=rows, words=words)


def _row(latest: LatestEntry, players: Sequence[Player], words: DealsInWords, repeats: int | None) -> SheetRow:
    entry, voided = latest.entry, latest.reversal is not None
    in_cells = {posting.player_id: Cell(posting.points, posting.role) for posting in entry.in_seats}
    house = sum(posting.points for posting in entry.in_seats if posting.player_id is None)
    change = what_was_done(entry=entry, reversal=latest.reversal_before, is_voided=voided)
    if change == "recorded":
        change = ""
    if voided:
        house, repeats = 0, None
    reason = (latest.reversal or entry).reason
    return SheetRow(
        **vars(words.of(entry)),
        number=entry.number,
        entry=entry,
        cells=tuple(in_cells.get(player.pk, NOT_AT_THE_TABLE) for player in players),
        house=house,
        # From the postings and not from the cells, so that it shows if a row does not balance.
        total=sum(posting.points for posting in entry.in_seats),
        change=change,
        reason=words.mentions.with_names(reason),
        repeats=repeats,
    )


# The paper sheets of an evening: the totals typed for each table, and whether they agree with the book.


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
class Paper:
    """A table's paper sheet, with the last total typed for it, if any, beside the deals that count in the book now.

    `players` are those who sit there or have played there, in seat order; `reason` says why a total was withdrawn.
    """

    evening: Evening
    table_number: int
    players: tuple[Player, ...]
    typed: PaperTotal | None
    reason: str
    played: Sequence[Entry]

    @property
    def total(self) -> PaperTotal | None:
        """The total that counts; None if none was typed or it was withdrawn."""
        return None if self.typed is None or self.typed.is_withdrawn else self.typed

    @property
    def comparison(self) -> list[SheetNumber]:
        """Every number of the sheet beside the book's; empty if no total counts."""
        total = self.total
        if total is None:
            return []
        deals, tricks = control_sum(entry.deal for entry in self.played)
        in_book = Counter[int | None]()
        for entry in self.played:
            in_book.update({posting.player_id: posting.points for posting in entry.in_seats})
        points = [
            SheetNumber(same(typed.player.name), in_book[typed.player_id], typed.points, is_points=True)
            for typed in total.points.all()
        ]
        sums = [SheetNumber(DEALS, deals, total.deals), SheetNumber(TRICKS, tricks, total.tricks)]
        return points + sums

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


def papers_of(*, evening: Evening, read: Sheet | None = None, has_typed: bool = True) -> list[Paper]:
    """The paper sheets of all tables where anybody sits or that the book or a sheet knows; its season is loaded.

    At most six queries, two if its sheet is `read` already; of totals none unless it `has_typed` some.
    """
    standing = read.book.standing if read else entries_of(evening=evening).standing
    seated = read.seats if read else tables_of(evening=evening)
    latest = latest_totals(evening=evening) if has_typed else {}
    mentions = Mentions(evening.club_id)
    papers = []
    for number in sorted({*latest, *seated, *(entry.table_number for entry in standing)}):
        played = [entry for entry in standing if entry.table_number == number]
        players = {seat.player_id: seat.player for seat in seated.get(number, [])}
        for entry in played:
            players |= {posting.player.pk: posting.player for posting in entry.in_seats if posting.player}
        typed = latest.get(number)
        reason = mentions.with_names(typed.reason) if typed else ""
        papers.append(Paper(evening, number, tuple(players.values()), typed, reason, played))
    return papers


def latest_totals(*, evening: Evening) -> dict[int, PaperTotal]:
    """The last total typed for each table's sheet, by table number, with its points; two queries at most."""
    points = Prefetch("points", PaperPoints.objects.select_related("player"))
    typed = PaperTotal.objects.filter(evening=evening).prefetch_related(points)
    return {total.table_number: total for total in typed.order_by("number")}


def blamed_deal(*, paper: Paper, book: EveningEntries) -> BlamedDeal | None:
    """The only deal that explains everything in which a sheet disagrees with the book; no query."""
    here = [entry for entry in book.entries if entry.table_number == paper.table_number and entry.reverses_id is None]
    standing = {entry.number: entry for entry in book.standing if entry in here}

    def agrees(number: int, *instead: Entry) -> bool:
        others = [entry for entry in standing.values() if entry.number != number]
        return not replace(paper, played=[*others, *instead]).is_open

    changed = {entry.number for entry in here if entry != standing.get(entry.number) and agrees(entry.number, entry)}
    blamed = changed or {number for number in standing if agrees(number)}
    if len(blamed) != 1:
        return None
    [number] = blamed
    if not changed:
        return BlamedDeal(number, "extra")
    return BlamedDeal(number, "corrected" if number in standing else "voided")
