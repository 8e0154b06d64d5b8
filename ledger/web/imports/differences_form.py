"""The form that says which differences of a workbook are booked, and how it shows them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import BookDraft, Player
from ledger.queries.imports.file_differences import HEADING_OF, FileDifferences
from ledger.queries.imports.looking import Names
from ledger.rules.imports.differences.book_deals import (
    BookDeal,
    labels_of,
    moved_label,
    points_label,
    with_names,
)
from ledger.rules.imports.differences.deal_difference import ChangeKind, DealDifference
from ledger.rules.imports.names import NameQuestion
from ledger.rules.site.refusal import Refusal
from ledger.templatetags.ledger_labels import label_text
from ledger.templatetags.ledger_refusals import refusal_text
from ledger.web.imports.rows_form import NEW
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import offer

MOST_TICKS = 600  # a form has at most a thousand values
THE_OTHERS = "others"
IN_BRIEF = ("contract", "declarer", "partner", "joiners", "tricks")
TITLES = {
    ChangeKind.NEW: _("New deals"),
    ChangeKind.CHANGED: _("Changed deals"),
    ChangeKind.MISSING: _("Deals missing from the file"),
}


@dataclass(frozen=True)
class ShownDifference:
    """A difference in words: what changes by column, whose points move, and what speaks against it."""

    difference: DealDifference
    cells: Sequence[tuple[str, str, str]]
    brief: str
    points: str
    doubts: Sequence[str]

    @property
    def key(self) -> str:
        """The value of its tick."""
        return self.difference.key


@dataclass(frozen=True)
class DifferenceBundle:
    """Differences against which nothing speaks, with one tick for all: the new deals of a day, or all that are left."""

    key: str
    day: date | None
    deals: Sequence[ShownDifference]


class DifferencesForm(KeyedForm):
    """Whom names mean, and a tick for each difference that can be booked; `seen` is the book they were made from."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    take = forms.MultipleChoiceField(required=False)

    def __init__(
        self, data: QueryDict | None, *, draft: BookDraft, looked: FileDifferences, players: Sequence[Player]
    ) -> None:
        super().__init__(data, initial={"seen": looked.seen})
        self.draft, self.looked = draft, looked
        self.ids = {player.name: str(player.pk) for player in players}
        for at, question in enumerate(looked.questions):
            self.fields[f"name{at}"] = self._name_field(question)
        self.together = _bundles(looked)
        bundled = {difference.key for deals in self.together.values() for difference in deals}
        singles = [difference for difference in looked.differences if difference.key not in bundled]
        self.singles, self.left_out = singles[:MOST_TICKS], len(singles[MOST_TICKS:])
        keys = [difference.key for difference in self.singles if difference.can_be_taken]
        offer(self, "take", [(key, key) for key in (*self.together, *keys)])
        self.ticked = set(self._ticks())

    def _ticks(self) -> Iterable[str]:
        """What is ticked as the form is drawn: what was sent, else everything against which nothing speaks."""
        if self.is_bound:
            return self.data.getlist("take") if isinstance(self.data, QueryDict) else ()
        sound = (difference.key for difference in self.looked.differences if difference.is_sound)
        return (*sound, *self.together)

    def _name_field(self, question: NameQuestion) -> forms.ChoiceField:
        add = gettext("Add as a new player: %(name)s") % {"name": question.name}
        likely = [(self.ids[name], name) for name in question.suggestions if name in self.ids]
        others = [(pk, name) for name, pk in self.ids.items() if (pk, name) not in likely]
        # A name like nobody's is a new player's; one like somebody's is for the board to say.
        initial = "" if likely or self.looked.is_ours else NEW
        return forms.ChoiceField(
            label=question.name,
            choices=[("", gettext("Choose")), *likely, (NEW, add), *others],
            initial=initial,
            required=not self.looked.is_ours,
        )

    @property
    def name_fields(self) -> list[Any]:
        """The fields of the names."""
        return [self[f"name{at}"] for at, _question in enumerate(self.looked.questions)]

    def names(self) -> Names:
        """Whom the names mean, from the valid form, with those answered before."""
        answers: dict[str, int | str] = dict(self.draft.names)
        for at, question in enumerate(self.looked.questions):
            if chosen := self.cleaned_data[f"name{at}"]:
                answers[question.name] = question.name if chosen == NEW else int(chosen)
        return answers

    def chosen_keys(self) -> set[str]:
        """The keys of the differences that are ticked, from the valid form."""
        ticked = set(self.cleaned_data["take"])
        bundled = {difference.key for key in ticked & self.together.keys() for difference in self.together[key]}
        return (ticked - self.together.keys()) | bundled

    def bundles(self) -> Iterator[DifferenceBundle]:
        """The differences that are ticked together."""
        for key, deals in self.together.items():
            after = deals[0].after
            day = after.day if after and key != THE_OTHERS else None
            yield DifferenceBundle(key, day, [self._in_words(difference) for difference in deals])

    def groups(self) -> Iterator[tuple[str, list[ShownDifference]]]:
        """The other differences by what becomes of the deal, each with its title."""
        for kind, title in TITLES.items():
            alike = [self._in_words(difference) for difference in self.singles if difference.kind is kind]
            if alike:
                yield str(title), alike

    def _in_words(self, difference: DealDifference) -> ShownDifference:
        names = self.looked.players.shown
        before = difference.before and with_names(difference.before, names)
        after = with_names(difference.after.as_booked, names) if difference.after else None
        return ShownDifference(
            difference=difference,
            cells=list(_changed_cells(difference, before, after)) if before and difference.columns else [],
            brief=_brief(after if difference.kind is ChangeKind.NEW else before),
            points=_points(difference, before, after),
            doubts=[_doubt_text(doubt.cell, doubt.refusal) for doubt in difference.doubts],
        )


