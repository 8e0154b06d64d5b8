"""Why a deal paid what it paid: the steps of the arithmetic, before any language."""

from collections.abc import Callable
from dataclasses import dataclass

from ledger.rules.deals.kinds import (
    Adjustment,
    Deal,
    Fault,
    FreeForAll,
    NoloDeal,
    NotPlayed,
    PairBook,
    PassedOut,
    RoleTable,
    TrickDeal,
)
from ledger.rules.deals.settling import Payout
from ledger.rules.scoring.parameters.factor import Factor, Played
from ledger.rules.scoring.parameters.tricks_map import TRICKS_MAP
from ledger.rules.scoring.pricing import Terms, nolo_terms, trick_terms
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Label


@dataclass(frozen=True)
class Wager:
    """One player, or one side, against others: at least or at most so many tricks, so many taken, so much each.

    `against` is "opponents" of a side, all the "others" at the table, or the "outsiders" who did not go along.
    `counted` is what the tricks count as where the table says another number, else None.
    """

    player: str
    least: int
    most: int | None
    tricks: int
    terms: Terms
    against: str
    counted: int | None = None


@dataclass(frozen=True)
class Pot:
    """Everyone pays `price` units per trick above the fewest; the winners share the pot."""

    fewest: int
    price: int
    winners: tuple[str, ...]
    above: tuple[tuple[str, int], ...]
    share: int


@dataclass(frozen=True)
class Book:
    """A pair took `over` tricks above the `book`, at `price` units each, paid by the house or the other pair."""

    pair: tuple[str, str]
    tricks: int
    book: int
    over: int
    price: int
    from_house: bool


@dataclass(frozen=True)
class Roles:
    """The house pays `each` units to every one of the receivers."""

    players: int
    receivers: tuple[str, ...]
    each: int


@dataclass(frozen=True)
class Moved:
    """Units moved by agreement, and why, or by a penalty, whose name says why."""

    reason: str | None
    units: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Nothing:
    """Nothing is scored, and the same dealer may have to deal `again`."""

    again: bool


Step = Wager | Pot | Book | Roles | Moved | Nothing


def explain(deal: Deal, scoring_table: ScoringRules, settlement: Payout) -> tuple[Step, ...]:
    """The steps behind a settlement, players by the names of the deal and amounts in units of the table."""
    match deal:
        case TrickDeal():
            return (_trick_wager(deal, scoring_table),)
        case NoloDeal():
            return _nolo_wagers(deal, scoring_table)
        case FreeForAll():
            return (_pot(deal, scoring_table, settlement),)
        case PairBook():
            return (_book(deal, scoring_table, settlement),)
        case RoleTable():
            return (_roles(settlement),)
        case Adjustment():
            return (Moved(deal.reason, tuple(deal.units.items())),)
        case Fault():
            return (Moved(None, tuple(settlement.units.items())),)
        case PassedOut():
            return (Nothing(again=False),)
        case NotPlayed():
            return (Nothing(again=True),)


def _trick_wager(deal: TrickDeal, scoring_table: ScoringRules) -> Wager:
    column = scoring_table.column(deal.attachment, deal.vip_turn)
    assert column is not None
    played = Played(deal.tricks, deal.trump, deal.flag, deal.partner is None)
    terms = trick_terms(scoring_table, column, deal.level, played)
    assert terms is not None
    counted = TRICKS_MAP.of(scoring_table).get(deal.tricks) if terms.won and terms.count else None
    return Wager(deal.declarer, deal.level, None, deal.tricks, terms, "opponents", counted)


def _nolo_wagers(deal: NoloDeal, scoring_table: ScoringRules) -> tuple[Wager, ...]:
    nolo = scoring_table.nolo[deal.contract]
    against = "opponents"
    if len(deal.participants) > 1:
        against = "outsiders" if scoring_table.rules.get("joined") == "outsiders" else "others"
    wagers = []
    for one in deal.participants:
        terms = nolo_terms(nolo, one.tricks)
        assert terms is not None
        wagers.append(Wager(one.player, nolo.min_tricks, nolo.max_tricks, one.tricks, terms, against))
    return tuple(wagers)


def _pot(deal: FreeForAll, scoring_table: ScoringRules, settlement: Payout) -> Pot:
    assert scoring_table.free_for_all is not None
    assert scoring_table.free_for_all.price is not None
    fewest = min(deal.tricks.values())
    winners = tuple(player for player, tricks in deal.tricks.items() if tricks == fewest)
    above = tuple((player, tricks - fewest) for player, tricks in deal.tricks.items() if tricks > fewest)
    return Pot(fewest, scoring_table.free_for_all.price, winners, above, settlement.units[winners[0]])


def _book(deal: PairBook, scoring_table: ScoringRules, settlement: Payout) -> Book:
    assert scoring_table.pair_book is not None
    book, price = scoring_table.pair_book.tricks, scoring_table.pair_book.price
    pair, tricks = max(zip(deal.pairs, deal.pair_tricks, strict=True), key=lambda taken: taken[1])
    return Book(pair, tricks, book, max(0, tricks - book), price, settlement.house != 0)


def _roles(settlement: Payout) -> Roles:
    paid = {player: units for player, units in settlement.units.items() if units}
    playing = sum(role != "sits_out" for role in settlement.roles.values())
    return Roles(playing, tuple(paid), max(paid.values(), default=0))


def arithmetic(terms: Terms, number: Callable[[int], str], words: Callable[[Label], str]) -> str:
    """The sum as it is written down, without its sign: "2 + 1 x 2 = 4", "(2 + 1 x 2) x 2 for clubs = 8", "2"."""
    parts = [number(terms.base)] if terms.base or not terms.count * terms.each else []
    if terms.count and terms.each:
        parts.append(f"{terms.count} x {number(terms.each)}")
    text, is_sum = " + ".join(parts), len(parts) > 1
    for factor in terms.factors:
        if factor.times != factor.divisor and is_sum:
            text, is_sum = f"({text})", False
        text += _factor_text(factor, number, words)
        is_sum = is_sum or factor.plus > 0
    result = number(abs(terms.amount))
    return text if text == result else f"{text} = {result}"


def _factor_text(factor: Factor, number: Callable[[int], str], words: Callable[[Label], str]) -> str:
    times = f"{factor.times}/{factor.divisor}" if factor.divisor > 1 else str(factor.times)
    text = f" x {times}" if factor.times != factor.divisor else ""
    text += f" + {number(factor.plus)}" if factor.plus else ""
    text += f" {words(factor.reason)}" if factor.reason else ""
    return f"{text}, {words(factor.finish.words)}" if factor.finish else text
