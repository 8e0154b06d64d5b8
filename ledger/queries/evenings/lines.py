"""Deals as keyboard lines: what typed or pasted lines mean and pay, and an evening written as such lines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.models import Entry, Evening, ScoringTableVersion
from ledger.queries.clubs.persons import Mentions
from ledger.queries.deals.pricing import DealInWords, deal_in_words, names_at_table, price
from ledger.queries.evenings.seating import check_number_of_players, ids_at, tables_of
from ledger.queries.evenings.sheet import entries_of
from ledger.queries.evenings.turns import AtTable, history_of, last_dealt
from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.keyboard_parts import NotationFault
from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.seating import LastDealt
from ledger.rules.deals.settling import deal_data, read_deal
from ledger.rules.evenings.evening_text import (
    COMMENT,
    Course,
    Courses,
    Line,
    Seats,
    deal_lines,
    read_deals,
    says_deal,
    says_seats,
    tables_named,
    write_deals,
)
from ledger.rules.evenings.seats import PlayedDeal
from ledger.rules.site.labels import Changed, Label, Phrase, fill, join, same
from ledger.rules.site.refusal import Refusal, gettext_noop

SEATS_ALONE = gettext_noop("Who sits there is said on the page of the evening's seats, or among many lines.")
TABLE_ALONE = gettext_noop("Which table it is at is chosen on the evening's page, or said among many lines.")
TRICKS = gettext_noop("Tricks: %(fault)s")  # beside a line that says more than tricks
EVENING = Phrase("%(club)s, evening %(number)s, %(date)s")
FIRST_SEATS = Phrase("table 1: %(names)s")
PRICES = Phrase("Prices: %(name)s, version %(number)s")


@dataclass(frozen=True, kw_only=True)
class ReadLine(DealInWords):
    """A line that is a deal, in words: its `number` in the evening, the deal as data with player ids, and what it pays.

    `table` is the number of its table, `place` the line's number in the text, from 1. `players` are the ids in seat
    order, `points` integer units for each of them, `running` their bottom lines of the evening after it.
    """

    place: int
    text: str
    table: int
    number: int
    deal: dict[str, Any]
    players: tuple[int, ...]
    points: tuple[int, ...]
    house: int
    running: tuple[int, ...]


@dataclass(frozen=True)
class SeatsLine:
    """A line that seats players at a table from then on, as ids and names in seat order.

    `number` is that of the next deal; `left` are the tables where nobody sits after this change of seats.
    """

    place: int
    text: str
    table: int
    number: int
    players: tuple[int, ...]
    names: tuple[str, ...]
    left: tuple[int, ...]


@dataclass(frozen=True)
class FaultyLine:
    """A line that is no deal, seats or table: why, and the index of the first character that does not fit, if known.

    `number` is that of the deal which it would be, or which comes next.
    """

    place: int
    text: str
    table: int
    number: int
    refusal: Refusal
    at: int | None


AnyLine = ReadLine | SeatsLine | FaultyLine


@dataclass(frozen=True)
class Part:
    """Deals, perhaps none, that follow one another at a table among the same players, as data with player ids.

    `players` are the ids of those at the table, in seat order. Before these deals players sit down at the tables in
    `seated`, and nobody sits any longer at the tables in `left`.
    """

    table_number: int
    players: tuple[int, ...]
    deals: list[dict[str, Any]]
    seated: Mapping[int, tuple[int, ...]]
    left: tuple[int, ...]


@dataclass(frozen=True)
class Drawn:
    """When a page was drawn: the number of the evening's next deal and of its seating then; None stands for now."""

    number: int | None = None
    seating: int | None = None


@dataclass(frozen=True)
class ReadText:
    """The lines of a text in order, without comments and lines that only name a table.

    `at` is the table where it begins; `names` has everybody there and in the lines by id, as they come.
    """

    at: int
    lines: tuple[AnyLine, ...]
    names: Mapping[int, str]

    @property
    def faults(self) -> list[FaultyLine]:
        """The lines that cannot be read."""
        return [line for line in self.lines if isinstance(line, FaultyLine)]

    @property
    def deals(self) -> list[dict[str, Any]]:
        """The deals as data with player ids."""
        return [line.deal for line in self.lines if isinstance(line, ReadLine)]

    @property
    def has_tables(self) -> bool:
        """Whether any line is of another table than the first."""
        return any(line.table != self.at for line in self.lines)

    @property
    def parts(self) -> list[Part]:
        """The deals of a text without faults, divided where the table or the seats change."""
        parts: list[Part] = []
        seated: dict[int, tuple[int, ...]] = {}
        left: tuple[int, ...] = ()
        for line in self.lines:
            if isinstance(line, SeatsLine):
                seated, left = {**seated, line.table: line.players}, line.left
            elif isinstance(line, ReadLine):
                if seated or not parts or parts[-1].table_number != line.table:
                    parts.append(Part(line.table, line.players, [], seated, left))
                    seated, left = {}, ()
                parts[-1].deals.append(line.deal)
        if seated:
            table, players = list(seated.items())[-1]
            parts.append(Part(table, players, [], seated, left))
        return parts


