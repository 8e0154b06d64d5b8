"""The prices that an old book was kept by: today's, all of them multiplied by one factor, for a time.

If three times, or two thirds, of what today's prices pay would put many rows in order, so were the prices then. An
earlier version with such prices is offered, in force for that time; any other is begun by hand.
"""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from ledger.rules.imports.verdict.findings import FindingKind
from ledger.rules.imports.verdict.judging import Verdict
from ledger.rules.imports.verdict.paying import ReadVersion, readings_of
from ledger.rules.scoring.document import read_scoring_table
from ledger.rules.site.points import exact_value, read_exact
from ledger.rules.site.refusal import Refusal

LEAST_ROWS = 2  # that a factor explains: a single row may as well be a slip
DEARER = [Fraction(times) for times in ("2", "3", "4", "5", "6", "8", "10", "20", "100", "3/2", "5/2", "4/3", "5/4")]
FACTORS = [*DEARER, *(1 / times for times in DEARER)]
ABOUT_PRICES = {FindingKind.NO_PRICE, FindingKind.OTHER_SIDE}


@dataclass(frozen=True)
class VersionOffer:
    """An earlier version for rows that no version can pay: its document, every price multiplied by `factor`.

    `rows` are the verdicts on those that it pays. `until` is their last day, and `since` their first, or that of the
    book if it pays all rows before them as well. `against` counts the rows of that time which a version pays already,
    and this one would not.
    """

    document: Mapping[str, Any]
    factor: Fraction
    rows: Sequence[Verdict]
    since: date
    until: date
    against: int


def offered_version(
    verdicts: Sequence[Verdict], version: ReadVersion, document: Mapping[str, Any]
) -> VersionOffer | None:
    """The earlier version that would pay most of the rows which none can, or None if there is none for several rows.

    `version` is the one to begin from, `document` its document.
    """
    unpaid = [verdict for verdict in verdicts if _is_unpaid(verdict)]
    by_factor = {factor: [row for row in unpaid if _pays(version, factor, row)] for factor in FACTORS}
    factor, rows = max(by_factor.items(), key=lambda item: len(item[1]))
    earlier = _multiply(document, factor)
    try:
        read_scoring_table(earlier)
    except Refusal:  # no whole units
        return None
    if len(rows) < LEAST_ROWS:
        return None
    since, until = min(map(_day, rows)), max(map(_day, rows))
    paid = [verdict for verdict in verdicts if verdict.row.day and verdict.version and verdict.is_contract_known]
    before = [verdict for verdict in paid if _day(verdict) < since]
    # Prices of old are likelier to have been in force from the beginning than to have begun where today's first fail.
    if all(_pays(version, factor, verdict) for verdict in before):
        since = min(map(_day, [*before, *rows]))
    then = [verdict for verdict in paid if since <= _day(verdict) <= until]
    against = sum(not _pays(version, factor, verdict) for verdict in then)
    return VersionOffer(earlier, factor, rows, since, until, against)


def _day(verdict: Verdict) -> date:
    return verdict.row.day or date.min


def _is_unpaid(verdict: Verdict) -> bool:
    """Whether nothing but the price is in doubt about a row."""
    doubts = {about.kind for about in verdict.findings if about.is_doubt}
    return bool(doubts) and doubts <= ABOUT_PRICES and verdict.row.day is not None


def _pays(version: ReadVersion, factor: Fraction, verdict: Verdict) -> bool:
    """Whether a version whose prices are multiplied would pay a row: then it pays the divided points itself."""
    points = [won and won / factor for won in verdict.row.points]
    return bool(readings_of(verdict.row, points, version, verdict.side))


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
