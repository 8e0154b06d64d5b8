"""The club's menu, which leads to all that is not in the bar, and the guide."""

from django.http import HttpRequest, HttpResponse

from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh


@fresh
@reads
def menu(request: HttpRequest, visit: Visit) -> HttpResponse:
    """All that a club has besides its rooms: help, the log and the proof for everybody, and the board's own pages."""
    return club_page(request, visit, "ledger/clubs/front/menu.html")


@fresh
@reads
def guide(request: HttpRequest, visit: Visit) -> HttpResponse:
    """An evening with the book in four pictures, from the seats to the approval."""
    return club_page(request, visit, "ledger/clubs/front/guide.html")
