"""Slips of the pen: which number was likely meant where a row does not add up, or a running total jumps."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ledger.rules.imports.verdict.findings import BookFinding, FindingKind, finding, points_label
from ledger.rules.imports.written.amounts import pays_like_a_deal
from ledger.rules.imports.written.rows import WrittenRow
from ledger.rules.site.points import Points

Fits = Callable[[Sequence[Points | None]], bool]
FoundInRow = tuple[WrittenRow, tuple[BookFinding, ...]]
POWERS_OF_TEN = {Fraction(10), Fraction(100), Fraction(1, 10), Fraction(1, 100)}


class Slip(NamedTuple):
    """A number that would make a row add up: whose it is by place, what it should be, and what kind of slip it was."""

    at: int
    likely: Points
    kind: FindingKind


def likely_slip(points: Sequence[Points | None], tests: Sequence[Fits]) -> Slip | None:
    """The one slip that explains a row which does not add up, by the first of the tests that any of them passes.

    None where several do: nobody can know which number is wrong.
    """
    total = _sum(points)
    slips = []
    for at, won in enumerate(points):
        likely = -total if won is None else won - total
        slips.append(Slip(at, likely, kind_of_slip(won, likely)))
    for test in tests:
        passing = [slip for slip in slips if test([*points[: slip.at], slip.likely, *points[slip.at + 1 :]])]
        usual = [slip for slip in passing if slip.kind is not FindingKind.SUM]
        for slips_alone in (passing, usual):
            if len(slips_alone) == 1:
                return slips_alone[0]
        if passing:
            return None
    return None


def kind_of_slip(written: Points | None, likely: Points) -> FindingKind:
    """The kind of slip by which one number is written for another: none, a sign, a digit, or any."""
    if written is None:
        return FindingKind.BLANK
    if written == -likely:
        return FindingKind.SIGN
    if not likely or not written:
        return FindingKind.SUM
    if abs(Fraction(written) / Fraction(likely)) in POWERS_OF_TEN:
        return FindingKind.DIGIT
    shorter, longer = sorted((str(abs(written)), str(abs(likely))), key=len)
    if longer != shorter and (longer.startswith(shorter) or longer.endswith(shorter)):
        return FindingKind.DIGIT
    return FindingKind.SUM


def mend_totals(rows: Sequence[WrittenRow]) -> Iterator[FoundInRow]:
    """The rows with what is wrong in their running totals.

    Where nothing but totals is written, a wrong one makes two differences wrong: of the second the meant one is given.
    """
    expected: dict[str, tuple[Points, ...]] = {}
    above: WrittenRow | None = None
    mended: FoundInRow | None = None
    for at, row in enumerate(rows):
        if mended is not None:
            yield mended
            mended = None
        elif row.totals and row.map.points:
            yield row, tuple(_jumps(row, above, expected))
        elif row.totals and (pair := _mend_pair(row, rows[at + 1 : at + 2])):
            first, mended = pair
            yield first
        else:
            yield row, ()
        above = row


def _jumps(row: WrittenRow, above: WrittenRow | None, expected: dict[str, tuple[Points, ...]]) -> Iterator[BookFinding]:
    """Running totals that match neither the row above nor the sum that was expected there."""
    is_new = above is None or (row.map.restart and above.at_evening != row.at_evening) or above.sheet != row.sheet
    if is_new and (row.map.restart or above is None):
        expected.clear()
    missing = _sum(row.points)
    for player, won, total in zip(row.players, row.points, row.totals, strict=True):
        if total is None:
            continue
        bases = expected.get(player, (0,) if is_new else ())
        expected[player] = (total,)
        points = won or 0
        if missing and total - points + missing in bases:  # the total is right, and the points are not
            meant = points - missing
            words = {} if won is None else {"sum": points_label(missing)}
            yield finding(kind_of_slip(won, meant), row.place_of(player), points_label(meant), **words)
        elif bases and total - points not in bases and not (is_new and total == points):
            expected[player] = (total, bases[0] + points)
            yield finding(FindingKind.JUMP, row.place_of(player, total=True), points_label(bases[0] + points))


def _mend_pair(row: WrittenRow, following_rows: Sequence[WrittenRow]) -> tuple[FoundInRow, FoundInRow] | None:
    """Two rows of which the first has a wrong total, both with the likely points; None if they add up otherwise."""
    missing = _sum(row.points)
    if not missing or not following_rows:
        return None
    [following] = following_rows
    if _sum(following.points) != -missing or following.sheet != row.sheet:
        return None
    likely = []
    for at, won in enumerate(row.points):
        first, second = _add_at(row, at, -missing), _add_at(following, at, missing)
        if won is not None and is_like_a_deal(first.points) and is_like_a_deal(second.points):
            likely.append((at, first, second))
    if len(likely) != 1:
        doubt = finding(FindingKind.JUMP, row.place_of_points())
        return (row, (doubt,)), (following, (doubt,))
    [(at, first, second)] = likely
    label = points_label((row.totals[at] or 0) - missing)
    return (first, (finding(FindingKind.JUMP, row.place_of(row.players[at]), label),)), (second, ())


def _sum(points: Sequence[Points | None]) -> Points:
    return sum((won for won in points if won is not None), start=0)


def is_like_a_deal(points: Sequence[Points | None]) -> bool:
    """Whether points are shared as those of a deal are."""
    return pays_like_a_deal([won or 0 for won in points])


def _add_at(row: WrittenRow, at: int, more: Points) -> WrittenRow:
    points = list(row.points)
    points[at] = (points[at] or 0) + more
    return replace(row, points=tuple(points))
