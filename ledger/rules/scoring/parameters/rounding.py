"""`rounding`: how amounts become whole points."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.factor import Factor, Finish, Outcome
from ledger.rules.scoring.parameters.headings import Choices, Heading
from ledger.rules.scoring.parameters.parameter import Parameter
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.labels import NOTHING, Label, Phrase, fill


def _up(size: int, divisor: int, *, step: int) -> int:
    return -(-size // (divisor * step)) * step


def _half_up(size: int, divisor: int, *, step: int) -> int:
    whole = divisor * step
    return (2 * size + whole) // (2 * whole) * step


@dataclass(frozen=True)
class Rounding:
    """A way to round: its name, its words on the wall and in a deal's sum, and its arithmetic for a `step` in units."""

    label: Label
    on_the_wall: Label
    in_a_sum: Label
    of: Callable[..., int]


ROUNDINGS: Mapping[str, Rounding] = {
    "up": Rounding(
        Phrase("up"),
        Phrase("rounded up to whole points"),
        Phrase("rounded up"),
        _up,
    ),
    "half_up": Rounding(
        Phrase("to the nearest"),
        Phrase("rounded to whole points, halves up"),
        Phrase("rounded"),
        _half_up,
    ),
}
CHOICES: Choices = {"none": Phrase("none"), **{code: way.label for code, way in ROUNDINGS.items()}}

EACH_ROUNDED = Phrase("What each opponent pays is %(rounded)s.")


def finish(code: str, scoring_table: ScoringRules) -> Finish | None:
    """The finish of a step that rounds this way; None if nothing is rounded."""
    way = ROUNDINGS.get(code)
    return Finish(way.in_a_sum, partial(way.of, step=scoring_table.unit_denominator)) if way else None


def brief(code: str) -> Label:
    """A way to round in a comparison."""
    return ROUNDINGS[code].label if code in ROUNDINGS else NOTHING


def _read(value: object, _context: Context) -> str:
    return fields.one_of(value, "rounding", CHOICES)


def _on_the_wall(code: str, _scoring_table: ScoringRules) -> Iterator[Label]:
    if code in ROUNDINGS:
        yield fill(EACH_ROUNDED, rounded=ROUNDINGS[code].on_the_wall)


def _steps(code: str, outcome: Outcome) -> tuple[Factor, ...]:
    return (Factor(finish=finish(code, outcome.scoring_table)),) if code in ROUNDINGS else ()


ROUNDING = Parameter[str](
    key="rounding",
    title=Phrase("Rounding to whole points"),
    default="none",
    read=_read,
    facts=(Heading("rounding", Phrase("Rounding to whole points"), "choice", CHOICES),),
    in_brief=lambda code, _scoring_table: brief(code),
    on_the_wall=_on_the_wall,
    steps=_steps,
)
