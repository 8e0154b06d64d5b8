"""A deal as data: read strictly, settled under a tariff, explained in sentences."""

import json

import pytest

from ledger.rules.deals.settling import score_line
from ledger.rules.scoring.document import preset, read_scoring_table, table_from
from ledger.rules.scoring.tariff import compile_tariff
from ledger.rules.site.points import MOST_UNITS
from ledger.rules.site.refusal import Refusal
from tests.rules.deals.playing import FIVE, FOUR, SIX, alone, nolo, pays, settle_deal, tariff_of, trick
from tests.support.refusing import refused_at


@pytest.mark.parametrize(
    ("deal", "paid"),
    [
        # English Wikipedia: “calling "8" and taking 10 tricks scores 60 points”
        (trick(8, "plain", 10), ["60", "60", "-60", "-60"]),
        (trick(8, "plain", 9), ["40", "40", "-40", "-40"]),
        (trick(8, "plain", 8), ["20", "20", "-20", "-20"]),
        (trick(8, "plain", 7), ["-40", "-40", "40", "40"]),
        (trick(7, "plain", 7), ["10", "10", "-10", "-10"]),
        (trick(13, "plain", 13), ["640", "640", "-640", "-640"]),
        (trick(8, "gode", 8), ["40", "40", "-40", "-40"]),
        (trick(8, "vip", 9), ["80", "80", "-80", "-80"]),
        (trick(13, "sans", 12), ["-2560", "-2560", "2560", "2560"]),
        (alone(8, "plain", 8), ["60", "-20", "-20", "-20"]),
        (alone(8, "plain", 7, "ace_in_cat"), ["-120", "40", "40", "40"]),
        (nolo("sol", Anders=0), ["150", "-50", "-50", "-50"]),
        (nolo("sol", Anders=1), ["150", "-50", "-50", "-50"]),
        (nolo("sol", Anders=2), ["-300", "100", "100", "100"]),
        (nolo("ren_sol", Anders=0), ["300", "-100", "-100", "-100"]),
        (nolo("ren_sol", Anders=1), ["-600", "200", "200", "200"]),
        (nolo("bordlaegger", Carl=1), ["-150", "-150", "450", "-150"]),
        (nolo("ren_bordlaegger", Dorthe=3), ["400", "400", "400", "-1200"]),
    ],
)
def test_call_ace_whist_pays_as_english_wikipedia_says(deal, paid):
    assert pays(tariff_of("call-ace-whist"), deal) == paid


@pytest.mark.parametrize(
    ("deal", "paid"),
    [
        # the rules page: “8 Turn and the declarer makes 10 tricks: 4 * 3 = 12”
        (trick(8, "vip", 10), ["12", "12", "-12", "-12"]),
        (trick(8, "vip", 8), ["4", "4", "-4", "-4"]),
        (trick(8, "vip", 7), ["-8", "-8", "8", "8"]),
        (trick(8, "plain", 6), ["-6", "-6", "6", "6"]),
        (trick(9, "kvarte", 8, partner=None), ["-48", "16", "16", "16"]),
        (trick(9, "kvarte", 9, partner=None), ["24", "-8", "-8", "-8"]),
        (trick(9, "kvarte", 10, partner=None), ["48", "-16", "-16", "-16"]),
        (trick(13, "kvarte", 13, partner=None), ["384", "-128", "-128", "-128"]),
        (nolo("sol", Bodil=1), ["-5", "15", "-5", "-5"]),
        (nolo("sol", Bodil=2), ["10", "-30", "10", "10"]),
        (nolo("sol", Bodil=3), ["15", "-45", "15", "15"]),
        (nolo("ren_sol", Bodil=0), ["-10", "30", "-10", "-10"]),
        (nolo("bordlaegger", Bodil=1), ["-20", "60", "-20", "-20"]),
        (nolo("ren_bordlaegger", Bodil=0), ["-20", "60", "-20", "-20"]),
        (nolo("dobbelt_bordlaegger", Bodil=1), ["80", "-240", "80", "80"]),
    ],
)
def test_call_ace_whist_with_quarter_pays_as_its_page_says(deal, paid):
    assert pays(tariff_of("call-ace-whist-quarter"), deal) == paid


