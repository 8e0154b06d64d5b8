"""The table checker, “takst-tjek”: what cannot be right in a scoring table, and what looks like a slip."""

from collections.abc import Iterator, Mapping

from ledger.rules.document import read_table
from ledger.rules.kinds import Deal, TrickDeal
from ledger.rules.naming import contract_name
from ledger.rules.outcomes import every_deal
from ledger.rules.patterns import pattern_remarks
from ledger.rules.refusal import Refusal, gettext_noop
from ledger.rules.remarks import Remark, cell_path, in_points, named_cell
from ledger.rules.settling import settle
from ledger.rules.table import Column, Table
from ledger.rules.tariff import Tariff, compile_tariff, trick_line, ways_of_playing
from ledger.rules.vocabulary import Label

__all__ = ["Remark", "check_table"]

PLAYERS = ("A", "B", "C", "D", "E", "F", "G", "H")

NO_PRICE = gettext_noop("%(contract)s has no price yet.")
LOST_PAYS = gettext_noop("%(contract)s with %(tricks)d tricks is lost, but pays the declarer %(amount)s.")
MADE_COSTS = gettext_noop("%(contract)s with %(tricks)d tricks is made, but costs the declarer %(amount)s.")
BETTER_PAYS_LESS = gettext_noop("%(contract)s pays %(amount)s with %(tricks)d tricks, but %(more)s with %(worse)d.")
NOT_ZERO_SUM = gettext_noop("%(contract)s does not add up to 0.")


def check_table(document: Mapping[str, object] | str) -> tuple[Remark, ...]:
    """Everything to be said about a document (a mapping, or its JSON text), errors first; never raises Refusal.

    Errors: the document cannot be read, a contract has no price, a lost contract pays or a made one costs, a better
    result pays less, or an outcome does not sum to 0. Remarks: a cell breaks the pattern of its column or row, or a
    higher bid pays less than a lower one. At most one error of a kind is given for a cell; a nolo's
    prices cannot be typed so that it pays when it is lost.
    """
    try:
        table = read_table(document)
    except Refusal as refusal:
        return (Remark(refusal.field, refusal.message, refusal.params, is_error=True),)
    tariff = compile_tariff(table)
    errors = (*_unpriced(table), *_wrong_cells(tariff), *_unbalanced(tariff))
    return (*errors, *pattern_remarks(table))


def _unpriced(table: Table) -> Iterator[Remark]:
    for missing in table.missing_prices:
        yield Remark.of(missing.path, NO_PRICE, is_error=True, contract=missing.label)


def _wrong_cells(tariff: Tariff) -> Iterator[Remark]:
    for level in tariff.table.levels:
        for column in tariff.table.columns:
            yield from _wrong_cell(tariff, level, column)


def _wrong_cell(tariff: Tariff, level: int, column: Column) -> Iterator[Remark]:
    """The first fault of each kind in a cell, however it is played."""
    found: dict[str, Remark] = {}
    for trump, flag, alone in ways_of_playing(tariff.table, column):
        amounts = tariff.amounts[trick_line(level, column, trump, flag, alone=alone)]
        if None in amounts:
            return
        known = [amount or 0 for amount in amounts]
        if known != sorted(known) or max(known[:level]) > 0 or min(known[level:], default=0) < 0:
            for fault in _faults(tariff, level, column, known):
                found.setdefault(fault.message, fault)
    yield from found.values()


def _faults(tariff: Tariff, level: int, column: Column, amounts: list[int]) -> Iterator[Remark]:
    path, contract, unit = cell_path(level, column), named_cell(level, column), tariff.unit_denominator
    for tricks, amount in enumerate(amounts):
        if tricks < level and amount > 0:
            said = {"tricks": tricks, "amount": in_points(amount, unit)}
            yield Remark.of(path, LOST_PAYS, is_error=True, contract=contract, **said)
        if tricks >= level and amount < 0:
            said = {"tricks": tricks, "amount": in_points(-amount, unit)}
            yield Remark.of(path, MADE_COSTS, is_error=True, contract=contract, **said)
        if tricks and amount < amounts[tricks - 1]:
            said = {"tricks": tricks, "amount": in_points(amount, unit), "more": in_points(amounts[tricks - 1], unit)}
            yield Remark.of(path, BETTER_PAYS_LESS, is_error=True, contract=contract, worse=tricks - 1, **said)


def _unbalanced(tariff: Tariff) -> Iterator[Remark]:
    """Settle each way of playing each contract, just made and just lost; amounts only scale what is moved."""
    table = tariff.table
    named = set()
    for deal in every_deal(table, PLAYERS[: table.seats.max]):
        if isinstance(deal, TrickDeal) and deal.tricks not in (deal.level - 1, deal.level):
            continue
        if _balances(deal, tariff):
            continue
        name = Label(contract_name(deal, table, "da"), contract_name(deal, table, "en"))
        if name not in named:
            named.add(name)
            yield Remark.of(None, NOT_ZERO_SUM, is_error=True, contract=name)


def _balances(deal: Deal, tariff: Tariff) -> bool:
    try:
        settlement = settle(deal, tariff, PLAYERS[: tariff.table.seats.max])
    except Refusal:
        return True  # without a price there is nothing to balance
    balanced = sum(settlement.units.values()) + settlement.house == 0
    return balanced and (settlement.house == 0 or not tariff.table.zero_sum)
