"""The forms in which a scoring table is chosen, priced, published, with the question asked before."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Evening, ScoringTableVersion
from ledger.queries.evenings.approval import is_approved
from ledger.queries.scoring import in_force, is_order_settled, terms
from ledger.rules.scoring.checker.checking import check_scoring_table
from ledger.rules.scoring.document import Remark, every_preset, fill_prices
from ledger.rules.scoring.parameters import PARAMETERS
from ledger.rules.scoring.parameters.named_rules import RULES
from ledger.rules.scoring.parameters.parameter import NEGATIVE_PRICE
from ledger.rules.scoring.scoring_table import Price, ScoringRules, cell_path
from ledger.rules.scoring.wall.comparing import OrdinaryDeal, PriceChange, WordChange, price_changes, word_changes
from ledger.rules.site.labels import Label
from ledger.rules.site.points import points_text
from ledger.templatetags.ledger_format import plain_points
from ledger.templatetags.ledger_labels import label_text, refusal_text
from ledger.web.site.access import Visit
from ledger.web.site.forms import DayInput, KeyedForm, PointsField, RefusingForm
from ledger.web.site.lists import ABSENT, PageColumn, PageList


class ClubScoringTables:
    """Every version of a club's scoring tables, given by table, for a form that asks for a table and a day."""

    def __init__(self, versions: Iterable[ScoringTableVersion]) -> None:
        self.by_table = {str(pk): list(group) for pk, group in groupby(versions, key=attrgetter("scoring_table_id"))}

    def first(self) -> str:
        """The default scoring table."""
        return next(iter(self.by_table))

    def field(self, today: date) -> dict[str, forms.ChoiceField]:
        """The field to choose a scoring table with, by its name; empty if the club has only one."""
        if len(self.by_table) == 1:
            return {}
        keys = [(pk, f"{group[0].scoring_table.name}: {_dates(group, today)}") for pk, group in self.by_table.items()]
        field = forms.ChoiceField(label=_("Prices"), choices=keys, initial=self.first(), widget=forms.RadioSelect)
        return {"table": field}

    def version(self, chosen_pk: str, day: date) -> ScoringTableVersion:
        """The version of the chosen scoring table on a day; of the only one if the form did not ask."""
        return in_force(self.by_table[chosen_pk or self.first()], day)


def version_name(version: ScoringTableVersion) -> str:
    """The name of a scoring table with its version."""
    return gettext("%(name)s, version %(number)s") % {"name": version.scoring_table.name, "number": version.number}


def _dates(versions: Sequence[ScoringTableVersion], today: date) -> str:
    """The version in force and those to come: "version 1 from 3.9.2026, version 2 from 1.3.2027"."""
    words = gettext("version %(number)s from %(day)s")
    coming = [term.version for term in terms(versions, today).values() if not term.is_over]
    coming.sort(key=attrgetter("in_force_from"))
    days = [(version.number, date_format(version.in_force_from, "SHORT_DATE_FORMAT")) for version in coming]
    return ", ".join(words % {"number": number, "day": day} for number, day in days)


# The gallery of presets: what each does to a price, in a few words.


TITLES = {
    "call-ace-whist": _("Large points, attachments double"),
    "call-ace-whist-quarter": _("Whole points, attachments double"),
    "esmakker-wikipedia": _("Small points, vip by turn"),
    "it-whist": _("The same price for every attachment"),
    "pywhist": _("Vip rises with each turn"),
    "danish-wist": _("Every trick taken is paid"),
    "es-makker-points": _("Small prices, rounded up to whole points"),
    "whist-scoreboard": _("Each trick missing costs twice the price"),
    "whistzilla": _("Every trick above six is paid"),
    "jungs-jydewhist": _("Each overtrick pays one point"),
    "whist2": _("Something extra for making it"),
    "laederwhist": _("Prices in three classes"),
    "g-formula": _("Vip pays one and a half times"),
    "gamr": _("Just made pays as one over"),
    "grundtakst": _("Slams pay extra"),
    "vest-gui": _("A flat price, no attachments"),
    "whist-ai": _("A small base, and one point for each trick"),
    "whist-score-tracker": _("Each attachment pays a little more"),
    "lakse": _("Lost costs less than made"),
    "ladder-16": _("One price for attachments, dear nolo contracts"),
}
# Those that no ordinary 9 tells apart: by their names, with who plays them so.
OTHER_GAMES = {
    "engelsk-whist": _("Fixed pairs: a point for each trick above six"),
    "dansk-whist": _("Fixed pairs: grand, grandi, nolo and sol. You type the prices yourselves"),
    "call-ace-euchre": _("Four to six players; every trick, made or down"),
    "es-makker-2i9": _("Esmakker in which one bids “2 i 9”"),
    "whistklubben": _("Esmakker from 8 upwards. You type the prices yourselves"),
}