@pytest.mark.parametrize(
    ("deal", "paid"),
    [
        # Danish Wikipedia: “9 vip'2 og den går hjem med 10 stik ... 4 point hver”
        (trick(9, "vip", 10, vip_turn=2), ["4", "4", "-4", "-4"]),
        (trick(9, "vip", 9, vip_turn=2), ["2", "2", "-2", "-2"]),
        (trick(9, "vip", 8, vip_turn=2), ["-4", "-4", "4", "4"]),
        (trick(9, "vip", 10, vip_turn=2, trump="hearts"), ["4", "4", "-4", "-4"]),
        (trick(9, "vip", 10, vip_turn=2, trump="clubs"), ["8", "8", "-8", "-8"]),
        (trick(9, "vip", 8, vip_turn=1, trump="clubs"), ["-4", "-4", "4", "4"]),
        (trick(9, "vip", 9, vip_turn=3, trump="none"), ["4", "4", "-4", "-4"]),
        (trick(12, "vip", 12, vip_turn=3), ["32", "32", "-32", "-32"]),
        (trick(9, "gode", 9, trump="clubs"), ["1", "1", "-1", "-1"]),
        (trick(9, "plain", 9, trump="clubs"), ["0.5", "0.5", "-0.5", "-0.5"]),
        (trick(7, "plain", 7), ["0.125", "0.125", "-0.125", "-0.125"]),
        (alone(7, "plain", 7), ["0.375", "-0.125", "-0.125", "-0.125"]),
        (alone(9, "vip", 10, vip_turn=2, trump="clubs"), ["24", "-8", "-8", "-8"]),
        (trick(8, "kvarte", 8, partner=None), ["1.5", "-0.5", "-0.5", "-0.5"]),
        (nolo("sol", Anders=1), ["3", "-1", "-1", "-1"]),
        (nolo("sol", Anders=2), ["-3", "1", "1", "1"]),
        (nolo("ren_bordlaegger_med_snak", Anders=0), ["48", "-16", "-16", "-16"]),
        (nolo("sol", Anders=1, Bodil=2), ["4", "-4", "0", "0"]),
        (nolo("sol", Anders=1, Bodil=0), ["2", "2", "-2", "-2"]),
        (nolo("ren_sol", Anders=0, Bodil=0, Carl=1), ["6", "6", "-10", "-2"]),
        (nolo("sol", Anders=1, Bodil=1, Carl=0, Dorthe=1), ["0", "0", "0", "0"]),
        ({"kind": "passed_out", "dealer": "Dorthe"}, ["0", "0", "0", "0"]),
    ],
)
def test_esmakker_whist_pays_as_danish_wikipedia_says(deal, paid):
    assert pays(tariff_of("esmakker-wikipedia"), deal) == paid


@pytest.mark.parametrize(
    ("lost", "one_under", "three_under"),
    [("one_plus", "-4", "-8"), ("under", "-2", "-6"), ("double_under", "-4", "-12"), ("flat", "-2", "-2")],
)
def test_a_lost_contract_costs_what_the_chosen_rule_says(lost, one_under, three_under):
    tariff = tariff_of("esmakker-wikipedia", lost=lost)

    cheaper, three = (pays(tariff, trick(9, "vip", tricks, vip_turn=2))[0] for tricks in (8, 6))

    assert (cheaper, three) == (one_under, three_under)


@pytest.mark.parametrize(("rule", "paid"), [("same", "-3"), ("double", "-6"), ("one_plus", "-9")])
def test_a_lost_nolo_costs_what_the_chosen_rule_says(rule, paid):
    assert pays(tariff_of("esmakker-wikipedia", nolo_lost=rule), nolo("sol", Anders=3))[0] == paid


