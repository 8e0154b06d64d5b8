"""The sheet of who has won what from whom, and of the best partners."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations, product

from ledger.rules.site.labels import Phrase, enumeration, same
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.wording import DEALS, POINTS, TOTAL
from ledger.spreadsheets.site.sheet import Cell, StyledColumn

MOST_PAIRS = 10


def write_head_to_head(figures: Figures) -> None:
    """Write what everybody has won from everybody, and the pairs of partners that won most."""
    won = points_won(figures)
    total = StyledColumn(TOTAL, "strong points", figures.points_width)
    columns = [StyledColumn("", "name"), *figures.player_columns("share"), total]
    sheet = figures.add_sheet(Phrase("Head-to-head"), columns, is_upright=False)
    sheet.line(Phrase("Who has won from whom"), "section")
    sheet.line(
        Phrase(
            "Read across: what the player of the row has won from the player of the column."
            " The row adds up to the player's points of deals."
        ),
        "note",
    )
    sheet.table(columns, (_won_by(number, won, figures) for number in figures.order), 19)
    partners = list(best_partners(figures))
    if partners:
        sheet.line(Phrase("Partners, the ten best pairs"), "section")
        columns = [
            StyledColumn(Phrase("Pair"), "name"),
            StyledColumn(DEALS, "count"),
            StyledColumn(POINTS, "strong points"),
        ]
        sheet.table(columns, partners)
    sheet.print_columns()


def points_won(figures: Figures) -> dict[tuple[int, int], Fraction]:
    """The points that a player has won from another in deals and adjustments, by the two numbers.

    They are their difference divided by those in play, so that they add up to the player's points. Opening balances are
    won from nobody, nor is an evening's points of which no deals were kept.
    """
    without_deals = {row.number for row in figures.book.evenings if row.is_opening or row.is_totals}
    won: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for deal in figures.book.deals:
        if deal.evening not in without_deals:
            for (player, units), (other, others_units) in permutations(deal.units.items(), 2):
                won[player, other] += Fraction(units - others_units, len(deal.units) * figures.book.unit_denominator)
    return won


def best_partners(figures: Figures) -> Iterator[list[Cell]]:
    """The pairs that won most together as declarer and partner, at most ten: their names, deals and points."""
    deals: Counter[frozenset[int]] = Counter()
    units: Counter[frozenset[int]] = Counter()
    for deal in figures.book.deals:
        for pair in product(deal.declarers, deal.partners):
            deals[frozenset(pair)] += 1
            units[frozenset(pair)] += sum(deal.units[number] for number in pair)
    for partners, most in units.most_common(MOST_PAIRS):
        names = [same(figures.names[number]) for number in figures.order if number in partners]
        yield [figures.say(enumeration(names)), deals[partners], figures.points(most)]


def _won_by(player: int, won: Mapping[tuple[int, int], Fraction], figures: Figures) -> Iterator[Cell]:
    """The row of a player: what was won from each of the others, and the sum."""
    shares = [won.get((player, other)) for other in figures.order]
    yield figures.names[player]
    for share in shares:
        yield None if share is None else float(share)
    yield float(sum(filter(None, shares)))
