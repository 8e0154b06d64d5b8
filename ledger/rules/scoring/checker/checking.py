"""The table checker, “takst-tjek”: what cannot be right in a scoring table, and what looks like a slip."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ledger.rules.deals import settling
from ledger.rules.deals.kinds import Deal, kinds_offered
from ledger.rules.deals.settling import settle
from ledger.rules.scoring.checker.bids_compared import order_remarks
from ledger.rules.scoring.checker.oddities import odd_remarks
from ledger.rules.scoring.checker.patterns import price_remarks
from ledger.rules.scoring.document import read_scoring_table
from ledger.rules.scoring.remarks import Remark, cell_path, named_cell
from ledger.rules.scoring.scoring_table import Column, ScoringRules
from ledger.rules.scoring.tariff import Tariff, compile_tariff, trick_key, ways_of_playing
from ledger.rules.site.labels import Label
from ledger.rules.site.points import MOST_UNITS, in_points
from ledger.rules.site.refusal import Refusal, gettext_noop, ngettext_lazy

PLAYERS = ("A", "B", "C", "D", "E", "F", "G", "H")

NO_PRICE = gettext_noop("%(contract)s has no price yet.")
LOST_PAYS = ngettext_lazy(
    "%(contract)s with %(tricks)d trick is lost, but pays the declarer %(amount)s.",
    "%(contract)s with %(tricks)d tricks is lost, but pays the declarer %(amount)s.",
    "tricks",
)
MADE_COSTS = ngettext_lazy(
    "%(contract)s with %(tricks)d trick is made, but costs the declarer %(amount)s.",
    "%(contract)s with %(tricks)d tricks is made, but costs the declarer %(amount)s.",
    "tricks",
)
BETTER_PAYS_LESS = ngettext_lazy(
    "%(contract)s pays %(amount)s with %(tricks)d trick, but %(more)s with %(worse)d.",
    "%(contract)s pays %(amount)s with %(tricks)d tricks, but %(more)s with %(worse)d.",
    "tricks",
)
TOO_DEAR = gettext_noop("%(contract)s moves more points than the book can hold: %(most)d for one player.")
NOT_ZERO_SUM = gettext_noop("%(contract)s does not add up to 0.")


def check_scoring_table(document: Mapping[str, object] | str) -> tuple[Remark, ...]:
    """Errors, then remarks, about a document (a mapping, or its JSON text); never raises Refusal.

    Errors: the document cannot be read, where every price that cannot is named; a contract has no price, a lost
    contract pays or a made one costs, a better result pays less, or an outcome does not sum to 0 or is more than the
    book can hold. Remarks, the most telling first, one for a cell and for a cause: a price or a level is out of step,
    a contract pays or costs nothing or allows many tricks, a higher bid pays less than a lower one.
    At most one error of a kind is given for a cell; a nolo's prices cannot be typed so that it pays when it is lost.
    """
    faults: list[Refusal] = []
    try:
        scoring_table = read_scoring_table(document, faults=faults)
    except Refusal as refusal:
        return _unreadable((*faults, refusal))
    tariff = compile_tariff(scoring_table)
    wrong = (*_unreadable(faults), *_missing_prices(scoring_table, faults), *_wrong_cells(tariff))
    known = {(error.cell, error.message) for error in wrong}
    errors = (*wrong, *(error for error in _settling_errors(tariff) if (error.cell, error.message) not in known))
    return (*errors, *_doubts(tariff, frozenset(error.cell for error in errors)))


def _doubts(tariff: Tariff, wrong: frozenset[str]) -> tuple[Remark, ...]:
    """Remarks on cells without an error, at most one per cell: single cells first, then patterns, then the order."""
    slips: dict[str, Remark] = {}
    for remark in (*odd_remarks(tariff), *price_remarks(tariff.scoring_table)):
        if remark.cell not in wrong:
            slips.setdefault(remark.cell, remark)
    at_slips = frozenset(cell for slip in slips.values() for cell in (slip.cell, *slip.also))
    return (
        *sorted(slips.values(), key=lambda slip: bool(slip.also)),
        *order_remarks(tariff.scoring_table, at_slips | wrong),
    )


def is_hindrance(remark: Remark) -> bool:
    """Whether a remark blocks publishing: every error does, except a price still to be typed."""
    return remark.is_error and remark.message != NO_PRICE


def _unreadable(faults: Iterable[Refusal]) -> tuple[Remark, ...]:
    return tuple(Remark(fault.field, fault.message, fault.params, is_error=True) for fault in faults)


def _missing_prices(scoring_table: ScoringRules, faults: Iterable[Refusal]) -> Iterator[Remark]:
    """Missing prices, without those that were typed but cannot be read."""
    unreadable = {".".join(str(fault.field).split(".")[:3]) for fault in faults}
    for missing in scoring_table.missing_prices:
        if missing.path not in unreadable:
            yield Remark.of(missing.path, NO_PRICE, is_error=True, contract=missing.label)


def _wrong_cells(tariff: Tariff) -> Iterator[Remark]:
    for level in tariff.scoring_table.levels:
        for column in tariff.scoring_table.columns:
            yield from _wrong_cell(tariff, level, column)


def _wrong_cell(tariff: Tariff, level: int, column: Column) -> Iterator[Remark]:
    """The first error of each kind in a cell, over every way of playing it."""
    remarks: dict[str, Remark] = {}
    for trump, flag, alone in ways_of_playing(tariff.scoring_table, column):
        amounts = tariff.amounts[trick_key(level, column, trump, flag, alone=alone)]
        if None in amounts:
            return
        known = [amount or 0 for amount in amounts]
        # A declarer alone is paid by three.
        if 3 * max(map(abs, known)) > MOST_UNITS:
            remarks.setdefault(TOO_DEAR, _too_dear(tariff, cell_path(level, column), named_cell(level, column)))
        if known != sorted(known) or max(known[:level]) > 0 or min(known[level:], default=0) < 0:
            for fault in _faults(tariff, level, column, known):
                remarks.setdefault(fault.message, fault)
    yield from remarks.values()


def _too_dear(tariff: Tariff, path: str, contract: Label) -> Remark:
    return Remark.of(path, TOO_DEAR, is_error=True, contract=contract, most=MOST_UNITS // tariff.unit_denominator)


def _faults(tariff: Tariff, level: int, column: Column, amounts: list[int]) -> Iterator[Remark]:
    path, contract, unit = cell_path(level, column), named_cell(level, column), tariff.unit_denominator
    for tricks, amount in enumerate(amounts):
        if tricks < level and amount > 0:
            params = {"tricks": tricks, "amount": in_points(amount, unit)}
            yield Remark.of(path, LOST_PAYS, is_error=True, contract=contract, **params)
        if tricks >= level and amount < 0:
            params = {"tricks": tricks, "amount": in_points(-amount, unit)}
            yield Remark.of(path, MADE_COSTS, is_error=True, contract=contract, **params)
        if tricks and amount < amounts[tricks - 1]:
            params = {"tricks": tricks, "amount": in_points(amount, unit), "more": in_points(amounts[tricks - 1], unit)}
            yield Remark.of(path, BETTER_PAYS_LESS, is_error=True, contract=contract, worse=tricks - 1, **params)


def _settling_errors(tariff: Tariff) -> Iterator[Remark]:
    """The first error of each kind about a price, from settling the deals that can show it."""
    scoring_table = tariff.scoring_table
    remarks: dict[tuple[str, str], Remark] = {}
    for count in range(scoring_table.seats.min, scoring_table.seats.max + 1):
        for deal in _deals_to_check(scoring_table, PLAYERS[:count]):
            if message := _wrong(deal, tariff, PLAYERS[:count]):
                path, most = deal.price_path(scoring_table), MOST_UNITS // tariff.unit_denominator
                name = deal.name(scoring_table)
                remarks.setdefault((path, message), Remark.of(path, message, is_error=True, contract=name, most=most))
    yield from remarks.values()


def _deals_to_check(scoring_table: ScoringRules, players: Sequence[str]) -> Iterator[Deal]:
    for kind in kinds_offered(scoring_table).values():
        yield from kind.outcomes_to_check(scoring_table, players)


def _wrong(deal: Deal, tariff: Tariff, players: Sequence[str]) -> str | None:
    """The error of a settled deal."""
    try:
        settlement = settle(deal, tariff, players)
    except Refusal as refusal:  # without a price there is nothing to balance
        return TOO_DEAR if refusal.message == settling.TOO_DEAR else None
    balanced = sum(settlement.units.values()) + settlement.house == 0
    return None if balanced and (settlement.house == 0 or not tariff.scoring_table.zero_sum) else NOT_ZERO_SUM
