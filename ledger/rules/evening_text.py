"""The deals of an evening as lines of text, one deal a line: the deal goes round by itself.

Blank lines, and lines that begin with "#", are for people. Who deals is one seat further after every deal that was
played; points moved and penalties leave the cards where they are, and cards not played are dealt again by the same.
Where more sit there than play, who sits out follows from who deals (rotation.py). A line that begins with ":" says who
sits there from then on, by name and clockwise:

    : Bodil, Carl, Dorthe, Frida

A name that holds a comma stands in quotes.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from ledger.rules.kinds import Adjustment, Deal, Fault, NotPlayed
from ledger.rules.notation import Notation
from ledger.rules.notation_writing import Away, nobody_away
from ledger.rules.refusal import Refusal, gettext_noop
from ledger.rules.rotation import Played, sits_out
from ledger.rules.seating import PLAYERS_ALIKE, TOO_FEW_PLAYERS, LastDealt, next_dealer, players_in_play
from ledger.rules.table import Table

COMMENT = "#"
SEATS_MARK = ":"
MOST_LINES = 200
NOT_DEALT_MARKS = ("=", "!", SEATS_MARK)
END_OF_LINE = re.compile(r"\r\n|\r|\n")  # not splitlines(): a reason may hold characters that it would split at

TOO_MANY_LINES = gettext_noop("There are %(lines)s lines; at most %(most)s are entered at a time.")
NOT_ON_THE_LIST = gettext_noop("“%(name)s” is not on the club's list: put them there first.")
NOT_NAMES = gettext_noop("The names after : cannot be read.")


@dataclass(frozen=True)
class Seats:
    """Who sits at the table from here on, clockwise."""

    players: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """One line that says something: `place` is its number in the text, from 1; `said` its deal, or what is wrong.

    `players` are those who sit there after it, clockwise.
    """

    place: int
    text: str
    said: Deal | Seats | Refusal
    players: tuple[str, ...]


@dataclass(frozen=True)
class Course:
    """How a table goes on: who sits there clockwise, who deals next, how it was dealt last, and which way who sits out.

    `history` is what the way "even" of rotation.py looks back on.
    """

    players: tuple[str, ...]
    dealer: str
    last: LastDealt | None = None
    way: str = "dealer"
    history: tuple[Played, ...] = ()

    def away(self, table: Table) -> Away:
        """Who sits out by who deals, as deals name them, where more do than the dealer alone."""
        play = table.seats.max
        if len(self.players) <= play + 1:
            return nobody_away

        @cache
        def away(dealer: str) -> tuple[str, ...]:
            out = sits_out(self.players, dealer, play, self.way, self.history)
            return tuple(sorted(out, key=self.players.index))

        return away

    def after(self, deal: Deal, table: Table) -> "Course":
        """How it goes on after a deal; points moved and penalties leave the cards where they are."""
        if isinstance(deal, Adjustment | Fault):
            return self
        if isinstance(deal, NotPlayed):
            return self._dealt(deal.dealer, again=True)
        in_play = players_in_play(deal, table, self.players)
        played = Played(self.players, deal.dealer or in_play[0], in_play)
        return replace(self._dealt(deal.dealer), history=(*self.history, played))

    def faulty(self) -> "Course":
        """How it goes on after a line that cannot be read, as if it had been a deal."""
        return self._dealt(self.dealer)

    def _dealt(self, dealer: str | None, *, again: bool = False) -> "Course":
        last = LastDealt(dealer, self.players, again) if dealer else None
        return replace(self, last=last, dealer=next_dealer(last, self.players))

    def seated(self, players: Sequence[str]) -> "Course":
        """How it goes on when others sit down."""
        return replace(self, players=tuple(players), dealer=next_dealer(self.last, players))


def deal_lines(text: str) -> list[tuple[int, str]]:
    """The lines with something to read, each with its number in the text from 1. Raises Refusal for too many."""
    numbered = enumerate(END_OF_LINE.split(text.removeprefix("\ufeff")), start=1)
    lines = [(place, line) for place, line in numbered if line.strip() and not line.lstrip().startswith(COMMENT)]
    if len(lines) > MOST_LINES:
        raise Refusal(TOO_MANY_LINES, "lines", lines=len(lines), most=MOST_LINES)
    return lines


def says_seats(line: str) -> bool:
    """Whether a line says who sits there from then on."""
    return line.lstrip().startswith(SEATS_MARK)


def read_deals(
    lines: Iterable[tuple[int, str]], notation: Notation, course: Course, known: Mapping[str, str]
) -> Iterator[Line]:
    """Every line read, as a table goes on; `known` has who can sit down there, by casefolded name.

    After a line that cannot be read the deal goes on as if it had been one, so that one slip gives one fault.
    """
    for place, text in lines:
        said: Deal | Seats | Refusal
        try:
            if says_seats(text):
                said = Seats(_read_seats(text, notation.table, known))
                course = course.seated(said.players)
            else:
                said = notation.read(text, course.players, course.dealer, course.away(notation.table))
                course = course.after(said, notation.table)
        except Refusal as refusal:
            said = refusal
            if not text.lstrip().startswith(NOT_DEALT_MARKS):
                course = course.faulty()
        yield Line(place=place, text=text, said=said, players=course.players)


def write_deals(
    deals: Iterable[tuple[Notation, Deal, Sequence[str]]], course: Course, names: Mapping[str, str]
) -> Iterator[str]:
    """Each deal, with who sat there, as lines that `read_deals` reads back as the table goes on; `names` by player."""
    for notation, deal, players in deals:
        if tuple(players) != course.players:
            course = course.seated(players)
            yield _write_seats([names[player] for player in players])
        yield notation.write(deal, course.players, course.dealer, course.away(notation.table))
        course = course.after(deal, notation.table)


def _read_seats(line: str, table: Table, known: Mapping[str, str]) -> tuple[str, ...]:
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
    if len(players) < table.seats.min:
        raise Refusal(TOO_FEW_PLAYERS, "line", least=table.seats.min)
    return players


def _write_seats(names: Sequence[str]) -> str:
    return f"{SEATS_MARK} {', '.join(map(_in_quotes, names))}"


def _in_quotes(name: str) -> str:
    """A name as the csv reader reads it back."""
    return '"{}"'.format(name.replace('"', '""')) if {",", '"'} & set(name) else name
