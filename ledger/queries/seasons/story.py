"""What the book knows of a season that its page, its report and its workbook tell in the same words."""

from dataclasses import replace

from django.db.models import Sum
from django.db.models.functions import Abs
from django.utils.timezone import localtime

from ledger.models import Entry, Posting, Season
from ledger.queries.deals.doubts import Doubts
from ledger.queries.deals.in_words import DealsInWords
from ledger.queries.evenings.closings import closing_of
from ledger.queries.evenings.evening_points import EveningList, brought_along
from ledger.queries.seasons.ranking import Ranking
from ledger.rules.evenings.figures import DealCount
from ledger.rules.seasons import CLOSED, Ranked, SeasonStory, in_numbers
from ledger.rules.site.labels import Label, fill
from ledger.rules.site.points import in_points
from ledger.rules.site.spelling import day_in_words


def season_in_numbers(*, season: Season, deals: DealCount) -> Label:
    """How many evenings and deals a season has, its sum, and who closed it; two queries."""
    total = Posting.objects.filter(entry__season=season).aggregate(sum=Sum("points"))["sum"] or 0
    points = in_points(total, season.unit_denominator)
    closing = closing_of(season=season) if season.closed_at else None
    if closing is None:
        return in_numbers(season.evenings.count(), deals.words, points)
    closed = fill(CLOSED, day=day_in_words(localtime(closing.at).date()), name=closing.by_name or "?")
    return in_numbers(closing.evenings, deals.words, points, closed)


def season_story(*, season: Season, ranking: Ranking, evenings: EveningList) -> SeasonStory:
    """What is told in brief of a season with these standings and evenings; one query."""
    return SeasonStory(
        unit_denominator=season.unit_denominator,
        is_closed=season.closed_at is not None,
        standings=[
            Ranked(row.player_id, row.name, row.rank, row.points, row.moved, row.by_rule is not None)
            for row in ranking.standings
        ],
        evenings=evenings,
        brought=brought_along(seasons=[season])[season.pk],
    )


def whole_story(*, season: Season, ranking: Ranking, evenings: EveningList, doubts: Doubts) -> SeasonStory:
    """A season's story with its dearest deal and what of it was booked in doubt; at most four queries."""
    return replace(
        season_story(season=season, ranking=ranking, evenings=evenings),
        dearest=_dearest_deal(season),
        doubtful_evenings=sorted(evening.number for evening in doubts.evenings),
        doubtful_players=[row.name for row in ranking.standings if row.player_id in doubts.players],
    )


def _dearest_deal(season: Season) -> tuple[int, Label] | None:
    """The deal that gave or cost a declarer most, of several the earliest: its evening's number, and what happened."""
    declared = Posting.objects.filter(entry__season=season, role="declarer")
    standing = declared.filter(entry__kind=Entry.Kind.DEAL, entry__reversed_by__reverses=None)
    by_points = standing.order_by(
        Abs("points").desc(), "entry__evening__date", "entry__evening__number", "entry__number", "seat"
    )
    dearest = by_points.values("entry")[:1]
    entry = Entry.objects.filter(pk__in=dearest).select_related("evening").with_prices().with_players().first()
    if entry is None:
        return None
    return entry.evening.number, DealsInWords(club_id=season.club_id).of(entry).sentence