OUTSIDERS = ("esmakker-wikipedia", {"joined": "outsiders"})  # those on a nolo do not pay each other
TIMES_THREE = ("call-ace-whist", {"alone": "times_three"})  # every opponent pays three times to who plays alone
KVARTE = ("esmakker-wikipedia", {"alone": "times_three"})  # which has its own price for that
EXACTLY_ONE = ("call-ace-whist", {"sol": "exactly_one"})  # a sol without a trick is lost


@pytest.mark.parametrize(
    ("reading", "deal", "paid"),
    [
        (OUTSIDERS, nolo("sol", Anders=1, Bodil=2), ["2", "-2", "0", "0"]),
        (OUTSIDERS, nolo("sol", Anders=1, Bodil=1, Carl=1, Dorthe=3), ["0", "0", "0", "0"]),
        (TIMES_THREE, alone(8, "plain", 8), ["180", "-60", "-60", "-60"]),
        (TIMES_THREE, trick(8, "plain", 8), ["20", "20", "-20", "-20"]),
        (TIMES_THREE, nolo("sol", Anders=1), ["150", "-50", "-50", "-50"]),
        (KVARTE, trick(9, "kvarte", 9, partner=None), ["3", "-1", "-1", "-1"]),
        (KVARTE, alone(9, "gode", 9), ["9", "-3", "-3", "-3"]),
        (EXACTLY_ONE, nolo("sol", Anders=0), ["-300", "100", "100", "100"]),
        (EXACTLY_ONE, nolo("sol", Anders=1), ["150", "-50", "-50", "-50"]),
        (EXACTLY_ONE, nolo("sol", Anders=2), ["-300", "100", "100", "100"]),
        (EXACTLY_ONE, nolo("ren_sol", Anders=0), ["300", "-100", "-100", "-100"]),
        (("whistklubben", {}), trick(8, "staerke", 10), ["4.5", "4.5", "-4.5", "-4.5"]),  # at 1.5 whatever is made
        (("whistklubben", {}), nolo("bordlaegger", Carl=2), ["1.5", "1.5", "-4.5", "1.5"]),
    ],
)
def test_a_reading_pays_as_the_club_chose_it(reading, deal, paid):
    code, options = reading

    assert pays(tariff_of(code, **options), deal) == paid


@pytest.mark.parametrize(
    ("deal", "paid"),
    [
        (trick(7, "grand", 6, partner="Carl"), ["-3", "3", "-3", "3"]),
        (trick(7, "grand", 7, partner="Carl"), ["1.5", "-1.5", "1.5", "-1.5"]),
        (trick(7, "grand", 8, partner=None), ["3", "-3", "3", "-3"]),
        (trick(7, "grandi", 6, partner="Carl"), ["-3", "3", "-3", "3"]),
        (trick(7, "grandi", 7, partner="Carl"), ["1.5", "-1.5", "1.5", "-1.5"]),
        (nolo("nolo", Bodil=6), ["-1.5", "1.5", "-1.5", "1.5"]),
        (nolo("nolo", Bodil=7), ["1.5", "-1.5", "1.5", "-1.5"]),
        (nolo("sol", Dorthe=1), ["-1.5", "-1.5", "-1.5", "4.5"]),
        (nolo("sol", Dorthe=2), ["1.5", "1.5", "1.5", "-4.5"]),
    ],
)
def test_danish_whist_pays_pair_against_pair_and_sol_alone(deal, paid):
    assert pays(tariff_of("dansk-whist"), deal) == paid


@pytest.mark.parametrize(
    ("tricks", "paid"),
    [
        ((1, 4, 4, 4), ["13.5", "-4.5", "-4.5", "-4.5"]),
        ((1, 1, 5, 6), ["6.75", "6.75", "-6", "-7.5"]),
        ((3, 4, 3, 3), ["0.5", "-1.5", "0.5", "0.5"]),
        ((13, 0, 0, 0), ["-19.5", "6.5", "6.5", "6.5"]),
    ],
)
def test_in_pasnolo_those_with_the_fewest_tricks_share_the_pot(tricks, paid):
    deal = {"kind": "free_for_all", "tricks": dict(zip(FOUR, tricks, strict=True))}

    assert pays(tariff_of("dansk-whist"), deal) == paid


