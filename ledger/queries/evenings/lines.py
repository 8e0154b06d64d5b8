"""Deals as keyboard lines: what typed or pasted lines mean and pay, and an evening written as such lines."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ledger.models import Evening
from ledger.queries.clubs.persons import Mentions
from ledger.queries.deals.pricing import DealInWords, deal_in_words, names_at_table, price
from ledger.queries.evenings.seating import check_number_of_players, ids_at, tables_of
from ledger.queries.evenings.sheet import entries_of
from ledger.queries.evenings.turns import AtTable, history_of, last_dealt
from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.keyboard_parts import NotationFault
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
    write_deal,
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
class TextLine:
    """A line of a text: its `place` in it, from 1, and the numbers of its table and of the evening's next deal."""

    place: int
    text: str
    table: int
    number: int


@dataclass(frozen=True, kw_only=True)
class ReadLine(DealInWords, TextLine):
    """A line that is a deal, in words: its `number` in the evening, the deal as data with player ids, and what it pays.

    `players` are the ids in seat order, `points` integer units for each of them, `running` their bottom lines of the
    evening after it.
    """

    deal: dict[str, Any]
    players: tuple[int, ...]
    points: tuple[int, ...]
    house: int
    running: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class SeatsLine(TextLine):
    """A line that seats players at a table from then on, as ids and names in seat order.

    `left` are the tables where nobody sits after this change of seats.
    """

    players: tuple[int, ...]
    names: tuple[str, ...]
    left: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class FaultyLine(TextLine):
    """A line that is no deal, seats or table: why, and the index of the first character that does not fit, if known."""

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
    (read,) = _read(table, [(1, line)]).lines
    assert not isinstance(read, SeatsLine)
    return read


def read_text(*, table: AtTable, text: str, number: int | None = None, seating: int | None = None) -> ReadText:
    """Read and price the lines of a text in order, beginning at a table as its writer saw it.

    The numbers of the evening's next deal and of its seating then say how old the writer's view of the other tables is;
    None stands for now. No query; three if a line names a table or seats players, and at most four for each other table
    there.
    Raises Refusal for too many lines.
    """
    return _read(table, deal_lines(text), number, seating)


def evening_text(*, evening: Evening) -> Label:
    """The standing deals of an evening, at all its tables, as lines that `read_text` reads back at table 1.

    Those who first sat at table 1 must sit there then; the other tables may be seated in any way. Comments say whose
    evening it is, who sat there, and from which deal on which prices counted. Three queries, four to say a name.
    """
    entries = entries_of(evening=evening).standing
    first_seats = tables_of(evening=evening, seating=1).get(1, [])
    sat = {seat.player_id: seat.player.name for seat in first_seats}  # whoever is shown as one may have had two seats
    who = ", ".join(f"{n} {name}" for n, name in enumerate(sat.values(), start=1))
    course = _course(evening, list(sat))
    courses, mentions = Courses({1: course}, way=evening.rotation), Mentions(evening.club_id)
    has_tables = any(entry.table_number != 1 for entry in entries)
    lines = [
        _note(fill(EVENING, club=evening.club.name, number=evening.number, date=evening.date.isoformat())),
        _note(fill(FIRST_SEATS, names=who) if has_tables else same(who)),
    ]
    version = None
    for entry in entries:
        if entry.table_version != version:
            version = entry.table_version
            notation = Notation(version.to_rules())
            lines.append(_note(fill(PRICES, name=version.scoring_table.name, number=version.number)))
        names = names_at_table(entry)
        deal = read_deal(entry.deal, notation.scoring_table, _as_written(names))
        *seats, line = write_deal(entry.table_number, notation, deal, _as_written(names), courses, _by_text(names))
        lines += [same(seat) for seat in seats]
        lines.append(same(mentions.with_names(line)))
    return join([*lines, same("")], "\n")


