"""A club's deals as a list that a filter narrows, so that everybody can count what a figure counts."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Entry, Player, Season
from ledger.queries.clubs.clubs import players_shown
from ledger.queries.deals.doubts import doubts_among
from ledger.queries.deals.pricing import DealsInWords
from ledger.queries.evenings.seating import hands
from ledger.queries.site import one_moment
from ledger.queries.statistics.deals import (
    BIDDER,
    HOUSE,
    LOST,
    WON,
    ChosenDeals,
    DealFilter,
    all_deals,
)
from ledger.queries.statistics.figures import ClubContracts, contracts_of, parts_of_players
from ledger.rules.deals.kinds import KINDS
from ledger.rules.site.labels import same
from ledger.rules.site.points import in_divided_points, in_points
from ledger.templatetags.ledger_labels import label_text
from ledger.web.site.access import Visit, reads
from ledger.web.site.forms import (
    ChoiceFilter,
    DayFilter,
    DaysForm,
    ListFilters,
    NumberChoiceFilter,
    NumberFilter,
    TickFilter,
    focus_refused,
    offer,
)
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.site.lists import csv_answer
from ledger.web.statistics.figure_rows import filter_links

PER_PAGE = 25
PEOPLE = ("player", "partner", "opponent")
OF_A_PLAYER = {"with": "partner", "against": "opponent"}  # what a player's own list of deals called its filters


@fresh
@reads
def deals(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The deals that a filter lets through, the latest first, with their number and the sum of their points."""
    form, chosen = _choice(request, visit)
    context: dict[str, Any] = {"form": form}
    if chosen is not None:
        # Any number gets the nearest page.
        page = Paginator(chosen.entries, PER_PAGE).get_page(request.GET.get("page"))
        asked = chosen.asked
        # Of all the club's deals together nothing is counted: that would take longer with every season.
        counted, points = chosen.sums() if asked.query() else (None, None)
        context |= {
            "counted": counted,
            "points": points,
            "page": page,
            "rows": deal_rows([*page], chosen),
            "asked": asked,
            "filters": filter_links(visit.club.slug, asked, form),
            "season": chosen.season,
            "player": chosen.players.get(asked.player),
            "other": chosen.players.get(asked.partner or asked.opponent),
        }
    return club_page(request, visit, "ledger/statistics/deals.html", context)