@pytest.mark.parametrize(
    ("pair_tricks", "zero_sum", "winners_only"),
    [
        ([4, 9], ["-3", "3", "-3", "3"], ["0", "3", "0", "3"]),
        ([6, 7], ["-1", "1", "-1", "1"], ["0", "1", "0", "1"]),
        ([9, 4], ["3", "-3", "3", "-3"], ["3", "0", "3", "0"]),
        ([13, 0], ["7", "-7", "7", "-7"], ["7", "0", "7", "0"]),
    ],
)
def test_english_whist_pays_a_point_for_each_trick_over_the_book(pair_tricks, zero_sum, winners_only):
    deal = {"kind": "pair_book", "pairs": [["Anders", "Carl"], ["Bodil", "Dorthe"]], "pair_tricks": pair_tricks}

    assert pays(tariff_of("engelsk-whist"), deal) == zero_sum
    assert pays(tariff_of("engelsk-whist", book="winners_only"), deal) == winners_only


@pytest.mark.parametrize(
    ("players", "partner", "outcome", "paid"),
    [
        (FOUR, None, "march_alone", ["4", "0", "0", "0"]),
        (FIVE, None, "march_alone", ["5", "0", "0", "0", "0"]),
        (SIX, None, "march_alone", ["6", "0", "0", "0", "0", "0"]),
        (FIVE, None, "made_alone", ["1", "0", "0", "0", "0"]),
        (FOUR, "Carl", "march_partners", ["2", "0", "2", "0"]),
        (FIVE, "Carl", "march_partners", ["3", "0", "3", "0", "0"]),
        (SIX, "Carl", "march_partners", ["3", "0", "3", "0", "0", "0"]),
        (SIX, "Carl", "made_partners", ["1", "0", "1", "0", "0", "0"]),
        (FOUR, None, "euchred", ["0", "2", "2", "2"]),
        (FIVE, "Carl", "euchred", ["0", "2", "0", "2", "2"]),
        (SIX, "Carl", "euchred", ["0", "2", "0", "2", "2", "2"]),
    ],
)
def test_euchre_pays_by_role_and_the_house_pays_it_all(players, partner, outcome, paid):
    deal = {"kind": "role_table", "maker": "Anders", "partner": partner, "outcome": outcome}

    settlement = settle_deal(tariff_of("call-ace-euchre"), deal, players)

    assert pays(tariff_of("call-ace-euchre"), deal, players) == paid
    assert settlement.house == -sum(settlement.units.values())


def test_with_five_at_the_table_the_dealer_sits_out():
    settlement = settle_deal(tariff_of("call-ace-whist"), trick(8, "plain", 8, dealer="Carl"), FIVE)

    assert settlement.units == {"Anders": 20, "Bodil": 20, "Carl": 0, "Dorthe": -20, "Erik": -20}
    assert settlement.roles == {
        "Anders": "declarer",
        "Bodil": "partner",
        "Carl": "sits_out",
        "Dorthe": "defender",
        "Erik": "defender",
    }


def test_with_six_at_the_table_the_deal_names_the_two_who_sit_out():
    deal = trick(8, "plain", 8, sits_out=["Carl", "Fie"])

    assert pays(tariff_of("call-ace-whist"), deal, SIX) == ["20", "20", "0", "-20", "-20", "0"]


def test_those_who_go_along_on_a_nolo_are_joiners():
    settlement = settle_deal(tariff_of("call-ace-whist"), nolo("sol", Carl=1, Anders=0))

    assert settlement.roles == {"Anders": "joiner", "Bodil": "defender", "Carl": "declarer", "Dorthe": "defender"}


