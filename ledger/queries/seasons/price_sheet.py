"""The scoring tables that priced a season, written out as on the club's wall."""

from collections.abc import Iterator

from django.db.models import Q

from ledger.models import ScoringTableVersion, Season
from ledger.queries.deals.pricing import units_per_point_unit
from ledger.rules.scoring.ladder import ladder_steps, ladder_words
from ledger.rules.scoring.scoring_table import Nolo, Price, ScoringRules
from ledger.rules.scoring.wall.sheet import Cell, four_numbers, rules_in_words, wall_cells
from ledger.rules.site.labels import Label, Phrase, fill, join, same
from ledger.spreadsheets.seasons.season_book import PriceCell, PricedScoringTable

Row = tuple[Label | int | None, ...]

CONTRACT = Phrase("Contract")
PRICE = Phrase("Price", "a column")
MAKER = Phrase("Declarer's side, %(count)s players")
OTHERS = Phrase("The others, %(count)s players")
AT_MOST = Phrase("%(nolo)s (tricks: at most %(most)s)")
EXACTLY = Phrase("%(nolo)s (tricks: exactly %(most)s)")
ABOVE_FEWEST = Phrase("%(name)s, per trick above the fewest")
ABOVE_BOOK = Phrase("%(name)s, per trick above %(tricks)s")
LADDER = Phrase("What beats what, lowest first: %(ladder)s")
SOURCE = Phrase("Source: %(source)s")


def price_tables(*, season: Season) -> tuple[PricedScoringTable, ...]:
    """The table versions of a season's evenings and deals, prices in the season's units, oldest first; one query.

    The cells are those of the sheet on the wall: the value that the rules below it speak of, four numbers as text where
    a contract has numbers of its own, None where the club has typed nothing.
    """
    is_used = Q(pk__in=season.evenings.values("table_version")) | Q(pk__in=season.entries.values("table_version"))
    its_clubs = ScoringTableVersion.objects.filter(
        scoring_table__club=season.club_id
    )  # PostgreSQL has no index for that "or"
    used = its_clubs.filter(is_used).select_related("scoring_table").order_by("in_force_from", "pk")
    return tuple(
        PricedScoringTable(
            name=version.scoring_table.name,
            version=version.number,
            in_force_from=version.in_force_from,
            columns=_headings(version.to_rules()),
            rows=tuple(_cells(row, _scale(season, version)) for row in _rows(version.to_rules())),
            notes=_notes(version.to_rules()),
        )
        for version in used
    )


def _scale(season: Season, version: ScoringTableVersion) -> int:
    return units_per_point_unit(season_denominator=season.unit_denominator, version=version)


def _cells(row: Row, scale: int) -> tuple[PriceCell, ...]:
    """A row in words, its prices in units of the season."""
    return tuple(cell if isinstance(cell, Label) else cell and cell * scale for cell in row)


def _headings(scoring_table: ScoringRules) -> tuple[Label, ...]:
    if scoring_table.roles:
        sides = (fill(side, count=n) for n in _numbers(scoring_table) for side in (MAKER, OTHERS))
        return (CONTRACT, *sides)
    columns = [column.label for column in scoring_table.columns] or [PRICE]
    return (CONTRACT, *columns)


def _numbers(scoring_table: ScoringRules) -> list[int]:
    """The numbers of players for which a game paid by role has prices."""
    return sorted({number for row in scoring_table.roles.values() for number in row.maker})


def _rows(scoring_table: ScoringRules) -> Iterator[Row]:
    width = len(_headings(scoring_table))
    parts = (_level_rows, _contract_rows, _role_rows)
    for name, *prices in (row for part in parts for row in part(scoring_table)):
        yield (name, *prices, *[None] * (width - 1 - len(prices)))


def _level_rows(scoring_table: ScoringRules) -> Iterator[Row]:
    for level, row in wall_cells(scoring_table).items():
        yield (same(str(level)), *(_cell(cell, scoring_table) for cell in row.values()))


def _cell(cell: Cell, scoring_table: ScoringRules) -> Label | int | None:
    return four_numbers(cell, scoring_table.unit_denominator) if isinstance(cell, Price) else cell


def _contract_rows(scoring_table: ScoringRules) -> Iterator[Row]:
    for nolo in scoring_table.nolo.values():
        yield _nolo_name(nolo), nolo.price.made if nolo.price else None
    if pot := scoring_table.free_for_all:
        yield fill(ABOVE_FEWEST, name=pot.label), pot.price
    if book := scoring_table.pair_book:
        yield fill(ABOVE_BOOK, name=book.label, tricks=book.tricks), book.price


def _nolo_name(nolo: Nolo) -> Label:
    limit = EXACTLY if nolo.min_tricks == nolo.max_tricks and nolo.max_tricks else AT_MOST
    return fill(limit, nolo=nolo.label, most=nolo.max_tricks)


def _role_rows(scoring_table: ScoringRules) -> Iterator[Row]:
    for row in scoring_table.roles.values():
        sides = ((row.maker.get(number), row.others.get(number)) for number in _numbers(scoring_table))
        yield (row.label, *(cell for pair in sides for cell in pair))


def _notes(scoring_table: ScoringRules) -> tuple[Label, ...]:
    """The notes below the prices: the order of the bids, the rules in words, and the source."""
    ladder = join(ladder_steps(scoring_table), ", ")
    return (
        *([fill(LADDER, ladder=ladder)] if scoring_table.ladder else []),
        *ladder_words(scoring_table),
        *rules_in_words(scoring_table),
        fill(SOURCE, source=scoring_table.source),
    )
