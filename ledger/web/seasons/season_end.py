"""The page of a closed season: who won, how, the prizes, what the annual meeting gets, the season to come."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Club, Prize, ScoringTableVersion, Season, SeasonBalance, SeasonClosing
from ledger.queries.clubs import clubs
from ledger.queries.clubs.clubs import listed_players
from ledger.queries.deals.doubts import doubts_among
from ledger.queries.evenings.neighbours import EveningList, evenings_of_seasons
from ledger.queries.seasons.closing import former_heads, placed_balances, stored_balances
from ledger.queries.seasons.ranking import PrizeWinners, Ranking, prizes_won, rank_by_rule, sols_won
from ledger.queries.seasons.standings import standings
from ledger.queries.seasons.story import count_deals, season_in_numbers, season_story
from ledger.rules.evenings.figures import PlayedEvening
from ledger.rules.seasons import on_podium
from ledger.rules.site.points import decimals_of, in_divided_points, in_points
from ledger.rules.site.spelling import day_in_words
from ledger.templatetags.ledger_format import points
from ledger.templatetags.ledger_labels import label_text
from ledger.web.scoring.forms import ClubScoringTables
from ledger.web.seasons.lists import enumerate_names, places_in_words, without_rule
from ledger.web.site.access import Visit
from ledger.web.site.forms import DayInput, KeyedForm
from ledger.web.site.frame import club_page, share
from ledger.web.site.lists import ListFile

WEEK = timedelta(days=7)


def season_end(request: HttpRequest, visit: Visit, season: Season) -> HttpResponse:
    """Draw the page of a closed season."""
    ranking = rank_by_rule(season=season, rows=standings(season=season))
    evenings = evenings_of_seasons(seasons=[season])
    prizes = prizes_won(season=season)
    story = season_story(season=season, ranking=ranking, evenings=evenings)
    steps = on_podium([row.rank for row in ranking.standings if row.rank is not None])
    title = label_text(story.title) if story.title else ""
    sentences = [*map(label_text, story.in_brief())]
    decimals = decimals_of([row.points for row in ranking.standings], season.unit_denominator)
    shared = share(
        request,
        visit,
        gettext("%(season)s is over") % {"season": season.name},
        page=request.path,
        places=places_in_words(ranking.standings, season.unit_denominator),
        sentences=[f"{title.removesuffix('.')}.", *sentences] if title else [],
    )
    context = {
        "season": season,
        "ranking": ranking,
        "title": title,
        "without_rule": without_rule(ranking),
        "sentences": sentences,
        "steps": ranking.standings[:steps],
        "rest": ranking.standings[steps:],
        "decimals": decimals,
        "prizes": [(row, _why(row, ranking, evenings, season)) for row in prizes],
        "in_numbers": season_in_numbers(season=season, deals=count_deals(season=season)),
        "evenings": list(_evenings_won(ranking, evenings)),
        "share": shared,
        **_next_season(visit, season, evenings),
    }
    return club_page(request, visit, "ledger/seasons/ending/season_end.html", context)


def _evenings_won(ranking: Ranking, evenings: EveningList) -> Iterator[tuple[PlayedEvening, str, int]]:
    """The evenings, the latest first, each with the names of who won most, and their units."""
    for evening in reversed(evenings):
        most = max(evening.points.values(), default=0)
        names = [row.name for row in ranking.standings if evening.points.get(row.player_id) == most]
        yield evening, enumerate_names(names) if names else "", most


def _next_season(visit: Visit, season: Season, evenings: EveningList) -> dict[str, Any]:
    """The form that starts the season after the club's newest, filled in; nothing for others than the board."""
    if not visit.may_write or season != visit.seasons[0]:
        return {}
    today = timezone.localdate()
    form = SeasonForm(None, versions=clubs.versions(club=visit.club), today=today)
    form.initial.update(name=next_name(season.name), starts_on=next_day(evenings, today))
    # The prices are those of the season's last evening, without asking.
    last = season.evenings.order_by("date", "number").select_related("table_version").last()
    if last and "table" in form.fields:
        form.initial["table"] = str(last.table_version.scoring_table_id)
        form.fields["table"].widget = forms.HiddenInput()
    players = listed_players(club=visit.club).filter(is_active=True, forgotten_at=None).count()
    words = ngettext("The same player and the same prices.", "The same %(count)s players and the same prices.", players)
    return {"form": form, "stays": words % {"count": players}}


