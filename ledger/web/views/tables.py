"""The club's scoring tables: the list, a version as the sheet on the wall, what it changed, and typing prices."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django_tables2 import RequestConfig

from ledger.models import TableVersion
from ledger.queries.clubs import versions
from ledger.queries.tables import evenings_priced_by, newest_of, previous_of
from ledger.rules.comparing import compare
from ledger.rules.refusal import Refusal
from ledger.services.clubs import publish_prices
from ledger.web.access import Visit, reads, writes
from ledger.web.freshness import fresh
from ledger.web.once import done_once, refused
from ledger.web.price_form import PricesForm
from ledger.web.price_sheet import price_sheet
from ledger.web.tables_changes import ChangedPriceTable, ChangedWordTable
from ledger.web.tables_club import PricedEveningTable, VersionTable


@fresh
@reads
def tables(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Every version of the club's tables, and which of them are in force."""
    found = versions(club=visit.club)
    newest: dict[int, int] = {}
    for version in found:
        newest.setdefault(version.table_id, version.pk)
    table = VersionTable(found, club_slug=visit.club.slug, newest=set(newest.values()))
    RequestConfig(request, paginate={"per_page": 25}).configure(table)
    return render(request, "ledger/tables.html", {"visit": visit, "club": visit.club, "table": table})


@fresh
@reads
def table(request: HttpRequest, visit: Visit, version: int) -> HttpResponse:
    """A version as the sheet on the wall, with its rules in words and the evenings it prices."""
    shown = visit.table_version(version)
    evenings = PricedEveningTable(evenings_priced_by(version=shown), club_slug=visit.club.slug)
    RequestConfig(request, paginate={"per_page": 10}).configure(evenings)
    context = {
        "visit": visit,
        "club": visit.club,
        "table_version": shown,
        "newest": newest_of(version=shown),
        "rules": shown.to_rules(),
        "sheet": price_sheet(shown.to_rules()),
        "evenings": evenings,
    }
    return render(request, "ledger/scoring_table.html", context)


@fresh
@reads
def changes(request: HttpRequest, visit: Visit, version: int) -> HttpResponse:
    """What a version changed in the one before it, cell by cell."""
    shown = visit.table_version(version)
    before = previous_of(version=shown)
    if before is None:
        raise Http404
    found = compare(before.to_rules(), shown.to_rules())
    prices = ChangedPriceTable(found.prices, denominator=found.denominator)
    words = ChangedWordTable(found.words, prefix="words-")
    for each in (prices, words):
        RequestConfig(request, paginate={"per_page": 25}).configure(each)
    context = {"visit": visit, "club": visit.club, "table_version": shown, "before": before}
    return render(request, "ledger/changes.html", {**context, "prices": prices, "words": words})


@writes
def prices(request: HttpRequest, visit: Visit, version: int) -> HttpResponse:
    """Type the prices that a version lacks; they are published as the table's next version."""
    shown = visit.table_version(version)
    newest, rules = newest_of(version=shown), shown.to_rules()
    if newest != shown:
        messages.warning(
            request, gettext("Version %(number)s has been published meanwhile.") % {"number": newest.number}
        )
        return redirect("table", visit.club.slug, newest.pk)
    if not rules.missing_prices:
        return redirect("table", visit.club.slug, shown.pk)
    form, status = PricesForm(request.POST if request.method == "POST" else None, table=rules), 200
    if request.method == "POST" and form.is_valid():
        try:
            return done_once(request, form, lambda: _published(request, visit, shown, form))
        except Refusal as refusal:
            status = refused(form, refusal)
    context = {"visit": visit, "club": visit.club, "table_version": shown, "rules": rules, "form": form}
    return render(request, "ledger/prices.html", context, status=status)


def _published(request: HttpRequest, visit: Visit, version: TableVersion, form: PricesForm) -> str:
    """Publish the next version with the typed prices and say when it counts; gives its address."""
    said = gettext("Version %(number)s is published. New evenings use it; an evening already opened keeps its prices.")
    published = publish_prices(version=version, prices=form.prices(), author=request.user, now=timezone.now())
    messages.success(request, said % {"number": published.number})
    return reverse("table", args=[visit.club.slug, published.pk])
