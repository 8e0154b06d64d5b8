"""The pictures of an evening's result: a bar for each player, and how the evening went."""

from dataclasses import dataclass
from functools import partial

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.queries.evenings.result import EveningResult, PlayerPlace
from ledger.templatetags.ledger_format import points
from ledger.web.site.charts.bar import bars
from ledger.web.site.charts.curve import Curve, CurveSize, curve
from ledger.web.site.charts.marks import CurveLine

TALL, BROAD = CurveSize("tall", 336, 230), CurveSize("broad", 1024, 260)
FEWEST_DEALS = 3  # that make a curve


@dataclass(frozen=True)
class EveningCurve:
    """How an evening went, drawn for phones and for wide pages, and the number of the deal with a ring round it."""

    tall: SafeString
    broad: SafeString
    ring: int | None


def places_with_bars(result: EveningResult) -> list[tuple[PlayerPlace, SafeString]]:
    """Everybody's place with a bar."""
    drawn = bars([place.points for place in result.places])
    return list(zip(result.places, drawn, strict=True))


def evening_curve(result: EveningResult, denominator: int) -> EveningCurve | None:
    """Everybody's running points deal by deal, the winner's line the strongest; None before there are three deals."""
    numbers, turning = result.numbers, result.turning
    if len(numbers) < FEWEST_DEALS:
        return None
    ring = turning.number if turning and not turning.is_first and len(result.winners) == 1 else None
    chart = Curve(
        name=gettext("The standing through the evening's deals; the same numbers are in the sheet"),
        lines=[
            CurveLine(name=place.name, totals=totals)
            for place, totals in zip(result.places, result.running, strict=True)
        ],
        ticks=[str(number) for number in numbers],
        say=partial(points, denominator=denominator),
        denominator=denominator,
        highlighted=0 if len(result.winners) == 1 else None,
        ring=(0, numbers.index(ring)) if ring else None,
    )
    return EveningCurve(tall=curve(chart, TALL), broad=curve(chart, BROAD), ring=ring)
