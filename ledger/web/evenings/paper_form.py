"""The forms for the foot of a table's paper sheet."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.models.clubs.club import REASON_LENGTH
from ledger.queries.evenings.sheet import Paper
from ledger.services.evenings.confirming import MOST, Sums
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import PointsField


class SumField(forms.IntegerField):
    """One of the sheet's two sums."""

    def __init__(self, label: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "short"})
        super().__init__(label=label, min_value=0, max_value=MOST, widget=widget)


class TotalForm(KeyedForm):
    """The sums at the foot of the sheet, and each player's points if the club keeps them on paper too."""

    deals = SumField(_("Deals on the sheet"))
    tricks = SumField(_("Tricks on the sheet"))

    def __init__(self, data: Any = None, *, paper: Paper) -> None:
        super().__init__(data)
        self.paper = paper
        self.points = {f"points_{player.pk}": player for player in paper.players}
        denominator = paper.evening.season.unit_denominator
        for name, player in self.points.items():
            self.fields[name] = PointsField(label=player.name, denominator=denominator, required=False)

    def sums(self) -> Sums:
        """The sums that the valid form gives, points in units."""
        cleaned = self.cleaned_data
        points = {player.pk: cleaned[name] for name, player in self.points.items() if cleaned[name] is not None}
        return Sums(deals=cleaned["deals"], tricks=cleaned["tricks"], points=points)

    @property
    def sum_fields(self) -> list[forms.BoundField]:
        """The fields of the two sums that every sheet has."""
        return [self["deals"], self["tricks"]]

    @property
    def point_fields(self) -> list[forms.BoundField]:
        """A field for each player's points."""
        return [self[name] for name in self.points]

    @property
    def has_points(self) -> bool:
        """Whether any points were sent, so that their fields stand open."""
        return any(self.data.get(name) for name in self.points)


class WithdrawForm(KeyedForm):
    """The reason for withdrawing the total of a sheet."""

    reason = forms.CharField(label=_("Why is the total withdrawn?"), max_length=REASON_LENGTH)

    def __init__(self, data: Any = None, *, paper: Paper) -> None:
        super().__init__(data)
        self.paper = paper
