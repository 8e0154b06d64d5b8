"""The curve of a period in the reader's language."""

from collections.abc import Sequence

from ledger.queries.seasons.periods import Period
from ledger.rules.site.points import in_points
from ledger.templatetags.ledger_format import day_text
from ledger.templatetags.ledger_labels import label_text
from ledger.web.site.charts.curve import Curve
from ledger.web.site.charts.marks import CurveLine


def curve_of(
    period: Period, lines: Sequence[CurveLine], *, name: str, highlighted: int | None, is_alone: bool = False
) -> Curve:
    """The curve of a period, with its evenings' days below and points as the reader's language writes them."""
    return Curve(
        name=name,
        lines=lines,
        ticks=[day_text(evening.date, "j/n") for evening in period.evenings],
        say=lambda units: label_text(in_points(units, period.unit_denominator, signed=True)),
        denominator=period.unit_denominator,
        highlighted=highlighted,
        is_alone=is_alone,
    )
