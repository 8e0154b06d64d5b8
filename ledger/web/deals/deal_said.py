"""What the entry screen's form says so far, in words: asked while one chooses, and nothing is stored."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ledger.models import Evening, TableVersion
from ledger.rules.site.refusal import Refusal
from ledger.web.deals.deal_form import DealForm
from ledger.web.deals.deals import correction_form, deal_or_404, new_deal_form, preview_of, table_or_404
from ledger.web.site.access import Visit, writes
from ledger.web.site.in_place import part_of


@part_of("deal_new", "evening", "table")
@writes
def deal_said(request: HttpRequest, visit: Visit, evening: int, table: int) -> HttpResponse:
    """The sentence of a new deal, or the first thing that is missing."""
    seated = table_or_404(visit, evening, table)
    form = new_deal_form(request.GET, seated)
    del form.fields["key"]
    return _said(request, form, seated.evening, seated.evening.table_version)


@part_of("deal_correct", "evening", "number")
@writes
def correction_said(request: HttpRequest, visit: Visit, evening: int, number: int) -> HttpResponse:
    """The sentence of a deal as it is being corrected, or the first thing that is missing."""
    played, history = deal_or_404(visit, evening, number)
    form = correction_form(request.GET, played, history.entry)
    return _said(request, form, played, history.entry.table_version)


def _said(request: HttpRequest, form: DealForm, evening: Evening, version: TableVersion) -> HttpResponse:
    said = None
    if form.is_valid():
        try:
            said = preview_of(form, evening, version)
        except Refusal as refusal:
            form.refuse(refusal)
    missing = next((error for errors in form.errors.values() for error in errors), "")
    context = {"said": said, "missing": missing, "season": evening.season}
    return render(request, "ledger/deals/_deal_said.html", context)
