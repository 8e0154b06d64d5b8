"""A season scored again under other prices: places, the deals that differ, those without a price, nothing written."""

from threading import Thread

import pytest
from django.db import connection

from ledger.models import Entry, EveningTotal, Posting
from ledger.queries.seasons.standings import standings
from ledger.queries.seasons.what_if import count_entries, refusal_by_name, what_if
from ledger.queries.site import in_pieces
from ledger.rules.scoring.document import table_from
from ledger.rules.scoring.tariff import compile_tariff
from ledger.rules.site.refusal import Refusal
from ledger.services.deals import correct_deal, void_deal
from tests.services.deals.test_points_only import points_only
from tests.support.people import FIVE, change, make_club, make_evening, nolo, play_evening, record, trick

pytestmark = pytest.mark.django_db


def under(spec):
    """The tariff of a preset, with or without options."""
    return compile_tariff(table_from(spec))


def score_again(season, spec="esmakker-wikipedia", **asked):
    return what_if(season=season, tariff=under(spec), **asked)


NO_SUCH_CONTRACT = "These prices have no such contract."
DOUBLE_UNDER = {"preset": "esmakker-wikipedia", "options": {"lost": "double_under"}}


@pytest.fixture
def evening():
    """Three deals: Bodil's side makes 8 with one over, Carl goes two down in 9, Dorthe makes a sol."""
    evening = play_evening(make_club(), "Bodil", "Emil", 9)
    record(evening, trick(evening, "Carl", "Dorthe", 7, level=9))
    record(evening, nolo(evening, "sol", {"Dorthe": 1}))
    return evening


def test_under_the_same_prices_nothing_differs_from_the_standings(evening):
    result = score_again(evening.season)

    assert (result.deals, result.differing, result.unpriced_count) == (3, 0, 0)
    assert (result.most, result.unpriced, result.places_changed) == ((), (), 0)
    booked = {line.name: (line.place, line.points) for line in standings(season=evening.season)}
    assert {line.player.name: (line.place_now, line.points_now) for line in result.standings} == booked
    assert {line.player.name: (line.place_then, line.points_then) for line in result.standings} == booked


def test_a_player_can_climb_past_another():
    evening = play_evening(make_club(), "Bodil", "Carl", 7, level=9)
    record(evening, trick(evening, "Carl", "Dorthe", 10, level=9))

    now = score_again(evening.season)
    then = score_again(evening.season, {"preset": "esmakker-wikipedia", "options": {"lost": "flat"}})

    # Two down costs 12 now and 4 then; one over pays 8: Carl has -4 now and +4 then.
    assert [(line.player.name, line.points_now) for line in now.standings] == [
        *(("Dorthe", 20), ("Emil", 4)),
        *(("Carl", -4), ("Bodil", -20)),
    ]
    assert [(line.player.name, line.points_then, line.climbed) for line in then.standings] == [
        *(("Dorthe", 12, 0), ("Carl", 4, 1)),
        *(("Emil", -4, -1), ("Bodil", -12, 0)),
    ]
    assert then.places_changed == 2


@pytest.mark.parametrize(
    ("spec", "denominator", "deal", "bodil"),
    [
        # The book counts eighths, call-ace whist whole points: 9 plain is worth 40 points, two down 40 + 2 x 40.
        (lambda: "call-ace-whist", 8, 2, (12, 120 * 8)),
        (lambda: table_document(unit_denominator=6, values={"8": ["1/6"], "9": ["1/3"]}), 24, 1, (4 * 3, 2 * 4)),
    ],
    ids=["the finer one", "sixths beside eighths are twentyfourths"],
)
def test_points_of_two_units_are_compared_in_a_common_one(evening, spec, denominator, deal, bodil):
    result = score_again(evening.season, spec())

    assert result.denominator == denominator
    assert next(told for told in result.most if told.scored.number == deal).points[0] == ("Bodil", *bodil)


def table_document(**changed):
    """A table nobody has published: two levels, one column."""
    label = {"da": "Alm.", "en": "Plain"}
    column = {"code": "plain", "attachment": "plain", "vip_turn": None, "label": label, "trump": "chosen"}
    return {
        "code": "udkast",
        "name": {"da": "Udkast", "en": "Draft"},
        "source": "the club",
        "unit_denominator": 1,
        "seats": {"min": 4, "max": 4},
        "partner": "called",
        "zero_sum": True,
        "tricks": 13,
        "rules": {"made": "one_plus", "lost": "one_plus", "alone": "per_opponent"},
        "columns": [{**column, "alone": "possible"}],
        "values": {"8": [1], "9": [2]},
    } | changed


def test_a_deal_without_a_price_is_named_with_the_reason_and_gives_nothing(evening):
    result = score_again(evening.season, table_document())

    [deal] = result.unpriced
    assert (deal.evening, deal.number, str(deal.contract)) == (evening.number, 3, "Sol")
    assert str(deal.reason) == "These prices have no such contract."
    assert {line.player.name: line.points_then // 8 for line in result.standings} == {
        "Bodil": 2 + 6,
        "Emil": 2 + 6,
        "Carl": -2 - 6,
        "Dorthe": -2 - 6,
    }


@pytest.mark.parametrize(
    ("values", "reasons"),
    [
        ({"8": [1], "9": [None]}, ["The scoring table has no price for 9 yet.", NO_SUCH_CONTRACT]),
        ({"8": [1]}, [NO_SUCH_CONTRACT] * 2),
    ],
    ids=["no price yet", "a level that cannot be bid"],
)
def test_why_a_deal_has_no_price(evening, values, reasons):
    result = score_again(evening.season, table_document(values=values))

    assert [str(deal.reason) for deal in result.unpriced] == reasons


