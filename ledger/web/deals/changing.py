"""What every change of a deal shares: the deal with its history, the form that asks for a reason."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, QueryDict
from django.utils.translation import gettext

from ledger.models import Entry, Evening
from ledger.queries.deals.history import DealHistory, deal_history
from ledger.queries.evenings.confirming import complaints_about
from ledger.rules.site.labels import Label
from ledger.services.deals import Change
from ledger.services.evenings.confirming import change_settling
from ledger.templatetags.ledger_labels import label_text
from ledger.web.deals.deal_form import ChangeForm
from ledger.web.site.access import SignedInRequest, Visit, signature
from ledger.web.site.forms import form_data, offer


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
    change = Change(key=cleaned["key"], reason=cleaned["reason"], **signature(request))
    return {"entry": entry, "change": change}


def fact_text(what: Label | None, *facts: Label) -> str:
    """A fact of a deal after what it is, as it was and is: "Partner: Bodil → Carl"; a dash where there is none."""
    told = " → ".join(label_text(fact).strip() or "–" for fact in facts)
    if what:
        return f"{label_text(what).capitalize()}: {told}"
    return told


# The complaints that a change of a deal settles, ticked beside the reason for the change.


class SettlesForm(forms.Form):
    """The open complaints about a deal, all ticked to start with; `complaints` are all, the settled ones too."""

    settles = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, required=False)

    def __init__(self, data: QueryDict | None, *, complaints: Sequence[Any]) -> None:
        self.complaints = complaints
        self.open = [complaint for complaint in complaints if complaint.is_open]
        super().__init__(data, initial={"settles": [complaint.pk for complaint in self.open]})
        offer(self, "settles", [(complaint.pk, complaint.link.player.name) for complaint in self.open])

    def boxes(self) -> list[tuple[forms.boundfield.BoundWidget, Any]]:
        """The boxes to tick, each with its complaint."""
        return list(zip(self["settles"], self.open, strict=True))

    def reason(self) -> str:
        """The reason to start from: whose complaint it was."""
        # Not the players' words: a reason stays in the book, and words must be able to go.
        names = ", ".join(dict.fromkeys(complaint.link.player.name for complaint in self.open))
        return gettext("After a complaint by %(names)s") % {"names": names} if names else ""

    def change_and_settle(self, request: SignedInRequest, change: Callable[[], Entry]) -> Entry:
        """Change the deal, and settle what is ticked and still open.

        Raises what `change` raises.
        """
        chosen = request.POST.getlist("settles")
        ticked = [complaint.pk for complaint in self.open if str(complaint.pk) in chosen]
        return change_settling(change=change, complaints=ticked, **signature(request))


def settles_form(request: HttpRequest, visit: Visit, evening: Evening, deal_number: int) -> SettlesForm:
    """The complaints about a deal, for those who read them; for others none, without a query."""
    complaints = complaints_about(evening=evening, number=deal_number) if visit.hears_players else []
    return SettlesForm(form_data(request), complaints=complaints)
