"""The form that says who is meant by the names of an old book, its missing days, what becomes of its rows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from hashlib import sha256
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.forms import BoundField
from django.http import QueryDict
from django.utils.dates import MONTHS
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import BookDraft, Evening
from ledger.queries.clubs.clubs import listed_players
from ledger.queries.imports import LookedThrough, Names
from ledger.rules.imports.choices import (
    BOOK,
    LEAVE,
    VersionOffer,
    alike_rows,
    reading_key,
    reading_label,
)
from ledger.rules.imports.verdict.findings import FindingKind, UnsureDay, points_label, text_of_day
from ledger.rules.imports.verdict.judging import Verdict
from ledger.rules.imports.written.cells import FIRST_YEAR, LAST_YEAR
from ledger.rules.imports.written.rows import WrittenRow
from ledger.rules.site.refusal import Refusal
from ledger.rules.site.spelling import normalize_name
from ledger.templatetags.ledger_labels import label_text
from ledger.web.imports.map_form import shown_value
from ledger.web.site.forms import DayInput, KeyedForm

POINTS_ALONE = "-"
MOST_ROWS = 60  # of a kind that are shown one by one
MOST_CELLS = 24  # of a row as it stands in the book
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


@dataclass(frozen=True)
class RowsPart:
    """Rows to be chosen for together: the choice for all, and the first of them.

    `key` is what choices call them. `elsewhere` of them are shown among the rows of another kind of doubt.
    """

    key: str
    anchor: str
    title: str
    count: int
    choice: BoundField | None
    rows: Sequence[dict[str, Any]]
    elsewhere: int = 0

    @property
    def more(self) -> int:
        """How many rows are not shown."""
        return self.count - self.elsewhere - len(self.rows)


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
        looked: LookedThrough,
    ) -> None:
        super().__init__(data, initial={"month": looked.choices.month})
        self.draft, self.looked = draft, looked
        self.is_booking = data is not None and "book" in data
        self.single_rows: dict[str, WrittenRow] = {}
        players = listed_players(club=looked.club).filter(forgotten_at=None, joining=None)
        ids = dict(players.values_list("name", "pk"))
        self.questions = {f"name{at}": question for at, question in enumerate(looked.questions)}
        for name, question in self.questions.items():
            stored = draft.names.get(question.name)
            field = who_field(question.name, question.suggestions, ids)
            field.required = False
            field.initial = NEW if isinstance(stored, str) else str(stored or "")
            self.fields[name] = field
        self.name_fields = [self[name] for name in self.questions]
        self.days = {self.row_name("day", unsure.first): unsure for unsure in looked.unsure_days[:MOST_DAYS]}
        for name, unsure in self.days.items():
            self.fields[name] = self._day_field(unsure)
        self.day_fields = [self[name] for name in self.days]
        counts = Counter(kind for _verdict, doubts in looked.rows_with_doubts for kind in doubts)
        self.kinds = [self._kind_part(kind, counts[kind]) for kind in FindingKind if counts[kind]]
        self.alike = [self._alike_part(key, alike) for key, alike in alike_rows(looked.verdicts)[:MOST_ALIKE]]
        if looked.offer:
            self._ask_about_prices(looked.offer)
        self.fields["another"] = forms.BooleanField(label=_("Book other evenings of the same days"), required=False)

    def clean(self) -> dict[str, Any]:
        """Ask for every name before a book is booked, and about days of which the club has an evening."""
        cleaned = self.cleaned_data
        if not self.is_booking:
            return cleaned
        if self.there and not cleaned["another"]:
            self.add_error("another", gettext("Say that these are other evenings than those in the club's book."))
        for field, question in self.questions.items():
            if not cleaned.get(field):
                self.add_error(field, gettext("Say who %(name)s is.") % {"name": question.name})
            elif cleaned[field] == NEW:
                try:
                    normalize_name(question.name, field=field)
                except Refusal as refusal:
                    self.refuse(refusal)
        for name, unsure in self.days.items():
            if unsure.first.map.is_typed and not cleaned.get(name):
                self.add_error(name, gettext("Say on which day this was played."))
        return cleaned

    @cached_property
    def there(self) -> Sequence[Evening]:
        """The club's evenings of the days that the book has, as they were chosen before and as they are said now."""
        days = {evening.day for season in self.looked.seasons for evening in season.evenings}
        if self.is_bound:
            days.update(self.cleaned_data[name] for name in self.days if self.cleaned_data.get(name))
        evenings = self.looked.club.evenings.filter(date__in=days, removed_at=None)
        # Those that came from this file are not others.
        return list(evenings.exclude(imported__book_import__digest=self.draft.digest).order_by("date", "number"))

    # --- its fields

    def row_name(self, what: str, row: WrittenRow) -> str:
        """The name of a field about a row: "row-2-17" for the 17th of the second sheet."""
        return f"{what}-{self.looked.titles.index(row.sheet) + 1}-{row.number}"

    def _ask_about_prices(self, offer: VersionOffer) -> None:
        self.fields["earlier_since"] = forms.DateField(
            label=_("In force from"), widget=DayInput(), required=False, initial=offer.since
        )
        self.fields["earlier_until"] = forms.DateField(
            label=_("Last day"), widget=DayInput(), required=False, initial=offer.until
        )
        self.fields["same_prices"] = forms.BooleanField(
            label=_("No, the prices were those that we have here"),
            required=False,
            initial=self.looked.choices.same_prices,
        )

    def _day_field(self, unsure: UnsureDay) -> forms.DateField:
        guess = unsure.likely if unsure.is_missing else None
        return forms.DateField(
            label=_evening_name(unsure),
            widget=DayInput(),
            required=False,
            validators=[MinValueValidator(date(FIRST_YEAR, 1, 1)), MaxValueValidator(date(LAST_YEAR, 12, 31))],
            initial=self.looked.choices.days.get(unsure.first.key, guess),
            help_text=_about_day(unsure),
        )

    def _kind_part(self, kind: FindingKind, count: int) -> RowsPart:
        """The rows in doubt of a kind, those of which it is the first doubt one by one."""
        name, title = f"kind-{kind.code}", label_text(kind.title)
        self.fields[name] = forms.ChoiceField(
            label=_of(title, gettext("What becomes of all of them")),
            choices=OF_THESE_KINDS.get(kind, OF_A_KIND),
            widget=forms.RadioSelect,
            required=False,
            initial=self.looked.choices.kinds.get(kind.code),
        )
        options = [("", gettext("As all of this kind")), (LEAVE, gettext("Leave out"))]
        if kind is not FindingKind.NOT_A_DEAL:
            options.append((BOOK, gettext("Book, marked as in doubt")))
        verdicts = [verdict for verdict, doubts in self.looked.rows_with_doubts if doubts and doubts[0] is kind]
        rows = [self._row_part(verdict, options) for verdict in verdicts[:MOST_ROWS]]
        return RowsPart(kind.code, kind.code, title, count, self[name], rows, count - len(verdicts))

    def _alike_part(self, key: str, verdicts: Sequence[Verdict]) -> RowsPart:
        """Rows of which the same deals may have been played."""
        first = verdicts[0]
        name = f"alike-{sha256(key.encode()).hexdigest()[:12]}"  # the same as long as the deals are
        labels = {}
        for at, reading in enumerate(first.readings):
            if any(verdict.names_all_of(reading) for verdict in verdicts):
                labels[str(at)] = label_text(reading_label(first, reading, has_names=False))
        choice = None
        # Where they differ by the names alone, nobody can choose for all of them.
        if labels and len(set(labels.values())) == len(labels):
            self.fields[name] = forms.ChoiceField(
                label=_of(first.row.contract, gettext("What all of them were")),
                choices=[("", gettext("Not chosen: book the points alone")), *labels.items()],
                required=False,
                initial=str(self.looked.choices.alike.get(key, "")),
            )
            choice = self[name]
        options = [("", gettext("As all of these")), (POINTS_ALONE, gettext("The points alone"))]
        parts = [self._row_part(verdict, options) for verdict in verdicts[:MOST_ROWS]]
        return RowsPart(key, name, _title_of_alike(first), len(verdicts), choice, parts)

    def _row_part(self, verdict: Verdict, options: list[tuple[str, str]]) -> dict[str, Any]:
        """A single row for the page: its `cells`, each with whether it is in doubt, what is wrong, and its `choice`."""
        name = self.row_name("row", verdict.row)
        row = verdict.row
        if name not in self.fields and len(self.single_rows) < MOST_SINGLE_ROWS:
            self.fields[name] = self._row_field(verdict, options)
            self.single_rows[name] = row
        doubts = [about for about in verdict.findings if about.is_doubt]
        wrong: set[int] = set()
        for about in doubts:
            wrong.update(about.place.columns)
        last = min(MOST_CELLS, max([len(row.cells.values), *wrong]))
        cells = [(shown_value(row.cells.value(column)), column in wrong) for column in range(1, last + 1)]
        visible = [cell for cell in cells if any(cell)]
        choice = self[name] if name in self.fields else None
        return {"row": row, "cells": visible, "findings": doubts, "choice": choice}

    def _row_field(self, verdict: Verdict, options: list[tuple[str, str]]) -> forms.ChoiceField:
        choices = [*options]
        if verdict.version and not verdict.is_told:  # else there is one deal that it can be
            for deal in verdict.readings:
                label = label_text(reading_label(verdict, deal, has_names=True))
                choices.append((reading_key(deal), capfirst(label)))
        chosen = self.looked.choices.rows.get(verdict.row.key, "")
        if verdict.row.key in self.looked.choices.readings:
            chosen = self.looked.choices.readings[verdict.row.key] or POINTS_ALONE
        label = gettext("Row %(row)s") % {"row": verdict.row.number}
        return forms.ChoiceField(label=label, choices=choices, required=False, initial=chosen)

    # --- what was chosen

    def names(self) -> Names:
        """Whom the names mean, from the valid form, with those answered before."""
        answers: dict[str, int | str] = dict(self.draft.names)
        for field, question in self.questions.items():
            if chosen := self.cleaned_data[field]:
                answers[question.name] = question.name if chosen == NEW else int(chosen)
            else:
                answers.pop(question.name, None)
        return answers

    def choices_data(self) -> dict[str, Any]:
        """The choices as data, from the valid form, with those of rows that it does not show."""
        cleaned, stored = self.cleaned_data, self.draft.choices
        rows, readings = dict(stored.get("rows", {})), dict(stored.get("readings", {}))
        doubtful = {verdict.row.key for verdict, doubts in self.looked.rows_with_doubts if doubts}
        for name, row in self.single_rows.items():
            key, value = row.key, cleaned[name]
            rows.pop(key, None)
            readings.pop(key, None)
            if value in (LEAVE, BOOK):
                rows[key] = value
            elif value:
                readings[key] = "" if value == POINTS_ALONE else value
                if key in doubtful:
                    rows[key] = BOOK
        days = {}
        for name, unsure in self.days.items():
            # A guess that nobody has changed stays one: another day that is said may give a better one.
            if cleaned[name] and not (unsure.is_missing and cleaned[name] == unsure.likely):
                days[unsure.first.key] = cleaned[name].isoformat()
        alike = {key: int(at) for key, at in self._choices_of(self.alike).items()}
        # Kept while there is no offer, too: a name or a day that is corrected may bring it back.
        same_prices = cleaned.get("same_prices", stored.get("same_prices", False))
        return {
            "month": cleaned["month"],
            "kinds": self._choices_of(self.kinds),
            "alike": alike,
            "rows": rows,
            "readings": readings,
            "days": days,
            "same_prices": same_prices,
        }

    def _choices_of(self, parts: Sequence[RowsPart]) -> dict[str, str]:
        """What was chosen for all rows of a part, by what choices call them."""
        asked = {part.key: self.cleaned_data[part.choice.name] for part in parts if part.choice}
        return {key: value for key, value in asked.items() if value}


