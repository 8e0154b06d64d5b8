"""The keyboard line: six usual deals in at most seven keys, every deal there and back, every fault at its character."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.keyboard_parts import NotationFault
from ledger.rules.deals.settling import deal_data, every_deal, read_deal
from ledger.rules.site.refusal import Refusal
from tests.rules.deals.playing import FIVE, FOUR, NOTES, SIX, nolo, table_of, with_mishaps
from tests.rules.site.languages import values_in
from tests.support.presets import EVERY_PRESET
from tests.support.refusing import refused_at

WIKIPEDIA = "esmakker-wikipedia"


@cache
def notation(table=WIKIPEDIA):
    return Notation(table_of(table))


def read(line, table=WIKIPEDIA, players=FOUR, dealer=None):
    return deal_data(notation(table).read(line, players, dealer))


def fault(line, table=WIKIPEDIA, players=FOUR):
    with pytest.raises(NotationFault) as refused:
        notation(table).read(line, players)
    return refused.value


def trick(level, partner, tricks, attachment="plain", **more):
    alone = {} if partner else {"alone": "self_called"}
    deal = {"kind": "trick", "level": level, "attachment": attachment, "declarer": "Anders", "partner": partner}
    return deal | {"tricks": tricks} | alone | more


USUAL = {
    "183": trick(8, "Carl", 8),
    "19v3+": trick(9, "Carl", 10, "vip"),
    "1101--": trick(10, None, 8),
    "1sol": nolo("sol", Anders=True),
    "1sol3-": nolo("sol", Anders=True, Carl=2),
    "p": {"kind": "passed_out"},
}


@pytest.mark.parametrize("line", USUAL)
def test_a_usual_deal_takes_at_most_seven_keys_with_enter(line):
    assert read(line, "call-ace-whist") == USUAL[line]
    assert len(line) + 1 <= 7


@pytest.mark.parametrize(
    ("line", "deal"),
    [
        ("19v23+", trick(9, "Carl", 10, "vip", vip_turn=2)),
        ("19v2k3+", trick(9, "Carl", 10, "vip", vip_turn=2, trump="clubs")),
        ("19g3", trick(9, "Carl", 9, "gode")),
        ("19h3", trick(9, "Carl", 9, "halve")),
        ("19*h3", trick(9, "Carl", 9, trump="hearts")),
        ("19st3", trick(9, "Carl", 9, "staerke")),
        ("19stærke3", trick(9, "Carl", 9, "staerke")),
        ("19k", trick(9, None, 9, "kvarte", alone="declared")),
        ("19k-", trick(9, None, 8, "kvarte", alone="declared")),
        ("1100", trick(10, None, 10, alone="ace_in_cat")),
        ("1103+2", trick(10, "Carl", 12)),
        ("1103-3", trick(10, "Carl", 7)),
        ("1103---", trick(10, "Carl", 7)),
        ("1123 9", trick(12, "Carl", 9)),
        ("1123=9", trick(12, "Carl", 9)),
        ("1123 = 9", trick(12, "Carl", 9)),
        ("  1 9 v".replace(" 9 v", "9v") + "13+", trick(9, "Carl", 10, "vip", vip_turn=1)),
        ("19G3\N{MINUS SIGN}", trick(9, "Carl", 8, "gode")),
        ("1rs", nolo("ren_sol", Anders=True)),
        ("1ren_sol", nolo("ren_sol", Anders=True)),
        ("1rens", nolo("ren_sol", Anders=True)),
        ("1rb", nolo("ren_bordlaegger", Anders=True)),
        ("1rbms--", nolo("ren_bordlaegger_med_snak", Anders=2)),
        ("1b2-4", nolo("bordlaegger", Anders=True, Bodil=2, Dorthe=True)),
        ("1sol-3", nolo("sol", Anders=2, Carl=True)),
        ("1sol=1", nolo("sol", Anders=1)),
        ("1sol-?", nolo("sol", Anders=False)),
        ("1sol -? 3", nolo("sol", Anders=False, Carl=True)),
        ("1sol3-?!", nolo("sol", Anders=True, Carl=False) | {"stopped": True}),
        ("1sol+3=5", nolo("sol", Anders=0, Carl=5)),
        ("183 @2", trick(8, "Carl", 8, dealer="Bodil")),
        ("p@4", {"kind": "passed_out", "dealer": "Dorthe"}),
        ("o", {"kind": "not_played", "cause": "redeal"}),
        ("j", {"kind": "not_played", "cause": "iron_hand"}),
        ("Jernhånd", {"kind": "not_played", "cause": "iron_hand"}),
        ("f @2", {"kind": "not_played", "cause": "misdeal", "dealer": "Bodil"}),
        ("fejl ; 14 kort", {"kind": "not_played", "cause": "misdeal", "note": "14 kort"}),
        ("1sol-!", nolo("sol", Anders=2) | {"stopped": True}),
        ("1sol3--!", nolo("sol", Anders=True, Carl=3) | {"stopped": True}),
        ("1sol+3=5 ! @2", nolo("sol", Anders=0, Carl=5) | {"stopped": True, "dealer": "Bodil"}),
        ("19v23+ e2", trick(9, "Carl", 10, "vip", vip_turn=2, called_by="Bodil")),
        ("19v2*h3e3@4", trick(9, "Carl", 9, "vip", vip_turn=2, trump="hearts", called_by="Carl", dealer="Dorthe")),
        ("\t183\N{NO-BREAK SPACE}@2\t", trick(8, "Carl", 8, dealer="Bodil")),
        (
            "=\t-1\t1\t.\t.\t;\tbod",
            {"kind": "adjustment", "amounts": {"Anders": "-1", "Bodil": "1"}, "reason": "bod"},
        ),
        (
            "=! 12 -4 . . ; primo",
            {"kind": "adjustment", "amounts": {"Anders": "12", "Bodil": "-4"}, "reason": "primo", "opening": True},
        ),
        (
            "== 12 -4 -8 . ; efter bogen",
            {
                "kind": "adjustment",
                "amounts": {"Anders": "12", "Bodil": "-4", "Carl": "-8"},
                "reason": "efter bogen",
                "totals": True,
            },
        ),
        (
            "== 4 -4 0,5 -0,5",
            {
                "kind": "adjustment",
                "amounts": {"Anders": "4", "Bodil": "-4", "Carl": "0,5", "Dorthe": "-0,5"},
                "totals": True,
            },
        ),
        ("19v21 10 e4", trick(9, None, 10, "vip", vip_turn=2, called_by="Dorthe")),
        ("183;Talt om; – Æs", trick(8, "Carl", 8, note="Talt om; – Æs")),
        (
            "1sol3-! @2 ; Carl  lagde op ",
            nolo("sol", Anders=True, Carl=2) | {"stopped": True, "dealer": "Bodil", "note": "Carl lagde op"},
        ),
        (
            "= -0,75 0,25 0,25 0,25 ; Kaffepenge",
            {
                "kind": "adjustment",
                "amounts": {"Anders": "-0,75", "Bodil": "0,25", "Carl": "0,25", "Dorthe": "0,25"},
                "reason": "Kaffepenge",
            },
        ),
        (
            "= -1 . +1 . ;tabt væddemål",
            {"kind": "adjustment", "amounts": {"Anders": "-1", "Carl": "1"}, "reason": "tabt væddemål"},
        ),
    ],
)
def test_a_line_is_read_as_it_is_said_at_the_table(line, deal):
    assert read(line) == deal


@pytest.mark.parametrize("line", ["1s", "1s=1", "1s-", "1s-?", "1s-?3", "1s3-?", "1s=1 3", "1s3-?!"])
def test_what_is_known_of_a_nolo_is_written_back(line):
    deal = read_deal(read(line), notation(WIKIPEDIA).scoring_table, FOUR)
    assert notation(WIKIPEDIA).write(deal, FOUR, None) == line


def test_where_a_price_goes_by_the_tricks_a_bare_line_is_the_limit():
    assert read("1sol", "jungs-jydewhist") == nolo("sol", Anders=1)
    with pytest.raises(Refusal, match="the price of Sol goes by it"):
        read("1sol-?", "jungs-jydewhist")


def test_other_games_have_their_lines_too():
    assert read("8-5", "engelsk-whist")["pair_tricks"] == [8, 5]
    assert read("m 1 1 5 6", "dansk-whist")["tricks"] == dict(zip(FOUR, (1, 1, 5, 6), strict=True))
    assert read("2euch", "call-ace-euchre") == {
        "kind": "role_table",
        "maker": "Bodil",
        "partner": None,
        "outcome": "euchred",
    }
    assert read("!2", "whist-scoreboard") == {"kind": "penalty", "penalty": "straf", "player": "Bodil"}
    assert read("19b3", "pywhist")["flag"] == "knock"


def test_the_callers_dealer_counts_unless_the_line_names_one():
    assert read("183", dealer="Bodil")["dealer"] == "Bodil"
    assert read("183@1", dealer="Bodil")["dealer"] == "Anders"
    assert "dealer" not in read("183 @0", dealer="Bodil")


def test_five_and_six_at_the_table():
    assert read("183", players=FIVE, dealer="Erik")["dealer"] == "Erik"
    assert read("183 @6 ~56", players=SIX) == trick(8, "Carl", 8, dealer="Fie", sits_out=["Erik", "Fie"])


@pytest.mark.parametrize(
    ("line", "at", "words"),
    [
        ("", 0, "a seat from 1 to 4"),
        ("583", 0, "a seat from 1 to 4"),
        ("1", 1, "a level"),
        ("163", 1, "a level"),
        ("18", 2, "seat"),
        ("18x3", 2, "seat"),
        ("189", 2, "seat"),
        ("19v3", 4, "the partner's seat"),
        ("19v4", 3, "the vip turn"),
        ("183x", 3, "tricks as + or -"),
        ("183+x", 4, "the end"),
        ("1sol5", 4, "the end"),
        ("= 1 -1", 6, "an amount for each seat"),
        ("= 1 -1 . .", 10, "a reason"),
        ("hej", 0, "a seat"),
        ("183 @9", 5, "a seat"),
        ("183@", 4, "a seat"),
        ("183 ~9", 5, "a seat"),
        ("183@2~39", 7, "a seat"),
        ("19v13e9", 6, "a seat"),
        ("183 ;", 5, "a note after ;"),
        ("183x ; talt om", 3, "tricks as + or -"),
        ("1sol-!!", 6, "the end"),
        ("1sol 2", 5, "Is “2” the tricks or a seat? Write 1sol=2 for the tricks, 1sol2 for the seat."),
        ("1 sol 3", 6, "Write 1 sol=3 for the tricks, 1 sol3 for the seat."),
        ("1sol3 2", 6, "Write 1sol3=2 for the tricks, 1sol32 for the seat."),
        ("1sol 0", 5, "Is “0” the tricks? Then write 1sol=0."),
        ("1rs 10", 4, "Is “10” the tricks? Then write 1rs=10."),
        ("17kvarte 3", 9, "Is “3” the tricks? Then write 17kvarte=3."),
        ("19v2h3+", 4, "As trump hearts changes no price here. Write *h to note it, or leave it out."),
        ("193+5", 3, "9 + 5 is 14, and there are only 13 tricks."),
        ("1103 + 4", 5, "10 + 4 is 14, and there are only 13 tricks."),
        ("183-9", 3, "8 - 9 is less than no trick."),
        ("163", 1, "a level from 7 to 13"),
        ("193 ~4", 4, "All 4 at the table play: leave out who sits out."),
        ("1" * 201, 200, "too long"),
    ],
)
def test_what_cannot_be_read_is_marked_at_its_character_and_told_how_to_say_it(line, at, words):
    refusal = fault(line)

    assert refusal.at == at
    assert words in refusal.message % values_in("en", refusal.params)


def test_a_reason_is_as_long_as_a_reason_may_be():
    reason = "for sent " * 22

    assert read(f"= -1 1 . . ; {reason}")["reason"] == reason.strip()


@pytest.mark.parametrize(
    ("deal", "dealer", "line"),
    [
        (trick(8, "Carl", 8, dealer="Bodil"), "Bodil", "183"),
        (trick(8, "Carl", 8, dealer="Bodil"), "Carl", "183 @2"),
        (trick(8, "Carl", 8, dealer="Bodil"), None, "183 @2"),
        (trick(8, "Carl", 8), "Carl", "183 @0"),
        (trick(8, "Carl", 8), None, "183"),
    ],
)
def test_a_line_names_the_dealer_only_where_it_is_another_than_expected(deal, dealer, line):
    assert notation().write(read_deal(deal, table_of(WIKIPEDIA), FOUR), FOUR, dealer) == line
    assert read(line, dealer=dealer) == deal


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("-0,75", "-0,75"),
        ("−1.5", "-1.5"),
        ("- 1 1/8", "-1.125"),
        ("½", "0.5"),
        ("-3/8", "-3/8"),
        ("+2", "+2"),
        (-2, "-2"),
    ],
)
def test_points_moved_are_written_as_typed_where_that_can_be_read_back(typed, written):
    scoring_table = table_of(WIKIPEDIA)
    back = {"½": "-½", "+2": "-2", "-3/8": "3/8", -2: 2}.get(typed) or typed.strip("-− ")
    deal = read_deal(
        {"kind": "adjustment", "amounts": {"Anders": typed, "Carl": back}, "reason": "bod"}, scoring_table, FOUR
    )

    line = notation().write(deal, FOUR)

    assert line.split()[1] == written
    assert notation().read(line, FOUR).units == deal.units


@pytest.mark.parametrize(
    ("line", "field"), [("1sol!", "stopped"), ("183 e2", "called_by"), ("19v13 e1", "called_by"), ("183+9", "tricks")]
)
def test_what_nobody_can_have_played_is_refused_by_its_own_key(line, field):
    with refused_at(field):
        read(line)


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (WIKIPEDIA, "p ; kaffe"),
        ("whist-scoreboard", "!2 ; kiggede"),
        ("engelsk-whist", "8-5 ; kaffe"),
        ("dansk-whist", "m 1 1 5 6 ; kaffe"),
        ("call-ace-euchre", "2e ; kaffe"),
    ],
)
def test_a_note_stands_behind_any_deal(code, line):
    deal = notation(code).read(line, FOUR)

    assert deal.note == line.partition("; ")[2]
    assert notation(code).write(deal, FOUR) == line


@given(
    played=st.sampled_from(with_mishaps(list(every_deal(table_of(WIKIPEDIA), FOUR)))),
    who=st.sampled_from([None, *FOUR]),
    note=st.none() | NOTES,
    dealer=st.sampled_from([None, *FOUR]),
)
def test_every_deal_with_its_mishaps_and_its_note_is_written_and_read_back(played, who, note, dealer):
    data = played | {name: value for name, value in (("dealer", dealer), ("note", note)) if value}
    if who not in (None, data.get("declarer")) and data.get("attachment") == "vip":
        data |= {"called_by": who}
    deal = read_deal(data, table_of(WIKIPEDIA), FOUR)

    assert notation().read(notation().write(deal, FOUR, "Carl"), FOUR, "Carl") == deal


@pytest.mark.parametrize("code", EVERY_PRESET)
def test_every_deal_of_every_preset_is_written_and_read_back(code):
    scoring_table = table_of(code)
    players = FOUR if scoring_table.seats.min <= 4 <= scoring_table.seats.max else SIX[: scoring_table.seats.max]

    for deal in every_deal(scoring_table, players):
        line = notation(code).write(deal, players)
        assert read(line, code, players) == deal_data(deal), line


@given(st.text("0123456789vghskpojfe+-=.@~!m *;,/æøå", max_size=12))
def test_any_text_is_a_deal_or_a_refusal_and_a_deal_comes_back(line):
    try:
        deal = notation().read(line, FOUR)
    except Refusal:
        return

    assert deal_data(read_deal(deal_data(deal), table_of(WIKIPEDIA), FOUR)) == deal_data(deal)
    assert read(notation().write(deal, FOUR)) == deal_data(deal)


@pytest.mark.parametrize(
    ("spaced", "line"),
    [
        ("1 8 3", "183"),
        ("183 +", "183+"),
        ("183 + 1", "183+"),
        ("1 sol", "1sol"),
        ("1 bordlægger", "1bordlægger"),
        ("18 gode 3", "18gode3"),
        ("19v2 3+", "19v23+"),
        ("19 vip 2 3 + 1", "19v23+"),
        ("1 10 0 -", "1100-"),
        ("1 9 vip 2 klør 3 +", "19v2k3+"),
        ("1 9 * h 3".replace("* h", "*h"), "19*h3"),
        ("1 ren sol".replace("ren sol", "rs") + " -", "1rs-"),
        ("1 sol 3 -".replace("sol 3", "sol3"), "1sol3-"),
        ("1 sol =2", "1sol=2"),
        ("1 9 kvarte -", "19k-"),
        ("17kvarte 10", "17kvarte=10"),
        ("1 8 3 10", "183 10"),
    ],
)
def test_spaces_may_stand_between_the_parts(spaced, line):
    assert read(spaced) == read(line)


@pytest.mark.parametrize(
    ("line", "at", "words"),
    [
        ("19v2h3+", 3, "Vip has no turn here: leave out “2”."),
        ("19v2 *h 3", 3, "Vip has no turn here: leave out “2”."),
        ("19v2 e9", 6, "a seat from 1 to 4"),
        ("17kvarte 3", 2, "a contract"),
        ("19vh3+", 3, "As trump hearts changes no price here."),
    ],
)
def test_where_vip_has_no_turn_and_nobody_bids_kvarte_the_first_wrong_sign_is_named(line, at, words):
    refusal = fault(line, "call-ace-whist")

    assert refusal.at == at
    assert words in refusal.message % values_in("en", refusal.params)


def test_too_many_tricks_are_a_fault_of_the_tricks():
    assert (fault("193+5").field, fault("1sol 2").field) == ("tricks", "line")


def deal_with_names(line, *names, players=("7", "8", "9", "10"), table=WIKIPEDIA):
    reader = Notation(table_of(table), dict(zip(players, names, strict=True)))
    return deal_data(reader.read(line, players))


PEOPLE = ("Anna Holm", "Bodil", "Carl", "Dorthe")


@pytest.mark.parametrize(
    ("line", "by_number"),
    [
        ("Anna 9 Carl", "193"),
        ("anna holm 9 carl +", "193+"),
        ("Anna 9 vip 2 klør Carl +", "19v2k3+"),
        ("Anna9vCarl-".replace("v", "g"), "19g3-"),
        ("Anna sol", "1sol"),
        ("Anna sol Carl -", "1sol3-"),
        ("Dorthe 10 Dorthe --", "4104--"),
        ("1 9 Carl @Bodil", "193@2"),
        ("Bodil 9 vip 2 Carl e Dorthe", "29v23e4"),
    ],
)
def test_players_are_named_as_they_are_called(line, by_number):
    assert deal_with_names(line, *PEOPLE) == deal_with_names(by_number, *PEOPLE)


def test_a_name_that_two_have_is_no_ones_until_the_rest_of_it_is_said():
    two = ("Anna Holm", "Anna Lund", "Carl", "Dorthe")

    assert deal_with_names("Anna Lund 9 Carl", *two) == deal_with_names("293", *two)
    with pytest.raises(NotationFault) as refused:
        deal_with_names("Anna 9 Carl", *two)
    assert "a seat from 1 to 4 or a name" in refused.value.message % values_in("en", refused.value.params)


def test_a_name_that_is_a_letter_of_the_line_is_no_other_deal():
    per = ("Per", "Ole", "Vip", "Sol")

    assert deal_with_names("p", *per)["kind"] == "passed_out"
    assert deal_with_names("Per 9 Ole", *per) == deal_with_names("192", *per)
    assert deal_with_names("Per 9 vip 1 Vip", *per) == deal_with_names("19v13", *per)
    assert deal_with_names("Per sol", *per) == deal_with_names("1sol", *per)
