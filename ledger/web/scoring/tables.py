"""The club's scoring tables: their list, one as a price list, what a version changed, the evening's ladder."""

from collections.abc import Iterable, Mapping, Sequence
from random import SystemRandom
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Evening, ScoringTableVersion
from ledger.queries.clubs.clubs import versions
from ledger.queries.evenings.approval import open_evenings_by
from ledger.queries.scoring import Term, evening_ladder, evenings_priced_by, terms
from ledger.rules.deals.settling import calculation, sentence
from ledger.rules.scoring.ladder import ladder_steps, ladder_words
from ledger.rules.scoring.scoring_table import Column, Price, ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.scoring.wall.sheet import (
    PLAYERS,
    four_numbers,
    multiplier_words,
    rules_in_words,
    wall_cells,
    worked_examples,
)
from ledger.rules.site.labels import Label, enumeration
from ledger.rules.site.points import decimals_of
from ledger.rules.site.refusal import Refusal
from ledger.services.evenings.seating import draw_attachments
from ledger.services.scoring import publish_prices
from ledger.templatetags.ledger_format import markup
from ledger.templatetags.ledger_labels import label_text
from ledger.web.clubs.players import ClubList
from ledger.web.scoring.forms import (
    PricesForm,
    PublishForm,
    announce_published,
    attachment_draw_form,
    lists_of_changes,
    question_about_prices,
    version_name,
)
from ledger.web.site.access import SignedInRequest, Visit, reads, signature, writes
from ledger.web.site.forms import KeyedForm, earlier_answer, form_data, redirect_once, status_of, submit_once
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.site.lists import NUMBER, PageColumn