def next_name(name: str) -> str:
    """A season's name with each of its numbers one higher: "14. sæson", "2027/28"; empty if it has none."""
    following = re.sub(r"\d+", lambda number: str(int(number[0]) + 1).zfill(len(number[0])), name)
    return following if following != name else ""


def next_day(evenings: EveningList, today: date) -> date:
    """The day on which the next evening would be, as long after the last as that was after the one before."""
    days = [evening.date for evening in evenings[-2:]]
    if not days:
        return today
    return max(days[-1] + (days[-1] - days[0] or WEEK), today)


def _why(row: PrizeWinners, ranking: Ranking, evenings: EveningList, season: Season) -> str:
    """For what a prize was won: "number 1, +36.25", "+32.25 on 26 November", "4 won"."""
    winner = next((place for place in ranking.standings if place.slug in {won.slug for won in row.winners}), None)
    if winner is None:
        return ""
    kind = row.prize.kind
    unit = season.unit_denominator
    if kind == Prize.Kind.SOLS:
        return gettext("%(count)s won") % {"count": sols_won(season=season).get(winner.player_id, 0)}
    if kind == Prize.Kind.BEST_EVENING:
        came = [evening for evening in evenings if winner.player_id in evening.points]
        best = max(came, key=lambda evening: evening.points[winner.player_id])
        values = {"points": points(best.points[winner.player_id], unit), "day": label_text(day_in_words(best.date))}
        return gettext("%(points)s on %(day)s") % values
    counted = label_text(in_divided_points(winner.counted_points / unit))
    if kind == Prize.Kind.LAST:
        return gettext("last, %(points)s") % {"points": counted}
    return gettext("number %(place)s, %(points)s") % {"place": winner.rank, "points": counted}


# What a closing sheet shows: the balances, how much was played, and what the closing was signed with.


def closing_context(club: Club, season: Season, closing: SeasonClosing) -> dict[str, Any]:
    """What the closing sheet shows, as it was signed."""
    return {
        "season": season,
        "closing": closing,
        "in_numbers": season_in_numbers(season=season, deals=count_deals(season=season)),
        "prizes": prizes_won(season=season),
        "doubts": doubts_among(club=club, seasons=[season]),
        "former_heads": [head for head in former_heads(season=season) if head.sequence == closing.entry_count],
        **balances_context(season, stored_balances(closing=closing)),
    }


def balances_context(season: Season, balances: Sequence[SeasonBalance]) -> dict[str, Any]:
    """The rows of a closing sheet, their sum, and how many decimals they have."""
    units = [balance.points for balance in balances]
    decimals = decimals_of(units, season.unit_denominator)
    rows = placed_balances(balances)
    file = ListFile("balances", partial(_balances_in_file, rows, season.unit_denominator))
    return {"rows": rows, "total": sum(units), "decimals": decimals, "balances_file": file}


def _balances_in_file(
    rows: Iterable[tuple[int | None, SeasonBalance]], unit_denominator: int
) -> Iterator[list[object]]:
    yield [gettext("Place"), gettext("Player"), gettext("Points"), gettext("Evenings"), gettext("Deals")]
    for place, balance in rows:
        points = label_text(in_points(balance.points, unit_denominator))
        if balance.player:
            yield [place, balance.player.name, points, balance.evenings, balance.deals]
        else:
            yield ["", gettext("The house"), points, "", ""]


class SeasonForm(KeyedForm):
    """A new season: its name, its first day, and the scoring table whose unit its book counts in, if several."""

    refusal_fields = {"season": "name"}

    name = forms.CharField(label=_("Name"), max_length=40, help_text=_("For example 2026/27."))
    starts_on = forms.DateField(label=_("First day"), widget=DayInput)

    def __init__(self, data: QueryDict | None, *, versions: Sequence[ScoringTableVersion], today: date) -> None:
        super().__init__(data, initial={"starts_on": today})
        self.scoring_tables = ClubScoringTables(versions)
        self.fields |= self.scoring_tables.field(today)
        if "table" in self.fields:
            self.fields["table"].help_text = _("The book counts in the smallest part of a point that this table uses.")

    def version(self) -> ScoringTableVersion:
        """The version that prices the season's first evening, in whose unit the book counts."""
        return self.scoring_tables.version(self.cleaned_data.get("table", ""), self.cleaned_data["starts_on"])
