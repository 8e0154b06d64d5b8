"""What is played: `unit_denominator`, `seats`, `tricks`, `partner` and `zero_sum`."""

from collections.abc import Iterator

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.headings import TRUTHS, Choices, Heading
from ledger.rules.scoring.parameters.parameter import Parameter
from ledger.rules.scoring.scoring_table import PlayerRange, ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.labels import Label, Phrase, fill, same
from ledger.rules.site.refusal import Refusal, gettext_noop

LARGEST_UNIT = 5040  # which every number up to 10 divides
FEWEST_SEATS, MOST_SEATS = 3, 8
MOST_TRICKS = 13
OF_FOUR = ("columns", "nolo", "free_for_all", "pair_book")

FOUR_SEATS = gettext_noop("Only a game paid by role is played by other than four.")
HOUSE_NEEDED = gettext_noop("A game paid by role is not zero-sum.")

UNIT = Phrase("Points are counted in steps of 1/%(unit)s.")
PARTNERS: Choices = {"called": Phrase("called by an ace"), "fixed": Phrase("fixed pairs")}
PARTNERS_IN_BRIEF = {"called": Phrase("called"), "fixed": Phrase("sits opposite")}
PARTNERS_ON_THE_WALL = {
    "called": Phrase("Declarer and partner each win or lose as much as one opponent."),
    "fixed": Phrase("The partner sits opposite; each of the two wins or loses as much as one opponent."),
}


def _unit_in_brief(denominator: int, _scoring_table: ScoringRules) -> Label:
    return same(f"1/{denominator}" if denominator > 1 else "1")


def _unit_on_the_wall(denominator: int, _scoring_table: ScoringRules) -> Iterator[Label]:
    if denominator > 1:
        yield fill(UNIT, unit=denominator)


def _seats(value: object, context: Context) -> PlayerRange:
    given = fields.record(value, "seats", required=("min", "max"))
    fewest = fields.integer(given["min"], "seats.min", FEWEST_SEATS, MOST_SEATS)
    seats = PlayerRange(fewest, fields.integer(given["max"], "seats.max", fewest, MOST_SEATS))
    if seats != PlayerRange(4, 4) and any(context.document.get(part) for part in OF_FOUR):
        raise Refusal(FOUR_SEATS, "seats")
    return seats


def _seats_in_brief(seats: PlayerRange, _scoring_table: ScoringRules) -> Label:
    return same(str(seats.min) if seats.min == seats.max else f"{seats.min}–{seats.max}")


def _partner_on_the_wall(partner: str, scoring_table: ScoringRules) -> Iterator[Label]:
    if any(column.alone != "forced" for column in scoring_table.columns):
        yield PARTNERS_ON_THE_WALL[partner]


def _zero_sum(value: object, context: Context) -> bool:
    zero_sum = fields.boolean(value, "zero_sum")
    if zero_sum and context.document.get("roles"):
        raise Refusal(HOUSE_NEEDED, "zero_sum")
    # Where only the winners are written down, the house pays them.
    return zero_sum and context.rules.get("book") != "winners_only"


UNIT_DENOMINATOR = Parameter[int](
    key="unit_denominator",
    title=Phrase("The smallest part of a point"),
    is_required=True,
    default=1,
    read=lambda value, _context: fields.integer(value, "unit_denominator", 1, LARGEST_UNIT),
    facts=(Heading("unit_denominator", Phrase("Smallest part of a point: 1/…"), "whole"),),
    in_brief=_unit_in_brief,
    on_the_wall=_unit_on_the_wall,
)
SEATS = Parameter[PlayerRange](
    key="seats",
    title=Phrase("Players"),
    is_required=True,
    default=PlayerRange(4, 4),
    read=_seats,
    facts=(
        Heading("seats.min", Phrase("Fewest players"), "whole", is_hidden=True),
        Heading("seats.max", Phrase("Most players"), "whole", is_hidden=True),
    ),
    in_brief=_seats_in_brief,
)
TRICKS = Parameter[int](
    key="tricks",
    title=Phrase("Tricks in a deal"),
    is_required=True,
    default=MOST_TRICKS,
    read=lambda value, _context: fields.integer(value, "tricks", 1, MOST_TRICKS),
    facts=(Heading("tricks", Phrase("Tricks in a deal"), "whole", is_hidden=True),),
    in_brief=lambda tricks, _scoring_table: same(str(tricks)),
)
PARTNER = Parameter[str](
    key="partner",
    title=Phrase("The partner"),
    is_required=True,
    default="called",
    read=lambda value, _context: fields.one_of(value, "partner", PARTNERS),
    facts=(Heading("partner", Phrase("Partner"), "choice", PARTNERS, is_hidden=True),),
    in_brief=lambda partner, _scoring_table: PARTNERS_IN_BRIEF[partner],
    on_the_wall=_partner_on_the_wall,
)
ZERO_SUM = Parameter[bool](
    key="zero_sum",
    title=Phrase("The players' points sum to 0"),
    is_required=True,
    default=True,
    read=_zero_sum,
    facts=(Heading("zero_sum", Phrase("The game sums to 0"), "truth", TRUTHS, is_hidden=True),),
    in_brief=lambda zero_sum, _scoring_table: TRUTHS["true" if zero_sum else "false"],
)
