"""The prices that an old book was kept by: what rows that no version can pay have in common, and what would pay them.

What was paid is compared with what today's version pays for the same contract: if many rows got three times as much, or
two thirds, so did the price. An earlier version with such prices is offered, in force for that time.
"""

import copy
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
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

LEAST_ROWS = 2  # that a price explains: a single row may as well be a slip
MOST_FACTORS = 8  # that are tried for all prices at once
LIKELY = {0: 8, 1: 6, -1: 6, 2: 4, -2: 4, 3: 2, -3: 2}  # what so many tricks off the contract say for a factor

Document = Mapping[str, Any]
Path = tuple[str, ...]


@dataclass(frozen=True)
class PriceOffer:
    """A price that would pay rows which no version can: its path in the document, now and then, as typed."""

    path: str
    now: int | str
    then: int | str


@dataclass(frozen=True)
class VersionOffer:
    """An earlier version for the rows that no version can pay: its document, and the prices in which it differs.

    Every price was multiplied by `factor`, or only some were if it is None. `rows` are the places of the verdicts that
    it pays, of `unpaid` in all; `evenings` and `contracts` are theirs, `until` is their last day, and `since` their
    first, or that of evenings before it which it pays as well. `against` counts the rows of that time which are paid by
    a version already, and would not be by this one.
    """

    document: Document
    factor: Fraction | None
    prices: tuple[PriceOffer, ...]
    rows: tuple[int, ...]
    unpaid: int
    evenings: tuple[int, ...]
    contracts: tuple[str, ...]
    since: date | None
    until: date | None
    against: int


@dataclass(frozen=True, slots=True)
class _PaidRow:
    """A row of a known contract and side: its place and day, what each opponent paid, and whether any version can."""

    at: int
    day: date
    contract: WrittenContract
    amount: int
    is_alone: bool
    is_payable: bool

    @property
    def payment(self) -> tuple[WrittenContract, int, bool]:
        """All that says by what a price may have been multiplied."""
        return self.contract, self.amount, self.is_alone


def offered_version(verdicts: Sequence[Verdict], version: ReadVersion, document: Document) -> VersionOffer | None:
    """The earlier version that would pay most of the rows which none can, or None if there is none for several rows.

    `version` is the one to begin from, `document` its document.
    """
    rows = list(_rows_like_deals(verdicts, version))
    unpaid = [row for row in rows if not row.is_payable]
    votes = _votes(rows, version)
    offers = [
        _offer(verdicts, unpaid, document, dict.fromkeys(_all_paths(document), factor), factor)
        for factor, _weight in votes.most_common(MOST_FACTORS)
    ]
    offers.append(_offer(verdicts, unpaid, document, dict(_factors_by_path(rows, version)), None))
    useful = [offer for offer in offers if offer and len(offer.rows) >= LEAST_ROWS]
    # Of two that explain as much, one factor for all prices is the likelier story.
    return max(useful, key=lambda offer: (len(offer.rows) - offer.against, offer.factor is not None), default=None)


def _rows_like_deals(verdicts: Iterable[Verdict], version: ReadVersion) -> Iterator[_PaidRow]:
    """The rows of a known contract and side that are paid like a deal, at whatever price."""
    for at, verdict in enumerate(verdicts):
        contracts = version.contracts.readings(verdict.row.contract)
        kinds = {about.kind for about in verdict.findings if about.is_doubt}
        is_about_price = kinds <= {FindingKind.NO_PRICE, FindingKind.OTHER_SIDE}
        paid = payment_of_each(verdict.row, verdict.side, version.unit_denominator) if is_about_price else None
        if len(contracts) == 1 and paid is not None:
            day, is_alone = verdict.row.day or date.min, verdict.side.partner is None
            yield _PaidRow(at, day, contracts[0], paid, is_alone, is_payable=not kinds)


def _of_their_time(rows: Sequence[_PaidRow]) -> list[_PaidRow]:
    """The rows between the first and the last that no version can pay; the payable ones may be so by chance."""
    days = [row.day for row in rows if not row.is_payable]
    first, last = min(days, default=date.max), max(days, default=date.min)
    return [row for row in rows if first <= row.day <= last]


def _votes(rows: Sequence[_PaidRow], version: ReadVersion) -> Counter[Fraction]:
    """How much speaks for each factor, looked up once for all rows that were paid alike."""
    votes: Counter[Fraction] = Counter()
    alike: dict[object, list[_PaidRow]] = defaultdict(list)
    for row in _of_their_time(rows):
        alike[row.payment].append(row)
    for of_payment in alike.values():
        for factor, weight in _factors(of_payment[0], version).items():
            votes[factor] += weight * len(of_payment)
    return votes


def _factors(row: _PaidRow, version: ReadVersion) -> dict[Fraction, int]:
    """By what today's price may have been multiplied to give a row's points, with what speaks for it."""
    weights: dict[Fraction, int] = {}
    for _path, amounts, target in _prices_behind(row, version):
        for tricks, amount in enumerate(amounts):
            weight = LIKELY.get(tricks - target, 0)
            if amount and weight and (amount > 0) == (row.amount > 0):
                factor = Fraction(row.amount, amount)
                weights[factor] = max(weight, weights.get(factor, 0))
    return weights


def _factors_by_path(rows: Sequence[_PaidRow], version: ReadVersion) -> Iterator[tuple[Path, Fraction]]:
    """For each price the factor for which most speaks, by the rows that only this price can have settled."""
    by_path: dict[Path, list[_PaidRow]] = defaultdict(list)
    for row in rows:
        paths = {path for path, _amounts, _target in _prices_behind(row, version)}
        if len(paths) == 1:
            by_path[paths.pop()].append(row)
    for path, of_path in by_path.items():
        if sum(not row.is_payable for row in of_path) >= LEAST_ROWS:
            votes = _votes(of_path, version)
            yield path, max(votes, key=lambda factor: (votes[factor], factor), default=Fraction(1))