def _read(
    table: AtTable, lines: Sequence[tuple[int, str]], number: int | None = None, seating: int | None = None
) -> ReadText:
    evening, names = table.evening, table.names
    running = dict(zip(names, table.totals, strict=True))
    course = _course(evening, table.players, table.last, table.history)
    tables = {table.table_number: replace(course, dealer=str(table.dealer))}
    known: dict[str, str] = {}
    # Only then can anybody be meant who does not sit there: most texts need no query.
    if not all(says_deal(line) for _, line in lines):
        members = dict(evening.club.players.values_list("pk", "name"))
        names |= members
        running |= dict(evening.totals.values_list("player_id", "points"))
        known = {name.casefold(): str(player) for player, name in members.items()}
        sat = ids_at(evening=evening, seating=seating)
        for other in {*sat, *tables_named(lines)} - {table.table_number}:
            last = last_dealt(evening=evening, table_number=other, before=number)
            history = history_of(evening=evening, table_number=other, before=number)
            tables[other] = _course(evening, sat.get(other, ()), last, history)
    notation = Notation(evening.table_version.to_rules(), _by_text(names))
    courses = Courses(tables, at=table.table_number, way=evening.rotation)
    read: list[AnyLine] = []
    next_deal = table.number
    for line in read_deals(lines, notation, courses, known):
        head = {"place": line.place, "text": line.text, "table": line.table, "number": next_deal}
        read.append(_price_line(line, head, evening, names, running))
        next_deal += says_deal(line.text)
    seated = [*table.players]
    for meant in read:
        if not isinstance(meant, FaultyLine):
            seated += meant.players
    return ReadText(table.table_number, tuple(read), {player: names[player] for player in seated})


def _course(
    evening: Evening,
    players: Sequence[int],
    last: LastDealt[int] | None = None,
    history: Sequence[PlayedDeal[int]] = (),
) -> Course:
    """How a table goes on, as deals write its players."""
    played = tuple(
        PlayedDeal(_as_written(deal.at_table), str(deal.dealer), _as_written(deal.in_play)) for deal in history
    )
    dealt = LastDealt(str(last.dealer), _as_written(last.seats), again=last.again) if last else None
    course = Course(players=(), dealer="", last=dealt, way=evening.rotation, history=played)
    return course.with_seats(_as_written(players))


def _as_written(players: Iterable[int]) -> tuple[str, ...]:
    """Ids as deals write them."""
    return tuple(map(str, players))


def _by_text(names: Mapping[int, str]) -> dict[str, str]:
    """Names by ids as deals write them."""
    return {str(player): name for player, name in names.items()}


def _price_line(
    line: Line, head: dict[str, Any], evening: Evening, names: Mapping[int, str], running: dict[int, int]
) -> AnyLine:
    """The line with what it pays, or with the fault that keeps it from being read; `running` goes on by it."""
    players = tuple(map(int, line.players))
    try:
        if isinstance(line.meaning, Refusal):
            raise line.meaning
        if isinstance(line.meaning, Seats):
            rules = evening.table_version.to_rules()
            check_number_of_players(scoring_table=rules, count=len(players), field="line")
            seated = tuple(names[player] for player in players)
            return SeatsLine(**head, players=players, names=seated, left=line.meaning.left)
        deal = deal_data(line.meaning)
        priced = price(players=players, evening=evening, version=evening.table_version, deal=deal)
    except Refusal as refusal:
        at = refusal.at if isinstance(refusal, NotationFault) else None
        by_name = refusal.by_name(_by_text(names))
        if refusal.field == "tricks":
            by_name = Refusal(TRICKS, refusal.field, fault=by_name)
        return FaultyLine(**head, refusal=by_name, at=at)
    for player, units in priced.points.items():
        running[player] = running.get(player, 0) + units
    words = deal_in_words(settled=priced.settled, names={player: names[player] for player in players}, is_played=False)
    return ReadLine(
        **vars(words),
        **head,
        deal=priced.deal,
        players=players,
        points=tuple(priced.points.values()),
        house=priced.house,
        running=tuple(running[player] for player in players),
    )


def _note(label: Label) -> Label:
    return Changed(label, lambda text: f"{COMMENT} {' '.join(text.split())}")