def preset_choices() -> list[tuple[str, str]]:
    """Every preset's code and name, to choose from in the reader's language."""
    return [(scoring_table.code, label_text(scoring_table.name)) for scoring_table in every_preset()]


class Card(NamedTuple):
    """A preset to choose: its code, what it does to a price, its name, and a few deals."""

    code: str
    title: str
    name: str
    examples: Sequence[OrdinaryDeal]


def preset_card(scoring_table: ScoringRules, deals: Sequence[OrdinaryDeal]) -> Card:
    """A preset as it is shown to be chosen; another game by its name, with who plays it so."""
    code, name = scoring_table.code, label_text(scoring_table.name)
    if code in OTHER_GAMES:
        return Card(code, name, str(OTHER_GAMES[code]), [])
    return Card(code, str(TITLES[code]), name, deals)


# The form that fills a version's empty prices, laid out like the sheet on the wall.


class PriceField(PointsField):
    """A price in points: optional and never negative. `remark` is the checker's."""

    remark = ""

    def validate(self, value: Any) -> None:
        super().validate(value)
        if value is not None and value < 0:
            raise ValidationError(gettext(NEGATIVE_PRICE), code="negative")


class PricesForm(RefusingForm):
    """One field for each missing price of a table, named by its path in the table's document."""

    def __init__(self, data: QueryDict | None, *, scoring_table: ScoringRules) -> None:
        super().__init__(data)
        self.scoring_table = scoring_table
        self.pointed_out: list[str] = []  # of prices that are no field here
        for path, name in scoring_table.missing_prices.items():
            label = label_text(name)
            self.fields[path] = PriceField(label=label, denominator=scoring_table.unit_denominator, required=False)
            self.fields[path].widget.attrs["aria-label"] = label

    def clean(self) -> dict[str, Any]:
        """At least one price must be typed."""
        cleaned = self.cleaned_data
        if not self.errors and all(units is None for units in cleaned.values()):
            raise ValidationError(_("Type at least one price."), code="nothing")
        return cleaned

    def prices(self) -> dict[str, str]:
        """The typed prices as exact text by path."""
        typed = {path: units for path, units in self.cleaned_data.items() if units is not None}
        return {path: points_text(units, self.scoring_table.unit_denominator) for path, units in typed.items()}

    def grid(self) -> list[tuple[int, list[tuple[Price | None, Any]]]]:
        """The sheet: a row per level, and for each column its price, or the field to type it in."""
        rows = []
        for level, row in self.scoring_table.prices.items():
            priced = [(row[column.code], cell_path(level, column)) for column in self.scoring_table.columns]
            rows.append((level, [(price, None if price else self[path]) for price, path in priced]))
        return rows

    def has_grid(self) -> bool:
        """Whether any price of the sheet is missing."""
        return any(path.startswith("values.") for path in self.fields)

    def others(self) -> list[Any]:
        """The fields of the contracts beside the sheet: nolo and pasnolo."""
        return [self[path] for path in self.fields if not path.startswith("values.")]

    def doubts(self, document: Mapping[str, Any]) -> list[Remark]:
        """Remarks of the checker that the typed prices add, each beside its price.

        Raises Refusal with the path of a price that the document cannot hold.
        """
        known = [remark.cell for remark in check_scoring_table(document) if not remark.is_error]
        remarks = check_scoring_table(fill_prices(document, self.prices()))
        doubts = [remark for remark in remarks if not remark.is_error and remark.cell not in known]
        for remark in doubts:
            path = next((path for path in self.fields if f"{path}.".startswith(f"{remark.cell}.")), None)
            if path is None:
                self.pointed_out.append(refusal_text(remark))
            else:
                field: Any = self.fields[path]
                field.remark = refusal_text(remark)
                field.widget.attrs["class"] += " pointed"
                field.widget.attrs["aria-describedby"] = f"{self[path].auto_id}_remark"
        return doubts


# The form for the day from which a version is in force.


class PublishForm(KeyedForm):
    """A day, or one of the evenings already opened (none for a scoring table that nobody has played by yet).

    `start()` gives the arguments for `publish_version`.
    """

    in_force_from = forms.DateField(
        label=_("In force from"),
        widget=DayInput,
        error_messages={"required": _("Say from which day the prices are in force.")},
        help_text=_("Evenings already opened keep their prices, unless one is chosen below."),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, evenings: Iterable[Evening], first_day: date) -> None:
        super().__init__(data, initial={"in_force_from": first_day})
        self.evenings = {str(evening.number): evening for evening in evenings}
        if not self.evenings:
            self.fields["in_force_from"].help_text = ""
            return
        name, choices = gettext("Evening %(number)s, %(date)s"), [("", gettext("No, from the day above"))]
        for number, evening in self.evenings.items():
            day = date_format(evening.date, "SHORT_DATE_FORMAT")
            choices.append((number, name % {"number": number, "date": day}))
        self.fields["from_evening"] = forms.ChoiceField(
            label=_("Or from an evening"),
            choices=choices,
            required=False,
            help_text=_("Its deals still to come, and later evenings; the deals already entered keep their prices."),
        )

    def clean(self) -> dict[str, Any]:
        """If an evening is chosen, the day is ignored."""
        cleaned = self.cleaned_data
        if cleaned.get("from_evening"):
            self.errors.pop("in_force_from", None)
        return cleaned

    def start(self) -> dict[str, Any]:
        """Arguments from the valid form: {"from_evening": evening}, or {"in_force_from": day}."""
        evening = self.cleaned_data.get("from_evening")
        if evening:
            return {"from_evening": self.evenings[evening]}
        return {"in_force_from": self.cleaned_data["in_force_from"]}