class VersionsList(ClubList):
    """The versions of the club's scoring tables and when each is in force, the latest first."""

    caption = _("Scoring tables")
    css = "short"
    is_under_its_title = True
    row_header = "table"
    table = PageColumn(
        verbose_name=_("Table"), accessor="scoring_table__name", order_by=("scoring_table__name", "-number")
    )
    number = PageColumn(verbose_name=_("Version"), order_by=("number", "scoring_table__name"))
    state = PageColumn(verbose_name=_("State"), accessor="in_force_from", order_by=("in_force_from", "number"))

    class Meta:
        order_by = "table"

    def __init__(self, *args: Any, terms: Mapping[int, Term], is_board: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.terms = terms
        self.is_board = is_board

    def render_table(self, record: ScoringTableVersion) -> str:
        return self.link(record.scoring_table.name, "table", record.pk)

    def render_state(self, record: ScoringTableVersion) -> str:
        term = self.terms[record.pk]
        if term.is_over:
            return gettext("Earlier")
        day = gettext("from %(day)s") % {"day": date_format(record.in_force_from, "SHORT_DATE_FORMAT")}
        badge = "" if term.is_to_come else markup('<span class="badge good">{}</span> ', gettext("In force"))
        missing = len(record.to_rules().missing_prices) if self.is_board else 0
        lacks = ngettext("%(count)s price is missing", "%(count)s prices are missing", missing) % {"count": missing}
        return markup("{}{} <small>{}</small>", badge, day, lacks if missing else "")


class PricedEveningsList(ClubList):
    """The evenings priced by a version."""

    caption = _("Evenings with these prices")
    css = "short"
    has_file = False
    is_under_its_title = True
    row_header = "evening"
    evening = PageColumn(verbose_name=_("Evening"), accessor="date", order_by=("date", "number"))
    season = PageColumn(verbose_name=_("Season"), accessor="season__name", order_by=("season__name", "number"))
    number = PageColumn(verbose_name=_("Number"), attrs=NUMBER)

    class Meta:
        order_by = "-evening"

    def render_evening(self, record: Evening) -> str:
        return self.evening_link(record)


@fresh
@reads
def tables(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Every version of the club's tables, and which of them are in force."""
    club_versions = versions(club=visit.club)
    version_list = VersionsList(
        club_versions,
        club_slug=visit.club.slug,
        terms=terms(club_versions, timezone.localdate()),
        is_board=visit.may_write,
    )
    version_list.turn_to_page(request, per_page=25)
    context = {"version_list": version_list, "drafts": visit.club.drafts.order_by("name", "id")}
    return club_page(request, visit, "ledger/scoring/scoring_tables.html", context)


@fresh
@reads
def changes(request: HttpRequest, visit: Visit, version_id: int) -> HttpResponse:
    """What a version changed in the one before it, or in another of the club's, cell by cell."""
    version = visit.table_version(version_id)
    form = ChangesForm(request.GET, version=version, versions=versions(club=visit.club))
    if not form.versions:
        raise Http404
    before = form.before()
    context: dict[str, Any] = {"table_version": version, "form": form, "before": before}
    if before:
        changed = lists_of_changes(before.to_rules(), version.to_rules())
        for changed_list in changed.values():
            changed_list.turn_to_page(request, per_page=25)
        context |= changed
    return club_page(request, visit, "ledger/scoring/changes.html", context)


@writes
def prices(request: SignedInRequest, visit: Visit, version_id: int) -> HttpResponse:
    """Type missing prices, which are published as the next version."""
    version = visit.table_version(version_id)
    newest, rules = version.scoring_table.versions.latest("number"), version.to_rules()
    if response := earlier_answer(request):
        return response
    if newest != version:
        messages.warning(
            request, gettext("Version %(number)s has been published meanwhile.") % {"number": newest.number}
        )
        return redirect("table", visit.club.slug, newest.pk)
    if not rules.missing_prices:
        return redirect("table", visit.club.slug, version.pk)
    data = form_data(request)
    form = PricesForm(data, scoring_table=rules)
    first_day = max(timezone.localdate(), version.in_force_from)
    evenings = open_evenings_by(scoring_table=version.scoring_table)
    start, status, question = PublishForm(data, evenings=evenings, first_day=first_day), 200, None
    # Not `and`: each form says what is wrong with it.
    if form.is_valid() & start.is_valid():
        try:
            question = question_about_prices(data=request.POST, remarks=form.doubts(version.document))
            if question is None:
                return redirect_once(request, start, lambda: _publish_prices(request, version, form, start.start()))
        except Refusal as refusal:
            if refusal.field in form.fields:
                form.refuse(refusal)
            else:
                start.refuse(refusal)
                status = status_of(refusal)
    context = {"table_version": version, "rules": rules, "form": form}
    return club_page(
        request, visit, "ledger/scoring/prices.html", {**context, "start": start, "question": question}, status=status
    )


def _publish_prices(
    request: SignedInRequest, version: ScoringTableVersion, form: PricesForm, start: dict[str, Any]
) -> str:
    """Publish the next version with the typed prices, from `start` on; returns its address."""
    published = publish_prices(version=version, prices=form.prices(), **signature(request), **start)
    return announce_published(request, published, start.get("from_evening"))


class ChangesForm(forms.Form):
    """The version to compare with, by `?with=`; by default the one before.

    The versions come the latest first within each table.
    """

    def __init__(
        self, asked: QueryDict, *, version: ScoringTableVersion, versions: Sequence[ScoringTableVersion]
    ) -> None:
        others = [other for other in versions if other != version]
        before = [
            other
            for other in others
            if other.scoring_table_id == version.scoring_table_id and other.number < version.number
        ]
        first = next(iter([*before, *others]), None)
        super().__init__({"with": str(first and first.pk), **asked.dict()})
        self.versions = {str(other.pk): other for other in others}
        choices = [(pk, version_name(other)) for pk, other in self.versions.items()]
        self.fields["with"] = forms.ChoiceField(label=_("Compared with"), choices=choices)

    @property
    def other(self) -> forms.BoundField:
        """The field, under a name that a template can say."""
        return self["with"]

    def before(self) -> ScoringTableVersion | None:
        """The version to compare with; None if the requested one does not exist."""
        return self.versions[self.cleaned_data["with"]] if self.is_valid() else None


@fresh
@reads
def ladder(request: HttpRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """The evening's ladder, with the drawn attachments in their order."""
    return _ladder_page(request, visit, visit.evening(evening_number))


@writes
def ladder_draw(request: SignedInRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Draw the order of the attachments, and show it."""
    evening = visit.evening(evening_number)
    address = reverse("ladder", args=[visit.club.slug, evening_number])
    if request.method != "POST":
        return redirect(address)
    form = KeyedForm(request.POST)

    def draw() -> str:
        draw_attachments(evening=evening, random=SystemRandom(), **signature(request))
        messages.success(request, gettext("The order of the attachments is drawn."))
        return address

    response, status = submit_once(request, form, draw)
    return response or _ladder_page(request, visit, evening, form, status)


def _ladder_page(
    request: HttpRequest, visit: Visit, evening: Evening, sent: KeyedForm | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "evening": evening,
        "ladder": evening_ladder(evening=evening),
        "form": sent,
        "draw": attachment_draw_form(visit, evening),
    }
    return club_page(request, visit, "ledger/scoring/ladder.html", context, status=status)


@fresh
@reads
def table(request: HttpRequest, visit: Visit, version_id: int) -> HttpResponse:
    """A version as the sheet on the wall, with its rules in words, examples, and the evenings it prices."""
    version = visit.table_version(version_id)
    evenings = PricedEveningsList(evenings_priced_by(version=version), club_slug=visit.club.slug)
    evenings.turn_to_page(request, per_page=10)
    members = visit.club.players.filter(is_active=True, is_guest=False, forgotten_at=None).order_by("sort_key")
    context = {
        "table_version": version,
        "term": terms(version.scoring_table.versions.all(), timezone.localdate())[version.pk],
        "rules": version.to_rules(),
        "sheet": price_sheet(version.tariff(), [player.name for player in members]),
        "evenings": evenings,
    }
    return club_page(request, visit, "ledger/scoring/scoring_table.html", context)


# A scoring table laid out for reading, as the sheet on the wall: its ladder, its prices, its rules and examples.


Shown = int | Label | None  # a value in units, four numbers as text, or nothing typed yet
NO_ATTACHMENT = ("plain", "vip")


def price_sheet(tariff: Tariff, names: Sequence[str] = ()) -> dict[str, Any]:
    """What the price list of a version draws, with examples of these players; amounts in units of the table.

    `attachments` names those that stand under one word; empty where each has its name. `levels` are rows: the level, a
    heading, a price and the most decimals of its column for each cell, and the most decimals of the row. `multipliers`
    are sentences on what makes a price of `levels` count several times. `nolo` are rows: the contract, its price made
    and lost, and what is paid for each trick outside its limits. `roles` are rows: the outcome, and for each number of
    players the units to each of the maker's side and to each other.
    """
    scoring_table = tariff.scoring_table
    counts = range(scoring_table.seats.min, scoring_table.seats.max + 1)
    alike = _priced_alike(scoring_table)
    collected = [columns for columns in alike.values() if len(_attachments(columns)) > 1]
    if len(collected) > 1:  # one word cannot stand for both
        collected = []
    headings = [_heading(columns, is_collected=columns in collected) for columns in alike.values()]
    decimals = [_decimals(prices, scoring_table) for prices, _code in alike]
    rows = zip(*[prices for prices, _code in alike], strict=True)
    nolo = [
        (row, row.price.made, row.price.lost, row.price.off) if row.price else (row, None, None, 0)
        for row in scoring_table.nolo.values()
    ]
    return {
        "ladder": ladder_steps(scoring_table),
        "ladder_words": ladder_words(scoring_table),
        "attachments": label_text(enumeration(_attachments(collected[0]))).lower() if collected else "",
        "headings": headings,
        "levels": [
            (level, list(zip(headings, row, decimals, strict=True)), _decimals(row, scoring_table))
            for level, row in zip(scoring_table.prices, rows, strict=True)
        ],
        "multipliers": list(multiplier_words(scoring_table)),
        "nolo": nolo,
        "nolo_decimals": _decimals([price for _nolo, *prices in nolo for price in prices], scoring_table),
        "extra_tricks": any(extra for _nolo, _made, _lost, extra in nolo),
        "has_losses": any(lost != made for _nolo, made, lost, _extra in nolo),
        "role_counts": counts,
        "roles": [
            (row, list(zip(row.maker.values(), row.others.values(), strict=True)))
            for row in scoring_table.roles.values()
        ],
        "words": rules_in_words(scoring_table),
        "examples": [
            (sentence(deal, scoring_table, paid, is_played=False), calculation(deal, scoring_table, paid))
            for deal, paid in worked_examples(tariff, list(dict.fromkeys([*names, *PLAYERS])))
        ],
    }


def _priced_alike(scoring_table: ScoringRules) -> dict[tuple[tuple[Shown, ...], str], list[Column]]:
    """The columns from left to right by their prices, the lowest level first: those that cost the same stand as one.

    Where a price is missing, a column stands by itself, under its code.
    """
    unit = scoring_table.unit_denominator
    rows = [
        [four_numbers(cell, unit) if isinstance(cell, Price) else cell for cell in row.values()]
        for row in wall_cells(scoring_table).values()
    ]
    alike: dict[tuple[tuple[Shown, ...], str], list[Column]] = {}
    for column, *prices in zip(scoring_table.columns, *rows, strict=bool(rows)):
        alike.setdefault((tuple(prices), column.code if None in prices else ""), []).append(column)
    return alike


def _attachments(columns: Iterable[Column]) -> list[Label]:
    """The names of the attachments among columns."""
    return [column.label for column in columns if column.attachment not in NO_ATTACHMENT]


def _heading(columns: Sequence[Column], *, is_collected: bool) -> str:
    """The columns' names; if `is_collected`, with one word for all the attachments: "Attachments, vip 1"."""
    if not is_collected:
        return ", ".join(label_text(column.label) for column in columns)
    others = [label_text(column.label).lower() for column in columns if column.label not in _attachments(columns)]
    return ", ".join([gettext("Attachments"), *others])


def _decimals(prices: Iterable[Shown], scoring_table: ScoringRules) -> int:
    return decimals_of([price for price in prices if isinstance(price, int)], scoring_table.unit_denominator)
