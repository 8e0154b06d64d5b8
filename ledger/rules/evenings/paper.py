"""The boxes of a paper sheet: what can be ticked for one deal, under the letters that its keyboard line is typed with.

The boxes stand in the order of the line: the ticked ones, read from left to right, are the line but for its tricks.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ledger.rules.deals.keyboard.notation import Notation
from ledger.rules.deals.keyboard.writing import IN_CAT
from ledger.rules.deals.kinds.free_for_all import EVERYONE
from ledger.rules.deals.kinds.passed_out import WORDS
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.vocabulary import TRUMPS
from ledger.rules.site.labels import Label

DECLARER = Label("Melder", "Declarer")
LEVEL = Label("Trin", "Level")
ATTACHMENT = Label("Påhæng", "Attachment")
NOLO = Label("Nolo", "Nolo")
OUTCOME = Label("Udfald", "Outcome")
TRUMP = Label("Trumf", "Trump")
KNOCKED = Label("Banket", "Knocked")
PARTNER = Label("Makker", "Partner")
RESULT = Label("Res.", "Result")
TRICKS = Label("Stik", "Tricks")
EACH = Label("Stik, hver især", "Tricks, each")
PAIRS = Label("Stik, par", "Tricks, pairs")
AWAY = Label("Over", "Out")
OTHER = Label("Andet", "Other")

CAT = Label("esset i katten: ingen makker", "the ace was in the cat: no partner")
PASSED_OUT = Label("passet rundt", "passed out")
MARKS = (("−", Label("bet", "lost")), ("=", Label("netop hjem", "just made")), ("+", Label("overstik", "overtricks")))


@dataclass(frozen=True)
class Box:
    """One box: the letters in it, as they are typed, what they mean, and the seat they name, if any.

    A `written` box is for a number; `text` then stands small beside it.
    """

    text: str
    meaning: Label | None = None
    seat: int | None = None
    written: bool = False


@dataclass(frozen=True)
class Group:
    """Boxes that belong together, under a heading; of those to be ticked, one or none is."""

    code: str
    heading: Label
    boxes: tuple[Box, ...]


def boxes_of(scoring_table: ScoringRules, seats: int) -> tuple[Group, ...]:
    """Every group of boxes that a deal of a table needs with so many at it, in the order of the keyboard line."""
    return tuple(group for group in _groups(scoring_table, seats) if group.boxes)


def _groups(scoring_table: ScoringRules, seats: int) -> Iterator[Group]:
    words, everyone = Notation(scoring_table).words(), _seats(seats)
    has_declarer = bool(scoring_table.columns or scoring_table.nolo or scoring_table.roles)
    called = bool(scoring_table.roles) or (bool(scoring_table.columns) and scoring_table.partner == "called")
    yield Group("declarer", DECLARER, everyone if has_declarer else ())
    yield Group(
        "level",
        LEVEL,
        tuple(Box(str(level)) for level in scoring_table.levels) if len(scoring_table.levels) > 1 else (),
    )
    yield Group("attachment", ATTACHMENT, tuple(_attachments(scoring_table, words["attachment"])))
    nolo = ((words["nolo"][code], contract.label) for code, contract in scoring_table.nolo.items())
    yield Group("nolo", NOLO, tuple(Box(*each) for each in nolo))
    roles = ((words["role"][code], row.label) for code, row in scoring_table.roles.items())
    yield Group("role", OUTCOME, tuple(Box(*each) for each in roles))
    yield Group("trump", TRUMP, tuple(Box(words["trump"][trump], TRUMPS[trump]) for trump in scoring_table.trumps))
    flags = (Box(words["flag"][code], label) for code, label in scoring_table.flags.items())
    yield Group("flag", KNOCKED, tuple(flags))
    cat = (Box(IN_CAT, CAT),) if scoring_table.columns and scoring_table.partner == "called" else ()
    yield Group("partner", PARTNER, (*everyone, *cat) if called else ())
    yield from _results(scoring_table, seats)
    other = [
        Box(WORDS[0], PASSED_OUT),
        *([Box(EVERYONE[0], scoring_table.free_for_all.label)] if scoring_table.free_for_all else []),
    ]
    yield Group("other", OTHER, tuple(other))
    many_away = seats > scoring_table.seats.max + 1
    yield Group("away", AWAY, (Box("~", written=True),) if many_away else ())


def _attachments(scoring_table: ScoringRules, words: Mapping[str, str]) -> Iterator[Box]:
    """The columns but the plain one, those of one attachment together: v1 v2 v3."""
    for attachment in scoring_table.attachments:
        for column in scoring_table.columns:
            if column.attachment == attachment != "plain":
                yield Box(f"{words[attachment]}{column.vip_turn or ''}", column.label)


def _results(scoring_table: ScoringRules, seats: int) -> Iterator[Group]:
    """Where the tricks go: of the declarer's side, of each player for himself, of the two pairs."""
    marks = tuple(Box(mark, meaning) for mark, meaning in MARKS)
    yield Group("result", RESULT, marks if scoring_table.columns else ())
    yield Group("tricks", TRICKS, (Box("", written=True),) if scoring_table.columns else ())
    alone = bool(scoring_table.nolo or scoring_table.free_for_all)
    each = (Box(str(seat), seat=seat, written=True) for seat in range(1, seats + 1))
    yield Group("each", EACH, tuple(each) if alone else ())
    pairs = (Box("1+3", written=True), Box("2+4", written=True))
    yield Group("pairs", PAIRS, pairs if scoring_table.pair_book else ())


def _seats(seats: int) -> tuple[Box, ...]:
    return tuple(Box(str(seat), seat=seat) for seat in range(1, seats + 1))
