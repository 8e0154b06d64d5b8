"""Every figure of a player, worked out once more in plain Python from the lines of the book."""

from collections import defaultdict
from fractions import Fraction
from itertools import groupby
from random import Random

import pytest

from ledger.models import Entry, EveningTotal, Player, Posting, Season
from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.statistics.deals import HOUSE, WON, ChosenDeals, DealFilter, all_deals
from ledger.queries.statistics.evenings import dearest_deal, evenings_of_player, records_of
from ledger.queries.statistics.figures import PlayedDeals, figures_of, with_others
from ledger.services.clubs.clubs import start_evening, start_season
from ledger.services.deals import correct_deal, void_deal
from tests.support.every_sort import club_of_every_sort
from tests.support.long_season import long_season
from tests.support.people import (
    FOUR,
    NOW,
    change,
    load_sample,
    record,
    season_of,
    signed,
    trick,
    version_of,
)
from tests.support.presets import EVERY_SEED

pytestmark = pytest.mark.django_db


def deals_in(figures):
    """The deals that a player took part in, whatever the part."""
    return sum(figure.deals for figure in figures.parts if figure.key != "adjustment")


def points_in(figures):
    """A player's points in all, adjustments included."""
    return sum(figure.points for figure in figures.parts)


def standing_lines(club):
    """The lines that count, each with its postings as (player id or None, role, exact points)."""
    entries = list(Entry.objects.filter(season__club=club).select_related("season", "evening"))
    reversed_keys = {entry.reverses_id for entry in entries}
    postings = defaultdict(list)
    for posting in Posting.objects.filter(entry__season__club=club):
        postings[posting.entry_id].append(posting)
    for entry in entries:
        if entry.kind in ("deal", "adjustment") and entry.pk not in reversed_keys:
            unit = entry.season.unit_denominator
            yield (
                entry,
                [
                    (posting.player_id, posting.role, Fraction(posting.points, unit))
                    for posting in postings[entry.pk]
                    if posting.role != "sits_out"
                ],
            )


def part_of(entry, role):
    if entry.kind == "adjustment":
        return "adjustment"
    if role != "declarer":
        return role
    deal = entry.deal
    if deal["kind"] == "nolo" or "contract" in deal:
        return "nolo"
    is_known = deal["kind"] != "points_only" or "alone" in deal
    return "declarer" if deal.get("partner") else "alone" if is_known else "declaring"


def contract_of(entry, role):
    deal = entry.deal
    if deal["kind"] == "points_only":
        if role == "player":
            return "points_only."
        if "attachment" in deal:
            return f"trick.{deal['attachment']}"
        return f"nolo.{deal['contract']}" if "contract" in deal else "points_only."
    code = deal.get("contract") or deal.get("attachment") or deal.get("outcome") or ""
    return f"{deal['kind']}.{code}"


def figures_by_hand(lines, player):
    """By part, by contract and by other player: what the book says of one player."""
    parts = defaultdict(lambda: [0, 0, Fraction()])
    contracts = defaultdict(lambda: [0, 0, Fraction()])
    others = defaultdict(lambda: [0, Fraction(), 0, Fraction()])
    for entry, postings in lines:
        for pk, role, points in postings:
            if pk != player:
                continue
            part = part_of(entry, role)
            groups = [parts[part]]
            if part not in ("defender", "adjustment"):
                groups.append(contracts[contract_of(entry, role)])
            for group in groups:
                group[0] += 1
                group[1] += points > 0
                group[2] += points
            for other, their_role, theirs in postings:
                if other == player:
                    continue
                with_them = others[other]
                with_them[3] += (points - theirs) / len(postings)
                if entry.kind == "deal":
                    with_them[2] += points != theirs
                    if {role, their_role} == {"declarer", "partner"}:
                        with_them[0] += 1
                        with_them[1] += points + theirs
    return parts, contracts, others


POINTS_ONLY = [  # by seats
    {},
    {"declarer": 0},
    {"declarer": 1, "partner": 2},
    {"declarer": 2, "bid": "9 klør"},
    {"declarer": 3, "partner": 1, "level": 9, "attachment": "vip"},
    {"declarer": 0, "alone": "self_called", "level": 8, "attachment": "plain"},
    {"declarer": 1, "level": 8, "attachment": "gode"},
    {"declarer": 2, "contract": "sol"},
    {"contract": "sol"},
]


def record_points_only(evening, known):
    """Record a deal of points only in which the first of those who play won 3 from the last."""
    ids = [str(seat.player_id) for seat in evening.seats.order_by("position")]
    dealer, in_play = ids[-1], ids[:4]
    points = dict(zip(in_play, [3, 1, 0, -4], strict=True))
    named = {key: in_play[value] if key in ("declarer", "partner") else value for key, value in known.items()}
    return record(evening, {"kind": "points_only", "points": points, "dealer": dealer, **named})


def as_dict(figures, unit):
    return {figure.key: [figure.deals, figure.won, Fraction(figure.points, unit)] for figure in figures}


def check_club(club, season=None):
    """Every player's figures, and some of the lists behind them, against the book; gives the deals counted."""
    lines = [line for line in standing_lines(club) if season is None or line[0].season_id == season.pk]
    seasons = tuple(club.seasons.all())
    counted, won = 0, {}
    for turn, player in enumerate(club.players.all()):
        played = PlayedDeals(player=player, season=season, seasons=seasons)
        unit = played.unit_denominator
        parts, contracts, others = figures_by_hand(lines, player.pk)
        figures, beside = figures_of(played=played), with_others(played=played)

        assert as_dict(figures.parts, unit) == parts
        assert as_dict(figures.contracts, unit) == contracts
        slugs = {other.slug: other for other in Player.objects.filter(pk__in=[pk for pk in others if pk])}
        by_slug = {
            other.slug: [other.together, Fraction(other.both, unit), other.against, other.won] for other in beside
        }
        assert by_slug == {
            next((slug for slug, player_there in slugs.items() if player_there.pk == pk), ""): row
            for pk, row in others.items()
        }
        total = sum((amount for _, postings in lines for pk, _, amount in postings if pk == player.pk), Fraction())
        assert sum(other.won for other in beside) == total == Fraction(points_in(figures), unit)
        check_lists(played, figures, beside, turn)
        won |= {(player.slug, other.slug): other.won for other in beside}
        counted += deals_in(figures)
    assert all(amount == -won[other, player] for (player, other), amount in won.items() if other)
    return counted


