"""An evening's sheet on screen or on paper: a row per deal, a column per player, totals, the reason for each number."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from django.db.models import Prefetch

from ledger.models import Entry, Evening, PaperPoints, PaperTotal, Player, Posting, ScoringTableVersion, Seat
from ledger.queries.clubs.persons import Mentions
from ledger.queries.deals.doubts import repeats
from ledger.queries.deals.history import what_was_done
from ledger.queries.deals.pricing import DealInWords, DealsInWords, names_at_table
from ledger.queries.evenings.seating import tables_of
from ledger.queries.evenings.turns import AtTable
from ledger.rules.evenings.figures import ControlSum, DealCount, control_sum
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
    def latest(self) -> tuple[LatestEntry, ...]:
        """Every deal as it stands, or as it stood before it was voided."""
        reversals = {entry.reverses_id: entry for entry in self.entries if entry.reverses_id}
        replaced = {entry.replaces_id for entry in self.entries}
        return tuple(
            LatestEntry(entry, reversals.get(entry.pk), reversals.get(entry.replaces_id) if entry.replaces_id else None)
            for entry in self.entries
            if entry.reverses_id is None and entry.pk not in replaced
        )

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


@dataclass(frozen=True)
class Cell:
    """What a player got in a deal: `points` and `running` (after it) in integer units; None if not at the table."""

    points: int | None
    role: str
    running: int

    @property
    def is_declaring(self) -> bool:
        """Whether the player declared, was the partner, or went along."""
        return self.role in ("declarer", "partner", "joiner")

    @property
    def is_away(self) -> bool:
        """Whether the player sat out, or was not at the table."""
        return self.points is None or (self.role == "sits_out" and not self.points)


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
    """An evening's sheet; `totals` are per player in column order, `control` is their sum with the house's, which is 0.

    `deals` counts what stands; `seats` are those of each table now, in seat order, with their players.
    `book` is all that the evening's book says, `words` its deals for whatever else is on the page.
    """

    evening: Evening
    book: EveningEntries
    seats: Mapping[int, Sequence[Seat]]
    players: tuple[Player, ...]
    rows: tuple[SheetRow, ...]
    totals: tuple[int, ...]
    house: int
    control: int
    words: DealsInWords = field(compare=False)

    @cached_property
    def standing(self) -> list[SheetRow]:
        """The rows that count."""
        return [row for row in self.rows if row.change != "voided"]

    @property
    def deals(self) -> DealCount:
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
        return {number: self._of_table(number) if len(numbers) > 1 else self for number in numbers}

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
        seats = {table: seats for table, seats in self.seats.items() if table == number}
        seated = {seat.player_id for seat in seats.get(number, ())}
        were_there = {posting.player_id for row in rows for posting in row.entry.in_seats}
        here = [place for place, player in enumerate(self.players) if player.pk in were_there | seated]
        # A stable sort: those who sit there come first, and all keep their order otherwise.
        here.sort(key=lambda place: self.players[place].pk not in seated)
        running = [0] * len(here)
        own_rows = []
        for row in rows:
            cells = [row.cells[place] for place in here]
            if row.change != "voided":
                running = [before + (cell.points or 0) for before, cell in zip(running, cells, strict=True)]
            cells = [replace(cell, running=after) for cell, after in zip(cells, running, strict=True)]
            own_rows.append(replace(row, cells=tuple(cells)))
        house = sum(row.house for row in rows)
        return replace(
            self,
            seats=seats,
            players=tuple(self.players[place] for place in here),
            rows=tuple(own_rows),
            totals=tuple(running),
            house=house,
            control=sum(running) + house,
        )


def sheet(*, evening: Evening) -> Sheet:
    """An evening's sheet, its prices loaded; at most five queries, whatever its length."""
    tables = tables_of(evening=evening)
    seated = {seat.player_id: seat.player for number in sorted(tables) for seat in tables[number]}
    book = entries_of(evening=evening)
    players = _players_of(seated, book)
    running = {player.pk: 0 for player in players}
    words = DealsInWords(club_id=evening.club_id, known=players)
    repeated = repeats(entries=book.standing)
    rows = tuple(_row(latest, players, running, words, repeated.get(latest.entry.number)) for latest in book.latest)
    house = sum(row.house for row in rows)
    totals = tuple(running[player.pk] for player in players)
    return Sheet(
        evening=evening,
        book=book,
        seats=tables,
        players=players,
        rows=rows,
        totals=totals,
        house=house,
        control=sum(totals) + house,
        words=words,
    )


def _players_of(seated: Mapping[int, Player], book: EveningEntries) -> tuple[Player, ...]:
    """Those who sit there now in seat order, then everybody else with an entry that evening."""
    players = dict(seated)
    for latest in book.latest:
        for posting in latest.entry.in_seats:
            if posting.player_id is not None and posting.player is not None:
                players.setdefault(posting.player_id, posting.player)
    return tuple(players.values())


def _row(
    latest: LatestEntry,
    players: Sequence[Player],
    running: dict[int, int],
    words: DealsInWords,
    repeats: int | None,
) -> SheetRow:
    entry, voided = latest.entry, latest.reversal is not None
    postings = {posting.player_id: posting for posting in entry.in_seats}
    cells = tuple(_cell(postings.get(player.pk), player.pk, running, voided) for player in players)
    house = 0 if voided else sum(posting.points for posting in entry.in_seats if posting.player_id is None)
    return SheetRow(
        **vars(words.of(entry)),
        number=entry.number,
        entry=entry,
        cells=cells,
        house=house,
        # From the postings and not from the cells, so that it shows if a row does not balance.
        total=sum(posting.points for posting in entry.in_seats),
        change=_change(latest),
        reason=words.mentions.with_names((latest.reversal or entry).reason),
        repeats=None if voided else repeats,
    )


def _change(latest: LatestEntry) -> str:
    is_voided = latest.reversal is not None
    word = what_was_done(entry=latest.entry, reversal=latest.reversal_before, is_voided=is_voided)
    return "" if word == "recorded" else word


def _cell(posting: Posting | None, player_id: int, running: dict[int, int], voided: bool) -> Cell:
    if posting is None:
        return Cell(points=None, role="", running=running[player_id])
    if not voided:
        running[player_id] += posting.points
    return Cell(points=posting.points, role=posting.role, running=running[player_id])


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
