"""An evening in words by worked examples: each sentence with the figure behind it, and none without."""

from fractions import Fraction

import pytest

from ledger.rules.site.labels import same
from ledger.rules.statistics.story import (
    MOST_SENTENCES,
    Tally,
    TonightsPlayer,
    climb,
    evening_in_words,
    last_round,
    milestones_by_name,
    milestones_of,
)

CLUB = Tally(evenings=99, deals=995, best=Fraction(40))


def player_tally(points, *, evenings=20, deals=90, best=30):
    return TonightsPlayer(24, Fraction(points), Tally(evenings, deals, Fraction(best) if evenings else None))


def brought_to(*, club, deals, players):
    """What an evening brought to a club and to players by name."""
    return milestones_by_name(
        milestones_of(club=club, deals=deals, players=dict(enumerate(players.values()))), dict(enumerate(players))
    )


def standings(*rows):
    """Names with their points in the season before, None for none, and what the evening gave, None for the absent."""
    season = {name: before for name, before, _ in rows if before is not None}
    return {"season": season, "won": {name: won for name, _, won in rows if won is not None}}


def words_about(*rows, winners=("Nobody",), told=1, milestones=(), firsts=()):
    facts = {"winners": winners, "told": told, "milestones": milestones, "firsts": firsts}
    return evening_in_words(**standings(*rows), **facts)


def in_danish(words):
    return [sentence["da"] for sentence in words.sentences]


def test_an_evening_of_everything_has_five_sentences():
    players = {
        "Lilly": player_tally(Fraction("40.5")),
        "Åse": player_tally(31),
        "Palle": player_tally(1, evenings=0, deals=0),
    }
    told = words_about(
        *[("Ejnar", 20, None), ("Åse", 5, 31), ("Lilly", -1, 40)],
        winners=["Lilly"],
        milestones=brought_to(club=CLUB, deals=24, players=players),
        firsts=[("Lilly", same("ren bordlægger")), ("Åse", same("sol"))],
    )

    assert told.is_club_best
    assert in_danish(told) == [
        "Lilly gik forbi Ejnar og overtog sæsonens førsteplads",
        "Åse havde den bedste af sine 21 aftener: +31",
        "Lilly var den første i klubben, der vandt på ren bordlægger",
        "Klubben nåede spil nr. 1000",
    ]
    assert [sentence["en"] for sentence in told.sentences] == [
        "Lilly passed Ejnar and took the lead of the season",
        "Åse had the best of 21 evenings: +31",
        "Lilly was the first in the club to make a contract of ren bordlægger",
        "The club reached deal number 1000",
    ]


def test_with_three_sentences_of_the_result_only_two_follow():
    season = [("Ejnar", 20, None), ("Lilly", -1, 40)]
    milestones = brought_to(club=CLUB, deals=24, players={"Lilly": player_tally(31)})

    told = words_about(*season, told=3, milestones=milestones, firsts=[("Lilly", same("sol"))])

    assert len(told.sentences) == MOST_SENTENCES - 3 == 2


@pytest.mark.parametrize(
    ("points", "is_club_best", "expected"),
    [
        (Fraction(41), True, []),  # said with who won, and of course the player's own best too
        (Fraction(31), False, ["På 21 aftener har Lilly aldrig gjort det bedre"]),
    ],
)
def test_the_points_of_the_winner_stand_in_the_result_alone(points, is_club_best, expected):
    milestones = brought_to(club=Tally(99, 400, Fraction(40)), deals=4, players={"Lilly": player_tally(points)})

    told = words_about(winners=["Lilly"], milestones=milestones)

    assert told.is_club_best == is_club_best
    assert [sentence for sentence in in_danish(told) if "Lilly" in sentence] == expected


def test_an_evening_of_nothing_has_no_sentence():
    players = {"Lilly": player_tally(30, deals=120), "Åse": player_tally(-30, deals=120)}
    milestones = brought_to(club=Tally(30, 700, Fraction(40)), deals=24, players=players)
    season = [("Åse", 5, -1), ("Lilly", 1, 1)]

    assert milestones == words_about(*season, milestones=milestones).sentences == []


def test_who_is_new_is_named_where_no_contract_was_made_first():
    players = {"Palle": player_tally(-4, evenings=0, deals=0), "Åse": player_tally(31)}
    milestones = brought_to(club=CLUB, deals=4, players=players)

    assert in_danish(words_about(milestones=milestones)) == [
        "Åse havde den bedste af sine 21 aftener: +31",
        "Palle spillede med i klubben for første gang",
        "Det var klubbens aften nr. 100",
    ]


@pytest.mark.parametrize(
    ("season", "expected"),
    [
        ([], []),
        ([("A", 9, -9), ("B", 5, None), ("C", 1, 3)], ["C rose from number 3 to number 2 in the standings"]),
        # From two at once, or where two share it now, nobody was passed.
        ([("A", 9, None), ("B", 9, 0), ("C", 1, 9)], ["C rose from number 3 to number 1 in the standings"]),
        ([("A", 9, -9), ("B", 5, 0), ("C", 5, 0)], ["B rose from number 2 to number 1 in the standings"]),
        ([("A", 9, -9), ("B", 5, None)], []),  # who was not there has not climbed
        ([("A", 9, -9), ("B", None, 20)], []),  # nor whoever had no place
    ],
)
def test_the_climber_is_who_rose_most_of_those_who_played(season, expected):
    told = climb(**standings(*season))

    assert [sentence["en"] for sentence in told] == expected


def test_a_best_evening_needs_enough_evenings_before_and_more_points_than_any():
    players = {
        "few": player_tally(50, evenings=3),
        "same": player_tally(30),
        "never above nothing": player_tally(-1, best=-2),
        "best": player_tally(31),
    }

    milestones = brought_to(club=Tally(300, 5001, Fraction(60)), deals=24, players=players)

    best = [(item.name, item.number, item.points) for item in milestones if item.sort == "best"]
    assert best == [("best", 21, 31)]


@pytest.mark.parametrize(
    ("before", "now", "number"),
    [(99, 100, 100), (100, 101, 0), (480, 520, 500), (990, 1010, 1000), (90, 260, 250), (1400, 2600, 2500), (0, 0, 0)],
)
def test_a_round_number_is_told_once(before, now, number):
    assert last_round(before, now, (100, 250, 500), 500) == number
