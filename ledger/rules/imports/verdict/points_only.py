"""A row of which only the points are known, as a deal as data."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ledger.rules.deals.kinds import PointsOnly
from ledger.rules.deals.reading import deal_data, read_deal
from ledger.rules.imports.backwards import DealData
from ledger.rules.imports.verdict.judging import RowVerdict
from ledger.rules.imports.verdict.paying import ReadVersion
from ledger.rules.site.points import exact_value
from ledger.rules.site.refusal import Refusal

NOT_IN_A_BID = re.compile(r'[";\x00-\x1f\x7f-\x9f]')
LONGEST_BID = 80


def points_only_deal(
    verdict: RowVerdict, version: ReadVersion, in_play: tuple[str, ...], *, with_house: bool = False
) -> DealData | None:
    """The deal of a row with as much as it tells: the points of those who played, who declared, and the contract.

    `version` is the one in force that day, `in_play` are those of its players who played, by the names of the sheet.
    With the house, which is given what the points lack to add up.
    None where not even the points can be kept: they do not add up, or are no whole units.
    """
    for deal in _deals(verdict, version, in_play, with_house=with_house):
        try:
            return deal_data(read_deal(deal, version.tariff.scoring_table, in_play))
        except Refusal:  # the side does not go with the contract, or the contract is none of this table's
            continue
    return None


def _deals(
    verdict: RowVerdict, version: ReadVersion, in_play: tuple[str, ...], *, with_house: bool
) -> Iterator[dict[str, Any]]:
    """The row as data, first with all that it tells, then with ever less."""
    row, side = verdict.row, verdict.side
    won = dict(zip(row.players, row.points, strict=True))
    deal: dict[str, Any] = {
        "kind": PointsOnly.kind,
        "points": {player: exact_value(Fraction(won[player] or 0)) for player in in_play},
    }
    if with_house and (missing := -sum(Fraction(won[player] or 0) for player in in_play)):
        deal["house"] = exact_value(missing)
    contract = _contract(verdict, version)
    words = " ".join(NOT_IN_A_BID.sub(" ", row.contract).split())[:LONGEST_BID]
    bid = {"bid": words} if words else {}
    declarer = {"declarer": side.declarer} if side.declarer else {}
    with_whom = {"partner": side.partner} if side.partner else {"alone": "self_called"} if side.is_alone else {}
    for known in (*filter(None, (contract, bid)), {}):
        for told in (with_whom, {}) if declarer else ():
            yield {**deal, **known, **declarer, **told}
        yield {**deal, **known}


def _contract(verdict: RowVerdict, version: ReadVersion) -> dict[str, Any]:
    """The contract of a row where it can be read in one way, as the kind of deal has it."""
    contracts = version.contracts.readings(verdict.row.contract)
    if len(contracts) != 1:
        return {}
    [contract] = contracts
    if contract.nolo:
        return {"contract": contract.nolo}
    bid = {"level": contract.level, "attachment": contract.attachment, "vip_turn": contract.vip_turn}
    return {name: value for name, value in bid.items() if value is not None} if contract.level else {}