def _bundles(looked: FileDifferences) -> dict[str, list[DealDifference]]:
    """The sound deals of each evening that the club does not have, and all that are more than can be ticked singly."""
    bundles: dict[str, list[DealDifference]] = {}
    others = []
    for difference in looked.differences:
        after, row = difference.after, difference.row
        if after and row and after.evening is None and difference.is_sound:
            bundles.setdefault(f"e{row.evening or 0}/{after.day}", []).append(difference)
        elif difference.is_sound:
            others.append(difference)
    return bundles | ({THE_OTHERS: others[MOST_TICKS:]} if others[MOST_TICKS:] else {})


def _changed_cells(
    difference: DealDifference, before: BookDeal, after: BookDeal | None
) -> Iterator[tuple[str, str, str]]:
    """What stands in the changed columns on the site, and what it becomes or was typed as."""
    was, becomes = _cells(before), _cells(after)
    row = difference.row
    for what in difference.columns:
        if what != "points":
            typed = row.text(what) if row else ""
            yield label_text(HEADING_OF[what]), was.get(what, ""), becomes.get(what, typed)


def _cells(book_deal: BookDeal | None) -> Mapping[str, str]:
    if book_deal is None:
        return {}
    try:
        return {what: label_text(label) for what, label in labels_of(book_deal).items()}
    except Refusal:  # said beside it
        return {}


def _brief(book_deal: BookDeal | None) -> str:
    """A deal in a few words: "9 gode: Bodil, Carl, 10"."""
    cells = _cells(book_deal)
    contract, *others = [cells.get(what, "") for what in IN_BRIEF]
    return ": ".join(filter(None, (contract, ", ".join(filter(None, others)))))


def _points(difference: DealDifference, before: BookDeal | None, after: BookDeal | None) -> str:
    try:
        if difference.kind is ChangeKind.CHANGED and before and after and not before.is_void:
            return label_text(moved_label(before.points, after.points))
        if difference.kind is ChangeKind.NEW and after:
            return label_text(points_label(after.points))
    except Refusal:
        return ""
    return ""


def _doubt_text(cell: Any, refusal: Refusal) -> str:
    sentence = refusal_text(refusal)
    if cell is None:
        return sentence
    place = gettext("%(sheet)s, cell %(cell)s") % {"sheet": cell.sheet, "cell": cell.cell}
    return f"{place}: {sentence}"
