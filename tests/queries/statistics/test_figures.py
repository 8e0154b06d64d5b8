"""Every figure of a player, worked out once more in plain Python from the lines of the book."""

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from ledger.models import Entry, Player, Posting, Season
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
    """Every player's figures against the book; gives the deals counted."""
    lines = [line for line in standing_lines(club) if season is None or line[0].season_id == season.pk]
    seasons = tuple(club.seasons.all())
    counted, won = 0, {}
    for player in club.players.all():
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
        won |= {(player.slug, other.slug): other.won for other in beside}
        counted += deals_in(figures)
    assert all(amount == -won[other, player] for (player, other), amount in won.items() if other)
    return counted


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
