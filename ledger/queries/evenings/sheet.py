"""An evening's sheet: one row per deal, a column per player, running totals, the reason for each number."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from ledger.models import Entry, Evening, Player, Posting, ScoringTableVersion, Seat
from ledger.queries.deals.duplicates import repeats
from ledger.queries.deals.in_words import DealInWords, DealsInWords, names_at_table
from ledger.queries.deals.what_was_done import what_was_done
from ledger.queries.evenings.entries import EveningEntries, LatestEntry, entries_of
from ledger.queries.evenings.seats import tables_of
from ledger.rules.evenings.figures import DealCount
from ledger.rules.scoring.scoring_table import ALONE
from ledger.rules.site.labels import Label


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