def _of(title: str, question: str) -> SafeString:
    """A question that stands below its title, and says it where it is read aloud or listed alone."""
    return format_html('<span class="visually-hidden">{}: </span>{}', title, question)


def _title_of_alike(first: Verdict) -> str:
    """The contract as the first of the rows writes it, and what the declarer won if one is named: "Sol +15"."""
    row, declarer = first.row, first.side.declarer
    title = capfirst(row.contract)
    won = row.points[row.players.index(declarer)] if declarer in row.players else None
    if won is None:
        return title
    return f"{title} {'+' if won > 0 else ''}{label_text(points_label(won))}".strip()


def _evening_name(unsure: UnsureDay) -> str:
    first = unsure.first
    if first.map.is_typed:
        place = {"sheet": first.sheet, "cell": first.place("date").cell}
        return gettext("The day of %(sheet)s (cell %(cell)s)") % place
    where = gettext("Sheet %(sheet)s, row %(row)s") % {"sheet": first.sheet or "1", "row": first.number}
    evening = gettext("Evening")
    return f"{evening} {first.evening}: {where}" if first.evening else where


def _about_day(unsure: UnsureDay) -> str:
    """What the book says of an evening's day, and what is likely."""
    first = unsure.first
    sentences = [gettext("Deals: %(count)s.") % {"count": unsure.count}]
    written = text_of_day(first) if unsure.is_missing else _in_digits(first.day)
    if written:
        sentences.append(gettext("The book says “%(day)s”.") % {"day": written})
    if unsure.likely:
        sentences.append(gettext("Likely %(day)s.") % {"day": _in_digits(unsure.likely)})
    return " ".join(sentences)


def _in_digits(day: date | None) -> str:
    return date_format(day, "SHORT_DATE_FORMAT") if day else ""


NEW = "+"


def who_field(name: str, suggestions: Sequence[str], ids: Mapping[str, int]) -> forms.ChoiceField:
    """Whom a name may mean: the likely players first, then a new one, then all others of the club, by their ids."""
    likely = [(str(ids[player]), player) for player in suggestions if player in ids]
    others = [(str(pk), player) for player, pk in ids.items() if player not in suggestions]
    add = gettext("Add as a new player: %(name)s") % {"name": name}
    return forms.ChoiceField(label=name, choices=[("", gettext("Choose")), *likely, (NEW, add), *others])
