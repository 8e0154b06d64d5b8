"""What a benchmark measures, beside what it must be."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.management.base import CommandError, OutputWrapper


@dataclass(frozen=True)
class Figure:
    """What something is, and what it must be at most."""

    name: str
    value: float
    must: float

    @property
    def is_missed(self) -> bool:
        """Whether it is more than it must be."""
        return self.value > self.must

    def __str__(self) -> str:
        return f"{self.name:62} {self.value:8.2f}  at most  {self.must:6.2f}{'  missed' if self.is_missed else ''}"


def least_fifth(times: Sequence[float]) -> float:
    """The least fifth of many processor times: other programs only add to them, through the caches that all share."""
    return sorted(times)[len(times) // 5]


def over_empty(times: Sequence[tuple[float, float]]) -> float:
    """Processor times of something, each with that of an empty view just after it, as so many empty views."""
    spent, empty = map(least_fifth, zip(*times, strict=True))
    return spent / empty


def print_all(figures: Iterable[Figure], out: OutputWrapper) -> None:
    """Print each figure as soon as it is measured.

    Raises CommandError if one is missed.
    """
    missed = []
    for figure in figures:
        out.write(str(figure))
        missed += [figure.name] if figure.is_missed else []
    if missed:
        raise CommandError(f"Not what it must be: {'; '.join(missed)}.")