def read_line(*, table: AtTable, line: str) -> ReadLine | FaultyLine:
    """Read and price a single line, which may not change the table or the seats; no query."""
    if not says_deal(line):
        refusal = Refusal(SEATS_ALONE, "line") if says_seats(line) else Refusal(TABLE_ALONE, "line")
        at, number = table.table_number, table.number
        return FaultyLine(place=1, text=line, table=at, number=number, refusal=refusal, at=None)
    (read,) = _read(table=table, lines=[(1, line)], drawn=None).lines
    assert not isinstance(read, SeatsLine)
    return read


def read_text(*, table: AtTable, text: str, drawn: Drawn | None = None) -> ReadText:
    """Read and price the lines of a text in order, beginning at a table as its writer saw it.

    `drawn` says how old the writer's view of the other tables is (None: as they are now). No query; three if a line
    names a table or seats players, and at most four for each other table there.
    Raises Refusal for too many lines.
    """
    return _read(table=table, lines=deal_lines(text), drawn=drawn)


def evening_text(*, evening: Evening) -> Label:
    """The standing deals of an evening, at all its tables, as lines that `read_text` reads back at table 1.

    Those who first sat at table 1 must sit there then; the other tables may be seated in any way. Comments say whose
    evening it is, who sat there, and from which deal on which prices counted. Three queries, four to say a name.
    """
    entries = entries_of(evening=evening).standing
    seated = [names_at_table(entry) for entry in entries]
    first_seats = tables_of(evening=evening, seating=1).get(1, [])
    names = {seat.player_id: seat.player.name for seat in first_seats}
    players = _as_written(names)
    who = ", ".join(f"{n} {name}" for n, name in enumerate(names.values(), start=1))
    for names_there in seated:
        names |= names_there
    course = Course(players=(), dealer="", way=evening.rotation).with_seats(players)
    written = write_deals(_deals_to_write(entries, seated), Courses({1: course}, way=evening.rotation), _by_text(names))
    has_tables = any(entry.table_number != 1 for entry in entries)
    lines = [
        _note(fill(EVENING, club=evening.club.name, number=evening.number, date=evening.date.isoformat())),
        _note(fill(FIRST_SEATS, names=who) if has_tables else same(who)),
        *_with_prices(written, [entry.table_version for entry in entries], Mentions(evening.club_id)),
        same(""),
    ]
    return join(lines, "\n")


def _with_prices(written: Iterable[str], prices: Sequence[ScoringTableVersion], mentions: Mentions) -> Iterator[Label]:
    """The lines with the names of today, and a comment before the first deal priced by each version."""
    version, deals = None, iter(prices)
    coming = next(deals, None)
    for line in written:
        if coming and coming != version:
            version = coming
            yield _note(fill(PRICES, name=version.scoring_table.name, number=version.number))
        yield same(mentions.with_names(line) if says_deal(line) else line)
        if says_deal(line):
            coming = next(deals, None)


def _deals_to_write(
    entries: Sequence[Entry], seated: Sequence[Mapping[int, str]]
) -> Iterable[tuple[int, Notation, Deal, Sequence[str]]]:
    """Each deal as `write_deals` takes it; a version's notation is made once."""
    notations = {version: Notation(version.to_rules()) for version in {entry.table_version for entry in entries}}
    for entry, names_there in zip(entries, seated, strict=True):
        notation, players = notations[entry.table_version], _as_written(names_there)
        yield entry.table_number, notation, read_deal(entry.deal, notation.scoring_table, players), players


def _read(*, table: AtTable, lines: Sequence[tuple[int, str]], drawn: Drawn | None) -> ReadText:
    reader = _EveningReader(table)
    known: dict[str, str] = {}
    tables = {table.table_number: _course(table)}
    # Only then can anybody be meant who does not sit there: most texts need no query.
    if not all(says_deal(line) for _, line in lines):
        known = reader.meet_the_club()
        tables |= _courses_besides(table, tables_named(lines), drawn)
    notation = Notation(table.evening.table_version.to_rules(), _by_text(reader.names))
    courses = Courses(tables, at=table.table_number, way=table.evening.rotation)
    read = tuple(reader.read(line) for line in read_deals(lines, notation, courses, known))
    at_table = [seat.player_id for seat in table.seats]
    sat = [player for line in read if not isinstance(line, FaultyLine) for player in line.players]
    return ReadText(table.table_number, read, {player: reader.names[player] for player in (*at_table, *sat)})


