"""The calculator of a price list, in which a deal can be tried."""

from django.http import HttpRequest, HttpResponse

from ledger.models import ScoringTableVersion
from ledger.queries.deals.pricing import Preview, tariff_for_page, trial
from ledger.rules.site.refusal import Refusal
from ledger.web.deals.calculator.try_form import TryForm
from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page


@reads
def try_deal(request: HttpRequest, visit: Visit, version_id: int) -> HttpResponse:
    """What a deal would pay; asked by GET, so that the answer can be shared, and never stored."""
    version = visit.table_version(version_id)
    rules = version.to_rules()
    form = TryForm(request.GET, scoring_table=rules)
    context = {
        "table_version": version,
        "rules": rules,
        "form": form,
        "answer": _answer(version, form),
        "tariff": tariff_for_page(version=version, season_denominator=rules.unit_denominator),
    }
    return club_page(request, visit, "ledger/scoring/try_deal.html", context)


def _answer(version: ScoringTableVersion, form: TryForm) -> Preview | None:
    """What the deal pays and why; None if nothing was asked, or the form says what is wrong."""
    if not form.is_valid():
        return None
    try:
        return trial(version=version, deal=form.deal(), players=form.names)
    except Refusal as refusal:
        form.refuse(refusal)
        return None
