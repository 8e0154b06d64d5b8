"""The form that says who is meant by the names of an old book, its missing days, and what becomes of its rows."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from hashlib import sha256
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.dates import MONTHS
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import BookDraft, Evening, Player
from ledger.queries.imports.looking import LookedThrough, Names
from ledger.rules.imports.choices import BOOK, LEAVE, AlikeRows, alike_rows, key_of, reading_key, reading_label
from ledger.rules.imports.names import NameQuestion
from ledger.rules.imports.older_prices import VersionOffer
from ledger.rules.imports.verdict.evenings import UnsureDay, text_of_day
from ledger.rules.imports.verdict.findings import TITLES, FindingKind
from ledger.rules.imports.verdict.judging import Verdict
from ledger.rules.imports.written.rows import WrittenRow
from ledger.templatetags.ledger_labels import label_text
from ledger.web.imports.who import NEW, who_field
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import DayInput

POINTS_ALONE = "-"
MOST_ROWS = 60  # of a kind that are shown one by one
# So that the form stays one that the site takes: at most a thousand fields.
MOST_SINGLE_ROWS, MOST_DAYS, MOST_ALIKE = 300, 150, 150
LEAVE_ALL = (LEAVE, _("Leave these rows out"))
AS_DEALS = [(BOOK, _("Book them, marked as in doubt")), LEAVE_ALL]
ONCE_MORE = [LEAVE_ALL, (BOOK, _("Book them once more, marked as in doubt"))]
OF_A_KIND = [(BOOK, _("Book their points, marked as in doubt")), LEAVE_ALL]
OF_THESE_KINDS: Mapping[FindingKind, list[tuple[str, Any]]] = {
    FindingKind.DUPLICATE: AS_DEALS,
    FindingKind.DAY_ORDER: AS_DEALS,
    FindingKind.NOT_A_DEAL: [LEAVE_ALL],
    FindingKind.OTHER_POINTS: [(BOOK, _("Book what the prices pay, marked as in doubt")), LEAVE_ALL],
    FindingKind.IN_BOOK: ONCE_MORE,
    FindingKind.OTHERWISE_IN_BOOK: ONCE_MORE,
}
Single = tuple[Verdict, tuple[FindingKind, ...]]


class RowsForm(KeyedForm):
    """Whom names mean, on which days evenings were, and what becomes of rows in doubt and of those of several deals.

    Where nothing is chosen, rows in doubt are left out, and of rows of several deals the points alone are booked.
    """

    month = forms.TypedChoiceField(label=_("Seasons begin in"), choices=list(MONTHS.items()), coerce=int)
    refusal_fields = {"since": "earlier_since", "until": "earlier_until"}

    def __init__(
        self,
        data: QueryDict | None,
        *,
        draft: BookDraft,
        players: Sequence[Player],
        looked: LookedThrough,
        offer: VersionOffer | None,
        there: Sequence[Evening] = (),
    ) -> None:
        super().__init__(data, initial={"month": looked.choices.month})
        self.draft, self.questions, self.looked, self.offer = draft, looked.questions, looked, offer
        self.there = there
        self.is_booking = data is not None and "book" in data
        self.ids = {player.name: player.pk for player in players}
        self.doubtful = [(verdict, doubts) for verdict, doubts in looked.rows_with_doubts if doubts]
        self.alike = alike_rows(looked.verdicts)[:MOST_ALIKE]
        self.unsure_days = looked.unsure_days[:MOST_DAYS]
        self.single_rows: dict[str, WrittenRow] = {}
        for at, question in enumerate(self.questions):
            self.fields[f"name{at}"] = self._name_field(question)
        for unsure in self.unsure_days:
            self.fields[self.row_name("day", unsure.first)] = self._day_field(unsure)
        self._add_doubts()
        self._add_alike()
        if offer:
            self.fields["earlier_since"] = forms.DateField(
                label=_("In force from"), widget=DayInput(), required=False, initial=offer.since
            )
            self.fields["earlier_until"] = forms.DateField(
                label=_("Last day"), widget=DayInput(), required=False, initial=offer.until
            )
            self.fields["same_prices"] = forms.BooleanField(
                label=_("No, the prices were those that we have here"),
                required=False,
                initial=looked.choices.same_prices,
            )

        if there:
            self.fields["another"] = forms.BooleanField(label=_("Book other evenings of the same days"), required=False)

    def clean(self) -> dict[str, Any]:
        """Ask for every name before a book is booked, and about days of which the club has an evening."""
        if self.is_booking and self.there and not self.cleaned_data.get("another"):
            self.add_error("another", gettext("Say that these are other evenings than those in the club's book."))
        for at, question in enumerate(self.questions if self.is_booking else ()):
            if not self.cleaned_data.get(f"name{at}"):
                self.add_error(f"name{at}", gettext("Say who %(name)s is.") % {"name": question.name})
        for unsure in self.unsure_days if self.is_booking else ():
            name = self.row_name("day", unsure.first)
            if unsure.first.map.is_typed and not self.cleaned_data.get(name):
                self.add_error(name, gettext("Say on which day this was played."))
        return self.cleaned_data

    def row_name(self, what: str, row: WrittenRow) -> str:
        """The name of a field about a row: "row-2-17" for the 17th of the second sheet."""
        return f"{what}-{self.looked.titles.index(row.sheet) + 1}-{row.number}"

    def rows_of(self, kind: FindingKind) -> list[Single]:
        """The rows of which a kind is the first doubt."""
        return [(verdict, doubts) for verdict, doubts in self.doubtful if doubts[0] is kind]

    @property
    def kinds(self) -> list[FindingKind]:
        """The kinds of doubt that the book has."""
        return [kind for kind in TITLES if any(kind in doubts for _verdict, doubts in self.doubtful)]

    # --- its fields

    def _name_field(self, question: NameQuestion) -> forms.ChoiceField:
        field = who_field(question.name, question.suggestions, self.ids)
        stored = self.draft.names.get(question.name)
        field.required, field.initial = False, NEW if isinstance(stored, str) else str(stored or "")
        return field

    def _day_field(self, unsure: UnsureDay) -> forms.DateField:
        place = unsure.first.sheet, unsure.first.number
        return forms.DateField(
            label=_evening_name(unsure),
            widget=DayInput(),
            required=False,
            initial=self.looked.choices.days.get(place, unsure.likely if unsure.is_missing else None),
            help_text=_about_day(unsure),
        )

    def _add_doubts(self) -> None:
        for kind in self.kinds:
            self.fields[f"kind-{kind.value}"] = forms.ChoiceField(
                label=_of(label_text(TITLES[kind]), gettext("What becomes of all of them")),
                choices=OF_THESE_KINDS.get(kind, OF_A_KIND),
                widget=forms.RadioSelect,
                required=False,
                initial=self.looked.choices.kinds.get(kind.value),
            )
            for verdict, _doubts in self.rows_of(kind)[:MOST_ROWS]:
                booked = [(BOOK, gettext("Book, marked as in doubt"))] if kind is not FindingKind.NOT_A_DEAL else []
                self._add_row(verdict, [("", gettext("As all of this kind")), (LEAVE, gettext("Leave out")), *booked])

    def _add_alike(self) -> None:
        for rows in self.alike:
            first = rows.verdicts[0]
            labels = {
                str(at): label_text(reading_label(first, reading, has_names=False))
                for at, reading in enumerate(first.readings)
                if any(verdict.names_all_of(reading) for verdict in rows.verdicts)
            }
            # Where they differ by the names alone, nobody can choose for all of them.
            if labels and len(set(labels.values())) == len(labels):
                self.fields[alike_name(rows)] = forms.ChoiceField(
                    label=_of(first.row.contract, gettext("What all of them were")),
                    choices=[("", gettext("Not chosen: book the points alone")), *labels.items()],
                    required=False,
                    initial=str(self.looked.choices.alike.get(rows.key, "")),
                )
            for verdict in rows.verdicts[:MOST_ROWS]:
                others = [("", gettext("As all of these")), (POINTS_ALONE, gettext("The points alone"))]
                self._add_row(verdict, others)

    def _add_row(self, verdict: Verdict, options: list[tuple[str, str]]) -> None:
        """Add the choice of a single row: what may become of it, and the deals that it may have been."""
        name = self.row_name("row", verdict.row)
        if name in self.fields or len(self.single_rows) >= MOST_SINGLE_ROWS:
            return
        # What a line says is the one deal that the row can be.
        deals = (
            []
            if verdict.is_told
            else [
                (reading_key(deal), capfirst(label_text(reading_label(verdict, deal, has_names=True))))
                for deal in (verdict.readings if verdict.version else ())
            ]
        )
        choices = self.looked.choices
        place = verdict.row.sheet, verdict.row.number
        reading = choices.readings.get(place)
        self.fields[name] = forms.ChoiceField(
            label=gettext("Row %(row)s") % {"row": verdict.row.number},
            choices=[*options, *deals],
            required=False,
            initial=(reading or POINTS_ALONE) if reading is not None else choices.rows.get(place, ""),
        )
        self.single_rows[name] = verdict.row

    # --- what was chosen

    def names(self) -> Names:
        """Whom the names mean, from the valid form, with those answered before."""
        answers: dict[str, int | str] = dict(self.draft.names)
        for at, question in enumerate(self.questions):
            if chosen := self.cleaned_data[f"name{at}"]:
                answers[question.name] = question.name if chosen == NEW else int(chosen)
            else:
                answers.pop(question.name, None)
        return answers

    def choices_data(self) -> dict[str, Any]:
        """The choices as data, from the valid form, with those of rows that it does not show."""
        cleaned, stored = self.cleaned_data, self.draft.choices
        of_rows = {key_of(row): cleaned[name] for name, row in self.single_rows.items() if cleaned[name]}
        about_rows = {key_of(row) for row in self.single_rows.values()}
        rows, readings = (
            {key: value for key, value in stored.get(part, {}).items() if key not in about_rows}
            for part in ("rows", "readings")
        )
        doubtful = {key_of(verdict.row) for verdict, _doubts in self.doubtful}
        for key, value in of_rows.items():
            is_reading = value not in (LEAVE, BOOK)
            if is_reading:
                readings[key] = "" if value == POINTS_ALONE else value
            if not is_reading or key in doubtful:
                rows[key] = BOOK if is_reading else value
        alike = self._choices_in((rows.key, alike_name(rows)) for rows in self.alike)
        # A guess that nobody has changed stays one: another day that is said may give a better one.
        days = {
            key_of(unsure.first): day
            for unsure in self.unsure_days
            if (day := cleaned[self.row_name("day", unsure.first)]) and not (unsure.is_missing and day == unsure.likely)
        }
        return {
            "month": cleaned["month"],
            "kinds": self._choices_in((kind.value, f"kind-{kind.value}") for kind in self.kinds),
            "alike": {key: int(at) for key, at in alike.items()},
            "rows": rows,
            "readings": readings,
            "days": {key: day.isoformat() for key, day in days.items()},
            # Kept while there is no offer, too: a name or a day that is corrected may bring it back.
            "same_prices": cleaned.get("same_prices", stored.get("same_prices", False)),
        }

    def _choices_in(self, names: Iterable[tuple[str, str]]) -> dict[str, Any]:
        """What was chosen in fields, by what choices call them; nothing of a field that was left empty."""
        return {key: self.cleaned_data[name] for key, name in names if self.cleaned_data.get(name)}

    def earlier_time(self) -> tuple[date, date]:
        """The first and the last day of an earlier version, as the valid form has them or as they are offered."""
        assert self.offer
        cleaned = self.cleaned_data
        return cleaned["earlier_since"] or self.offer.since, cleaned["earlier_until"] or self.offer.until


def _of(title: str, question: str) -> SafeString:
    """A question that stands below its title, and says it where it is read aloud or listed alone."""
    return format_html('<span class="visually-hidden">{}: </span>{}', title, question)


def alike_name(rows: AlikeRows) -> str:
    """The name of the field about rows that are alike, the same as long as there are the same deals to choose from."""
    return f"alike-{sha256(rows.key.encode()).hexdigest()[:12]}"


def _evening_name(unsure: UnsureDay) -> str:
    first = unsure.first
    if first.map.is_typed:
        place = {"sheet": first.sheet, "cell": first.place("date").cell}
        return gettext("The day of %(sheet)s (cell %(cell)s)") % place
    where = gettext("Sheet %(sheet)s, row %(row)s") % {"sheet": first.sheet or "1", "row": first.number}
    return f"{gettext('Evening')} {first.evening}: {where}" if first.evening else where


def _about_day(unsure: UnsureDay) -> str:
    """What the book says of an evening's day, and what is likely."""
    first, sentences = unsure.first, [gettext("Deals: %(count)s.") % {"count": unsure.count}]
    written = text_of_day(first) if unsure.is_missing else _in_digits(first.day)
    if written:
        sentences.append(gettext("The book says “%(day)s”.") % {"day": written})
    if unsure.likely:
        sentences.append(gettext("Likely %(day)s.") % {"day": _in_digits(unsure.likely)})
    return " ".join(sentences)


def _in_digits(day: date | None) -> str:
    return date_format(day, "SHORT_DATE_FORMAT") if day else ""
