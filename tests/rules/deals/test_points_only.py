"""Deals of which only the points are known: worked examples, every form there and back, every slip at its field."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.deals.keyboard_line import Notation, NotationFault
from ledger.rules.deals.kinds.points_only import bid_in_words
from ledger.rules.deals.settling import deal_data, read_deal
from ledger.rules.scoring.document import SEEDS, table_from
from ledger.rules.site.refusal import Refusal
from tests.rules.deals.playing import FIVE, FOUR, pays, points_only, question_about, settle_deal, table_of, tariff_of
from tests.support.refusing import refused_at

WIKIPEDIA = "esmakker-wikipedia"
POINTS = points_only()["points"]


def test_it_pays_the_points_given_under_any_prices():
    assert pays(tariff_of(WIKIPEDIA), points_only(level=13, declarer="Anders")) == ["4", "4", "-4", "-4"]
    assert pays(tariff_of("whist-scoreboard"), points_only()) == ["4", "4", "-4", "-4"]
    eighths = {"Anders": "1/8", "Bodil": "-0,125", "Carl": "1,5", "Dorthe": "-1½"}
    assert pays(tariff_of(WIKIPEDIA), points_only(points=eighths)) == ["0.125", "-0.125", "1.5", "-1.5"]


def test_the_house_pays_what_the_players_get_in_a_game_that_is_not_zero_sum():
    deal = points_only(points={"Anders": 2, "Bodil": 0, "Carl": 2, "Dorthe": 0})

    assert settle_deal(tariff_of("call-ace-euchre"), deal).house == -4
    with pytest.raises(Refusal, match="must add up to 0"):
        settle_deal(tariff_of(WIKIPEDIA), deal)


@pytest.mark.parametrize(
    ("known", "roles"),
    [
        ({}, "player player player player"),
        ({"declarer": "Anders"}, "declarer player player player"),
        ({"declarer": "Anders", "contract": "sol"}, "declarer player player player"),
        ({"declarer": "Anders", "partner": "Carl"}, "declarer defender partner defender"),
        ({"declarer": "Carl", "alone": "ace_in_cat"}, "defender defender declarer defender"),
        ({"declarer": "Carl", "level": 8, "attachment": "kvarte"}, "defender defender declarer defender"),
    ],
)
def test_nobody_gets_a_part_that_is_not_known(known, roles):
    payout = settle_deal(tariff_of(WIKIPEDIA), points_only(**known))

    assert [payout.roles[player] for player in FOUR] == roles.split()


def test_the_partner_of_fixed_pairs_is_known():
    assert read_deal(points_only(declarer="Anders"), table_of("dansk-whist"), FOUR).partner == "Carl"


def test_with_five_at_the_table_the_dealer_has_no_points():
    deal = points_only(points={"Anders": 1, "Bodil": 1, "Carl": -1, "Dorthe": -1}, dealer="Erik")

    assert pays(tariff_of(WIKIPEDIA), deal, FIVE) == ["1", "1", "-1", "-1", "0"]
    with refused_at("points"):
        read_deal({**deal, "points": {**deal["points"], "Erik": 0}}, table_of(WIKIPEDIA), FIVE)


@pytest.mark.parametrize(
    ("deal", "field"),
    [
        (points_only(points={"Anders": 4, "Bodil": 4, "Carl": -4}), "points.Dorthe"),
        (points_only(points={**POINTS, "Anders": 5}), "points"),
        (points_only(points={**POINTS, "Anders": "0,1"}), "points.Anders"),
        (points_only(points={**POINTS, "Anders": 4.0}), "points.Anders"),
        (points_only(partner="Anders"), "declarer"),
        (points_only(declarer="Anders", partner="Anders"), "partner"),
        (points_only(declarer="Anders", partner="Bodil", alone="self_called"), "alone"),
        (points_only(declarer="Anders", alone="declared"), "alone"),
        (points_only(declarer="Anders", partner="Bodil", level=8, attachment="kvarte"), "partner"),
        (points_only(level=8, contract="sol"), "contract"),
        (points_only(level=6), "level"),
        (points_only(level="8"), "level"),
        (points_only(attachment="vip"), "level"),
        (points_only(level=8, attachment="vip", vip_turn=4), "vip_turn"),
        (points_only(level=8, vip_turn=1), "vip_turn"),
        (points_only(contract="grand"), "contract"),
        (points_only(bid='9 "vip"'), "bid"),
        (points_only(bid="9; vip"), "bid"),
        (points_only(bid=" "), "bid"),
    ],
)
def test_a_slip_is_refused_at_its_field(deal, field):
    with refused_at(field):
        read_deal(deal, table_of(WIKIPEDIA), FOUR)


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("? 4 4 -4 -4", {}),
        ("1? 4 4 -4 -4", {"declarer": "Anders"}),
        ('1""2? 4 4 -4 -4', {"declarer": "Anders", "partner": "Bodil"}),
        ("192? 4 4 -4 -4", {"declarer": "Anders", "partner": "Bodil", "level": 9, "attachment": "plain"}),
        ("19v2? 4 4 -4 -4", {"declarer": "Anders", "level": 9, "attachment": "vip", "vip_turn": 2}),
        ("19v02? 4 4 -4 -4", {"declarer": "Anders", "partner": "Bodil", "level": 9, "attachment": "vip"}),
        ("19v00? 4 4 -4 -4", {"declarer": "Anders", "alone": "ace_in_cat", "level": 9, "attachment": "vip"}),
        ("19h1? 4 4 -4 -4", {"declarer": "Anders", "alone": "self_called", "level": 9, "attachment": "halve"}),
        ("1s? 4 4 -4 -4", {"declarer": "Anders", "contract": "sol"}),
        ("0s? 4 4 -4 -4", {"contract": "sol"}),
        ('1"Æs i 2."2? 4 4 -4 -4', {"declarer": "Anders", "partner": "Bodil", "bid": "Æs i 2."}),
    ],
)
def test_a_line_says_what_is_known_in_place_of_the_result(line, known):
    notation = Notation(table_of(WIKIPEDIA))
    deal = notation.read(line, FOUR)

    assert deal_data(deal) == points_only(**known)
    assert notation.write(deal, FOUR) == line


def test_a_line_may_be_spaced_and_use_names_and_say_who_dealt():
    notation = Notation(table_of(WIKIPEDIA), dict(zip(FOUR, FOUR, strict=True)))

    deal = notation.read("Anders 9 v 2 Bodil ? +4 4 -4 -4 @2 ; gammel bog", FOUR)

    known = {"declarer": "Anders", "partner": "Bodil", "level": 9, "attachment": "vip", "vip_turn": 2}
    assert deal_data(deal) == points_only(**known, dealer="Bodil", note="gammel bog")


@pytest.mark.parametrize(("line", "at"), [("183?", 4), ("183? 4 4 -4", 11), ("? 4 4 x -4", 6)])
def test_a_line_without_all_the_points_is_refused_where_they_are_missing(line, at):
    with pytest.raises(NotationFault) as refused:
        Notation(table_of(WIKIPEDIA)).read(line, FOUR)

    assert refused.value.at == at
    assert refused.value.params["expected"]["en"] == "an amount for each seat"


@pytest.mark.parametrize(
    ("typed", "bid"),
    [
        ("", {}),
        ("9", {"level": 9, "attachment": "plain"}),
        ("9 vip i 2.", {"level": 9, "attachment": "vip", "vip_turn": 2}),
        ("9 Vip in the 2nd turn", {"level": 9, "attachment": "vip", "vip_turn": 2}),
        ("9 vip", {"level": 9, "attachment": "vip"}),
        ("9v2", {"level": 9, "attachment": "vip", "vip_turn": 2}),
        ("Ren sol", {"contract": "ren_sol"}),
        ("  rs ", {"contract": "ren_sol"}),
        ("9  klør i 2.", {"bid": "9 klør i 2."}),
    ],
)
def test_a_contract_is_read_by_its_name_or_its_letters_or_kept_as_it_is_written(typed, bid):
    assert bid_in_words(typed, table_of(WIKIPEDIA)) == bid


def test_it_is_asked_about_where_nobody_wins_and_where_everybody_moves_the_very_most():
    assert question_about(points_only()) is None
    assert question_about(points_only(points=dict.fromkeys(FOUR, 0))) is not None
    assert question_about(points_only(points={"Anders": 5000, "Bodil": -5000, "Carl": 0, "Dorthe": 0})) is not None


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"], exclude_characters='";⟦⟧'), min_size=1)


@st.composite
def deals(draw):
    """A scoring table, and a deal of points only that can be entered under it."""
    scoring_table = table_from(draw(st.sampled_from(SEEDS)))
    unit = scoring_table.unit_denominator
    units = draw(st.lists(st.integers(-500, 500), min_size=3, max_size=3))
    points = {player: f"{amount}/{unit}" for player, amount in zip(FOUR, [*units, -sum(units)], strict=True)}
    known = {"note": draw(WORDS)} if draw(st.booleans()) else {}
    bids = [{}, {"bid": draw(WORDS)}, *({"contract": code} for code in scoring_table.nolo)]
    for column in scoring_table.columns:
        level = {"level": draw(st.sampled_from(scoring_table.levels)), "attachment": column.attachment}
        bids += [level, {**level, "vip_turn": column.vip_turn}]
    known |= draw(st.sampled_from(bids))
    if draw(st.booleans()):
        known["declarer"] = draw(st.sampled_from(FOUR))
        side = st.sampled_from([{}, {"partner": draw(st.sampled_from(FOUR))}, {"alone": "ace_in_cat"}])
        known |= draw(side)
    return scoring_table, points_only(points=points, dealer=draw(st.sampled_from(FOUR)), **known)


@given(deals())
def test_whatever_is_known_is_read_back_from_data_and_line(told):
    scoring_table, data = told
    try:
        deal = read_deal(data, scoring_table, FOUR)
    except Refusal as refusal:
        assert refusal.field in ("partner", "alone")  # the declarer, or one of fixed pairs, or a contract played alone
        return
    notation = Notation(scoring_table)

    assert sum(deal.units.values()) == 0
    assert read_deal(json.loads(json.dumps(deal_data(deal))), scoring_table, FOUR) == deal
    assert notation.read(notation.write(deal, FOUR, "Bodil"), FOUR, "Bodil") == deal
