"""The calculator of a price list, where a deal can be tried."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from ledger.models import TableVersion
from ledger.queries.deals.previews import Preview, tariff_for_page, trial
from ledger.rules.site.refusal import Refusal
from ledger.web.deals.try_form import TryForm
from ledger.web.site.access import Visit, reads


@reads
def try_deal(request: HttpRequest, visit: Visit, version: int) -> HttpResponse:
    """What a deal would pay, for anyone who wonders: asked by the address, so it can be shared; nothing is kept."""
    shown = visit.table_version(version)
    rules = shown.to_rules()
    form = TryForm(request.GET, scoring_table=rules)
    context = {
        "visit": visit,
        "club": visit.club,
        "table_version": shown,
        "rules": rules,
        "form": form,
        "answer": _answer(shown, form),
        "tariff": tariff_for_page(version=shown, season_denominator=rules.unit_denominator),
    }
    return render(request, "ledger/scoring/try_deal.html", context)


def _answer(version: TableVersion, form: TryForm) -> Preview | None:
    """What the deal pays and why; None where nothing was asked, or where the form says what is wrong."""
    if not form.is_valid():
        return None
    try:
        return trial(version=version, deal=form.deal(), players=form.names, language=get_language() or "da")
    except Refusal as refusal:
        form.refuse(refusal)
        return None
