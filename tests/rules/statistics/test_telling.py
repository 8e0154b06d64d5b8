"""An evening in words by worked examples: each sentence with the figure behind it, and none without."""

from fractions import Fraction

import pytest

from ledger.rules.site.labels import same
from ledger.rules.statistics.milestones import PlayedBefore, Sort, TonightsPlayer, last_round, milestones_of
from ledger.rules.statistics.telling import EveningFacts, SeasonBefore, climber, evening_in_words

CLUB = PlayedBefore(evenings=99, deals=995, best=Fraction(40))


def player_tally(name, points, *, evenings=20, deals=90, best=30):
    return TonightsPlayer(
        name, 24, Fraction(points), PlayedBefore(evenings, deals, Fraction(best) if evenings else None)
    )


def facts(*, turn=None, season=(), milestones=(), firsts=()):
    return EveningFacts(turn=turn, season=season, milestones=milestones, firsts=firsts)


def test_an_evening_of_everything_has_five_sentences():
    players = {
        1: player_tally("Lilly", Fraction("40.5")),
        2: player_tally("Åse", -9),
        3: player_tally("Palle", 1, evenings=0, deals=0),
    }
    evening = facts(
        turn=23,
        season=[SeasonBefore("Ejnar", 20, None), SeasonBefore("Åse", 5, -9), SeasonBefore("Lilly", -1, 40)],
        milestones=milestones_of(club=CLUB, deals=24, players=players),
        firsts=[("Lilly", same("ren bordlægger")), ("Åse", same("sol"))],
    )

    assert [sentence["da"] for sentence in evening_in_words(evening)] == [
        "Føringen kom i spil 23 og holdt aftenen ud",
        "Lilly overtog sæsonens førsteplads fra Ejnar",
        "Lilly vandt +40,5, mere end nogen i klubben før på en aften",
        "Lilly var den første i klubben, der vandt på ren bordlægger",
        "Klubben nåede spil nr. 1000",
    ]
    assert [sentence["en"] for sentence in evening_in_words(evening)] == [
        "The lead came in deal 23 and held to the end",
        "Lilly took the lead of the season from Ejnar",
        "Lilly won +40.5, more than anybody in the club on one evening before",
        "Lilly was the first in the club to make a contract of ren bordlægger",
        "The club reached deal number 1000",
    ]


def test_an_evening_of_nothing_has_no_sentence():
    players = {1: player_tally("Lilly", 30, deals=120), 2: player_tally("Åse", -30, deals=120)}
    milestones = milestones_of(club=PlayedBefore(30, 700, Fraction(40)), deals=24, players=players)
    season = [SeasonBefore("Åse", 5, -1), SeasonBefore("Lilly", 1, 1)]

    assert milestones == evening_in_words(facts(season=season, milestones=milestones)) == []


def test_who_is_new_is_named_where_no_contract_was_made_first():
    players = {1: player_tally("Palle", -4, evenings=0, deals=0), 2: player_tally("Åse", 31)}
    milestones = milestones_of(club=CLUB, deals=4, players=players)

    assert [sentence["da"] for sentence in evening_in_words(facts(milestones=milestones))] == [
        "Åse havde den bedste af sine 21 aftener: +31",
        "Palle spillede med i klubben for første gang",
        "Det var klubbens aften nr. 100",
    ]


@pytest.mark.parametrize(
    ("season", "expected"),
    [
        ([], None),
        ([("A", 9, -9), ("B", 5, None), ("C", 1, 3)], ("C", 3, 2, "")),
        ([("A", 9, None), ("B", 9, 0), ("C", 1, 9)], ("C", 3, 1, "")),  # from two at once
        ([("A", 9, -9), ("B", 5, 0), ("C", 5, 0)], ("B", 2, 1, "")),  # now two share it
        ([("A", 9, -9), ("B", 5, None)], None),  # who was not there has not climbed
        ([("A", 9, -9), ("B", None, 20)], None),  # nor whoever had no place
    ],
)
def test_the_climber_is_who_rose_most_of_those_who_played(season, expected):
    climb = climber([SeasonBefore(*player) for player in season])

    assert (climb and (climb.name, climb.before, climb.now, climb.leader)) == expected


def test_a_best_evening_needs_enough_evenings_before_and_more_points_than_any():
    players = {
        1: player_tally("few", 50, evenings=3),
        2: player_tally("same", 30),
        3: player_tally("never above nothing", -1, best=-2),
        4: player_tally("best", 31),
    }

    milestones = milestones_of(club=PlayedBefore(300, 5001, Fraction(60)), deals=24, players=players)

    best = [(item.name, item.number, item.points) for item in milestones if item.sort == Sort.BEST]
    assert best == [("best", 21, 31)]


@pytest.mark.parametrize(
    ("before", "now", "number"),
    [(99, 100, 100), (100, 101, 0), (480, 520, 500), (990, 1010, 1000), (90, 260, 250), (1400, 2600, 2500), (0, 0, 0)],
)
def test_a_round_number_is_told_once(before, now, number):
    assert last_round(before, now, (100, 250, 500), 500) == number
