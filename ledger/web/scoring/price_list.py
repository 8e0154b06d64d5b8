"""The price list of a version, for the screen and the wall, and its calculator."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from ledger.queries.scoring import evenings_priced_by, term_of
from ledger.web.clubs.lists import PricedEveningsList
from ledger.web.scoring.price_sheet import price_sheet
from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh


@fresh
@reads
def table(request: HttpRequest, visit: Visit, version_id: int) -> HttpResponse:
    """A version as the sheet on the wall, with its rules in words, examples, and the evenings it prices."""
    version, today = visit.table_version(version_id), timezone.localdate()
    term = term_of(version=version)
    evenings = PricedEveningsList(evenings_priced_by(version=version), club_slug=visit.club.slug)
    evenings.turn_to_page(request, per_page=10)
    members = visit.club.players.filter(is_active=True, is_guest=False, forgotten_at=None).order_by("sort_key")
    context = {
        "table_version": version,
        "term": term,
        "is_over": term.is_over(today),
        "is_to_come": term.is_to_come(today),
        "rules": version.to_rules(),
        "sheet": price_sheet(version.tariff(), [player.name for player in members]),
        "evenings": evenings,
    }
    return club_page(request, visit, "ledger/scoring/scoring_table.html", context)