def _prices_behind(row: _PaidRow, version: ReadVersion) -> Iterator[tuple[Path, Sequence[int | None], int]]:
    """The prices that may have settled a row, with what each pays by tricks, and the tricks that just make it."""
    scoring_table, amounts = version.tariff.scoring_table, version.tariff.amounts
    contract = row.contract
    if contract.nolo:
        nolo = scoring_table.nolo[contract.nolo]
        yield ("nolo", nolo.code), amounts[nolo.code], nolo.max_tricks
        return
    for column in scoring_table.columns:
        is_turn = contract.vip_turn is None or column.vip_turn in (None, contract.vip_turn)
        if contract.level is None or column.attachment != contract.attachment or not is_turn:
            continue
        key = trick_key(contract.level, column, None, None, alone=row.is_alone)
        if key in amounts:
            yield ("values", str(contract.level), column.code), amounts[key], contract.level


# --- the earlier version, and what it pays


class _Payer:
    """A version that is asked what it pays, once for all rows that say the same."""

    def __init__(self, version: ReadVersion) -> None:
        self._version = version
        self._answers: dict[object, bool] = {}

    def pays(self, verdict: Verdict) -> bool:
        """Whether the version can pay a row."""
        row, side = verdict.row, verdict.side
        asked = row.contract, row.players, row.points, row.text("dealer"), side
        if (answer := self._answers.get(asked)) is None:
            answer = self._answers[asked] = bool(readings_of(row, row.points, self._version, side))
        return answer


def _offer(
    verdicts: Sequence[Verdict],
    unpaid: Sequence[_PaidRow],
    document: Document,
    factors: Mapping[Path, Fraction],
    factor: Fraction | None,
) -> VersionOffer | None:
    """What an earlier version with its prices multiplied so would pay; None if that gives no sound version."""
    multiplied = _with_factors(document, factors)
    if multiplied is None:
        return None
    earlier, prices = multiplied
    try:
        version = ReadVersion("", None, compile_tariff(read_scoring_table(earlier)))
    except Refusal:  # no whole units
        return None
    payer = _Payer(version)
    rows = tuple(row.at for row in unpaid if payer.pays(verdicts[row.at]))
    days = [day for at in rows if (day := verdicts[at].row.day)]
    since, until = _with_evenings_before(verdicts, payer, min(days, default=None)), max(days, default=None)
    return VersionOffer(
        document=earlier,
        factor=factor,
        prices=prices,
        rows=rows,
        unpaid=len(unpaid),
        evenings=tuple(sorted({verdicts[at].row.at_evening for at in rows})),
        contracts=tuple(sorted({verdicts[at].row.contract for at in rows})),
        since=since,
        until=until,
        against=_against(verdicts, payer, since, until),
    )


def _with_evenings_before(verdicts: Sequence[Verdict], payer: _Payer, since: date | None) -> date | None:
    """The first day of a time, with the evenings right before it of which a version pays every row.

    Prices of old are likelier to have been in force from the beginning than to have begun where today's first fail.
    """
    by_day: dict[date, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        if since and verdict.row.day and verdict.row.day < since and verdict.version and verdict.is_contract_known:
            by_day[verdict.row.day].append(verdict)
    for day in sorted(by_day, reverse=True):
        if not all(payer.pays(verdict) for verdict in by_day[day]):
            break
        since = day
    return since


def _against(verdicts: Sequence[Verdict], payer: _Payer, since: date | None, until: date | None) -> int:
    """How many rows of a time have a known contract and a price already, and none by this version."""
    if since is None or until is None:
        return 0
    of_that_time = (verdict for verdict in verdicts if verdict.row.day and since <= verdict.row.day <= until)
    return sum(
        verdict.version is not None and verdict.is_contract_known and not payer.pays(verdict)
        for verdict in of_that_time
    )


def _all_paths(document: Document) -> Iterator[Path]:
    columns = [column["code"] for column in document.get("columns", ())]
    for level in document.get("values", {}):
        yield from (("values", level, code) for code in columns)
    yield from (("nolo", nolo["code"]) for nolo in document.get("nolo", ()))


def _with_factors(
    document: Document, factors: Mapping[Path, Fraction]
) -> tuple[dict[str, Any], tuple[PriceOffer, ...]] | None:
    """A copy of a document with prices multiplied, and those that differ; None if one of them becomes no number."""
    earlier = copy.deepcopy(dict(document))
    codes = [column["code"] for column in earlier.get("columns", ())]
    nolos = {nolo["code"]: nolo for nolo in earlier.get("nolo", ())}
    prices: list[PriceOffer] = []
    for path, factor in factors.items():
        row, key = (nolos[path[1]], "made") if path[0] == "nolo" else (earlier["values"][path[1]], codes.index(path[2]))
        now = row[key]
        if now is None or factor == 1:
            continue
        row[key] = (
            {part: _times(amount, factor) for part, amount in now.items()}
            if isinstance(now, dict)
            else _times(now, factor)
        )
        if not isinstance(now, dict):
            prices.append(PriceOffer(".".join(path) + (".made" if path[0] == "nolo" else ""), now, row[key]))
        if path[0] == "nolo":
            for part in ("less", "lost", "off"):
                if part in row:
                    row[part] = _times(row[part], factor)
    return earlier, tuple(prices)


def _times(amount: int | str, factor: Fraction) -> int | str:
    return exact_value(read_exact(str(amount)) * factor)
