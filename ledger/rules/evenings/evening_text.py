"""An evening's deals as text, one keyboard line per deal; the dealer moves on by itself.

Blank lines, and lines that begin with "#", are for people. Who deals is one seat further after every deal that was
played; points moved and penalties leave the cards where they are, and cards not played are dealt again by the same.
Where more sit there than play, who sits out follows from who deals (seats.py). A line that begins with ":" says who
sits there from then on, by name and clockwise; a name that holds a comma stands in quotes. "@ 2" says that what follows
is at table 2, where the deal goes round for itself:

    183
    @ 2
    : Frida, Gerda, Holger, Inga
    p
    @ 1
    : Gerda, Carl, Dorthe, Emil
    182
    @ 2
    : Frida, Bodil, Holger, Inga
    1s

Seats said one after the other, without a deal between, are one change. Whoever sits down at a table has left the one
where they sat, and nobody sits there until it is said who does: so a text can be read whoever sat where before it.
"""

import csv
import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeVar

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.keyboard_parts import EXPECTED, EXPECTED_MORE, Away, NotationFault, nobody_away
from ledger.rules.deals.kinds import KINDS, Deal
from ledger.rules.deals.seating import (
    MOST_TABLES,
    PLAYERS_ALIKE,
    TOO_FEW_PLAYERS,
    LastDealt,
    next_dealer,
)
from ledger.rules.evenings.seats import PlayedDeal, sits_out
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Phrase, fill
from ledger.rules.site.refusal import Refusal, gettext_noop

COMMENT = "#"
SEATS_MARK = ":"
TABLE_MARK = "@"
# The tables of an evening share them; 400 deals at two tables take three seconds to save.
MOST_LINES = 1000
TABLES = {str(number): number for number in range(1, MOST_TABLES + 1)}
TABLE_NUMBER = fill(Phrase("a table from 1 to %(most)s"), most=MOST_TABLES)
END_OF_LINE = re.compile(r"\r\n|\r|\n")  # not splitlines(): a reason may hold characters that it would split at

TOO_MANY_LINES = gettext_noop("There are %(lines)s lines; at most %(most)s are entered at a time.")
NOT_ON_THE_LIST = gettext_noop("“%(name)s” is not on the club's list: put them there first.")
NOT_NAMES = gettext_noop("The names after : cannot be read.")
SITS_THERE_TOO = gettext_noop("%(player)s sits down at table %(table)s too.")
NOBODY_SITS_THERE = gettext_noop("Nobody sits at table %(table)s.")

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True)
class Seats:
    """Who sits at a table from here on, clockwise.

    On the last line of a change, `left` lists the tables that it empties.
    """

    players: tuple[str, ...]
    left: tuple[int, ...] = ()


@dataclass(frozen=True)
class Line:
    """A line as read: `place` is its number in the text, from 1, `meaning` its deal or seats, or the fault.

    `table` is the table's number, `players` those who sit there afterwards, clockwise.
    """

    place: int
    text: str
    table: int
    meaning: Deal | Seats | Refusal
    players: tuple[str, ...]


@dataclass(frozen=True)
class Course:
    """The state of a table: its players clockwise, the next dealer, the last deal dealt, and the way to sit out.

    `history` is what the way "even" of seats.py looks back on. At an empty table `dealer` is "".
    """

    players: tuple[str, ...]
    dealer: str
    last: LastDealt[str] | None = None
    way: str = "dealer"
    history: tuple[PlayedDeal[str], ...] = ()

    def away(self, scoring_table: ScoringRules) -> Away:
        """Who sits out, by dealer, as deals name them, if more do than the dealer."""
        play = scoring_table.seats.max
        if len(self.players) <= play + 1:
            return nobody_away

        def away(dealer: str) -> tuple[str, ...]:
            out = sits_out(self.players, dealer, play, self.way, self.history)
            return tuple(sorted(out, key=self.players.index))

        return away

    def after(self, deal: Deal, scoring_table: ScoringRules) -> "Course":
        """The state after a deal; moved points and penalties do not move the deal on."""
        if deal.counts_as == "adjustment":
            return self
        if deal.counts_as == "not_played":
            return self.after_dealing(deal.dealer, same_again=True)
        in_play = deal.players_in_play(scoring_table, self.players)
        # Where nobody knows who dealt, anybody who played stands in, which changes nobody's share.
        played = PlayedDeal(self.players, deal.dealer or in_play[0], in_play)
        return replace(self.after_dealing(deal.dealer), history=(*self.history, played))

    def after_dealing(self, dealer: str | None, *, same_again: bool = False) -> "Course":
        """The state after a deal of a dealer, who deals the `same_again` if its cards were not played."""
        last = LastDealt(dealer, self.players, same_again) if dealer else None
        return replace(self, last=last, dealer=next_dealer(last, self.players))

    def with_seats(self, players: Sequence[str]) -> "Course":
        """The state after others, or nobody, have sat down."""
        return replace(self, players=tuple(players), dealer=next_dealer(self.last, players) if players else "")


