"""The curve of a period in the reader's language."""

from collections.abc import Sequence

from django.utils.formats import date_format

from ledger.queries.seasons.standings import Period
from ledger.rules.site.points import in_points
from ledger.templatetags.ledger_labels import page_wording
from ledger.web.site.charts.curve import Curve
from ledger.web.site.charts.marks import CurveLine


def curve_of(
    period: Period, lines: Sequence[CurveLine], *, name: str, highlighted: int | None, is_alone: bool = False
) -> Curve:
    """The curve of a period, with its evenings' days below and points as the reader's language writes them."""
    unit, wording = period.unit_denominator, page_wording()
    return Curve(
        name=name,
        lines=lines,
        ticks=[date_format(evening.date, "j/n") for evening in period.evenings],
        say=lambda units: in_points(units, unit, signed=True)[wording],
        denominator=unit,
        highlighted=highlighted,
        is_alone=is_alone,
    )
