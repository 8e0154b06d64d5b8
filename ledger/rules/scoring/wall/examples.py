"""Worked examples of a scoring table: a few typical deals, settled like any other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.rules.deals.kinds import Deal, FreeForAll, NoloDeal, PairBook, Participant, RoleTable, TrickDeal
from ledger.rules.deals.payout import Payout
from ledger.rules.deals.seating import partner_opposite
from ledger.rules.deals.settling import settle
from ledger.rules.scoring.parameters.factor import Played
from ledger.rules.scoring.parameters.tricks_map import TRICKS_MAP
from ledger.rules.scoring.pricing import counted_tricks, trick_terms
from ledger.rules.scoring.scoring_table import Column, Nolo, ScoringRules
from ledger.rules.scoring.tariff import Tariff, ways_of_playing
from ledger.rules.site.refusal import Refusal

PLAYERS = ("A", "B", "C", "D", "E", "F", "G", "H")
MOST = 9
USUAL_LEVEL = 9


@dataclass(frozen=True)
class Example:
    """A deal and what it pays; `explaining.sentence` says why."""

    deal: Deal
    settlement: Payout


def worked_examples(tariff: Tariff) -> tuple[Example, ...]:
    """A few deals of A, B, C and D that show how a scoring table pays, plain ones first; always the same ones.

    A contract just made, with an overtrick, and lost by one; the deal that most extras count for; a declarer without a
    partner; a nolo made, lost, and with a joiner; a pot, pairs and roles where the table has them. Deals without
    a price are skipped, so there may be none.
    """
    players = PLAYERS[: max(4, tariff.scoring_table.seats.min)]
    examples = (_example(deal, tariff, players) for deal in _telling(tariff.scoring_table, players))
    return tuple(example for example in examples if example)[:MOST]


def _example(deal: Deal, tariff: Tariff, players: Sequence[str]) -> Example | None:
    try:
        return Example(deal, settle(deal, tariff, players))
    except Refusal:
        return None  # without a price there is nothing to show


def _telling(scoring_table: ScoringRules, players: Sequence[str]) -> Iterator[Deal]:
    yield from _tricks(scoring_table, players)
    first = next((nolo for nolo in scoring_table.nolo.values() if nolo.price), None)
    if first:
        yield from _nolo(scoring_table, first, players)
    if scoring_table.free_for_all and scoring_table.tricks > len(players):
        yield _pot(scoring_table.tricks, players)
    if scoring_table.pair_book:
        yield from _pairs(scoring_table.tricks, scoring_table.pair_book.tricks, players)
    for row in scoring_table.roles.values():
        yield RoleTable(maker=players[0], partner=None if row.side == "alone" else players[1], outcome=row.code)


def _tricks(scoring_table: ScoringRules, players: Sequence[str]) -> Iterator[Deal]:
    usual = _usual_bid(scoring_table)
    if usual is None:
        return
    level, column = usual
    for tricks in (level, level + 1, level - 1):
        if tricks <= column.tricks_played:
            yield _trick_deal(scoring_table, level, column, Played(tricks, alone=column.alone == "forced"), players)
    if special := _special(scoring_table, level, column):
        yield _trick_deal(scoring_table, level, *special, players)
    if column.alone == "possible":
        yield _trick_deal(scoring_table, level, column, Played(level, alone=True), players)


def _usual_bid(scoring_table: ScoringRules) -> tuple[int, Column] | None:
    """A familiar bid: level 9 if there is one, in the first column with a price for it."""
    for level in sorted(scoring_table.levels, key=lambda level: (level != USUAL_LEVEL, level)):
        for column in scoring_table.columns:
            if scoring_table.prices[level][column.code]:
                return level, column
    return None


def _special(scoring_table: ScoringRules, level: int, usual: Column) -> tuple[Column, Played] | None:
    """The way to play the level to which most extras apply; if none does, another attachment, preferably vip."""
    taken = [
        level + 1,
        level,
        *TRICKS_MAP.of(scoring_table),
        *(row.when.tricks for row in scoring_table.multipliers if row.when.tricks),
    ]
    ways = [
        (column, Played(tricks, trump, flag, alone))
        for column in scoring_table.columns
        for trump, flag, alone in ways_of_playing(scoring_table, column)
        for tricks in taken
        if tricks <= column.tricks_played and alone == (column.alone == "forced")
    ]
    place = {column.code: at for at, column in enumerate(scoring_table.columns)}

    def tellingness(way: tuple[Column, Played]) -> tuple[int, bool, int]:
        return _extras(scoring_table, level, *way), way[0].bears("vip"), place[way[0].code]

    best = max(ways, key=tellingness)
    return best if best[0] != usual or _extras(scoring_table, level, *best) else None


def _extras(scoring_table: ScoringRules, level: int, column: Column, played: Played) -> int:
    """The number of multipliers that apply, plus one if the tricks count as others; negative without a price."""
    terms = trick_terms(scoring_table, column, level, played)
    if terms is None:
        return -1
    counts_otherwise = played.tricks >= level and counted_tricks(scoring_table, played.tricks) != played.tricks
    return len(terms.factors) + counts_otherwise


def _trick_deal(
    scoring_table: ScoringRules, level: int, column: Column, played: Played, players: Sequence[str]
) -> TrickDeal:
    partner = partner_opposite(players[0], players) if scoring_table.partner == "fixed" else players[1]
    why_alone = "declared" if column.alone == "forced" else "self_called"
    return TrickDeal(
        level=level,
        attachment=column.attachment,
        vip_turn=column.vip_turn,
        trump=played.trump,
        flag=played.flag,
        declarer=players[0],
        partner=None if played.alone else partner,
        alone=why_alone if played.alone else None,
        tricks=played.tricks,
    )


def _nolo(scoring_table: ScoringRules, nolo: Nolo, players: Sequence[str]) -> Iterator[NoloDeal]:
    made = Participant(players[0], nolo.min_tricks if nolo.price and nolo.price.less else nolo.max_tricks)
    yield NoloDeal(contract=nolo.code, participants=(made,))
    if nolo.max_tricks < scoring_table.tricks:
        yield NoloDeal(contract=nolo.code, participants=(Participant(players[0], nolo.max_tricks + 1),))
        if nolo.side == "alone" and scoring_table.rules.get("joined") != "single":
            joiner = Participant(players[2], nolo.max_tricks + 1)
            yield NoloDeal(contract=nolo.code, participants=(made, joiner))


def _pot(tricks: int, players: Sequence[str]) -> FreeForAll:
    """A pot shared by two with a trick each, while the other two take the rest."""
    third = (tricks - 2) // 2
    return FreeForAll(tricks=dict(zip(players, (1, 1, third, tricks - 2 - third), strict=True)))


def _pairs(tricks: int, book: int, players: Sequence[str]) -> Iterator[PairBook]:
    north, east, south, west = players
    for ours in (book + 1, book + 3, tricks - book - 2, tricks):
        if 0 <= ours <= tricks:
            yield PairBook(pairs=((north, south), (east, west)), pair_tricks=(ours, tricks - ours))