@dataclass
class Courses:
    """The state of an evening as its lines go on: each table's course by number, the table `at` which it is.

    A missing table is one where nobody has sat; `way` is the way to sit out.
    """

    tables: dict[int, Course]
    at: int = 1
    way: str = "dealer"

    def of(self, table: int) -> Course:
        """A table's course."""
        return self.tables.get(table) or Course(players=(), dealer="", way=self.way)

    def seat(self, seated: Mapping[int, Sequence[str]]) -> tuple[int, ...]:
        """Let players sit down at tables, given by number; returns the tables that this empties."""
        left = tables_left_by(seated, {number: course.players for number, course in self.tables.items()})
        for number, players in {**dict.fromkeys(left, ()), **seated}.items():
            self.tables[number] = self.of(number).with_seats(players)
        return left


def tables_left_by(seated: Mapping[int, Collection[Player]], sat: Mapping[int, Collection[Player]]) -> tuple[int, ...]:
    """The tables among `sat`, by number, that lose a player to those now `seated`."""
    down = {player for players in seated.values() for player in players}
    return tuple(sorted(table for table in sat if table not in seated and not down.isdisjoint(sat[table])))


def deal_lines(text: str) -> list[tuple[int, str]]:
    """The lines with content, each with its number in the text, from 1.

    Raises Refusal for too many.
    """
    # Windows begins a text file with the byte order mark.
    numbered = enumerate(END_OF_LINE.split(text.removeprefix("\ufeff")), start=1)
    lines = [(place, line) for place, line in numbered if line.strip() and not line.lstrip().startswith(COMMENT)]
    if len(lines) > MOST_LINES:
        raise Refusal(TOO_MANY_LINES, "lines", lines=len(lines), most=MOST_LINES)
    return lines


def says_seats(line: str) -> bool:
    """Whether a line seats players."""
    return line.lstrip().startswith(SEATS_MARK)


def says_table(line: str) -> bool:
    """Whether a line names the table of the lines that follow."""
    return line.lstrip().startswith(TABLE_MARK)


def says_deal(line: str) -> bool:
    """Whether a line is a deal."""
    return not (says_seats(line) or says_table(line))


def read_deals(
    lines: Iterable[tuple[int, str]], notation: Notation, courses: Courses, known: Mapping[str, str]
) -> Iterator[Line]:
    """Read every line in turn; lines that only name a table are not in the result.

    `known` holds everybody who can sit down, by casefolded name. One slip gives one fault: after an unreadable line
    the evening goes on as if it had been a deal; at an empty table only the first deal is faulted, the rest skipped.
    """
    told: set[int] = set()
    for are_deals, some in groupby(lines, key=lambda line: says_deal(line[1])):
        if are_deals:
            read: Iterable[Line] = (_read_deal(place, text, notation, courses) for place, text in some)
        else:
            read = _read_change(some, notation.scoring_table, courses, known)
        for line in read:
            if line.players or line.table not in told or not says_deal(line.text):
                yield line
            if isinstance(line.meaning, Refusal) and not (line.players and says_deal(line.text)):
                told.add(line.table)


