"""The form that says who is meant by the names of an old book, and what becomes of its rows in doubt."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.dates import MONTHS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import BookDraft, Player
from ledger.queries.imports.looking import Names
from ledger.rules.imports.names import NameQuestion
from ledger.rules.imports.planning import BOOK, LEAVE, doubts_about
from ledger.rules.imports.verdict.findings import FindingKind
from ledger.rules.imports.verdict.judging import RowVerdict
from ledger.web.site.form_keys import KeyedForm

NEW, AS_ITS_KIND = "+", "kind"
MOST_ROWS = 100  # that are asked about one by one
KINDS = {
    FindingKind.SUM: _("The points do not add up to 0"),
    FindingKind.SIGN: _("A sign is likely wrong"),
    FindingKind.DIGIT: _("A digit is likely wrong"),
    FindingKind.BLANK: _("A number is missing"),
    FindingKind.JUMP: _("The running total jumps"),
    FindingKind.DUPLICATE: _("The number stands twice"),
    FindingKind.NO_PRICE: _("No version pays this"),
    FindingKind.OTHER_TIME: _("Another version pays this"),
    FindingKind.OTHER_SIDE: _("The points fit another side"),
    FindingKind.OTHER_TRICKS: _("The points fit other tricks"),
    FindingKind.UNKNOWN_NAME: _("An unknown name"),
    FindingKind.DAY_ORDER: _("A day out of order"),
    FindingKind.NOT_A_NUMBER: _("What is no number"),
}
OF_A_KIND = [(LEAVE, _("Leave these rows out")), (BOOK, _("Book their points, marked as in doubt"))]
OF_A_ROW = [(AS_ITS_KIND, _("As all of its kind")), (LEAVE, _("Leave out")), (BOOK, _("Book"))]


class RowsForm(KeyedForm):
    """Whom names mean, in which month seasons begin, and what becomes of each kind of doubt and of single rows."""

    month = forms.TypedChoiceField(label=_("Seasons begin in"), choices=list(MONTHS.items()), coerce=int)

    def __init__(
        self,
        data: QueryDict | None,
        *,
        draft: BookDraft,
        players: Sequence[Player],
        questions: Sequence[NameQuestion],
        verdicts: Sequence[RowVerdict],
    ) -> None:
        super().__init__(data, initial={"month": draft.choices.get("month", 8)})
        self.draft, self.questions = draft, questions
        self.doubtful = [verdict for verdict in verdicts if doubts_about(verdict)]
        self.counts = Counter(kind for verdict in self.doubtful for kind in doubts_about(verdict))
        self.ids = {player.name: str(player.pk) for player in players}
        for at, question in enumerate(questions):
            self.fields[f"name{at}"] = self._name_field(question)
        for kind, title in KINDS.items():
            if kind in self.counts:
                self.fields[f"kind-{kind.value}"] = forms.ChoiceField(
                    label=f"{title} ({self.counts[kind]})",
                    choices=OF_A_KIND,
                    initial=draft.choices.get("kinds", {}).get(kind.value, LEAVE),
                )
        for at, verdict in enumerate(self.doubtful[:MOST_ROWS]):
            self.fields[f"row{at}"] = forms.ChoiceField(
                label=_("What becomes of the row"),
                choices=OF_A_ROW,
                initial=draft.choices.get("rows", {}).get(_key(verdict), AS_ITS_KIND),
            )

    def _name_field(self, question: NameQuestion) -> forms.ChoiceField:
        add = gettext("Add as a new player: %(name)s") % {"name": question.name}
        likely = [(self.ids[name], name) for name in question.suggestions if name in self.ids]
        others = [(pk, name) for name, pk in self.ids.items() if (pk, name) not in likely]
        stored = self.draft.names.get(question.name)
        return forms.ChoiceField(
            label=question.name,
            choices=[("", gettext("Choose")), *likely, (NEW, add), *others],
            initial=NEW if isinstance(stored, str) else str(stored or ""),
            required=True,
        )

    @property
    def name_fields(self) -> list[Any]:
        """The fields of the names."""
        return [self[f"name{at}"] for at, _question in enumerate(self.questions)]

    @property
    def kind_fields(self) -> list[Any]:
        """The fields of the kinds of doubt."""
        return [self[f"kind-{kind.value}"] for kind in KINDS if kind in self.counts]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows in doubt with what is wrong, and their fields."""
        return [
            {"field": self[f"row{at}"], "findings": [about for about in verdict.findings if about.is_doubt]}
            for at, verdict in enumerate(self.doubtful[:MOST_ROWS])
        ]

    def names(self) -> Names:
        """Whom the names mean, from the valid form, with those answered before."""
        answers: dict[str, int | str] = dict(self.draft.names)
        for at, question in enumerate(self.questions):
            chosen = self.cleaned_data[f"name{at}"]
            answers[question.name] = question.name if chosen == NEW else int(chosen)
        return answers

    def choices_data(self) -> dict[str, Any]:
        """The choices as data, from the valid form."""
        cleaned = self.cleaned_data
        kinds = {kind.value: cleaned[f"kind-{kind.value}"] for kind in KINDS if kind in self.counts}
        rows = {_key(verdict): cleaned[f"row{at}"] for at, verdict in enumerate(self.doubtful[:MOST_ROWS])}
        return {
            "month": cleaned["month"],
            "kinds": kinds,
            "rows": {key: what for key, what in rows.items() if what != AS_ITS_KIND},
        }


def _key(verdict: RowVerdict) -> str:
    return f"{verdict.row.sheet}/{verdict.row.number}"