def check_lists(played, figures, beside, turn):
    """Each list of a player, or where there are many another few of each player in turn."""
    unit = played.unit_denominator
    asked = [
        *(({"part": figure.key}, figure.deals, Fraction(figure.points, unit)) for figure in figures.parts),
        *(({"contract": row.key}, row.deals, Fraction(row.points, unit)) for row in figures.contracts),
        *(({"partner": o.slug}, o.together, Fraction(o.both, unit)) for o in beside if o.slug),
        *(({"opponent": o.slug or HOUSE}, o.against, o.won) for o in beside),
        *(({"part": figure.key, "result": WON}, figure.won, None) for figure in figures.parts),
        *(({"contract": row.key, "result": WON}, row.won, None) for row in figures.contracts),
        ({}, deals_in(figures), Fraction(points_in(figures), unit)),
    ]
    club, season = played.player.club, played.season.slug if played.season else ""
    players, seasons = ({row.slug: row for row in rows.all()} for rows in (club.players, club.seasons))
    every = 1 if len(asked) < 12 else 7
    for which, deals, points in asked[turn % every :: every]:
        choice = DealFilter(player=played.player.slug, season=season, **which)
        chosen = ChosenDeals(club=club, asked=choice, players=players, seasons=seasons)
        (counted, in_all), rows = chosen.sums(), list(all_deals(chosen=chosen))
        of_sort = counted.adjustment if which.get("part") == "adjustment" else counted.deal
        assert (of_sort, len(rows)) == (deals, counted.deal + counted.adjustment), which
        assert sum(adds for _, adds in rows) == in_all
        assert points in (in_all, None), which


def test_the_sample_clubs_figures_are_what_the_book_says():
    club = load_sample()

    assert check_club(club) > 1000
    assert check_club(club, season=club.seasons.latest("starts_on")) > 300


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_season_of_chance_with_corrections_voids_and_adjustments(seed):
    club = long_season(name="Klub", deals=60, seed=seed)
    chance = Random(seed)
    entries = list(Entry.objects.standing().filter(season__club=club, kind="deal").select_related("evening__season"))
    for entry in chance.sample(entries, 8):
        void_deal(entry=entry, change=change(entry.evening))
    standing = Entry.objects.standing().filter(season__club=club, kind="deal").select_related("evening__season")
    for entry in chance.sample(list(standing), 6):
        other = chance.choice([candidate for candidate in standing if candidate.evening_id == entry.evening_id])
        correct_deal(entry=entry, deal=other.deal, change=change(entry.evening))
    last = entries[-1].evening
    ids = [str(seat.player_id) for seat in last.seats.order_by("position")]
    record(last, {"kind": "adjustment", "amounts": {ids[0]: -3, ids[1]: 3}, "reason": "aftalt"})
    for known in POINTS_ONLY:
        record_points_only(last, known)

    assert check_club(club) > 0


@pytest.mark.engines
@pytest.mark.parametrize("code", EVERY_SEED)
def test_every_kind_of_game_has_what_it_has(code):
    assert check_club(club_of_every_sort(code)) > 0


@pytest.mark.engines
def test_seasons_in_different_units_are_added_exactly(club):
    first = season_of(club)
    second = start_season(club=club, name="2027", starts_on=NOW.date(), version=version_of(club), **signed(club))
    Season.objects.filter(pk=second.pk).update(unit_denominator=24)
    for season in (first, second):
        season.refresh_from_db()
        players = [club.players.get(name=name) for name in FOUR]
        evening = start_evening(
            season=season, day=NOW.date(), players=players, version=version_of(club), **signed(club)
        )
        record(evening, trick(evening, "Carl", "Emil", 9))
        season.refresh_from_db()

    assert check_club(club) == 8
    carl = PlayedDeals(player=club.players.get(name="Carl"), season=None, seasons=(first, second))
    assert (carl.unit_denominator, points_in(figures_of(played=carl))) == (24, 24)


def test_records_are_the_best_the_worst_and_the_longest():
    club = long_season(name="Klub", deals=160)
    lines = list(standing_lines(club))
    for player in club.players.all():
        (season,) = seasons = seasons_of(club=club)
        evenings = evenings_of_player(player=player, seasons=seasons)

        records = records_of(player=player, evenings=evenings, seasons=seasons)
        dearest = dearest_deal(seasons=seasons, player=player)

        points = [total.points for total in EveningTotal.objects.filter(player=player).order_by("evening__date")]
        assert (records.best.units if records.best else None) == (max(points) if max(points) > 0 else None)
        assert (records.worst.units if records.worst else None) == (min(points) if min(points) < 0 else None)
        runs = [len(list(run)) for is_won, run in groupby(points, key=lambda amount: amount > 0) if is_won]
        assert len(records.longest) == max(runs, default=0)
        assert records.is_unbroken == (points[-1] > 0 and runs.index(max(runs)) == len(runs) - 1)
        won = [amount for _, posted in lines for pk, _, amount in posted if pk == player.pk and amount > 0]
        assert (dearest and Fraction(dearest.points, season.unit_denominator)) == max(won, default=None)
