"""What a deal may say: every slip of the pen is refused beside the field it belongs to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.deals.seating import read_players
from ledger.rules.deals.settling import deal_data, read_deal, settle
from ledger.rules.scoring.document import preset, read_scoring_table
from ledger.rules.scoring.tariff import compile_tariff
from ledger.rules.site.refusal import Refusal
from tests.rules.deals.playing import FIVE, FOUR, SIX, alone, nolo, table_of, trick
from tests.support.refusing import refused_at

ESMAKKER = "esmakker-wikipedia"
PASNOLO = {"kind": "free_for_all", "tricks": {"Anders": 1, "Bodil": 1, "Carl": 5, "Dorthe": 6}}
ENGLISH = {"kind": "pair_book", "pairs": [["Anders", "Carl"], ["Bodil", "Dorthe"]], "pair_tricks": [5, 8]}
GRAND = trick(7, "grand", 7, partner=None)
EUCHRE = {"kind": "role_table", "maker": "Bodil", "partner": "Dorthe", "outcome": "march_partners"}
AMOUNTS = {"Anders": -72, "Bodil": 24, "Carl": "24", "Dorthe": "24,0"}
PENALTY = {"kind": "adjustment", "amounts": AMOUNTS, "reason": "duestraf"}
ONE_OF_EACH = [
    (ESMAKKER, trick(9, "plain", 9)),
    (ESMAKKER, nolo("sol", Anders=1)),
    (ESMAKKER, {"kind": "passed_out"}),
    (ESMAKKER, {"kind": "not_played", "cause": "misdeal"}),
    ("dansk-whist", PASNOLO),
    ("engelsk-whist", ENGLISH),
    ("call-ace-euchre", EUCHRE),
    ("whist2", {"kind": "penalty", "penalty": "duestraf", "player": "Carl"}),
]


def refused_field(code, deal, players=FOUR):
    with pytest.raises(Refusal) as refused:
        read_deal(deal, table_of(code), players)
    return refused.value.field


@pytest.mark.parametrize(
    ("code", "deal", "players"),
    [
        (ESMAKKER, trick(9, "vip", 10, vip_turn=2, trump="hearts", dealer="Dorthe"), FOUR),
        (ESMAKKER, trick(7, "plain", 0), FOUR),
        (ESMAKKER, alone(8, "halve", 8, "ace_in_cat"), FOUR),
        (ESMAKKER, alone(8, "kvarte", 8, "declared", trump="spades"), FOUR),
        (ESMAKKER, trick(8, "gode", 8, trump="clubs"), FOUR),
        (ESMAKKER, trick(8, "vip", 8, vip_turn=3, trump="none"), FOUR),
        ("call-ace-whist", trick(8, "vip", 8), FOUR),
        ("call-ace-whist", trick(8, "vip", 8, vip_turn=3), FOUR),
        (ESMAKKER, nolo("sol", Anders=1, Carl=3), FOUR),
        (ESMAKKER, {"kind": "passed_out", "dealer": "Dorthe"}, FOUR),
        (ESMAKKER, {"kind": "passed_out"}, FOUR),
        (ESMAKKER, trick(8, "plain", 8, dealer="Carl"), FIVE),
        (ESMAKKER, trick(8, "plain", 8, dealer="Carl", sits_out=["Carl"]), FIVE),
        (ESMAKKER, trick(8, "plain", 8, dealer="Carl", sits_out=["Carl", "Erik"]), SIX),
        ("dansk-whist", PASNOLO, FOUR),
        ("dansk-whist", trick(7, "grandi", 7, partner="Carl"), FOUR),
        ("engelsk-whist", ENGLISH, FOUR),
        ("call-ace-euchre", EUCHRE, FIVE),
        ("call-ace-euchre", {**EUCHRE, "partner": None, "outcome": "euchred"}, SIX),
        (ESMAKKER, PENALTY, FOUR),
        (ESMAKKER, {"kind": "not_played", "cause": "redeal", "dealer": "Dorthe"}, FOUR),
        (ESMAKKER, {"kind": "not_played", "cause": "iron_hand", "dealer": "Carl", "note": "Erik sad over"}, FIVE),
        (ESMAKKER, nolo("sol", Anders=2) | {"stopped": True}, FOUR),
        (ESMAKKER, nolo("sol", Anders=0, Carl=3) | {"stopped": True, "note": "de andre lagde kortene"}, FOUR),
        (ESMAKKER, trick(8, "vip", 8, vip_turn=3, called_by="Carl"), FOUR),
        (ESMAKKER, trick(8, "vip", 8, vip_turn=3, called_by="Bodil"), FOUR),
        (ESMAKKER, alone(8, "vip", 8, vip_turn=1, called_by="Carl"), FOUR),
        ("whistklubben", trick(9, "vip", 9, called_by="Dorthe"), FOUR),
        *((code, deal | {"note": "talt om"}, FOUR) for code, deal in ONE_OF_EACH),
    ],
)
def test_a_deal_read_and_written_is_the_same_deal(code, deal, players):
    scoring_table = table_of(code)

    read = read_deal(deal, scoring_table, players)

    assert deal_data(read) == deal
    assert read_deal(deal_data(read), scoring_table, players) == read


@pytest.mark.parametrize(
    ("code", "deal", "kept"),
    [
        (ESMAKKER, trick(8, "kvarte", 8, partner=None), alone(8, "kvarte", 8, "declared")),
        # Of two pairs the first seat's is told first.
        (
            "engelsk-whist",
            ENGLISH | {"pairs": [["Dorthe", "Bodil"], ["Carl", "Anders"]], "pair_tricks": [8, 5]},
            ENGLISH,
        ),
        # Fixed pairs are the first and third seat against the second and fourth.
        *(
            ("dansk-whist", GRAND | {"declarer": declarer}, GRAND | {"declarer": declarer, "partner": partner})
            for declarer, partner in (("Anders", "Carl"), ("Bodil", "Dorthe"), ("Dorthe", "Bodil"))
        ),
        (
            ESMAKKER,
            trick(9, "plain", 9, note=" talt om,\n  Carl\tså efter "),
            trick(9, "plain", 9, note="talt om, Carl så efter"),
        ),
        (ESMAKKER, nolo("sol", Anders=2) | {"stopped": False}, nolo("sol", Anders=2)),
    ],
)
def test_what_goes_without_saying_is_kept_too_and_everything_in_one_way(code, deal, kept):
    assert deal_data(read_deal(deal, table_of(code), FOUR)) == kept


VIP = trick(9, "vip", 10, vip_turn=2, trump="hearts")
SLIPS_IN_VIP = [
    ({"level": 6}, "level"),
    ({"level": 14}, "level"),
    ({"level": "9"}, "level"),
    ({"level": 9.0}, "level"),
    ({"level": True}, "level"),
    ({"level": None}, "level"),
    ({"level": 2**70}, "level"),
    ({"attachment": "grandi"}, "attachment"),
    ({"attachment": None}, "attachment"),
    ({"attachment": ["vip"]}, "attachment"),
    ({"vip_turn": None}, "vip_turn"),
    ({"vip_turn": 0}, "vip_turn"),
    ({"vip_turn": 4}, "vip_turn"),
    ({"vip_turn": "2"}, "vip_turn"),
    ({"attachment": "gode"}, "vip_turn"),
    ({"trump": "stars"}, "trump"),
    ({"trump": "♣"}, "trump"),
    ({"trump": 1}, "trump"),
    ({"declarer": "Viggo"}, "declarer"),
    ({"declarer": None}, "declarer"),
    ({"declarer": 1}, "declarer"),
    ({"partner": "Anders"}, "partner"),
    ({"partner": "Viggo"}, "partner"),
    ({"partner": "anders"}, "partner"),
    ({"partner": None}, "partner"),
    ({"partner": None, "alone": "declared"}, "alone"),
    ({"partner": None, "alone": "bored"}, "alone"),
    ({"partner": None, "alone": True}, "alone"),
    ({"alone": "self_called"}, "alone"),
    ({"tricks": 14}, "tricks"),
    ({"tricks": -1}, "tricks"),
    ({"tricks": "10"}, "tricks"),
    ({"tricks": 10.5}, "tricks"),
    ({"tricks": True}, "tricks"),
    ({"tricks": "🎉"}, "tricks"),
    ({"tricks": None}, "tricks"),
    ({"dealer": "Viggo"}, "dealer"),
    ({"dealer": 3}, "dealer"),
    ({"sits_out": ["Carl"]}, "sits_out"),
    ({"sits_out": "Carl"}, "sits_out"),
    ({"kind": "bridge"}, "kind"),
    ({"kind": "pair_book"}, "kind"),
    ({"kind": None}, "kind"),
    ({"points": 4}, "points"),
    ({3: 4}, None),
]
SLIPS = [  # the table, the deal, and the field that it is refused beside
    *((ESMAKKER, VIP | slip, field) for slip, field in SLIPS_IN_VIP),
    # The trump must go with the attachment.
    (ESMAKKER, trick(9, "plain", 10, trump="none"), "trump"),
    (ESMAKKER, trick(9, "gode", 10, trump="spades"), "trump"),
    (ESMAKKER, trick(9, "staerke", 10, trump="clubs"), "trump"),
    (ESMAKKER, trick(9, "sans", 10, trump="hearts"), "trump"),
    (ESMAKKER, trick(9, "halve", 10, trump="none"), "trump"),
    # Kvarte takes no partner and no called ace.
    (ESMAKKER, trick(9, "kvarte", 9), "partner"),
    (ESMAKKER, alone(9, "kvarte", 9, "self_called"), "alone"),
    # Only in a vip can somebody else have called the ace.
    (ESMAKKER, trick(8, "vip", 8, vip_turn=2, called_by="Anders"), "called_by"),
    (ESMAKKER, trick(8, "vip", 8, vip_turn=2, called_by="Viggo"), "called_by"),
    (ESMAKKER, trick(8, "vip", 8, vip_turn=2, called_by=2), "called_by"),
    (ESMAKKER, trick(8, "plain", 8, called_by="Carl"), "called_by"),
    (ESMAKKER, trick(8, "gode", 8, called_by="Carl"), "called_by"),
    (ESMAKKER, alone(8, "kvarte", 8, "declared", called_by="Carl"), "called_by"),
    ("dansk-whist", trick(7, "grand", 7, partner="Carl", called_by="Bodil"), "called_by"),
    (ESMAKKER, nolo("sol", Anders=1) | {"called_by": "Carl"}, "called_by"),
    # A nolo.
    (ESMAKKER, nolo("sol", Anders=1) | {"partner": "Bodil"}, "partner"),
    (ESMAKKER, nolo("sol", Anders=1) | {"trump": "clubs"}, "trump"),
    (ESMAKKER, nolo("sol", Anders=14), "participants"),
    (ESMAKKER, nolo("sol", Anders="1"), "participants"),
    (ESMAKKER, nolo("sol", Anders=7, Bodil=7), "participants"),
    (ESMAKKER, nolo("sol", Viggo=1), "participants"),
    (ESMAKKER, nolo("sol"), "participants"),
    (ESMAKKER, nolo("sol") | {"participants": {"Anders": 1}}, "participants"),
    (ESMAKKER, nolo("sol") | {"participants": ["Anders"]}, "participants"),
    (ESMAKKER, nolo("sol") | {"participants": [{"player": "Anders", "tricks": 1}] * 2}, "participants"),
    (ESMAKKER, nolo("sol") | {"participants": [{"player": "Anders", "tricks": 1, "won": True}]}, "participants"),
    (ESMAKKER, nolo("sol") | {"participants": [{"player": "Anders", "tricks": 1, "made": True}]}, "participants"),
    (ESMAKKER, nolo("sol") | {"participants": [{"player": "Anders", "made": 1}]}, "participants"),
    (ESMAKKER, nolo("grand", Anders=1), "contract"),
    (ESMAKKER, nolo("", Anders=1), "contract"),
    # Where the price of a nolo goes by its tricks, they must be given.
    ("jungs-jydewhist", nolo("sol", Anders=True), "participants.Anders"),
    ("vest-gui", nolo("sol", Anders=False), "participants.Anders"),
    # A nolo that everybody made was not stopped: just made, with one fewer, by both, and nobody counted.
    (ESMAKKER, nolo("sol", Anders=1) | {"stopped": True}, "stopped"),
    (ESMAKKER, nolo("sol", Anders=0) | {"stopped": True}, "stopped"),
    (ESMAKKER, nolo("sol", Anders=1, Carl=0) | {"stopped": True}, "stopped"),
    (ESMAKKER, nolo("sol", Anders=True) | {"stopped": True}, "stopped"),
    # Other games, and what is no deal that was played.
    ("dansk-whist", nolo("sol", Anders=1, Bodil=1), "participants"),
    ("dansk-whist", nolo("nolo", Anders=6, Bodil=1), "participants"),
    ("dansk-whist", trick(7, "grand", 7, partner="Bodil"), "partner"),
    ("dansk-whist", alone(7, "grand", 7), "alone"),
    ("dansk-whist", trick(7, "grandi", 8, partner="Carl"), "tricks"),
    ("dansk-whist", trick(8, "grand", 8, partner="Carl"), "level"),
    ("dansk-whist", PASNOLO | {"tricks": {"Anders": 13}}, "tricks"),
    ("dansk-whist", PASNOLO | {"tricks": dict.fromkeys(FOUR, 3)}, "tricks"),
    ("dansk-whist", PASNOLO | {"tricks": {**PASNOLO["tricks"], "Viggo": 0}}, "tricks"),
    ("dansk-whist", PASNOLO | {"tricks": [1, 1, 5, 6]}, "tricks"),
    ("engelsk-whist", ENGLISH | {"pair_tricks": [5, 7]}, "pair_tricks"),
    ("engelsk-whist", ENGLISH | {"pair_tricks": [-1, 14]}, "pair_tricks"),
    ("engelsk-whist", ENGLISH | {"pair_tricks": [13]}, "pair_tricks"),
    ("engelsk-whist", ENGLISH | {"pairs": [["Anders", "Carl"], ["Carl", "Dorthe"]]}, "pairs"),
    ("engelsk-whist", ENGLISH | {"pairs": [["Anders", "Carl"]]}, "pairs"),
    ("engelsk-whist", ENGLISH | {"pairs": ["Anders", "Carl"]}, "pairs"),
    ("call-ace-euchre", EUCHRE | {"partner": None}, "partner"),
    ("call-ace-euchre", EUCHRE | {"partner": "Bodil"}, "partner"),
    ("call-ace-euchre", EUCHRE | {"outcome": "march_alone"}, "partner"),
    ("call-ace-euchre", EUCHRE | {"outcome": "won"}, "outcome"),
    ("call-ace-euchre", EUCHRE | {"maker": "Viggo"}, "maker"),
    (ESMAKKER, PENALTY | {"amounts": {**AMOUNTS, "Anders": -71}}, "amounts"),
    (ESMAKKER, PENALTY | {"amounts": {**AMOUNTS, "Viggo": 0}}, "amounts"),
    (ESMAKKER, PENALTY | {"amounts": {"Anders": "0,1", "Bodil": "-0,1"}}, "amounts.Anders"),
    (ESMAKKER, PENALTY | {"amounts": {"Anders": 0.5, "Bodil": -0.5}}, "amounts.Anders"),
    (ESMAKKER, PENALTY | {"amounts": {"Anders": True, "Bodil": -1}}, "amounts.Anders"),
    (ESMAKKER, PENALTY | {"amounts": {"Anders": 10**400, "Bodil": -(10**400)}}, "amounts.Anders"),
    (ESMAKKER, PENALTY | {"amounts": {"Anders": 0}}, "amounts"),
    (ESMAKKER, PENALTY | {"amounts": {}}, "amounts"),
    (ESMAKKER, PENALTY | {"reason": " "}, "reason"),
    (ESMAKKER, PENALTY | {"reason": "x" * 201}, "reason"),
    (ESMAKKER, {"kind": "passed_out", "tricks": 3}, "tricks"),
    (ESMAKKER, PENALTY | {"note": "to gange"}, "note"),
    (ESMAKKER, {"kind": "not_played"}, "cause"),
    (ESMAKKER, {"kind": "not_played", "cause": "rain"}, "cause"),
    (ESMAKKER, {"kind": "not_played", "cause": "misdeal", "declarer": "Anders"}, "declarer"),
    (ESMAKKER, {"kind": "not_played", "cause": "misdeal", "dealer": "Viggo"}, "dealer"),
]


@pytest.mark.parametrize(("code", "deal", "field"), SLIPS)
def test_a_slip_is_refused_beside_its_field(code, deal, field):
    assert refused_field(code, deal) == field


@pytest.mark.parametrize("field", ["kind", "level", "attachment", "declarer", "tricks", "partner"])
def test_what_a_trick_deal_leaves_out_is_asked_for(field):
    deal = trick(9, "plain", 10)
    del deal[field]

    assert refused_field(ESMAKKER, deal) == field


def test_a_column_that_is_never_played_alone_asks_for_the_partner():
    document = preset("call-ace-whist")
    document["columns"][0]["alone"] = "never"

    with pytest.raises(Refusal) as refused:
        read_deal(alone(8, "plain", 8), read_scoring_table(document), FOUR)

    assert str(refused.value) == "Choose a partner."


@pytest.mark.parametrize("note", ["", "  ", 7, ["talt om"], "x" * 201, "\x00"])
@pytest.mark.parametrize(("code", "deal"), ONE_OF_EACH)
def test_a_note_is_a_short_text(code, deal, note):
    assert refused_field(code, deal | {"note": note}) == "note"


@pytest.mark.parametrize(("code", "known"), [("vest-gui", {"Anders": 1}), (ESMAKKER, {"Anders": 1, "Carl": 2})])
def test_a_nolo_whose_tricks_nobody_counted_pays_the_same(code, known):
    tariff = compile_tariff(table_of(code))
    unknown = {player: tricks <= 1 for player, tricks in known.items()}

    counted, uncounted = (
        settle(read_deal(nolo("sol", **taken), tariff.scoring_table, FOUR), tariff, FOUR) for taken in (known, unknown)
    )

    assert counted == uncounted


def test_a_nolo_is_stopped_by_one_trick_too_many_not_by_one_too_few():
    exactly_one = table_of("call-ace-whist", sol="exactly_one")
    stopped = nolo("sol", Anders=0) | {"stopped": True}

    with refused_at("stopped"):
        read_deal(stopped, exactly_one, FOUR)


@pytest.mark.parametrize("stopped", ["yes", 1, 0])
def test_play_was_stopped_or_it_was_not(stopped):
    assert refused_field(ESMAKKER, nolo("sol", Anders=2) | {"stopped": stopped}) == "stopped"


@pytest.mark.parametrize(
    ("players", "seating", "field"),
    [
        (FOUR[:3], {}, "players"),
        (FIVE, {}, "dealer"),
        (FIVE, {"dealer": "Carl", "sits_out": ["Erik"]}, "sits_out"),
        (FIVE, {"dealer": "Anders"}, "declarer"),
        (FIVE, {"dealer": "Bodil"}, "partner"),
        (SIX, {}, "sits_out"),
        (SIX, {"dealer": "Carl"}, "sits_out"),
        (SIX, {"sits_out": ["Carl"]}, "sits_out"),
        (SIX, {"sits_out": ["Carl", "Carl"]}, "sits_out"),
        (SIX, {"sits_out": ["Carl", "Viggo"]}, "sits_out"),
        (SIX, {"sits_out": ["Anders", "Carl"]}, "declarer"),
    ],
)
def test_exactly_four_play(players, seating, field):
    assert refused_field(ESMAKKER, trick(8, "plain", 8, **seating), players) == field


def test_who_sits_out_called_no_ace():
    assert refused_field(ESMAKKER, trick(8, "vip", 8, vip_turn=1, dealer="Erik", called_by="Erik"), FIVE) == "called_by"


def test_a_refusal_names_the_player_in_a_sentence():
    with pytest.raises(Refusal) as refused:
        read_deal(trick(8, "plain", 8, partner="Viggo"), table_of(ESMAKKER), FOUR)

    assert str(refused.value) == "“Viggo” is not at the table."


@pytest.mark.parametrize(
    "players",
    [None, "ABCD", ["A", "B"], ["A", "B", "C", "A"], ["A", "B", "C", ""], ["A", "B", "C", 4], list("ABCDEFGHIJKLM")],
)
def test_players_are_different_names(players):
    with refused_at("players"):
        read_players(players)


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from([*FOUR, "vip", "sol", "clubs", "self_called"]),
    st.lists(st.integers(0, 14), max_size=3),
    st.dictionaries(st.sampled_from([*FOUR, "player", "tricks"]), st.integers(0, 14), max_size=3),
)
KEYS = ["level", "attachment", "vip_turn", "trump", "declarer", "partner", "alone", "tricks", "contract"]
KEYS += [
    "note",
    "stopped",
    "called_by",
    "cause",
    "participants",
    "pairs",
    "pair_tricks",
    "maker",
    "outcome",
    "amounts",
    "reason",
    "dealer",
    "sits_out",
    "points",
    "bid",
]
KINDS = ["trick", "nolo", "passed_out", "not_played", "free_for_all", "pair_book", "role_table", "adjustment"]
KINDS += ["points_only"]


@given(
    code=st.sampled_from([ESMAKKER, "dansk-whist", "engelsk-whist", "call-ace-euchre"]),
    kind=st.sampled_from(KINDS),
    rest=st.dictionaries(st.sampled_from(KEYS), VALUES),
)
def test_whatever_is_written_is_read_or_refused_with_its_field(code, kind, rest):
    try:
        read_deal({"kind": kind, **rest}, table_of(code), FOUR)
    except Refusal as refusal:
        assert refusal.field in {"kind", *KEYS}


@pytest.mark.parametrize(("code", "deal"), [("dansk-whist", PASNOLO), ("engelsk-whist", ENGLISH)])
def test_a_result_that_is_the_tricks_alone_is_not_told_again_in_words(code, deal):
    scoring_table = table_of(code)
    read = read_deal(deal, scoring_table, FOUR)

    assert read.result(scoring_table)["da"] == "-".join(map(str, read.tricks_taken(deal)))
    assert read.result_in_words(scoring_table, {})["da"] == ""