@reads
def deals_csv(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The same deals, all of them, as CSV."""
    _, chosen = _choice(request, visit)
    if chosen is None:
        raise Http404
    name = "-".join([visit.club.slug, gettext("deals")])
    # Read a part at a time, so that a deal corrected meanwhile could be in it twice or not at all.
    with one_moment():
        return csv_answer(csv_rows(all_deals(chosen=chosen), chosen), name=name)


@reads
def player_deals(request: HttpRequest, visit: Visit, player_slug: str, page: str) -> HttpResponse:
    """A redirect from the address of a player's deals to the club's, narrowed to that player."""
    kept = {OF_A_PLAYER.get(key, key): str(value) for key, value in request.GET.items() if key not in ("page", "sort")}
    query = urlencode({"player": player_slug} | kept)
    return HttpResponseRedirect(f"{reverse(page, args=[visit.club.slug])}?{query}")


def _choice(request: HttpRequest, visit: Visit) -> tuple[Form, ChosenDeals | None]:
    """The filter that an address asks for as a form, and the deals that it lets through; None if it cannot be read.

    Raises Http404 for a player or a season that the club has not, MovedAddress for a former address.
    """
    asked = request.GET
    players = players_shown(club=visit.club)
    filters = DealsFilters(asked, players=players, seasons=visit.seasons, contracts=contracts_of(club=visit.club))
    form = filters.form
    if filters.is_valid():
        return form, ChosenDeals(
            club=visit.club,
            asked=filters.narrow(DealFilter()),
            players={player.slug: player for player in players},
            seasons={season.slug: season for season in visit.seasons},
        )
    for name in PEOPLE:
        if form.has_error(name, "invalid_choice"):
            visit.player(asked[name])
    if form.has_error("season", "invalid_choice"):
        visit.season(asked["season"])
    focus_refused(form)
    return form, None


CONTRACT = re.compile(r"(\w+)\.\w*", re.ASCII)
RESULT_NAMES = {WON: _("Won"), LOST: _("Lost")}
MOST_TABLES = 99


class DealsForm(DaysForm):
    """The form of the filters: whoever was beside a player is asked for with that player."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for name in ("partner", "opponent"):
            if cleaned.get(name) and not cleaned.get("player") and "player" not in self.errors:
                self.add_error("player", forms.ValidationError(_("Choose a player too."), code="player"))
            if cleaned.get(name) and cleaned.get(name) == cleaned.get("player"):
                self.add_error(name, forms.ValidationError(_("Choose another than the player."), code="same"))
        return cleaned


class DealsFilters(ListFilters):
    """What a club's deals may be narrowed to; each is a field of a DealFilter."""

    player = ChoiceFilter(label=_("Player"))
    part = ChoiceFilter(label=_("Part"))
    partner = ChoiceFilter(label=_("Together with"))
    opponent = ChoiceFilter(label=_("Opponent"))
    contract = ChoiceFilter(label=_("Contract"))
    level = NumberChoiceFilter(label=_("Level"))
    result = ChoiceFilter(label=_("Result"), choices=list(RESULT_NAMES.items()))
    season = ChoiceFilter(label=_("Season"))
    since = DayFilter(label=_("From"))
    until = DayFilter(label=_("To"))
    table = NumberFilter(label=_("Table number"), min_value=1, max_value=MOST_TABLES)
    corrected = TickFilter("is_corrected", label=_("Corrected deals only"))

    class Meta:
        form = DealsForm

    def __init__(
        self,
        asked: Mapping[str, Any],
        *,
        players: Sequence[Player],
        seasons: Sequence[Season],
        contracts: ClubContracts,
    ) -> None:
        super().__init__(asked)
        names = [(player.slug, player.name) for player in players]
        choices: dict[str, Iterable[tuple[str, Any]]] = {
            "player": names,
            "part": part_names().items(),
            "partner": names,
            "opponent": [*names, (HOUSE, _("the house"))],
            "contract": contract_names(contracts, asked.get("contract", "")).items(),
            "level": [(str(level), str(level)) for level in contracts.levels],
            "season": [(season.slug, season.name) for season in seasons],
        }
        for name, offered in choices.items():
            offer(self.form, name, offered)


def part_names() -> dict[str, str]:
    """The parts that deals may be narrowed to, as pages call them."""
    return {BIDDER: gettext("Declarer"), **{part: label_text(name) for part, name in parts_of_players().items()}}


def contract_names(contracts: ClubContracts, asked: str) -> dict[str, str]:
    """The contracts by key, with the one asked for if it is one of no scoring table any more."""
    names = {key: label_text(label) for key, label in contracts.labels.items()}
    match = CONTRACT.fullmatch(asked)
    if match and match[1] in KINDS:
        names.setdefault(asked, label_text(same(asked.partition(".")[2] or asked)))
    return names


# The deals of a list as rows of a page and of a file.


def deal_rows(entries: Sequence[Entry], chosen: ChosenDeals) -> list[dict[str, Any]]:
    """Deals as rows of a page, with the points that were asked about, and whether they were booked in doubt."""
    points = chosen.points_by_entry(entries)
    doubts = doubts_among(club=chosen.club, evenings={entry.evening_id for entry in entries})
    in_doubt = {(deal.evening_id, deal.number) for deal in doubts}
    words = DealsInWords(club_id=chosen.club.pk, known=chosen.players.values())
    return [
        {
            "entry": entry,
            "address": reverse("deal", args=[chosen.club.slug, entry.evening.number, entry.number]),
            "words": words.of(entry),
            "points": points.get(entry.pk),
            "is_in_doubt": (entry.evening_id, entry.number) in in_doubt,
        }
        for entry in entries
    ]


def csv_rows(deals: Iterable[tuple[Entry, Fraction | None]], chosen: ChosenDeals) -> Iterator[list[object]]:
    """The headings, then deals as rows of a file; points are those that the page adds up."""
    words = DealsInWords(club_id=chosen.club.pk, known=chosen.players.values())
    yield [
        *(gettext("Date"), gettext("Season"), gettext("Evening"), gettext("Table number"), gettext("Deal")),
        *(gettext("Declarer"), gettext("Contract"), gettext("Partner"), gettext("Going along")),
        *(gettext("Everybody’s points"), gettext("Points"), gettext("Note")),
    ]
    # Of all the club, since the deals themselves are read a part at a time.
    in_doubt = {(deal.evening_id, deal.number) for deal in doubts_among(club=chosen.club)}
    for entry, points in deals:
        in_words, parts = words.of(entry), hands(entry=entry)
        notes = [gettext("in doubt")] if (entry.evening_id, entry.number) in in_doubt else []
        if in_words.note:
            notes.append(in_words.note)
        everybody = " · ".join(f"{name} {points}" for name, points in _everybody(entry))
        day = date_format(entry.evening.date, "SHORT_DATE_FORMAT")
        yield [
            day,
            entry.season.name,
            entry.evening.number,
            entry.table_number,
            entry.number,
            parts.declarer,
            label_text(in_words.contract_and_result),
            parts.partner,
            parts.joiners,
            everybody,
            _points_text(points, is_divided=bool(chosen.asked.opponent)),
            ", ".join(notes),
        ]


def _points_text(points: Fraction | None, *, is_divided: bool) -> str:
    """Points that a list adds up, signed; empty where nothing is added up."""
    if points is None:
        return ""
    exact = in_points(points.numerator, points.denominator, signed=True)
    return label_text(in_divided_points(points) if is_divided else exact)


def _everybody(entry: Entry) -> Iterator[tuple[str, str]]:
    """Everybody in play with their points: "Bodil", "+6"."""
    for posting in entry.in_seats:
        if posting.role != "sits_out":
            name = posting.player.name if posting.player else gettext("The house")
            points = in_points(posting.points, entry.season.unit_denominator, signed=True)
            yield name, label_text(points)
