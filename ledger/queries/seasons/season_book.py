"""Everything in a season's workbook, read from the book as it is at one moment."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

from ledger.models import Evening, EveningTotal, Player, Posting, ScoringTableVersion, Season
from ledger.queries.clubs.clubs import writer_names
from ledger.queries.clubs.mentions import Mentions
from ledger.queries.deals.doubts import doubts_among
from ledger.queries.evenings.closings import approvals
from ledger.queries.evenings.evening_points import points_of_evenings
from ledger.queries.seasons.book_entries import entries_of_book
from ledger.queries.seasons.book_rows import BookRows
from ledger.queries.seasons.price_sheet import price_tables
from ledger.queries.seasons.prizes import prizes_won
from ledger.queries.seasons.ranking import Ranking, rank_by_rule
from ledger.queries.seasons.season_evenings import count_deals, deal_counts, is_totals
from ledger.queries.seasons.standings import standings
from ledger.queries.seasons.story import season_in_numbers, whole_story
from ledger.rules.seasons import NAMES, on_podium
from ledger.rules.site.spelling import fingerprint
from ledger.spreadsheets.seasons.season_book import (
    HOUSE,
    DealRow,
    EveningRow,
    PrizeRow,
    SeasonBook,
    StandingRow,
)


def workbook_name(*, season: Season) -> str:
    """The workbook's file name in ASCII, such as "whistklub-torsdagsklubben-2026-27.xlsx"; the club is loaded."""
    return f"whistklub-{season.club.slug}-{season.slug}.xlsx"


def season_book(*, season: Season, made_at: datetime) -> SeasonBook:
    """A season as its workbook shows it; ask within `one_moment`.

    `made_at` is an aware time in the club's zone. Players are numbered from 1 in Danish order.
    """
    names = _names(season)
    numbers: dict[int | None, int] = {None: HOUSE, **{player: number for number, player in enumerate(names, start=1)}}
    used = season.entries.order_by().values("table_version")
    versions = ScoringTableVersion.objects.in_bulk(list(used.distinct().values_list("table_version", flat=True)))
    rows = BookRows(names, numbers, versions, Mentions(season.club_id), writer_names(club=season.club))
    for entry in entries_of_book(season):
        rows.add(entry)
    deals = sorted(rows.standing.values(), key=lambda deal: (deal.date, deal.evening, deal.number))
    doubts = doubts_among(club=season.club, seasons=[season])
    evenings = points_of_evenings(seasons=[season])[season.pk]
    ranking = rank_by_rule(season=season, rows=standings(season=season))
    story = whole_story(season=season, ranking=ranking, evenings=evenings, doubts=doubts)
    return SeasonBook(
        club=season.club.name,
        season=season.name,
        is_closed=season.closed_at is not None,
        made_at=made_at,
        unit_denominator=season.unit_denominator,
        names={numbers[player]: name for player, name in names.items()},
        standings=_standings(ranking, numbers, season.unit_denominator),
        in_numbers=season_in_numbers(season=season, deals=count_deals(season=season)),
        sentences=tuple(story.sentences()),
        evenings=_evenings(season, numbers, deals),
        deals=tuple(deals),
        postings=tuple(rows.postings),
        corrections=tuple(rows.corrections),
        prices=price_tables(season=season),
        prizes=_prizes(season),
        head_digest=season.head,
    )


def _names(season: Season) -> dict[int, str]:
    """The names of everybody with a posting or an evening, by id, in Danish order."""
    posted = Posting.objects.filter(entry__season=season).order_by().values("player_id")
    summed = EveningTotal.objects.filter(evening__season=season).order_by().values("player_id")
    known = Player.objects.filter(pk__in=posted.union(summed)).order_by("sort_key", "pk")
    return dict(known.values_list("pk", "name"))


def _standings(ranking: Ranking, numbers: Mapping[int | None, int], unit_denominator: int) -> tuple[StandingRow, ...]:
    steps = on_podium([row.rank for row in ranking.standings if row.rank is not None])
    return tuple(
        StandingRow(
            place=standing.rank,
            player_number=numbers[standing.player_id],
            evenings=standing.evenings,
            deals=standing.deals,
            units=standing.points,
            is_on_podium=at < steps,
            counted=standing.counted_points / unit_denominator if ranking.is_by_rule else None,
        )
        for at, standing in enumerate(ranking.standings)
    )


def _prizes(season: Season) -> tuple[PrizeRow, ...]:
    if season.closed_at is None:
        return ()
    return tuple(
        PrizeRow(NAMES[row.prize.kind], row.title, row.gift, tuple(winner.name for winner in row.winners))
        for row in prizes_won(season=season)
    )


def _evenings(season: Season, numbers: Mapping[int | None, int], deals: list[DealRow]) -> tuple[EveningRow, ...]:
    """The evenings as they were played and approved, with opening balances."""
    in_order = Evening.with_openings.filter(season=season).order_by("date", "number")
    evenings = list(in_order.annotate(is_totals=is_totals()))
    ids = [evening.pk for evening in evenings]
    approved, counts, totals = approvals(evenings=ids), deal_counts(evenings=evenings), _totals(season, numbers)
    for deal in deals:
        if HOUSE in deal.units:
            totals[deal.evening][HOUSE] = totals[deal.evening].get(HOUSE, 0) + deal.units[HOUSE]
    return tuple(
        EveningRow(
            number=evening.number,
            date=evening.date,
            place_name=evening.place,
            deals=0 if evening.is_opening else counts[evening.pk],
            totals=totals[evening.number],
            fingerprint=fingerprint(approved[evening.pk][1]) if evening.pk in approved else "",
            is_opening=evening.is_opening,
            is_totals=evening.is_totals,
        )
        for evening in evenings
    )


def _totals(season: Season, numbers: Mapping[int | None, int]) -> dict[int, dict[int, int]]:
    """Everybody's units on each evening, by its number."""
    totals: dict[int, dict[int, int]] = defaultdict(dict)
    stored = EveningTotal.objects.filter(evening__season=season)
    for evening, player, points in stored.values_list("evening__number", "player_id", "points"):
        of_evening, number = totals[evening], numbers[player]  # of one who is shown as one person there may be several
        of_evening[number] = of_evening.get(number, 0) + points
    return totals
