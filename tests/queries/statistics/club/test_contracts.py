"""A club's contracts, worked out once more in plain Python from the lines of the book."""

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from ledger.models import Entry
from ledger.queries.seasons.story import count_deals
from ledger.queries.statistics.evenings import dearest_deal
from ledger.queries.statistics.figures import common_denominator, contract_figures
from ledger.services.deals import correct_deal, void_deal
from tests.queries.statistics.test_figures import POINTS_ONLY, contract_of, record_points_only, standing_lines
from tests.support.long_season import long_season
from tests.support.people import change, load_sample

pytestmark = pytest.mark.django_db


def contracts_by_hand(lines):
    """By contract: the deals, those bid, those made, the bidders' points, and the tricks above what was bid."""
    contracts = defaultdict(lambda: [0, 0, 0, Fraction(), 0])
    for entry, postings in lines:
        if entry.kind != "deal":
            continue
        for key in {contract_of(entry, role) for _, role, _ in postings if role in ("declarer", "player")}:
            contracts[key][0] += 1
        for _, role, points in postings:
            figure = contracts[contract_of(entry, role)]
            if role == "declarer" and contract_of(entry, role) != "points_only.":
                figure[1] += 1
                figure[2] += points > 0
                figure[3] += points
                figure[4] += entry.deal["tricks"] - entry.deal["level"] if entry.deal["kind"] == "trick" else 0
    return {key: figure for key, figure in contracts.items() if figure[0]}


def check_seasons(club, seasons):
    """The figures of some seasons against the book; gives the deals counted."""
    lines = [line for line in standing_lines(club) if line[0].season in seasons]
    unit = common_denominator(seasons)
    assert {
        figure.key: [figure.deals, figure.bids, figure.made, Fraction(figure.units, unit), figure.over]
        for figure in contract_figures(seasons=seasons)
    } == contracts_by_hand(lines)
    deals = count_deals(season__in=seasons).deal
    assert deals == sum(entry.kind == "deal" for entry, _ in lines)

    won = dearest_deal(seasons=seasons, player__isnull=False)
    dearest = max(
        points for entry, postings in lines if entry.kind == "deal" for pk, _, points in postings if pk is not None
    )
    assert Fraction(won.points, won.entry.season.unit_denominator) == dearest
    return deals


def test_the_sample_clubs_contracts_are_what_the_book_says():
    club = load_sample()

    assert check_seasons(club, list(club.seasons.all())) > 300
    assert check_seasons(club, [club.seasons.latest("starts_on")]) > 100


@pytest.mark.engines
def test_corrected_and_voided_deals_count_as_the_book_says_today():
    club = long_season(name="Klub", deals=60, seed=1)
    chance = Random(1)
    entries = list(Entry.objects.standing().filter(season__club=club, kind="deal").select_related("evening__season"))
    for entry in chance.sample(entries, 8):
        void_deal(entry=entry, change=change(entry.evening))
    standing = Entry.objects.standing().filter(season__club=club, kind="deal").select_related("evening__season")
    for entry in chance.sample(list(standing), 6):
        other = chance.choice([candidate for candidate in standing if candidate.evening_id == entry.evening_id])
        correct_deal(entry=entry, deal=other.deal, change=change(entry.evening))

    assert 0 < check_seasons(club, list(club.seasons.all())) <= 52
    for known in POINTS_ONLY:
        record_points_only(entries[-1].evening, known)
        check_seasons(club, list(club.seasons.all()))
