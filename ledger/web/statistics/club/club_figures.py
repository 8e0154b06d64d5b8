"""The club in figures: its records, and what its contracts gave, in all or of a season."""

from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, pgettext

from ledger.queries.deals.doubts import doubts_among
from ledger.queries.statistics.figures import ContractFigure, contract_figures
from ledger.rules.site.points import in_points, in_rounded_points
from ledger.templatetags.ledger_labels import label_text
from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.site.lists import csv_answer
from ledger.web.statistics.club.figure_parts import figures_context


@fresh
@reads
def club_figures(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The club's records and contracts, of one season or of all."""
    season = visit.asked_season(request) if request.GET.get("season") else None
    counted = [season] if season else visit.seasons
    context = {"season": season, "seasons": visit.seasons, **figures_context(visit, counted, season)}
    context["doubts"] = doubts_among(club=visit.club, seasons=counted)
    return club_page(request, visit, "ledger/statistics/club/club_figures.html", context)


@reads
def contracts_csv(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What the contracts of one season or of all gave whoever bid them, as CSV: a row for each contract."""
    season = visit.asked_season(request) if request.GET.get("season") else None
    figures = contract_figures(seasons=[season] if season else visit.seasons)
    headings = [
        gettext("Contract"),
        gettext("Deals"),
        pgettext("how often", "Made"),
        pgettext("tricks above the bid", "Over"),
        gettext("To the bidder"),
        gettext("Per deal"),
    ]
    name = "-".join([visit.club.slug, *([season.slug] if season else []), "contracts"])
    rows = [_cells(contract, figures.unit_denominator) for contract in figures.contracts]
    return csv_answer([headings, *rows], name=name)


def _cells(contract: ContractFigure, unit_denominator: int) -> list[object]:
    """A contract's figures; where nobody bids it, the number of deals is all there is."""
    if not contract.bids:
        return [label_text(contract.label), contract.deals, "", "", "", ""]
    points, over = Fraction(contract.units, unit_denominator), contract.average_over
    return [
        label_text(contract.label),
        contract.deals,
        contract.made,
        "" if over is None else label_text(in_rounded_points(over)),
        label_text(in_points(contract.units, unit_denominator)),
        label_text(in_rounded_points(points / contract.bids)),
    ]
