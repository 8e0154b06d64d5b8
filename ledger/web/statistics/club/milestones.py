"""The club's milestones by date, the latest first."""

from django.http import HttpRequest, HttpResponse

from ledger.queries.statistics.club.evenings import deals_by_evening, evenings_of_seasons
from ledger.rules.statistics.milestones import milestones_by_evening
from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh


@fresh
@reads
def milestones(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What every evening brought: round numbers, best evenings, and who was new."""
    evenings = evenings_of_seasons(seasons=visit.seasons)
    by_evening = milestones_by_evening(
        evenings.shares,
        deals=deals_by_evening(seasons=visit.seasons),
        names={pk: player.name for pk, player in evenings.players.items()},
        denominator=evenings.unit_denominator,
    )
    context = {"rows": [(number, evenings.days[number], brought) for number, brought in reversed(by_evening)]}
    return club_page(request, visit, "ledger/statistics/club/milestones.html", context)
