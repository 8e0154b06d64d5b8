"""What may be wrong with a row of an old book: where it stands, what it is, and what was likely meant."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from ledger.rules.imports.written.sheets import CellPlace
from ledger.rules.site.labels import Label, Phrase, fill, join, same
from ledger.rules.site.points import Points, in_points


class FindingKind(Enum):
    """The kinds of findings; those that leave nothing in doubt come last."""

    SUM = "sum"  # does not add up to zero
    EVENING_SUM = "evening_sum"  # of a row that is an evening's points
    SIGN = "sign"  # a minus too many or too few
    DIGIT = "digit"  # a factor of ten, or a digit too many
    BLANK = "blank"  # a number is missing
    JUMP = "jump"  # a running total
    DUPLICATE = "duplicate"  # a number, or a whole deal
    NO_PRICE = "no_price"  # no version pays so
    OTHER_TIME = "other_time"  # a version pays so that was not in force
    OTHER_SIDE = "other_side"  # another declarer or partner than named
    OTHER_TRICKS = "other_tricks"  # than written
    UNKNOWN_NAME = "unknown_name"
    NO_DAY = "no_day"
    DAY_ORDER = "day_order"
    NOT_A_DEAL = "not_a_deal"  # of the workbook to type in: what its row lacks
    OTHER_POINTS = "other_points"  # than the prices pay for what was typed
    IN_BOOK = "in_book"  # the club's book has the deal
    OTHERWISE_IN_BOOK = "otherwise"  # or another that the same row told before
    NOT_A_NUMBER = "not_a_number"
    NOT_A_DAY = "not_a_day"
    CONTRACT_AS_TEXT = "contract_as_text"


ADVICE = {FindingKind.CONTRACT_AS_TEXT}  # the row can be booked as it stands

SENTENCES = {
    FindingKind.SUM: Phrase("The points add up to %(sum)s, not to 0."),
    FindingKind.EVENING_SUM: Phrase("The points of the evening add up to %(sum)s: %(missing)s is lacking."),
    FindingKind.SIGN: Phrase("The sign is likely wrong: the points add up to %(sum)s, not to 0."),
    FindingKind.DIGIT: Phrase("A digit is likely too many or too few: the points add up to %(sum)s, not to 0."),
    FindingKind.BLANK: Phrase("A number of points is missing here."),
    FindingKind.JUMP: Phrase("The running total jumps from the one above."),
    FindingKind.DUPLICATE: Phrase("The evening has a deal %(number)s already, in row %(row)s."),
    FindingKind.NO_PRICE: Phrase("No version of the scoring table pays this."),
    FindingKind.OTHER_TIME: Phrase("Only “%(version)s” pays this, and it was not in force that day."),
    FindingKind.OTHER_SIDE: Phrase("The points fit another declarer or partner than the one named."),
    FindingKind.OTHER_TRICKS: Phrase("The points fit other tricks than those written."),
    FindingKind.UNKNOWN_NAME: Phrase("Nobody in the sheet is called %(name)s."),
    FindingKind.NO_DAY: Phrase("An evening begins here without its day."),
    FindingKind.DAY_ORDER: Phrase("%(day)s is out of order among the evenings around it."),
    FindingKind.NOT_A_DEAL: Phrase("This is not a whole deal yet: %(why)s."),
    FindingKind.OTHER_POINTS: Phrase("The points are others than the prices pay for this deal."),
    FindingKind.IN_BOOK: Phrase("The club's book has this deal of that day already."),
    FindingKind.OTHERWISE_IN_BOOK: Phrase(
        "The club's book has another deal from this row: correct it there, on the deal's page."
    ),
    FindingKind.NOT_A_NUMBER: Phrase("“%(text)s” is no number of points."),
    FindingKind.NOT_A_DAY: Phrase("“%(text)s” is no day."),
    FindingKind.CONTRACT_AS_TEXT: Phrase("“%(text)s” cannot be read as a contract here, and is kept as text."),
}
# Of rows that somebody has to decide, in the order in which they are shown.
TITLES: dict[FindingKind, Label] = {
    FindingKind.SUM: Phrase("The points do not add up to 0"),
    FindingKind.EVENING_SUM: Phrase("The points of an evening do not add up to 0"),
    FindingKind.SIGN: Phrase("A sign is likely wrong"),
    FindingKind.DIGIT: Phrase("A digit is likely wrong"),
    FindingKind.BLANK: Phrase("A number is missing"),
    FindingKind.JUMP: Phrase("The running total jumps"),
    FindingKind.DUPLICATE: Phrase("The number stands twice"),
    FindingKind.NO_PRICE: Phrase("No version pays this"),
    FindingKind.OTHER_TIME: Phrase("Another version pays this"),
    FindingKind.OTHER_SIDE: Phrase("The points fit another side"),
    FindingKind.OTHER_TRICKS: Phrase("The points fit other tricks"),
    FindingKind.UNKNOWN_NAME: Phrase("An unknown name"),
    FindingKind.DAY_ORDER: Phrase("A day out of order"),
    FindingKind.NOT_A_DEAL: Phrase("A deal that is not whole"),
    FindingKind.OTHER_POINTS: Phrase("Other points than the prices pay"),
    FindingKind.IN_BOOK: Phrase("In the club's book already"),
    FindingKind.OTHERWISE_IN_BOOK: Phrase("In the club's book with another deal"),
    FindingKind.NOT_A_NUMBER: Phrase("What is no number"),
}
LONGEST_FRACTION = 1_000_000
WITH_LIKELY = Phrase("%(sentence)s Likely right: %(likely)s.")
IN_SHEET = Phrase("%(sheet)s, cell %(cell)s: %(sentence)s")


@dataclass(frozen=True, slots=True)
class BookFinding:
    """One thing that may be wrong: its kind and cell, the sentence, and what was likely meant if that can be told."""

    kind: FindingKind
    place: CellPlace
    sentence: Label
    likely: Label | None = None

    @property
    def is_doubt(self) -> bool:
        """Whether the row must not be booked as it stands without being asked about."""
        return self.kind not in ADVICE

    @property
    def label(self) -> Label:
        """The finding in words, with what was likely meant."""
        return fill(WITH_LIKELY, sentence=self.sentence, likely=self.likely) if self.likely else self.sentence

    @property
    def label_with_place(self) -> Label:
        """The finding in words, behind the sheet and the cell that it is about."""
        if not self.place.sheet:
            return join([same(self.place.cell), self.label], ": ")
        return fill(IN_SHEET, sheet=self.place.sheet, cell=self.place.cell, sentence=self.label)


def finding(kind: FindingKind, place: CellPlace, likely: Label | None = None, **values: object) -> BookFinding:
    """A finding of a kind, its sentence filled with these values."""
    return BookFinding(kind, place, fill(SENTENCES[kind], **values), likely)


def points_label(points: Points) -> Label:
    """Points as each language writes them: "−4", "0,5"."""
    exact = Fraction(points)
    if exact.denominator > LONGEST_FRACTION:  # as a program works out a third
        exact = exact.limit_denominator(1000)
    return in_points(exact.numerator, exact.denominator)


def title_of(kind: str) -> Label:
    """What a kind of doubt is called, by its name in the book; empty for one that this release does not know."""
    return next((title for known, title in TITLES.items() if known.value == kind), same(""))
