"""The prices that an old book was kept by: today's, all of them multiplied by one factor, for a time.

What was paid is compared with what today's version pays for the same contract: if many rows got three times as much, or
two thirds, so did every price. An earlier version with such prices is offered, in force for that time.
"""

import copy
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from ledger.rules.imports.contracts import WrittenContract
from ledger.rules.imports.verdict.findings import FindingKind
from ledger.rules.imports.verdict.judging import Verdict
from ledger.rules.imports.verdict.paying import ReadVersion, payment_of_each, readings_of
from ledger.rules.scoring.document import read_scoring_table
from ledger.rules.scoring.tariff import compile_tariff, trick_key
from ledger.rules.site.points import exact_value, read_exact
from ledger.rules.site.refusal import Refusal

LEAST_ROWS = 2  # that a factor explains: a single row may as well be a slip
MOST_FACTORS = 8  # that are tried
NEAR = 2  # tricks off the contract: what is farther off says little about the price
ABOUT_PRICES = {FindingKind.NO_PRICE, FindingKind.OTHER_SIDE}


@dataclass(frozen=True)
class VersionOffer:
    """An earlier version for rows that no version can pay: its document, every price multiplied by `factor`.

    `rows` are the places of the verdicts that it pays. `until` is their last day, and `since` their first, or that of
    evenings before it which it pays as well. `against` counts the rows of that time which a version pays already, and
    this one would not.
    """

    document: Mapping[str, Any]
    factor: Fraction
    rows: tuple[int, ...]
    since: date
    until: date
    against: int


def offered_version(
    verdicts: Sequence[Verdict], version: ReadVersion, document: Mapping[str, Any]
) -> VersionOffer | None:
    """The earlier version that would pay most of the rows which none can, or None if there is none for several rows.

    `version` is the one to begin from, `document` its document.
    """
    votes: Counter[Fraction] = Counter()
    unpaid = []
    for at, verdict in enumerate(verdicts):
        if verdict.row.day and (factors := set(_factors(verdict, version))):
            votes.update(factors)
            unpaid.append(at)
    best: tuple[tuple[int, ...], Fraction, ReadVersion, dict[str, Any]] | None = None
    for factor, _count in votes.most_common(MOST_FACTORS):
        earlier = _multiply(document, factor)
        try:
            priced = ReadVersion("", None, compile_tariff(read_scoring_table(earlier)))
        except Refusal:  # no whole units
            continue
        rows = tuple(at for at in unpaid if _pays(priced, verdicts[at]))
        if len(rows) >= max(LEAST_ROWS, len(best[0]) + 1 if best else 0):
            best = rows, factor, priced, earlier
    return _offer(verdicts, *best) if best else None


def _offer(
    verdicts: Sequence[Verdict], rows: tuple[int, ...], factor: Fraction, version: ReadVersion, document: dict[str, Any]
) -> VersionOffer:
    days = [day for at in rows if (day := verdicts[at].row.day)]
    since, until = min(days), max(days)
    # Prices of old are likelier to have been in force from the beginning than to have begun where today's first fail.
    paid = [verdict for verdict in verdicts if verdict.row.day and verdict.version and verdict.is_contract_known]
    lost = [verdict.row.day for verdict in paid if verdict.row.day and not _pays(version, verdict)]
    before = max([day for day in lost if day < since], default=date.min)
    since = min([since, *(verdict.row.day for verdict in paid if verdict.row.day and before < verdict.row.day)])
    return VersionOffer(document, factor, rows, since, until, sum(since <= day <= until for day in lost))


def _pays(version: ReadVersion, verdict: Verdict) -> bool:
    return bool(readings_of(verdict.row, verdict.row.points, version, verdict.side))


def _factors(verdict: Verdict, version: ReadVersion) -> Iterator[Fraction]:
    """By what today's price may have been multiplied for a row that no version can pay; nothing for any other row."""
    contracts = version.contracts.readings(verdict.row.contract)
    kinds = {about.kind for about in verdict.findings if about.is_doubt}
    if not kinds or not kinds <= ABOUT_PRICES or len(contracts) != 1:
        return
    paid = payment_of_each(verdict.row, verdict.side, version.unit_denominator)
    for amounts, target in _prices(contracts[0], version, is_alone=verdict.side.partner is None):
        for tricks, amount in enumerate(amounts):
            if paid and amount and abs(tricks - target) <= NEAR and (amount > 0) == (paid > 0):
                yield Fraction(paid, amount)


def _prices(
    contract: WrittenContract, version: ReadVersion, *, is_alone: bool
) -> Iterator[tuple[Sequence[int | None], int]]:
    """What each price that a contract may mean pays by tricks, with the tricks that just make it."""
    scoring_table, amounts = version.tariff.scoring_table, version.tariff.amounts
    if contract.nolo:
        yield amounts[contract.nolo], scoring_table.nolo[contract.nolo].max_tricks
        return
    for column in scoring_table.columns:
        is_turn = contract.vip_turn is None or column.vip_turn in (None, contract.vip_turn)
        if contract.level and column.attachment == contract.attachment and is_turn:
            key = trick_key(contract.level, column, None, None, alone=is_alone)
            if key in amounts:
                yield amounts[key], contract.level


def _multiply(document: Mapping[str, Any], factor: Fraction) -> dict[str, Any]:
    """A copy of a document with every price of a contract multiplied."""
    earlier = copy.deepcopy(dict(document))
    for level, prices in earlier.get("values", {}).items():
        earlier["values"][level] = [_times(price, factor) for price in prices]
    for nolo in earlier.get("nolo", ()):
        nolo |= {part: _times(nolo[part], factor) for part in ("made", "less", "lost", "off") if part in nolo}
    return earlier


def _times(price: Any, factor: Fraction) -> Any:
    if isinstance(price, dict):
        return {part: _times(amount, factor) for part, amount in price.items()}
    return price if price is None else exact_value(read_exact(str(price)) * factor)