def announce_published(request: HttpRequest, version: ScoringTableVersion, from_evening: Evening | None) -> str:
    """Say that a version has been published, and from when; returns its address."""
    text = gettext("Version %(number)s is published, in force from %(day)s.")
    if from_evening:
        text = gettext("Version %(number)s is published, in force from evening %(evening)s, %(day)s.")
    day = date_format(version.in_force_from, "SHORT_DATE_FORMAT")
    told = {"number": version.number, "day": day, "evening": from_evening and from_evening.number}
    messages.success(request, text % told)
    return reverse("table", args=[version.scoring_table.club.slug, version.pk])


# The question asked before doubtful prices are published; pressing again answers it.


@dataclass(frozen=True)
class Question:
    """A question, and the token by which the form shows next time that it has answered exactly this one."""

    text: str
    sure: str


def ask_once(data: QueryDict, about: object, text: str) -> Question | None:
    """A question about something, given as plain values; None where the form answers exactly this one."""
    sure = hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:16]
    return None if data.get("sure") == sure else Question(text, sure)


def question_about_prices(*, data: QueryDict, remarks: Sequence[Remark]) -> Question | None:
    """The question before publishing prices that the checker remarks on; None as above."""
    if not remarks:
        return None
    text = ngettext(
        "%(count)d price looks like a slip. Is it meant? Then press the button once more.",
        "%(count)d prices look like a slip. Are they meant? Then press the button once more.",
        len(remarks),
    )
    asked = [[remark.path, refusal_text(remark)] for remark in remarks]
    return ask_once(data, asked, text % {"count": len(remarks)})


# The form that draws the order of the attachments.


def attachment_draw_form(visit: Visit, evening: Evening) -> KeyedForm | None:
    """The form that draws the order of the attachments, for those who may use it now."""
    is_open = visit.may_write and not evening.season.closed_at and evening.table_version.to_rules().drawn
    if not is_open or is_order_settled(evening=evening) or is_approved(evening=evening):
        return None
    return KeyedForm()


# The lists of what a version changed: the prices that differ, and the rules that read otherwise.


def lists_of_changes(before: ScoringRules, after: ScoringRules) -> dict[str, PageList]:
    """What differs between two versions of a scoring table: its prices and its words."""
    words = ChangedWordsList(word_changes(before, after), prefix="words-")
    return {"prices": ChangedPricesList(price_changes(before, after)), "words": words}


class ChangedPricesList(PageList):
    """The cells that differ, in the order of the sheet, with only the numbers that do."""

    caption = _("Prices")
    row_header = "place"
    place = PageColumn(verbose_name=_("Contract"), orderable=False)
    before = PageColumn(verbose_name=_("Before"), accessor="parts", orderable=False)
    after = PageColumn(verbose_name=_("After"), accessor="parts", orderable=False)

    def render_place(self, value: Label) -> str:
        return label_text(value)

    def render_before(self, record: PriceChange) -> SafeString:
        return _numbers((label, points) for label, points, _after in record.parts)

    def render_after(self, record: PriceChange) -> SafeString:
        return _numbers((label, points) for label, _before, points in record.parts)


def _numbers(parts: Iterable[tuple[Label, Fraction | None]]) -> SafeString:
    """Each number on a line of its own, with what it is."""
    numbers = []
    for label, points in parts:
        text = ABSENT if points is None else plain_points(points.numerator, points.denominator)
        numbers.append((text, label_text(label)))
    return format_html_join("", '<div><b>{}</b> <span class="muted">{}</span></div>', numbers)


class ChangedWordsList(PageList):
    """The rules and other facts that read otherwise."""

    caption = _("Rules")
    row_header = "code"
    code = PageColumn(verbose_name=_("Rule"), orderable=False)
    before = PageColumn(verbose_name=_("Before"), orderable=False)
    after = PageColumn(verbose_name=_("After"), orderable=False)

    def render_code(self, record: WordChange) -> str:
        return label_text((PARAMETERS.get(record.code) or RULES[record.code]).title)

    def render_before(self, value: Label) -> str:
        return label_text(value)

    render_after = render_before