def _course(table: AtTable) -> Course:
    return Course(
        players=_as_written(table.players),
        dealer=str(table.dealer),
        last=_last_as_written(table.last),
        way=table.evening.rotation,
        history=_history_as_written(table.history),
    )


def _courses_besides(table: AtTable, named: Iterable[int], drawn: Drawn | None) -> dict[int, Course]:
    """How the other tables go on, those with players and those named; one query, and at most four per table."""
    evening, drawn = table.evening, drawn or Drawn()
    sat = ids_at(evening=evening, seating=drawn.seating)
    courses = {}
    for number in {*sat, *named} - {table.table_number}:
        last = _last_as_written(last_dealt(evening=evening, table_number=number, before=drawn.number))
        history = _history_as_written(history_of(evening=evening, table_number=number, before=drawn.number))
        course = Course(players=(), dealer="", last=last, way=evening.rotation, history=history)
        courses[number] = course.with_seats(_as_written(sat.get(number, ())))
    return courses


def _ids(players: Iterable[str]) -> tuple[int, ...]:
    return tuple(map(int, players))


def _as_written(players: Iterable[int]) -> tuple[str, ...]:
    """Ids as deals write them."""
    return tuple(map(str, players))


def _last_as_written(last: LastDealt[int] | None) -> LastDealt[str] | None:
    return None if last is None else LastDealt(str(last.dealer), _as_written(last.seats), again=last.again)


def _history_as_written(history: Sequence[PlayedDeal[int]]) -> tuple[PlayedDeal[str], ...]:
    return tuple(
        PlayedDeal(_as_written(deal.at_table), str(deal.dealer), _as_written(deal.in_play)) for deal in history
    )


def _by_text(names: Mapping[int, str]) -> dict[str, str]:
    """Names by ids as deals write them."""
    return {str(player): name for player, name in names.items()}


class _EveningReader:
    """Prices lines one after another, keeping count of the evening's deals and bottom lines."""

    def __init__(self, table: AtTable) -> None:
        self.table = table
        self.version = table.evening.table_version
        self.number = table.number
        self.names = {seat.player_id: seat.player.name for seat in table.seats}
        self.running = dict(zip(self.names, table.totals, strict=True))

    def meet_the_club(self) -> dict[str, str]:
        """Load the names and bottom lines of everybody who may sit down, and return the ids by casefolded name."""
        evening = self.table.evening
        members = dict(evening.club.players.values_list("pk", "name"))
        self.names |= members
        self.running |= dict(evening.totals.values_list("player_id", "points"))
        return {name.casefold(): str(player) for player, name in members.items()}

    def read(self, line: Line) -> AnyLine:
        """The line with what it pays, or with the fault that keeps it from being read."""
        head: dict[str, Any] = {"place": line.place, "text": line.text, "table": line.table, "number": self.number}
        self.number += says_deal(line.text)
        try:
            if isinstance(line.meaning, Refusal):
                raise line.meaning
            if isinstance(line.meaning, Seats):
                return self._seats_line(line.meaning, head)
            return self._read_deal(line.meaning, _ids(line.players), head)
        except Refusal as refusal:
            at = refusal.at if isinstance(refusal, NotationFault) else None
            by_name = refusal.by_name(_by_text(self.names))
            if refusal.field == "tricks":
                by_name = Refusal(TRICKS, refusal.field, fault=by_name)
            return FaultyLine(**head, refusal=by_name, at=at)

    def _seats_line(self, seats: Seats, head: dict[str, Any]) -> SeatsLine:
        check_number_of_players(scoring_table=self.version.to_rules(), count=len(seats.players), field="line")
        players = _ids(seats.players)
        names = tuple(self.names[player] for player in players)
        return SeatsLine(**head, players=players, names=names, left=seats.left)

    def _read_deal(self, deal: Deal, players: tuple[int, ...], head: dict[str, Any]) -> ReadLine:
        priced = price(players=players, evening=self.table.evening, version=self.version, deal=deal_data(deal))
        for player, units in priced.points.items():
            self.running[player] = self.running.get(player, 0) + units
        names = {player: self.names[player] for player in players}
        words = deal_in_words(settled=priced.settled, names=names, is_played=False)
        return ReadLine(
            **vars(words),
            **head,
            deal=priced.deal,
            players=players,
            points=tuple(priced.points.values()),
            house=priced.house,
            running=tuple(self.running[player] for player in players),
        )


def _note(label: Label) -> Label:
    return Changed(label, lambda text: f"{COMMENT} {' '.join(text.split())}")