def test_an_adjustment_moves_exactly_the_points_agreed():
    amounts = {"Anders": "-0,375", "Bodil": "1/8", "Carl": "⅛", "Dorthe": "+0.125"}

    deal = {"kind": "adjustment", "amounts": amounts, "reason": "talt forkert"}

    assert pays(tariff_of("esmakker-wikipedia"), deal) == ["-0.375", "0.125", "0.125", "0.125"]


@pytest.mark.parametrize(
    ("code", "deal", "contract"),
    [
        ("whistklubben", trick(8, "vip", 8), "8 vip"),
        ("whistklubben", nolo("sol", Anders=1), "Sol"),
        ("esmakker-wikipedia", nolo("dobbelt_bordlaegger", Anders=0), "Dobbelt bordlægger"),
        ("dansk-whist", {"kind": "free_for_all", "tricks": dict.fromkeys(FOUR, 3) | {"Carl": 4}}, "Pasnolo"),
    ],
)
def test_a_contract_without_a_price_is_refused_by_name(code, deal, contract):
    tariff = compile_tariff(table_from(code))

    with pytest.raises(Refusal) as refused:
        settle_deal(tariff, deal)

    assert str(refused.value) == f"The scoring table has no price for {contract} yet."


def test_a_nolo_for_a_pair_is_declared_by_its_bidder():
    settlement = settle_deal(tariff_of("dansk-whist"), nolo("nolo", Carl=3))

    assert settlement.roles == {"Carl": "declarer", "Anders": "partner", "Bodil": "defender", "Dorthe": "defender"}
    assert settlement.units["Carl"] == settlement.units["Anders"] == -settlement.units["Bodil"]


def test_opening_balances_leave_the_rest_to_the_house():
    deal = {"kind": "adjustment", "amounts": {"Anders": "12", "Bodil": "-4"}, "reason": "primo", "opening": True}

    payout = settle_deal(tariff_of("dansk-whist"), deal)

    assert (payout.units["Anders"], payout.units["Bodil"], payout.house) == (12 * 24, -4 * 24, -8 * 24)
    with pytest.raises(Refusal):
        settle_deal(tariff_of("dansk-whist"), deal | {"opening": False})


def test_the_points_of_an_evening_add_up_to_nothing_and_need_no_reason():
    deal = {"kind": "adjustment", "amounts": {"Anders": "12", "Bodil": "-4", "Carl": -8}, "totals": True}

    payout = settle_deal(tariff_of("dansk-whist"), deal)

    assert (payout.units, payout.house) == ({"Anders": 288, "Bodil": -96, "Carl": -192, "Dorthe": 0}, 0)
    for other in ({"amounts": {"Anders": 1, "Bodil": 1}}, {"totals": False}, {"totals": 1}, {"amounts": {"Anders": 0}}):
        with pytest.raises(Refusal):
            settle_deal(tariff_of("dansk-whist"), deal | other)


def adjustment_of(units: int) -> dict[str, object]:
    """An adjustment of so many sixteenths of a point from Anders to Bodil."""
    amounts = {"Anders": f"-{units}/16", "Bodil": f"{units}/16", "Carl": 0, "Dorthe": 0}
    return {"kind": "adjustment", "amounts": amounts, "reason": "aftalt"}


def test_one_deal_moves_as_much_as_the_book_can_hold_and_no_more():
    tariff = compile_tariff(read_scoring_table(preset("call-ace-whist") | {"unit_denominator": 16}))

    assert settle_deal(tariff, adjustment_of(MOST_UNITS)).units["Bodil"] == MOST_UNITS
    with pytest.raises(Refusal, match="at most 625000 for one player"):
        settle_deal(tariff, adjustment_of(MOST_UNITS + 1))


def test_the_house_pays_no_more_than_the_book_can_hold():
    document = preset("call-ace-euchre") | {"unit_denominator": 8}
    document["roles"][2]["maker"]["4"] = 1_000_000
    tariff = compile_tariff(read_scoring_table(document))
    march = {"kind": "role_table", "maker": "Anders", "partner": "Carl", "outcome": "march_partners"}

    with pytest.raises(Refusal, match="at most 1250000 for one player"):
        settle_deal(tariff, march)


