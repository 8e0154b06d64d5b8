"""What trick contracts pay, in words: the value, over- and undertricks, and everything that changes them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ledger.rules.scoring.editor.cells import Cell, amounts, four_numbers, shorthand, wall_cells
from ledger.rules.scoring.naming import TURNS
from ledger.rules.scoring.parameters.basics.game import PARTNER, UNIT_DENOMINATOR
from ledger.rules.scoring.parameters.chosen_rules import LOST, MADE
from ledger.rules.scoring.parameters.declared import PARAMETERS
from ledger.rules.scoring.parameters.tricks_map import TRICKS_MAP
from ledger.rules.scoring.scoring_table import Multiplier, Price, ScoringRules, When
from ledger.rules.scoring.vocabulary import ATTACHMENTS, SUITS, TRUMPS
from ledger.rules.site.labels import Changed, Label, Phrase, enumeration, fill, join, same
from ledger.rules.site.points import in_points

PLACED = (UNIT_DENOMINATOR, PARTNER, TRICKS_MAP)  # what has a place of its own on the wall
VALUE = Phrase("The price is the contract's number in the sheet. ")
OPPONENTS = Phrase("Each opponent pays when the contract is made, and is paid when it is lost.")
OWN_NUMBERS = Phrase(
    "%(cell)s in a cell: made %(made)s, and %(over)s more for each overtrick; "
    "lost %(lost)s, and %(under)s more for each trick missing."
)
FEWER_TRICKS = Phrase("%(column)s: %(tricks)s tricks are played.")
INSTEAD = Phrase("Instead of the rule, before any factor: ")
INSTEAD_TRICKS = Phrase("with %(tricks)s tricks %(amount)s")
MINUS = Phrase("; a minus means that the declarer pays")
THE_AMOUNT = Phrase(": the amount")
SUIT_DOUBLED = Phrase("%(trump)s in %(attachment)s count twice.")
IN_TURN = Phrase("Where several hold, they count in that order.")
DECLARED_ALONE = Phrase("%(columns)s: declared alone, and each of the three opponents pays the amount.")
NEVER_ALONE = Phrase("%(columns)s: always played with a partner.")
TRICKS = Phrase("%(count)s tricks")
RESULTS = {"made": Phrase("when made"), "lost": Phrase("when lost")}


def trick_words(scoring_table: ScoringRules) -> Iterator[Label]:
    """A sentence for each thing that decides what a trick contract pays; none for a table without trick contracts."""
    if not scoring_table.columns:
        return
    cells = [cell for row in wall_cells(scoring_table).values() for cell in row.values()]
    yield from _basis(scoring_table, cells)
    yield from _columns(scoring_table)
    yield from TRICKS_MAP.sentences(scoring_table)  # what the tricks count as comes before what they pay
    yield from _overrides(scoring_table)
    yield from multiplier_words(scoring_table)
    for parameter in PARAMETERS.values():
        if parameter not in PLACED:
            yield from parameter.sentences(scoring_table)


def _basis(scoring_table: ScoringRules, cells: Sequence[Cell]) -> Iterator[Label]:
    """What the sheet's numbers mean, and how they become an amount."""
    prices, named = [cell for cell in cells if isinstance(cell, Price)], shorthand(scoring_table)
    # A price of 0 fits every rule, and is a sign of none.
    by_rule = named if any(cell != 0 and not isinstance(cell, Price) for cell in cells) else None
    yield join([VALUE, OPPONENTS], "") if by_rule else OPPONENTS
    yield from PARTNER.sentences(scoring_table)
    if by_rule:
        unit = scoring_table.unit_denominator
        yield MADE.sentence(by_rule.made, book=scoring_table.tricks // 2, over=in_points(by_rule.over, unit))
        yield LOST.sentence(by_rule.lost, under=in_points(by_rule.under, unit))
    if prices:
        yield _own_numbers(max(prices, key=_tellingness), scoring_table.unit_denominator)


def _tellingness(price: Price) -> tuple[int, int]:
    """How well a cell shows which number is which: most numbers given first, then most of them different."""
    numbers = (price.made, price.over, price.lost, price.under)
    return sum(map(bool, numbers)), len(set(numbers))


def _own_numbers(price: Price, unit: int) -> Label:
    return fill(OWN_NUMBERS, cell=four_numbers(price, unit), **amounts(price, unit))


def _columns(scoring_table: ScoringRules) -> Iterator[Label]:
    by_way = {
        way: [column.label for column in scoring_table.columns if column.alone == way] for way in ("forced", "never")
    }
    if by_way["forced"]:
        yield fill(DECLARED_ALONE, columns=enumeration(by_way["forced"]))
    if 0 < len(by_way["never"]) < len(scoring_table.columns):
        yield fill(NEVER_ALONE, columns=enumeration(by_way["never"]))
    for column in scoring_table.columns:
        if column.tricks_played != scoring_table.tricks:
            yield fill(FEWER_TRICKS, column=column.label, tricks=column.tricks_played)


def _overrides(scoring_table: ScoringRules) -> Iterator[Label]:
    """One sentence for all overrides: columns that agree at a level are named together."""
    by_cell: dict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
    for (level, code, tricks), amount in sorted(scoring_table.overrides.items()):
        by_cell[level, code].append((tricks, amount))
    agreeing: dict[tuple[int, tuple[tuple[int, int], ...]], list[str]] = defaultdict(list)
    for (level, code), paid in by_cell.items():
        agreeing[level, tuple(paid)].append(code)
    if agreeing:
        parts = [_override(scoring_table, level, codes, paid) for (level, paid), codes in agreeing.items()]
        minus = [MINUS] if min(scoring_table.overrides.values()) < 0 else []
        yield join([INSTEAD, join(parts, "; "), *minus, same(".")], "")


def _override(scoring_table: ScoringRules, level: int, codes: Sequence[str], paid: Sequence[tuple[int, int]]) -> Label:
    columns = [column.label for column in scoring_table.columns if column.code in codes]
    name = [same(str(level)), *([enumeration(columns)] if len(columns) < len(scoring_table.columns) else [])]
    unit = scoring_table.unit_denominator
    amounts_in_words = [fill(INSTEAD_TRICKS, tricks=tricks, amount=in_points(amount, unit)) for tricks, amount in paid]
    return join([*name, join(amounts_in_words, ", ")], " ")


def multiplier_words(scoring_table: ScoringRules) -> Iterator[Label]:
    """A sentence for each thing that makes a price count several times or adds to it: "Klør i vip tæller dobbelt."."""
    counting = [row for row in scoring_table.multipliers if (row.mult, row.add) != (1, 0)]
    for row in counting:
        yield _multiplier(scoring_table, row)
    if len(counting) > 1:
        yield IN_TURN


def _multiplier(scoring_table: ScoringRules, row: Multiplier) -> Label:
    attachment, trump = row.when.attachment, row.when.trump
    is_suit = attachment and trump in SUITS and row.when == When(attachment=attachment, trump=trump)
    if attachment and trump and is_suit and (row.mult, row.add) == (2, 0):
        suit = Changed(TRUMPS[trump], _capital)
        return fill(SUIT_DOUBLED, trump=suit, attachment=Changed(_attachment(scoring_table, attachment), str.lower))
    when = join(_conditions(scoring_table, row.when), ", ")
    counts = [same(f" × {row.mult}")] if row.mult > 1 else []
    counts += [join([same(" + "), in_points(row.add, scoring_table.unit_denominator)], "")] if row.add else []
    return join([Changed(when, _capital), THE_AMOUNT, *counts, same(".")], "")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _conditions(scoring_table: ScoringRules, when: When) -> list[Label]:
    """A multiplier's conditions, those on the bid as one: "vip i 3. med klør som trumf", "13 stik"."""
    bid = [_attachment(scoring_table, when.attachment)] if when.attachment else []
    bid += [TURNS[when.turn]] if when.turn else []
    bid += [_trump(when.trump)] if when.trump else []
    conditions = [join(bid, " ")] if bid else []
    conditions += [scoring_table.flags[when.flag]] if when.flag else []
    conditions += [fill(TRICKS, count=when.tricks)] if when.tricks is not None else []
    conditions += [RESULTS[when.result]] if when.result else []
    return conditions or [Phrase("always")]


def _trump(trump: str) -> Label:
    if trump == "none":
        return Phrase("without trumps")
    return fill(Phrase("with %(name)s as trumps"), name=TRUMPS[trump])


def _attachment(scoring_table: ScoringRules, code: str) -> Label:
    """An attachment's name on the sheet: the column's own if it has only one."""
    columns = [column for column in scoring_table.columns if column.attachment == code]
    if len(columns) == 1:
        return columns[0].label
    return ATTACHMENTS.get(code, columns[0].label if columns else same(code))
