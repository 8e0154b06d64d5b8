"""Slips of the pen in a row that does not add up: which number was likely meant."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ledger.rules.imports.verdict.findings import FindingKind
from ledger.rules.site.points import Points

Fits = Callable[[Sequence[Points | None]], bool]


class Slip(NamedTuple):
    """A number that would make a row add up: whose it is by place, what it should be, and what kind of slip it was."""

    at: int
    likely: Points
    kind: FindingKind


def likely_slip(points: Sequence[Points | None], tests: Sequence[Fits]) -> Slip | None:
    """The one slip that explains a row which does not add up, by the first of the tests that any of them passes.

    None where several do: nobody can know which number is wrong.
    """
    slips = list(_slips(points))
    for test in tests:
        passing = [slip for slip in slips if test(_with_slip(points, slip))]
        if len(passing) == 1:
            return passing[0]
        usual = [slip for slip in passing if slip.kind is not FindingKind.SUM]
        if len(usual) == 1:
            return usual[0]
        if passing:
            return None
    return None


def _slips(points: Sequence[Points | None]) -> Iterator[Slip]:
    """Every number that could be the wrong one, the one that would make the row add up in its place."""
    total = sum(won for won in points if won is not None)
    for at, won in enumerate(points):
        likely = -total if won is None else won - total
        yield Slip(at, likely, FindingKind.BLANK if won is None else kind_of_slip(won, likely))


def _with_slip(points: Sequence[Points | None], slip: Slip) -> list[Points | None]:
    return [slip.likely if at == slip.at else won for at, won in enumerate(points)]


def kind_of_slip(written: Points, likely: Points) -> FindingKind:
    """The kind of slip by which one number is written for another: a sign, a digit, or any."""
    if written == -likely:
        return FindingKind.SIGN
    if likely and written and _is_power_of_ten(Fraction(written) / Fraction(likely)):
        return FindingKind.DIGIT
    digits, likely_digits = str(abs(written)), str(abs(likely))
    is_longer = len(digits) > len(likely_digits)
    longer, shorter = (digits, likely_digits) if is_longer else (likely_digits, digits)
    if likely and written and longer != shorter and (longer.startswith(shorter) or longer.endswith(shorter)):
        return FindingKind.DIGIT
    return FindingKind.SUM


def _is_power_of_ten(ratio: Fraction) -> bool:
    return abs(ratio) in {Fraction(10), Fraction(100), Fraction(1, 10), Fraction(1, 100)}
