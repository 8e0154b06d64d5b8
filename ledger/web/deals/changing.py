"""What every change of a deal shares: the deal with its history, and the form that asks for a reason."""

from typing import Any

from django.http import Http404
from django.utils import timezone

from ledger.models import Entry, Evening
from ledger.queries.deals.history import DealHistory, deal_history
from ledger.rules.site.labels import Label
from ledger.services.deals import Change
from ledger.templatetags.ledger_labels import label_text
from ledger.web.deals.deal_form import ChangeForm
from ledger.web.site.access import SignedInRequest, Visit


def deal_or_404(
    visit: Visit, evening_number: int, deal_number: int, *, or_opening: bool = False
) -> tuple[Evening, DealHistory]:
    """An evening, and the history of one of its deals.

    Raises Http404 if there is no such evening or deal.
    """
    evening = visit.evening(evening_number, or_opening=or_opening)
    history = deal_history(evening=evening, number=deal_number)
    if history is None:
        raise Http404
    return evening, history


def change_arguments(history: DealHistory, **initial: str) -> dict[str, Any]:
    """The arguments of a form that changes a deal as it stands."""
    return {"prefix": "change", "initial": {"seen": history.entry.pk, **initial}}


def requested_change(request: SignedInRequest, evening: Evening, deal_number: int, form: ChangeForm) -> dict[str, Any]:
    """The entry to change, and by whom, when and why, from a valid form.

    Raises Http404 if the entry in the form is not about this deal.
    """
    cleaned = form.cleaned_data
    loaded = Entry.objects.select_related("evening__season", "table_version", "replaces")
    entry = loaded.filter(evening=evening, number=deal_number, pk=cleaned["seen"]).first()
    if entry is None:
        raise Http404
    change = Change(key=cleaned["key"], reason=cleaned["reason"], author=request.user, now=timezone.now())
    return {"entry": entry, "change": change}


def fact_text(what: Label | None, *facts: Label) -> str:
    """A fact of a deal after what it is, as it was and is: "Partner: Bodil → Carl"; a dash where there is none."""
    told = " → ".join(label_text(fact).strip() or "–" for fact in facts)
    return f"{label_text(what).capitalize()}: {told}" if what else told