# One line in, one answer out.


VIP = trick(9, "vip", 10, vip_turn=2, trump="hearts", dealer="Dorthe")
LINE = {"table": "esmakker-wikipedia", "players": FOUR, "deal": VIP}
EUCHRED = {"kind": "role_table", "maker": "Bodil", "partner": None, "outcome": "euchred"}

NO_TABLE = "Give the code of a scoring table, or a whole scoring table."


def answer(line, language="da"):
    scored = score_line(json.dumps(line).encode())
    return {**scored, "why": scored["why"][language]}


def test_a_line_is_answered_with_points_units_and_the_reason():
    assert answer(LINE) == {
        "points": {"Anders": "4", "Bodil": "4", "Carl": "-4", "Dorthe": "-4"},
        "units": {"Anders": 32, "Bodil": 32, "Carl": -32, "Dorthe": -32},
        "unit_denominator": 8,
        "why": "9 vip i 2. kræver 9 stik, fik 10: 2 + 1 × 2 = 4 fra hver modspiller",
    }


def test_the_table_may_be_a_preset_with_options_or_a_whole_document():
    lost = {**VIP, "tricks": 7}
    options = {"preset": "esmakker-wikipedia", "options": {"lost": "under"}}

    assert answer({**LINE, "table": options, "deal": lost})["points"]["Anders"] == "-4"
    assert answer({**LINE, "table": preset("esmakker-wikipedia"), "deal": lost})["points"]["Anders"] == "-6"


def test_where_a_game_is_not_zero_sum_the_house_is_one_more_player():
    scored = answer({"table": "call-ace-euchre", "players": FIVE, "deal": EUCHRED})

    assert scored["units"] == {"Anders": 2, "Bodil": 0, "Carl": 2, "Dorthe": 2, "Erik": 2, "house": -8}
    assert scored["points"]["house"] == "-8"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"\xff\xfe", "The line is not UTF-8 text."),
        (b"not json", "This is not valid JSON. Look at line 1, character 1."),
        (b"[1]", "Give a set of named values here."),
        (b'"text"', "Give a set of named values here."),
        (b"null", "Give a set of named values here."),
        (b"{}", "“table” is missing."),
        (b'{"table": NaN}', 'Write NaN as a whole number, or as text such as "1/8".'),
        (b'{"table": 1, "table": 2}', "“table” is given twice."),
        (b"[" * 100_000, "This is nested too deeply to be read. Look at line 1, character 101."),
        (b'{"table": ' + b"[" * 900 + b"]" * 900 + b', "players": [], "deal": {}}', NO_TABLE),
        (b" " * 900_000 + b"{}", "This is too long to be read."),
    ],
)
def test_a_hostile_line_is_refused_in_a_sentence(line, sentence):
    with pytest.raises(Refusal) as refused:
        score_line(line)

    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("slip", "field"),
    [
        ({"table": "bridge"}, "table"),
        ({"table": None}, "table"),
        ({"players": FOUR[:2]}, "players"),
        ({"players": ["Anders"] * 4}, "players"),
        ({"players": "ABCD"}, "players"),
        ({"deal": None}, "deal"),
        ({"deal": []}, "deal"),
        ({"deal": {}}, "kind"),
        ({"deal": {**VIP, "tricks": 2**70}}, "tricks"),
        ({"deal": {**VIP, "tricks": "\ud800"}}, "tricks"),
        ({"deal": {**VIP, "declarer": {"name": "Anders"}}}, "declarer"),
        ({"colour": "green"}, "colour"),
        ({"table": "call-ace-euchre", "players": ["house", *FOUR], "deal": EUCHRED}, "players"),
    ],
)
def test_a_slip_in_a_line_is_refused_with_its_field(slip, field):
    with refused_at(field):
        answer({**LINE, **slip})
