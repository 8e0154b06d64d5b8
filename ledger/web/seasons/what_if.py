"""A season scored again under other prices, beside its book; nothing is written."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Evening, ScoringTableDraft, ScoringTableVersion, Season
from ledger.models.clubs.persons import shown_by
from ledger.queries.clubs import clubs
from ledger.queries.clubs.persons import persons_of
from ledger.queries.seasons.what_if import Placing, Unpriced, count_entries
from ledger.queries.seasons.what_if import what_if as scored_again
from ledger.rules.scoring.document import every_preset, preset, read_scoring_table
from ledger.rules.scoring.parameters.named_rules import RULES
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff, compile_tariff
from ledger.rules.site.refusal import Refusal
from ledger.services.site.reading_apart import LONG_PAGES
from ledger.templatetags.ledger_format import amount
from ledger.templatetags.ledger_labels import label_text, refusal_text
from ledger.web.clubs.players import ClubList
from ledger.web.scoring.forms import preset_choices, version_name
from ledger.web.site.access import SignedInRequest, Visit, writes
from ledger.web.site.forms import focus_refused, offer
from ledger.web.site.frame import club_page
from ledger.web.site.lists import NUMBER, PageColumn

Groups = list[tuple[str, list[tuple[str, str]]]]


class WhatIfForm(forms.Form):
    """The prices to score a season again under; sent by GET, so that the answer has an address."""

    prices = forms.ChoiceField(label=_("Prices"))
    reading = forms.ChoiceField(
        label=_("With one reading changed"),
        required=False,
        help_text=_("Only the readings that the chosen table leaves open can be changed."),
    )
    evenings = forms.TypedMultipleChoiceField(
        label=_("Evenings"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Choose those that are to be scored again. With none chosen it is the whole season."),
    )

    def __init__(
        self,
        asked: QueryDict,
        *,
        versions: Sequence[ScoringTableVersion],
        drafts: Iterable[ScoringTableDraft],
        evenings: Iterable[Evening],
    ) -> None:
        initial = {"prices": versions[0].pk}
        super().__init__(asked if "prices" in asked else None, initial=initial)
        self.versions = {str(version.pk): version for version in versions}
        self.drafts = {f"draft-{draft.pk}": draft for draft in drafts}
        self.offered = self._prices()
        offer(self, "prices", self.offered)
        scoring_tables = [*(version.to_rules() for version in versions), *every_preset()]
        offer(self, "reading", [("", gettext("None")), *readings(scoring_tables)])
        days = [(evening.number, date_format(evening.date, "SHORT_DATE_FORMAT")) for evening in evenings]
        offer(self, "evenings", days)

    def clean(self) -> dict[str, Any]:
        """Refuse a draft that cannot be read, and a reading that the chosen prices do not leave open."""
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        try:
            # First without the reading, so that a refusal tells which of the two is wrong.
            cleaned["tariff"] = self._tariff(cleaned["prices"])
        except Refusal as refusal:
            reason = refusal_text(refusal)
            if refusal.field:
                text = gettext("This draft cannot be read yet. %(place)s: %(reason)s")
                reason = text % {"place": refusal.field, "reason": reason}
            self.add_error("prices", reason)
            return cleaned
        if cleaned["reading"]:
            try:
                cleaned["tariff"] = self._tariff(cleaned["prices"], cleaned["reading"])
            except Refusal:
                self.add_error("reading", gettext("These prices do not leave that reading open."))
        return cleaned

    def name(self) -> str:
        """The name of the chosen prices."""
        keys = {key: label for _group, choices in self.offered for key, label in choices}
        return keys[self.cleaned_data["prices"]]

    def chosen_evenings(self) -> list[int] | None:
        """The numbers of the chosen evenings; None for the whole season."""
        return self.cleaned_data["evenings"] or None

    def _prices(self) -> Groups:
        published = [(pk, version_name(version)) for pk, version in self.versions.items()]
        unpublished = [(key, draft.name) for key, draft in self.drafts.items()]
        groups = [
            (gettext("The club's own tables"), published),
            (gettext("Drafts, not published"), unpublished),
            (gettext("Tables to start from"), preset_choices()),
        ]
        return [(label, choices) for label, choices in groups if choices]

    def _tariff(self, prices: str, reading: str = "") -> Tariff:
        chosen = self.versions.get(prices) or self.drafts.get(prices)
        if isinstance(chosen, ScoringTableVersion) and not reading:
            return chosen.tariff()
        rule, _colon, choice = reading.partition(":")
        document = chosen.document if chosen else preset(prices)
        return compile_tariff(read_scoring_table(document, {rule: choice} if reading else None))


def readings(scoring_tables: Iterable[ScoringRules]) -> Groups:
    """The choices that any of the scoring tables leaves open, as "rule:choice", grouped by their rule."""
    offered: dict[str, dict[str, str]] = {}
    for scoring_table in scoring_tables:
        for rule, choices in scoring_table.choices.items():
            for choice, label in choices.items():
                offered.setdefault(rule, {}).setdefault(f"{rule}:{choice}", label_text(label))
    return [(label_text(RULES[rule].title), list(choices.items())) for rule, choices in offered.items()]


PER_PAGE = 25
MOST_DEALS = 10_000  # that a page can score without a long wait


@writes
def what_if(request: SignedInRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """Choose other prices, perhaps some evenings, and see the standings under them."""
    season = visit.season(season_slug)
    form = WhatIfForm(
        request.GET,
        versions=clubs.versions(club=visit.club),
        drafts=visit.club.drafts.order_by("name", "id"),
        evenings=season.evenings.order_by("date", "number"),
    )
    context: dict[str, Any] = {"season": season, "form": form, "most": MOST_DEALS}
    if form.is_valid():
        # A query counts the deals only in a season that has many entries.
        context["too_many"] = (
            season.entry_count > MOST_DEALS
            and count_entries(season=season, evenings=form.chosen_evenings()) > MOST_DEALS
        )
        if not context["too_many"]:
            with LONG_PAGES.take():
                context |= _answer_context(request, visit, season, form)
    focus_refused(form)
    return club_page(request, visit, "ledger/seasons/what_if.html", context)


def _answer_context(request: HttpRequest, visit: Visit, season: Season, form: WhatIfForm) -> dict[str, Any]:
    evenings = form.chosen_evenings()
    with shown_by(None, persons_of(club=visit.club)):
        answer = scored_again(season=season, tariff=form.cleaned_data["tariff"], evenings=evenings)
    slug = visit.club.slug
    standings = PlacingList(answer.standings, denominator=answer.denominator, club_slug=slug)
    unpriced = UnpricedList(answer.unpriced, club_slug=slug, prefix="unpriced-")
    for answer_list in (standings, unpriced):
        answer_list.turn_to_page(request, per_page=PER_PAGE)
    return {"answer": answer, "standings": standings, "unpriced": unpriced, "evenings": evenings}


class PlacingList(ClubList):
    """Everybody's place and points in the book and under the other prices, in the order of the latter."""

    caption = _("Standings now and then")
    row_header = "name"
    name = PageColumn(verbose_name=_("Player"), accessor="player", order_by="player__sort_key")
    place_now = PageColumn(verbose_name=_("Place now"), attrs=NUMBER, order_by=("place_now", "player__sort_key"))
    place_then = PageColumn(verbose_name=_("Place then"), attrs=NUMBER, order_by=("place_then", "player__sort_key"))
    points_now = PageColumn(verbose_name=_("Points now"), attrs=NUMBER, order_by=("points_now", "player__sort_key"))
    points_then = PageColumn(verbose_name=_("Points then"), attrs=NUMBER, order_by=("points_then", "player__sort_key"))
    gained = PageColumn(
        verbose_name=_("Difference"), attrs={"td": {"class": "num wide"}}, order_by=("gained", "player__sort_key")
    )

    def __init__(self, *args: Any, denominator: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.denominator = denominator

    def render_name(self, record: Placing) -> str:
        return self.link(record.player.name, "player", record.player.slug)

    def render_place_then(self, record: Placing) -> SafeString | int:
        if not record.climbed:
            return record.place_then
        arrow = "▲" if record.climbed > 0 else "▼"
        return format_html('{} <span aria-hidden="true">{}</span>', record.place_then, arrow)

    def render_points_now(self, value: int) -> SafeString:
        return amount(value, self.denominator)

    render_points_then = render_gained = render_points_now


class UnpricedList(ClubList):
    """The deals that the other prices cannot settle."""

    caption = _("Deals without a price")
    row_header = "deal"
    deal = PageColumn(verbose_name=_("Deal"), accessor="number", order_by=("evening", "number"))
    contract = PageColumn(verbose_name=_("Contract"), order_by=("contract", "evening", "number"))
    reason = PageColumn(verbose_name=_("Reason"), orderable=False)

    def render_deal(self, record: Unpriced) -> str:
        text = gettext("Evening %(evening)s, deal %(number)s") % {"evening": record.evening, "number": record.number}
        return self.link(text, "deal", record.evening, record.number)

    def render_reason(self, record: Unpriced) -> str:
        return refusal_text(record.reason)
