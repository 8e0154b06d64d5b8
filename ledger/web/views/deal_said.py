"""What the entry screen's form says so far, in words: asked while one chooses, and nothing is stored."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ledger.queries.play import Preview
from ledger.rules.refusal import Refusal
from ledger.web.access import Visit, writes
from ledger.web.views.deals import deal_form, deal_or_404, preview_of


@writes
def deal_said(request: HttpRequest, visit: Visit, evening: int, number: int | None = None) -> HttpResponse:
    """The sentence of the deal, or the first thing that is missing; of a new deal, or of one being corrected."""
    played, entry = visit.evening(evening), None
    if number is not None:
        played, history = deal_or_404(visit, evening, number)
        entry = history.entry
    form = deal_form(request.GET, played, entry)
    form.fields.pop("key", None)
    said: Preview | None = None
    if form.is_valid():
        try:
            said = preview_of(played, entry.table_version if entry else played.table_version, form)
        except Refusal as refusal:
            form.refuse(refusal)
    missing = next((error for errors in form.errors.values() for error in errors), "")
    context = {"said": said, "missing": missing, "season": played.season}
    return render(request, "ledger/_deal_said.html", context)
