"""The price list of a version, for the screen and the wall, and its calculator, where a deal can be tried."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django_tables2 import RequestConfig

from ledger.models import TableVersion
from ledger.queries.play import Preview, tariff_for_page, trial
from ledger.queries.tables import evenings_priced_by, term_of
from ledger.rules.refusal import Refusal
from ledger.web.access import Visit, reads
from ledger.web.freshness import fresh
from ledger.web.price_sheet import price_sheet
from ledger.web.tables_club import PricedEveningTable
from ledger.web.try_form import TryForm


@fresh
@reads
def table(request: HttpRequest, visit: Visit, version: int) -> HttpResponse:
    """A version as the sheet on the wall, with its rules in words, examples, and the evenings it prices."""
    shown, today = visit.table_version(version), timezone.localdate()
    term = term_of(version=shown)
    evenings = PricedEveningTable(evenings_priced_by(version=shown), club_slug=visit.club.slug)
    RequestConfig(request, paginate={"per_page": 10}).configure(evenings)
    context = {
        "visit": visit,
        "club": visit.club,
        "table_version": shown,
        "term": term,
        "is_over": term.is_over(today),
        "is_to_come": term.is_to_come(today),
        "rules": shown.to_rules(),
        "sheet": price_sheet(shown.tariff(), get_language() or "da"),
        "evenings": evenings,
    }
    return render(request, "ledger/scoring_table.html", context)


@reads
def try_deal(request: HttpRequest, visit: Visit, version: int) -> HttpResponse:
    """What a deal would pay, for anyone who wonders: asked by the address, so it can be shared; nothing is kept."""
    shown = visit.table_version(version)
    rules = shown.to_rules()
    form = TryForm(request.GET, table=rules)
    context = {
        "visit": visit,
        "club": visit.club,
        "table_version": shown,
        "rules": rules,
        "form": form,
        "answer": _answer(shown, form),
        "tariff": tariff_for_page(version=shown, season_denominator=rules.unit_denominator),
    }
    return render(request, "ledger/try_deal.html", context)


def _answer(version: TableVersion, form: TryForm) -> Preview | None:
    """What the deal pays and why; None where nothing was asked, or where the form says what is wrong."""
    if not form.is_valid():
        return None
    try:
        return trial(version=version, deal=form.deal(), players=form.names, language=get_language() or "da")
    except Refusal as refusal:
        form.refuse(refusal)
        return None