@pytest.mark.parametrize(
    ("refusal", "words"),
    [
        (
            Refusal("The pairs are fixed: the partner is %(player)s.", "partner", player="17"),
            "The pairs are fixed: the partner is Bodil.",
        ),
        (
            Refusal("There are only %(tricks)d tricks in a deal.", "tricks", tricks=17),
            "There are only 17 tricks in a deal.",
        ),
    ],
    ids=["a player", "a number that is no player's id"],
)
def test_a_reason_speaks_of_players_by_name(refusal, words):
    assert str(refusal_by_name(refusal, {"17": "Bodil"})) == words


def test_deals_that_are_alike_are_refused_alike_and_each_with_its_own_players(evening):
    other = make_evening(evening.club, names=("Frida", "Emil", "Dorthe", "Bodil"))
    for played, declarer, partner in ((evening, "Bodil", "Carl"), (other, "Frida", "Emil")):
        record(played, trick(played, declarer, partner, 9))
        record(played, trick(played, declarer, None, 9, alone="self_called"))
    fixed = table_document(partner="fixed")

    reasons = {(deal.evening, deal.number): str(deal.reason) for deal in score_again(evening.season, fixed).unpriced}

    assert reasons[1, 4] == "The pairs are fixed: the partner is Dorthe."
    assert reasons[2, 1] == "The pairs are fixed: the partner is Dorthe."
    assert reasons[1, 5] == reasons[2, 2]


def test_what_no_price_was_asked_for_is_worth_the_same(evening):
    ids = {seat.player.name: str(seat.player_id) for seat in evening.seats.select_related("player")}
    record(evening, {"kind": "passed_out", "dealer": ids["Carl"]})
    record(evening, {"kind": "not_played", "cause": "misdeal", "dealer": ids["Dorthe"]})
    record(evening, {"kind": "adjustment", "amounts": {ids["Bodil"]: "-1/8", ids["Carl"]: "1/8"}, "reason": "duestraf"})
    record(evening, points_only(evening, 1, 1, -1, -1, declarer=1, partner=2, level=9, attachment="vip"))

    result = score_again(evening.season, "call-ace-whist")

    assert (result.deals, result.differing, result.unpriced_count) == (4, 3, 0)


def test_voided_and_corrected_deals_count_as_they_stand(evening):
    entries = list(Entry.objects.order_by("sequence"))
    void_deal(entry=entries[0], change=change(evening))
    correct_deal(entry=entries[1], deal=trick(evening, "Carl", "Dorthe", 9, level=9), change=change(evening))

    result = score_again(evening.season, DOUBLE_UNDER)

    assert (result.deals, result.differing) == (2, 0)
    assert {line.player.name: line.points_now for line in result.standings} == {
        line.name: line.points for line in standings(season=evening.season)
    }


def test_only_the_chosen_evenings_are_scored_and_the_dealer_of_five_sits_out(evening):
    other = play_evening(evening.club, "Carl", "Frida", 5, names=FIVE)

    result = score_again(evening.season, DOUBLE_UNDER, evenings=[other.number])

    assert result.deals == count_entries(season=evening.season, evenings=[other.number]) == 1
    assert {line.player.name for line in result.standings} == set(FIVE)
    assert [deal.points[0] for deal in result.most] == [("Bodil", 0, 0)]
    assert count_entries(season=evening.season) == 4


def test_so_many_deals_are_told_of_and_all_are_counted(evening):
    record(evening, trick(evening, "Bodil", "Emil", 8))

    result = score_again(evening.season, "call-ace-whist", most=2)
    without = score_again(evening.season, table_document(values={"7": [1]}), listed=1)

    assert ([deal.scored.number for deal in result.most], result.differing) == ([3, 2], 4)
    assert (len(without.unpriced), without.unpriced_count) == (1, 4)


def test_a_game_that_the_house_pays_can_be_scored_again():
    euchre = make_evening(make_club("Tirsdagsklubben", preset="call-ace-euchre", founder="oda"))
    maker = str(euchre.seats.earliest("position").player_id)
    record(euchre, {"kind": "role_table", "maker": maker, "partner": None, "outcome": "march_alone"})

    result = score_again(euchre.season, "call-ace-euchre")

    assert (result.deals, result.differing) == (1, 0)
    assert result.standings[0].points_now == result.standings[0].points_then == 4


def test_nothing_is_written(evening):
    before = (Entry.objects.count(), Posting.objects.count(), list(EveningTotal.objects.values_list("points")))

    score_again(evening.season, "call-ace-whist")

    assert (Entry.objects.count(), Posting.objects.count(), list(EveningTotal.objects.values_list("points"))) == before


@pytest.mark.engines
def test_a_deal_that_is_saved_meanwhile_is_not_half_read(real_commits):
    """It comes between the two questions that are read side by side, and is in neither."""
    evening = make_evening(make_club())
    deal = trick(evening, "Bodil", "Carl", 9)
    record(evening, deal)

    def save():
        record(evening, deal)
        connection.close()

    def saved_between(execute, sql, params, many, context):
        if "ledger_posting" in sql:
            phone = Thread(target=save)
            phone.start()
            phone.join()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(saved_between):
        result = score_again(evening.season)

    assert (result.deals, Entry.objects.count()) == (1, 2)


@pytest.mark.engines
def test_rows_in_pieces_are_refused_outside_one_moment(real_commits):
    with pytest.raises(RuntimeError, match="one_moment"):
        in_pieces(Entry.objects.all(), 10)
