"""The complaints that a change of a deal settles, ticked beside the reason for the change."""

from collections.abc import Callable, Sequence

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models import Entry, Evening
from ledger.queries.evenings.confirming import AnswerSaid, complaints_about
from ledger.services.evenings.confirming import change_settling
from ledger.web.site.access import SignedInRequest, Visit
from ledger.web.site.forms import offer


class SettlesForm(forms.Form):
    """The open complaints about a deal, all ticked to start with; `complaints` are all, the settled ones too."""

    settles = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, required=False)

    def __init__(self, data: QueryDict | None, *, complaints: Sequence[AnswerSaid]) -> None:
        self.complaints = complaints
        self.open = [complaint for complaint in complaints if complaint.is_open]
        super().__init__(data, initial={"settles": [complaint.answer.pk for complaint in self.open]})
        offer(self, "settles", [(complaint.answer.pk, complaint.player.name) for complaint in self.open])

    def boxes(self) -> list[tuple[forms.boundfield.BoundWidget, AnswerSaid]]:
        """The boxes to tick, each with its complaint."""
        return list(zip(self["settles"], self.open, strict=True))

    def reason(self) -> str:
        """The reason to start from: whose complaint it was."""
        # Not the players' words: a reason stays in the book, and words must be able to go.
        names = ", ".join(dict.fromkeys(complaint.player.name for complaint in self.open))
        return gettext("After a complaint by %(names)s") % {"names": names} if names else ""

    def change_and_settle(self, request: SignedInRequest, change: Callable[[], Entry]) -> Entry:
        """Change the deal, and settle what is ticked and still open.

        Raises what `change` raises.
        """
        chosen = request.POST.getlist("settles")
        ticked = [complaint.answer.pk for complaint in self.open if str(complaint.answer.pk) in chosen]
        return change_settling(change=change, complaints=ticked, author=request.user, now=timezone.now())


def settles_form(request: HttpRequest, visit: Visit, evening: Evening, deal_number: int) -> SettlesForm:
    """The complaints about a deal, for those who read them; for others none, without a query."""
    complaints = complaints_about(evening=evening, number=deal_number) if visit.hears_players else []
    return SettlesForm(request.POST if request.method == "POST" else None, complaints=complaints)
