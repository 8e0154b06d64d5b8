"""A club's ranking rule as its board chooses it and its readers see it."""

import uuid
from datetime import date

import pytest

from ledger.models import RankingVersion
from ledger.rules.seasons import RankingRule
from ledger.services.seasons import Given
from tests.support.people import FIVE, choose_rule, close_as_it_stands, play_evening
from tests.web.reading import columns_of, errors_of, page, rows_of

pytestmark = pytest.mark.django_db

CLUB = "/torsdagsklubben/"
STANDINGS, RANKING, CHANGE = f"{CLUB}standings/", f"{CLUB}ranking/", f"{CLUB}ranking/change/"


@pytest.fixture
def two_evenings(club):
    """All five, then all but Frida: Carl 6, Emil and Frida 2, Bodil -4, Dorthe -6, in eighths."""
    play_evening(club, "Frida", "Carl", 8, names=FIVE)
    play_evening(club, "Carl", "Emil", 9, day=date(2026, 9, 10))
    return club


def form(**fields):
    plain = {"in_force_from": "2026-08-01", "minimum_evenings": "0", "counts": "all", "absence": "nothing"}
    return {"key": str(uuid.uuid4()), **plain, **fields}


def test_the_board_chooses_a_rule_and_the_log_tells_of_it(secretary, club):
    assert 'value="2026-08-01"' in secretary.get(CHANGE).content.decode()  # the season's first day

    saved = secretary.post(
        CHANGE,
        form(
            minimum_evenings="3",
            counts="best",
            evenings="8",
            absence="fixed",
            absence_points="-20",
            first_title="Mester",
            second_gift=" En  flaske ",
        ),
        follow=True,
    )

    assert saved.redirect_chain == [(RANKING, 302)]
    words = (
        "Whoever has played at least 3 evenings gets a place. Everybody's 8 best evenings count. "
        "An evening missed gives −20 points."
    )
    assert f"From 1 Aug 2026 {words} Mester First place Second place En flaske" in page(saved)
    assert f"Ranking rule chosen: from 1 Aug 2026: {words} Sekretær 2" in page(secretary.get(f"{CLUB}log/"))
    changed_rules = page(secretary.post(CHANGE, form(counts="worst", evenings="1"), follow=True))
    assert changed_rules.index("Everybody's worst evening is left out.") < changed_rules.index("Everybody's 8 best")
    assert f"from 1 Aug 2026: {words} → from 1 Aug 2026: Everybody's worst" in page(
        secretary.get(f"{CLUB}log/?group=seasons")
    )
    assert 'value="Mester"' not in secretary.get(CHANGE).content.decode()


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        ({"counts": "best"}, {"evenings": ["Say how many evenings."]}),
        ({"counts": "worst", "evenings": "0"}, {"evenings": ["Say how many evenings."]}),
        ({"counts": "best", "evenings": "x"}, {"evenings": ["Enter a whole number."]}),
        ({"absence": "fixed"}, {"absence_points": ["Say how many points."]}),
        (
            {"absence": "fixed", "absence_points": "1,5"},
            {"absence_points": ["Points are whole numbers here; 1,5 does not fit."]},
        ),
        (
            {"absence": "fixed", "absence_points": "999999"},
            {"absence_points": ["An evening missed gives at most 100000 points."]},
        ),
        ({"in_force_from": ""}, {"in_force_from": ["This field is required."]}),
    ],
)
def test_a_slip_is_said_beside_its_field_and_what_was_typed_is_kept(secretary, club, fields, errors):
    answer = secretary.post(CHANGE, form(first_title="Mester", **fields))

    assert errors_of(answer) == errors
    assert 'value="Mester"' in answer.content.decode()
    assert not RankingVersion.objects.exists()


def test_a_number_that_the_choice_does_not_use_is_left_out(secretary, club):
    secretary.post(CHANGE, form(evenings="4", absence_points="-3"))

    assert RankingVersion.objects.get().to_rule() == RankingRule()


