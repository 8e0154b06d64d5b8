"""The deals of an evening as lines of text, one deal a line: the deal goes round by itself.

Blank lines, and lines that begin with "#", are for people. Who deals is one seat further after every deal that was
played; points moved and penalties leave the cards where they are, and cards not played are dealt again by the same.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ledger.rules.kinds import Adjustment, Deal, Fault, NotPlayed
from ledger.rules.notation import Notation
from ledger.rules.refusal import Refusal, gettext_noop
from ledger.rules.seating import dealer_after

COMMENT = "#"
MOST_LINES = 200
NOT_DEALT_MARKS = ("=", "!")
END_OF_LINE = re.compile(r"\r\n|\r|\n")  # not splitlines(): a reason may hold characters that it would split at

TOO_MANY_LINES = gettext_noop("There are %(lines)s lines; at most %(most)s are entered at a time.")


@dataclass(frozen=True)
class Line:
    """One line that says something: `place` is its number in the text, from 1; `said` its deal, or what is wrong."""

    place: int
    text: str
    said: Deal | Refusal


def deal_lines(text: str) -> list[tuple[int, str]]:
    """The lines with something to read, each with its number in the text from 1. Raises Refusal for too many."""
    numbered = enumerate(END_OF_LINE.split(text.removeprefix("\ufeff")), start=1)
    lines = [(place, line) for place, line in numbered if line.strip() and not line.lstrip().startswith(COMMENT)]
    if len(lines) > MOST_LINES:
        raise Refusal(TOO_MANY_LINES, "lines", lines=len(lines), most=MOST_LINES)
    return lines


def read_deals(
    lines: Iterable[tuple[int, str]], notation: Notation, players: Sequence[str], dealer: str
) -> Iterator[Line]:
    """Every line read, for `players` in seat order with `dealer` for the first deal.

    After a line that cannot be read the deal goes on as if it had been one, so that one slip gives one fault.
    """
    for place, text in lines:
        try:
            said: Deal | Refusal = notation.read(text, players, dealer)
        except Refusal as refusal:
            said = refusal
        yield Line(place=place, text=text, said=said)
        if isinstance(said, Refusal):
            dealer = dealer if text.lstrip().startswith(NOT_DEALT_MARKS) else dealer_after(dealer, players)
        else:
            dealer = _dealer_to_come(said, players, dealer)


def write_deals(deals: Iterable[tuple[Notation, Deal]], players: Sequence[str]) -> Iterator[str]:
    """Each deal as the line that `read_deals` reads back where the first of `players` deals first."""
    dealer = players[0]
    for notation, deal in deals:
        yield notation.write(deal, players, dealer)
        dealer = _dealer_to_come(deal, players, dealer)


def _dealer_to_come(deal: Deal, players: Sequence[str], expected: str) -> str:
    if isinstance(deal, Adjustment | Fault):
        return expected
    return dealer_after(deal.dealer, players, again=isinstance(deal, NotPlayed))
