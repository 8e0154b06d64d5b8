"""The deals behind a player's figure, so that everybody can count them."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Player, Posting
from ledger.queries.deals.in_words import DealsInWords
from ledger.queries.statistics.deals import AskedDeals, deals_of, sums_of, with_tables
from ledger.queries.statistics.evenings import evenings_of_player, seasons_among
from ledger.queries.statistics.played import PARTS, PlayedDeals
from ledger.templatetags.ledger_format import amount, result_text
from ledger.templatetags.ledger_labels import label_text
from ledger.templatetags.ledger_words import role_name
from ledger.templatetags.markup import markup
from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.site.lists import NUMBER, PageColumn, PageList
from ledger.web.statistics.csv_text import csv_answer, rows_of_list
from ledger.web.statistics.figure_rows import PART_NAMES

PER_PAGE = 25


class PlayerDealsList(PageList):
    """A player's deals, the latest first; `other` is the player whose points stand beside."""

    row_header = "deal"
    is_under_its_title = True
    deal = PageColumn(verbose_name=_("Deal"), accessor="entry", orderable=False)
    contract = PageColumn(verbose_name=_("Contract"), accessor="entry", orderable=False)
    role = PageColumn(verbose_name=_("Role"), orderable=False, attrs={"td": {"class": "wide"}})
    units = PageColumn(verbose_name=_("Points"), attrs=NUMBER, orderable=False)
    theirs = PageColumn(attrs=NUMBER, accessor="entry", orderable=False)

    def __init__(self, data: Any, *, club_slug: str, played: PlayedDeals, other: Player | None, club_id: int) -> None:
        super().__init__(data, exclude=() if other else ("theirs",))
        self.caption = gettext("Deals")
        self.club_slug, self.played, self.other = club_slug, played, other
        self.words = DealsInWords(club_id=club_id)
        if other:
            self.columns["theirs"].column.verbose_name = other.name
            self.columns["units"].column.verbose_name = played.player.name

    def render_deal(self, record: Posting) -> SafeString:
        entry = record.entry
        text = gettext("%(day)s, deal %(deal)s") % {
            "day": date_format(entry.evening.date, "SHORT_DATE_FORMAT"),
            "deal": entry.number,
        }
        address = reverse("deal", args=[self.club_slug, entry.evening.number, entry.number])
        return markup('<a href="{}">{}</a>', address, text)

    def render_contract(self, record: Posting) -> SafeString:
        words = self.words.of(record.entry)
        return markup("{} {}", label_text(words.contract), result_text(words.result))

    def contract_in_file(self, record: Posting) -> SafeString:
        """The contract and its result as a file has them, with the signs that are typed."""
        words = self.words.of(record.entry)
        return markup("{} {}", label_text(words.contract), words.result)

    def render_role(self, value: str) -> str:
        return role_name(value)

    def render_units(self, record: Any) -> SafeString:
        return amount(record.units, self.played.unit_denominator)

    def render_theirs(self, record: Posting) -> SafeString:
        assert self.other is not None
        (points,) = (posting.points for posting in record.entry.in_seats if posting.player_id == self.other.pk)
        return amount(points, record.entry.season.unit_denominator)


@fresh
@reads
def player_deals(request: HttpRequest, visit: Visit, player_slug: str) -> HttpResponse:
    """The deals that a figure counts, with their number and sum."""
    deals_list, played, asked = _asked_deals(request, visit, player_slug)
    deals_list.turn_to_page(request, per_page=PER_PAGE)
    context = {
        "player": played.player,
        "season": played.season,
        "asked": asked,
        "other": deals_list.other,
        "part_name": PART_NAMES.get(asked.part),
        "deals_list": deals_list,
        "sums": sums_of(played=played, asked=asked),
        "unit_denominator": played.unit_denominator,
    }
    return club_page(request, visit, "ledger/statistics/player_deals.html", context)


@reads
def player_deals_csv(request: HttpRequest, visit: Visit, player_slug: str) -> HttpResponse:
    """The same deals, all of them, as CSV."""
    deals_list, played, _ = _asked_deals(request, visit, player_slug)
    rows = rows_of_list(deals_list, contract=deals_list.contract_in_file)
    return csv_answer(rows, name=f"{visit.club.slug}-{played.player.slug}")


def _asked_deals(
    request: HttpRequest, visit: Visit, player_slug: str
) -> tuple[PlayerDealsList, PlayedDeals, AskedDeals]:
    """The deals that an address asks for as a list, whose they are, and the request."""
    person = visit.player(player_slug)
    season = visit.asked_season(request) if request.GET.get("season") else None
    seasons = seasons_among(evenings_of_player(player=person))
    played = PlayedDeals(player=person, season=season, seasons=seasons)
    asked = _read(request.GET, visit)
    postings = with_tables(deals_of(played=played, asked=asked))
    other = asked.partner or asked.opponent
    club = visit.club
    return PlayerDealsList(postings, club_slug=club.slug, played=played, other=other, club_id=club.pk), played, asked


def _read(query: Mapping[str, str], visit: Visit) -> AskedDeals:
    """The request in an address.

    Raises Http404 for an unknown part or player.
    """
    part, partner, opponent = query.get("part", ""), query.get("with"), query.get("against")
    if part and part not in PARTS:
        raise Http404
    return AskedDeals(
        part=part,
        contract=query.get("contract", ""),
        partner=visit.player(partner) if partner else None,
        opponent=visit.player(opponent) if opponent else None,
    )