def test_the_places_are_by_the_rule_the_points_beside_and_a_sentence_says_for_whom(visitor, two_evenings):
    choose_rule(two_evenings, RankingRule(minimum_evenings=2, drop_worst=1))

    response = visitor.get(STANDINGS)

    # Best evening: Carl 4, Emil 4, Bodil 0, Dorthe -2. Frida came once.
    columns = ("Place", "Player", "Counts Points", "Points")
    by_column = [[text.split()[0] for text in columns_of(response, column)] for column in columns]
    assert list(zip(*by_column, strict=True)) == [
        ("1", "Carl", "+0.5", "+0.75"),
        ("1", "Emil", "+0.5", "+0.25"),
        ("3", "Bodil", "0", "−0.5"),
        ("4", "Dorthe", "−0.25", "−0.75"),
        ("–", "Frida", "+0.25", "+0.25"),
    ]
    text = page(response)
    assert "The places are by the club's rule of 1 Aug 2026. Whoever has played at least 2 evenings" in text
    assert "Carl and Emil share the lead." in text
    assert (
        "The rule makes a difference for Emil (number 1, by the points 2), Bodil (number 3, by the points 4) and "
        "Dorthe (number 4, by the points 5). Frida has played too few evenings to get a place."
    ) in text


def test_an_average_that_counts_is_rounded_for_everybody(visitor, two_evenings):
    for day, tricks in ((17, 8), (24, 9)):  # so that Frida has 8 eighths in three of four evenings
        play_evening(two_evenings, "Frida", "Carl", tricks, names=FIVE, day=date(2026, 9, day))
    choose_rule(two_evenings, RankingRule(absence="average"))

    assert columns_of(visitor.get(STANDINGS), "Counts Points")[0].split()[0] == "+1.50"


def test_a_rule_that_moves_nobody_says_so(visitor, two_evenings):
    choose_rule(two_evenings, RankingRule(best=2))

    assert "The rule gives nobody another place than the points do." in page(visitor.get(STANDINGS))


@pytest.mark.parametrize("asked", [{"last": "1"}, {"evening": "1"}, {"since": "2026-09-05"}])
def test_a_part_of_a_season_is_ranked_by_the_points(visitor, two_evenings, asked):
    before = rows_of(visitor.get(STANDINGS, asked))
    choose_rule(two_evenings, RankingRule(minimum_evenings=2, best=1))

    response = visitor.get(STANDINGS, asked)

    assert rows_of(response) == before
    assert "These places are by the points alone: the club's rule is for whole seasons." in page(response)


def test_all_seasons_together_are_ranked_by_the_points(visitor, two_evenings):
    choose_rule(two_evenings, RankingRule(best=1))

    assert "the club's rule" not in page(visitor.get(STANDINGS, {"all": "1"}))


def test_prizes_stand_as_it_is_and_then_as_they_were_won(visitor, two_evenings):
    choose_rule(two_evenings, RankingRule(), first=Given("Klubmester", "Pokalen"), sols=Given("", "En hat"))

    text = page(visitor.get(STANDINGS))
    assert "Prizes as it stands Klubmester First place Carl Pokalen Most sols – En hat" in text

    close_as_it_stands(two_evenings)

    text = page(visitor.get(STANDINGS))
    assert "Prizes Klubmester First place Carl Pokalen" in text and "En hat" not in text
    assert "Prizes Klubmester First place Carl Pokalen" in page(visitor.get(f"{CLUB}seasons/2026-27/closing/"))


def test_everybody_reads_the_rule_and_only_the_board_is_led_to_change_it(visitor, club):
    assert "All points of all evenings count, and whoever has most is first." in page(visitor.get(RANKING))
    choose_rule(club, RankingRule(best=5))

    assert CHANGE not in visitor.get(RANKING).content.decode()