def write_deal(
    table: int, notation: Notation, deal: Deal, players: Sequence[str], courses: Courses, names: Mapping[str, str]
) -> list[str]:
    """A deal of players at a table as `read_deals` reads it back: its line, after those of the table and the seats.

    `names` gives each player's name. The evening goes on in `courses`.
    """
    lines = []
    if table != courses.at:
        courses.at = table
        lines.append(f"{TABLE_MARK} {table}")
    if tuple(players) != courses.of(table).players:
        courses.seat({table: tuple(players)})
        lines.append(f"{SEATS_MARK} {', '.join(_in_quotes(names[player]) for player in players)}")
    course = courses.of(table)
    courses.tables[table] = course.after(deal, notation.scoring_table)
    return [*lines, notation.write(deal, course.players, course.dealer, course.away(notation.scoring_table))]


def tables_named(lines: Iterable[tuple[int, str]]) -> set[int]:
    """Numbers of the tables that lines name."""
    named = {_table_named(text) for _place, text in lines if says_table(text)}
    return {TABLES[number] for number in named if number in TABLES}


def _read_deal(place: int, text: str, notation: Notation, courses: Courses) -> Line:
    """Read a line as a deal, with which the evening goes on."""
    course = courses.of(courses.at)
    if not course.players:
        nobody = Refusal(NOBODY_SITS_THERE, "line", table=courses.at)
        return Line(place, text, courses.at, nobody, course.players)
    meaning: Deal | Refusal
    try:
        meaning = notation.read(text, course.players, course.dealer, course.away(notation.scoring_table))
        courses.tables[courses.at] = course.after(meaning, notation.scoring_table)
    except Refusal as refusal:
        meaning = refusal
        not_dealt = tuple(kind.mark for kind in KINDS.values() if kind.counts_as == "adjustment")
        if not text.lstrip().startswith(not_dealt):
            courses.tables[courses.at] = course.after_dealing(course.dealer)
    return Line(place, text, courses.at, meaning, course.players)


def _read_change(
    lines: Iterable[tuple[int, str]], scoring_table: ScoringRules, courses: Courses, known: Mapping[str, str]
) -> list[Line]:
    """Read consecutive lines that name tables and seats, with which the evening goes on.

    Lines that only name a table are not in the result.
    """
    read: list[Line] = []
    seated: dict[int, tuple[str, ...]] = {}
    for place, text in lines:
        try:
            if says_table(text):
                courses.at = _read_table(text)
                continue
            players = _read_seats(text, scoring_table, known)
            for number, others in seated.items():
                twice = [player for player in players if player in others]
                if twice and number != courses.at:
                    raise Refusal(SITS_THERE_TOO, "line", player=twice[0], table=number)
            seated[courses.at] = players
            last = len(read)
            read.append(Line(place, text, courses.at, Seats(players), players))
        except Refusal as refusal:
            read.append(Line(place, text, courses.at, refusal, courses.of(courses.at).players))
    left = courses.seat(seated)
    if seated:
        read[last] = replace(read[last], meaning=Seats(read[last].players, left))
    return read


def _table_named(line: str) -> str:
    return line.strip().removeprefix(TABLE_MARK).strip()


def _read_table(line: str) -> int:
    """The table that a line names.

    Raises NotationFault if it names none.
    """
    number = _table_named(line)
    if number in TABLES:
        return TABLES[number]
    at = len(line.rstrip()) - len(number)
    message = EXPECTED if number else EXPECTED_MORE
    raise NotationFault(message, at, read=TABLE_MARK, rest=number[:20], expected=TABLE_NUMBER)


def _read_seats(line: str, scoring_table: ScoringRules, known: Mapping[str, str]) -> tuple[str, ...]:
    try:
        (named,) = csv.reader([line.lstrip().removeprefix(SEATS_MARK).strip()], skipinitialspace=True, strict=True)
    except (csv.Error, ValueError) as error:
        raise Refusal(NOT_NAMES, "line") from error
    names = [" ".join(name.split()) for name in named if name.strip()]
    for name in names:
        if name.casefold() not in known:
            raise Refusal(NOT_ON_THE_LIST, "line", name=name)
    players = tuple(known[name.casefold()] for name in names)
    if len(set(players)) < len(players):
        raise Refusal(PLAYERS_ALIKE, "line")
    if len(players) < scoring_table.seats.min:
        raise Refusal(TOO_FEW_PLAYERS, "line", least=scoring_table.seats.min)
    return players


def _in_quotes(name: str) -> str:
    """A name, quoted so that the csv reader reads it back."""
    return '"{}"'.format(name.replace('"', '""')) if {",", '"'} & set(name) else name
