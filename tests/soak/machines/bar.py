"""A limit of a drill beside what was measured."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bar:
    """A limit of a drill with the figure that was measured."""

    name: str
    figure: float
    must: str
    holds: bool

    def __str__(self) -> str:
        return f"{self.name:48} {self.figure:8.6g}   {self.must}{'' if self.holds else '   MISSED'}"


def none(name: str, count: int) -> Bar:
    """The bar of what must not happen."""
    return Bar(name, count, "must be 0", count == 0)


def at_most(limit: float, name: str, figure: float) -> Bar:
    return Bar(name, figure, f"at most {limit:g}", figure <= limit)


def at_least(limit: float, name: str, figure: float) -> Bar:
    return Bar(name, figure, f"at least {limit:g}", figure >= limit)
