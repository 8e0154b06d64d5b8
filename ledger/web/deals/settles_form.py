"""Which complaints a change of a deal settles: ticked beside the reason for the change."""

from collections.abc import Callable, Sequence

from django import forms
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models import Entry, Evening
from ledger.queries.evenings.confirming import AnswerSaid, complaints_about
from ledger.services.evenings.confirming import change_settling
from ledger.web.site.access import Visit


class SettlesForm(forms.Form):
    """The open complaints about a deal, all ticked to begin with; `complaints` are all, the settled too."""

    settles = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, required=False)

    def __init__(self, *args: object, complaints: Sequence[AnswerSaid]) -> None:
        self.complaints = complaints
        self.open = [said for said in complaints if said.is_open]
        super().__init__(*args, initial={"settles": [said.answer.pk for said in self.open]})
        names = [(said.answer.pk, said.player.name) for said in self.open]
        self.fields["settles"].choices = names  # type: ignore[attr-defined]

    def boxes(self) -> list[tuple[forms.boundfield.BoundWidget, AnswerSaid]]:
        """Each complaint's box beside it."""
        return list(zip(self["settles"], self.open, strict=True))

    def reason(self) -> str:
        """The reason to begin with: whose complaint it was. Their words stay with them, or they could never go."""
        names = ", ".join(dict.fromkeys(said.player.name for said in self.open))
        return gettext("After a complaint by %(names)s") % {"names": names} if names else ""

    def settling(self, request: HttpRequest, deed: Callable[[], Entry]) -> Entry:
        """Change the deal, and with it settle what is ticked and still open. Raises what the deed raises."""
        said = self.data.getlist("settles")
        ticked = [each.answer.pk for each in self.open if str(each.answer.pk) in said]
        return change_settling(deed=deed, complaints=ticked, author=request.user, now=timezone.now())


def settles_form(request: HttpRequest, visit: Visit, evening: Evening, number: int) -> SettlesForm:
    """The complaints about a deal for those who hear them; none for others, without a query."""
    complaints = complaints_about(evening=evening, number=number) if visit.hears_players else []
    return SettlesForm(request.POST if request.method == "POST" else None, complaints=complaints)
