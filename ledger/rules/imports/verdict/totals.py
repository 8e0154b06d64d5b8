"""Running totals of an old book: one that jumps is found, and what stands below it is read as it was meant."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ledger.rules.imports.verdict.findings import BookFinding, FindingKind, finding, points_label
from ledger.rules.imports.verdict.slips import kind_of_slip
from ledger.rules.imports.written.amounts import pays_like_a_deal
from ledger.rules.imports.written.rows import OldRow
from ledger.rules.site.points import Points

Judged = tuple[OldRow, tuple[BookFinding, ...]]


def mend_totals(rows: Sequence[OldRow]) -> Iterator[Judged]:
    """The rows with what is wrong in their running totals.

    Where nothing but totals is written, a wrong one makes two differences wrong: of the second the meant one is given.
    """
    expected: dict[str, tuple[Points, ...]] = {}
    at = 0
    while at < len(rows):
        row = rows[at]
        following = rows[at + 1] if at + 1 < len(rows) else None
        if not row.totals:
            yield row, ()
        elif row.map.points:
            yield row, tuple(_jumps(row, rows[at - 1] if at else None, expected))
        elif following and (mended := _mend_pair(row, following)):
            yield from mended
            at += 1
        else:
            yield row, ()
        at += 1


def _jumps(row: OldRow, above: OldRow | None, expected: dict[str, tuple[Points, ...]]) -> Iterator[BookFinding]:
    """Totals that are neither what stands above with the points added, nor what should stand there."""
    is_new = above is None or (row.map.restart and above.at_evening != row.at_evening) or above.sheet != row.sheet
    if is_new and (row.map.restart or above is None):
        expected.clear()
    for player, won, total in zip(row.players, row.points, row.totals, strict=True):
        if total is None:
            continue
        bases = expected.get(player, (0,) if is_new else ())
        totals = [base + (won or 0) for base in bases]
        meant = next((total - base for base in bases if total - base == (won or 0) - _sum(row)), None)
        if _sum(row) and meant is not None:  # the total is right, and the points are not
            expected[player] = (total,)
            kind = FindingKind.BLANK if won is None else kind_of_slip(won, meant)
            words = {} if won is None else {"sum": points_label(_sum(row))}
            yield finding(kind, row.place_of(player), points_label(meant), **words)
            continue
        if bases and total not in totals and not (is_new and total == (won or 0)):
            expected[player] = (total, totals[0])
            yield finding(FindingKind.JUMP, row.place_of(player, total=True), points_label(totals[0]))
        else:
            expected[player] = (total,)


def _mend_pair(row: OldRow, following: OldRow) -> tuple[Judged, Judged] | None:
    """Two rows of which the first has a wrong total, both with the likely points; None if they add up otherwise."""
    total = _sum(row)
    if not total or _sum(following) != -total or following.sheet != row.sheet:
        return None
    ways = [
        (player, _with(row, at, -total), _with(following, at, total))
        for at, player in enumerate(row.players)
        if row.points[at] is not None
    ]
    likely = [way for way in ways if all(pays_like_a_deal([won or 0 for won in half.points]) for half in way[1:])]
    if len(likely) != 1:
        doubt = finding(FindingKind.JUMP, row.place_of_points())
        return (row, (doubt,)), (following, (doubt,))
    player, first, second = likely[0]
    meant = row.totals[row.players.index(player)]
    place, label = row.place_of(player), points_label((meant or 0) - total)
    return (first, (finding(FindingKind.JUMP, place, label),)), (second, ())


def _sum(row: OldRow) -> Points:
    return sum((won for won in row.points if won is not None), start=0)


def _with(row: OldRow, at: int, more: Points) -> OldRow:
    points = tuple((won or 0) + more if place == at else won for place, won in enumerate(row.points))
    return replace(row, points=points)
