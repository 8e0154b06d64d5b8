"""What is told of a season: who won and how, the best evening, the dearest deal, and what is in doubt."""

from collections import Counter
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from ledger.rules.evenings.figures import PlayedEvening
from ledger.rules.seasons import RuleResult, SeasonStory, Standing, in_numbers
from ledger.rules.site.labels import Phrase, fill, same

ANDERS, BIRGIT, CARSTEN, DORTHE = 1, 2, 3, 4
DAYS = [date(2025, 9, 4), date(2025, 9, 18), date(2025, 10, 2)]


def won_on(day, units):
    return PlayedEvening(0, 0, day, 0, "", Counter(units), Counter(), is_totals=False)


EVENINGS = [
    won_on(DAYS[0], {ANDERS: 43, BIRGIT: 7, CARSTEN: -25, DORTHE: -25}),
    won_on(DAYS[1], {ANDERS: -16, BIRGIT: 8, CARSTEN: 24, DORTHE: -16}),
    won_on(DAYS[2], {ANDERS: 16, BIRGIT: -20, CARSTEN: 16, DORTHE: -12}),
]


def standing(player, name, place, points, moved):
    names = {"player_id": player, "name": name, "slug": "", "sort_key": ""}
    return Standing(**names, evenings=3, deals=7, apart=0, points=points, place=place, change=None, moved=moved)


def by_rule(rows):
    return [replace(row, by_rule=RuleResult(Fraction(row.points), row.place)) for row in rows]


STANDINGS = [
    standing(ANDERS, "Anders Holm", 1, 43, 0),
    standing(CARSTEN, "Carsten", 2, 15, 1),
    standing(BIRGIT, "Birgit", 3, -5, -1),
    standing(DORTHE, "Dorthe", 4, -53, 0),
]
SEASON = SeasonStory(
    unit_denominator=8,
    is_closed=True,
    standings=STANDINGS,
    evenings=EVENINGS,
    brought={},
    dearest=(1, same("Anders meldte 9 vip i 2. tur og fik 10")),
)
LEVEL = [STANDINGS[0], replace(STANDINGS[1], place=1, points=43), *STANDINGS[2:]]


def brief(season: SeasonStory, language: str = "da") -> list[str]:
    return [sentence[language] for sentence in season.in_brief()]


def sentences(season: SeasonStory, language: str = "da") -> list[str]:
    return [sentence[language] for sentence in season.sentences()]


def test_a_season_is_told_from_who_won_it_to_its_dearest_deal() -> None:
    assert sentences(SEASON) == [
        "Anders Holm vandt.",
        "I spidsen fra første aften til sidste.",
        "Den bedste aften havde Anders Holm: +5,375 den 4. september.",
        "Det dyreste spil, på aften 1: Anders meldte 9 vip i 2. tur og fik 10.",
    ]
    assert sentences(replace(SEASON, is_closed=False), "en")[0] == (
        "Anders Holm leads the season with +5.375, 3.5 ahead of Carsten, alone in front since 4 September."
    )


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ([], ["I spidsen fra første aften til sidste."]),
        ([(1, CARSTEN, 60)], ["Kom først i spidsen på den sidste aften."]),
        ([(0, CARSTEN, 60)], ["Alene i spidsen siden 18. september."]),
        ([(0, CARSTEN, 43)], ["Alene i spidsen siden 18. september."]),
    ],
)
def test_the_card_tells_since_when_the_winner_was_in_front(points, told) -> None:
    """An evening on which another was ahead, or level, is none in front."""
    evenings = [*EVENINGS]
    for number, player, units in points:
        evenings[number] = evenings[number]._replace(points={**evenings[number].points, player: units})
        evenings[number + 1] = evenings[number + 1]._replace(points={**evenings[number + 1].points, player: -60})

    assert brief(replace(SEASON, evenings=evenings)) == told


BRIEF = {
    "opening balances count from the first evening on": (
        replace(SEASON, brought={CARSTEN: 100}),
        ["Kom først i spidsen på den sidste aften."],
    ),
    "who climbed far at the end": (
        replace(SEASON, standings=[*STANDINGS[:2], replace(STANDINGS[2], moved=4), STANDINGS[3]]),
        ["I spidsen fra første aften til sidste.", "Birgit kom op fra nr. 7 på den allersidste."],
    ),
    "two at the top are level": (replace(SEASON, standings=LEVEL), ["Lige på point."]),
    "one evening": (replace(SEASON, evenings=EVENINGS[:1]), ["3,5 foran Carsten."]),
    "by initials": (
        replace(
            SEASON,
            evenings=EVENINGS[:1],
            standings=[STANDINGS[0], replace(STANDINGS[1], name="C.K."), *STANDINGS[2:]],
        ),
        ["3,5 foran C.K."],
    ),
    "opening balances alone": (replace(SEASON, standings=STANDINGS[:1], evenings=[], brought={ANDERS: 43}), []),
    "nothing is played": (replace(SEASON, standings=[], evenings=[]), []),
}


@pytest.mark.parametrize("season", BRIEF)
def test_the_card_tells_how_a_season_was_won(season: str) -> None:
    told, words = BRIEF[season]

    assert brief(told) == words


def test_the_first_sentence_is_who_won_if_anybody_did() -> None:
    alone = replace(SEASON, standings=STANDINGS[:1], evenings=[], brought={ANDERS: 43}, dearest=None)
    empty = replace(SEASON, standings=[], evenings=[], dearest=None)

    assert sentences(replace(SEASON, standings=LEVEL))[0] == "Anders Holm og Carsten deler førstepladsen."
    assert (sentences(alone), sentences(empty)) == (["Anders Holm vandt."], [])


def test_by_a_rule_of_the_clubs_own_the_points_do_not_tell_who_was_in_front() -> None:
    ranked = by_rule(STANDINGS)
    shared = by_rule(LEVEL)

    assert brief(replace(SEASON, standings=ranked)) == []
    assert brief(replace(SEASON, standings=shared)) == ["Lige efter klubbens egen regel."]
    told = sentences(replace(SEASON, standings=ranked))
    assert told[0] == "Anders Holm vandt."
    assert sentences(replace(SEASON, standings=ranked, is_closed=False))[0] == "Anders Holm fører sæsonen med +5,375."
    assert told[-1] == "Pladserne følger klubbens egen regel."


def test_who_had_the_best_evening_together_is_named_together() -> None:
    """As partners for a whole evening always are."""
    first = won_on(DAYS[0], {ANDERS: 25, BIRGIT: -25, CARSTEN: 25, DORTHE: -25})

    told = sentences(replace(SEASON, evenings=[first, *EVENINGS[1:]]))

    assert "Den bedste aften havde Anders Holm og Carsten: +3,125 den 4. september." in told


def test_what_was_booked_in_doubt_is_said() -> None:
    doubtful = replace(SEASON, doubtful_evenings=[2], doubtful_players=["Anders Holm", "Carsten"])

    doubt = "Bogført i tvivl: spil fra aften 2. Pointene for Anders Holm og Carsten afhænger af dem."
    assert sentences(doubtful)[-1] == doubt


def test_a_season_has_one_wording_for_how_much_it_has() -> None:
    deals = fill(Phrase("%(count)s deals"), count=24)
    closed = fill(Phrase("Closed %(day)s by %(name)s."), day="28. november", name="Bodil")

    told = in_numbers(1, deals, same("0"), closed)
    assert told["da"] == "1 aften, 24 spil. Summen er 0. Afsluttet 28. november af Bodil."
    assert in_numbers(6, deals, same("0"))["en"] == "6 evenings, 24 deals. The sum is 0."
