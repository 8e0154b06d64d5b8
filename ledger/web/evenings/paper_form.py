"""The forms for the foot of a table's paper sheet, and what the evening's page shows of it."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.models.clubs.club import REASON_LENGTH
from ledger.queries.evenings.paper import Paper, papers_of
from ledger.queries.evenings.sheet import Sheet
from ledger.services.evenings.papers import MOST, Sums
from ledger.templatetags.ledger_refusals import refusal_text
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
        # The page has this form for each of its tables.
        super().__init__(data, auto_id=f"id_paper{paper.table_number}_%s")
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
        super().__init__(data, auto_id=f"id_withdraw{paper.table_number}_%s")
        self.paper = paper


@dataclass(frozen=True)
class PaperPanel:
    """A table's sheet on the evening's page: what was typed, how it differs, and the board's forms."""

    paper: Paper
    differences: tuple[str, ...]
    total: TotalForm | None
    withdraw: WithdrawForm | None


def paper_panels(*, read: Sheet, has_typed: bool, may_write: bool) -> list[PaperPanel]:
    """The panels of an evening's sheet, in order of its tables."""
    papers = papers_of(evening=read.evening, standing=read.book.standing, seated=read.seats, has_typed=has_typed)
    return [paper_panel(paper, may_write=may_write) for paper in papers]


def paper_panel(paper: Paper, sent: KeyedForm | None = None, *, may_write: bool) -> PaperPanel:
    """A table's panel; `sent` is a refused form, shown in place of a new one."""
    total = sent if isinstance(sent, TotalForm) else TotalForm(paper=paper)
    withdraw = sent if isinstance(sent, WithdrawForm) else WithdrawForm(paper=paper)
    return PaperPanel(
        paper=paper,
        differences=tuple(refusal_text(difference) for difference in paper.differences),
        total=total if may_write else None,
        withdraw=withdraw if may_write and paper.total else None,
    )
