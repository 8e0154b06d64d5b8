"""What a version pays that comes nearest to what stands in a row."""

from ledger.rules.imports.verdict.paying import ReadVersion, WrittenSide, units_of
from ledger.rules.imports.written.rows import OldRow


def nearest_points(row: OldRow, version: ReadVersion, side: WrittenSide) -> int | None:
    """What the declarer would have won, in units, by the price of the row's contract nearest to what stands there.

    None where the contract or the declarer is not known, or no price comes nearer than another.
    """
    contracts = version.contracts.readings(row.contract) if row.contract else ()
    units = units_of(row.players, row.points, version.unit_denominator)
    if not contracts or units is None or side.declarer not in units:
        return None
    won = units[side.declarer] or 0
    share = 3 if side.is_alone or (side.partner is None and _is_one_against_three(list(units.values()), won)) else 1
    amounts = {amount * share for contract in contracts for amount in version.backwards.amounts_of(contract)}
    by_distance = sorted((abs(amount - won), amount) for amount in amounts)
    if not by_distance or (len(by_distance) > 1 and by_distance[0][0] == by_distance[1][0]):
        return None
    return by_distance[0][1]


def _is_one_against_three(units: list[int | None], won: int) -> bool:
    others = [amount for amount in units if amount not in (None, won)]
    return len(others) == 3 and len(set(others)) == 1
