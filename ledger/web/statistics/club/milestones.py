"""The club's milestones by date, the latest first."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.queries.statistics.evenings import EveningBrought, milestones_of_club, with_names
from ledger.templatetags.ledger_format import markup
from ledger.templatetags.ledger_labels import label_text
from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.site.lists import ListFile
from ledger.web.site.sharing import SharedText, share

PER_PAGE = 12
MOST_TOLD = 4  # of an evening where its milestones are passed on
PAGE_FIELD = "page"
ROW = '<div><dt><a href="{}">{}</a></dt><dd class="more">{}</dd></div>'


@fresh
@reads
def milestones(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What every evening brought: round numbers, best evenings, and who was new."""
    brought = milestones_of_club(seasons=visit.seasons)
    # Any number gets the nearest page.
    page = Paginator(brought[::-1], PER_PAGE).get_page(request.GET.get(PAGE_FIELD))
    on_page = with_names([*page])
    context: dict[str, Any] = {
        "page": page,
        "field": PAGE_FIELD,
        "on_page": on_page,
        "rows": _rows(on_page, visit.club.slug),
    }
    context["file"] = ListFile("list", partial(_file_rows, brought[::-1]))
    if page.number == 1 and on_page:
        context["share"] = _share(request, visit, on_page[0])
    return club_page(request, visit, "ledger/statistics/club/milestones.html", context)


def _share(request: HttpRequest, visit: Visit, latest: EveningBrought) -> SharedText:
    """What is passed on of the latest milestones."""
    evening, brought = latest
    return share(
        request,
        visit,
        date_format(evening.date, "DATE_FORMAT"),
        page=reverse("evening", args=[visit.club.slug, evening.number]),
        sentences=[f"{label_text(milestone.label)}." for milestone in brought[:MOST_TOLD]],
    )


def _file_rows(evenings: Sequence[EveningBrought]) -> Iterator[list[object]]:
    """The headings, then every milestone as a row of a file."""
    yield [gettext("Date"), gettext("Evening"), gettext("Milestone")]
    for evening, brought in with_names(evenings):
        day = date_format(evening.date, "SHORT_DATE_FORMAT")
        yield from ([day, evening.number, label_text(milestone.label)] for milestone in brought)


def _rows(evenings: Iterable[EveningBrought], club_slug: str) -> SafeString:
    """Evenings with what they brought in words."""
    # The address of evening 0, which is none, is made once: to make one takes longer than to draw the rest.
    address = reverse("evening", args=[club_slug, 0]).replace("/0/", "/{}/")
    rows = [
        markup(
            ROW,
            address.format(evening.number),
            date_format(evening.date, "DATE_FORMAT"),
            " ".join(f"{label_text(milestone.label)}." for milestone in brought),
        )
        for evening, brought in evenings
    ]
    return SafeString("".join(rows))
