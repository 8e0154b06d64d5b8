"""The tables of published programs and clubs: what their sources quote, deal by deal."""

import pytest

from ledger.rules.scoring.document import preset, read_scoring_table, table_from
from ledger.rules.scoring.tariff import compile_tariff
from tests.rules.deals.playing import alone, nolo, pays, tariff_of, trick

DUESTRAF = {"kind": "penalty", "penalty": "duestraf", "player": "Anders"}


def paskrig(*tricks):
    return {"kind": "free_for_all", "tricks": dict(zip(("Anders", "Bodil", "Carl", "Dorthe"), tricks, strict=True))}


@pytest.mark.parametrize(
    ("code", "deal", "paid"),
    [
        # V = 5 x 2^k; V(1 + over), 2V x under; sol 50 and 100 lost, up to super bordlægger 200 and 400
        ("it-whist", trick(7, "plain", 7), ["5", "5", "-5", "-5"]),
        ("it-whist", trick(8, "gode", 10), ["60", "60", "-60", "-60"]),
        ("it-whist", trick(8, "plain", 6), ["-40", "-40", "40", "40"]),
        ("it-whist", alone(8, "plain", 8), ["30", "-10", "-10", "-10"]),
        ("it-whist", nolo("sol", Anders=1), ["150", "-50", "-50", "-50"]),
        ("it-whist", nolo("sol", Anders=2), ["-300", "100", "100", "100"]),
        ("it-whist", nolo("super_bordlaegger", Anders=0), ["600", "-200", "-200", "-200"]),
        ("it-whist", nolo("super_bordlaegger", Anders=1), ["-1200", "400", "400", "400"]),
        # gode x1, halve and sans x2, vip 2 x turn, clubs or no trump twice; a knock x2, knocked back x4
        ("pywhist", trick(7, "gode", 7), ["5", "5", "-5", "-5"]),
        ("pywhist", trick(7, "sans", 7), ["10", "10", "-10", "-10"]),
        ("pywhist", trick(7, "vip", 7, vip_turn=3), ["30", "30", "-30", "-30"]),
        ("pywhist", trick(7, "vip", 7, vip_turn=3, trump="clubs"), ["60", "60", "-60", "-60"]),
        ("pywhist", trick(7, "vip", 7, vip_turn=1, trump="none"), ["20", "20", "-20", "-20"]),
        ("pywhist", trick(7, "vip", 7, vip_turn=1, trump="spades"), ["10", "10", "-10", "-10"]),
        ("pywhist", trick(7, "plain", 6, flag="knock"), ["-20", "-20", "20", "20"]),
        ("pywhist", trick(7, "plain", 7, flag="re_knock"), ["20", "20", "-20", "-20"]),
        ("pywhist", nolo("ren_bordlaegger", Anders=0), ["1200", "-400", "-400", "-400"]),
        # quoted: 8 with 10 tricks 200; 8 with 6 tricks -80; 8 clubs alone with 8 tricks +960 and -320
        ("danish-wist", trick(8, "plain", 10), ["200", "200", "-200", "-200"]),
        ("danish-wist", trick(8, "plain", 6), ["-80", "-80", "80", "80"]),
        ("danish-wist", alone(8, "gode", 8), ["960", "-320", "-320", "-320"]),
        # the row 0 0 1/4 1/2 1 2 ... 8; value x (tricks - 6), rounded up; 13 tricks count as 14; 13 of 13 is 64
        ("es-makker-points", trick(8, "plain", 10), ["0", "0", "0", "0"]),
        ("es-makker-points", trick(9, "plain", 9), ["1", "1", "-1", "-1"]),
        ("es-makker-points", trick(9, "plain", 11), ["2", "2", "-2", "-2"]),
        ("es-makker-points", trick(9, "plain", 8), ["-1", "-1", "1", "1"]),
        ("es-makker-points", trick(9, "vip", 6, vip_turn=3), ["-12", "-12", "12", "12"]),
        ("es-makker-points", trick(10, "plain", 13), ["4", "4", "-4", "-4"]),
        ("es-makker-points", trick(13, "plain", 13), ["64", "64", "-64", "-64"]),
        ("es-makker-points", trick(13, "vip", 13, vip_turn=3), ["256", "256", "-256", "-256"]),
        ("es-makker-points", trick(13, "plain", 12), ["-32", "-32", "32", "32"]),
        ("es-makker-points", trick(13, "vip", 11, vip_turn=3), ["-96", "-96", "96", "96"]),
        ("es-makker-points", nolo("ren_bordlaegger", Anders=0), ["15", "-5", "-5", "-5"]),
        # sol 4, and 8 per trick too many; a penalty of 75
        ("whist-scoreboard", trick(9, "vip", 10), ["16", "16", "-16", "-16"]),
        ("whist-scoreboard", trick(9, "plain", 7), ["-16", "-16", "16", "16"]),
        ("whist-scoreboard", nolo("sol", Anders=0), ["12", "-4", "-4", "-4"]),
        ("whist-scoreboard", nolo("sol", Anders=3), ["-48", "16", "16", "16"]),
        ("whist-scoreboard", DUESTRAF | {"penalty": "straf"}, ["-75", "25", "25", "25"]),
        # V(t - 6), V(1 + under); vip 3, 4, 6 by turn; 16, 32, 64, 128
        ("whistzilla", trick(8, "plain", 10), ["8", "8", "-8", "-8"]),
        ("whistzilla", trick(8, "vip", 7, vip_turn=2), ["-16", "-16", "16", "16"]),
        ("whistzilla", nolo("sol", Anders=1), ["48", "-16", "-16", "-16"]),
        ("whistzilla", nolo("bordlaegger", Anders=1), ["-192", "64", "64", "64"]),
        ("whistzilla", nolo("super_bordlaegger", Anders=0), ["384", "-128", "-128", "-128"]),
        ("whistzilla", nolo("super_bordlaegger", Anders=1), ["-384", "128", "128", "128"]),
        # 10 + 7 x rank; + 1 per overtrick, + 5 per undertrick; sol 73 (74 without a trick), ren sol 108
        ("jungs-jydewhist", trick(7, "plain", 7), ["10", "10", "-10", "-10"]),
        ("jungs-jydewhist", trick(7, "halve", 9), ["19", "19", "-19", "-19"]),
        ("jungs-jydewhist", trick(7, "gode", 5), ["-34", "-34", "34", "34"]),
        ("jungs-jydewhist", trick(8, "vip", 8, vip_turn=3), ["114", "114", "-114", "-114"]),
        ("jungs-jydewhist", nolo("sol", Anders=0), ["222", "-74", "-74", "-74"]),
        ("jungs-jydewhist", nolo("sol", Anders=1), ["219", "-73", "-73", "-73"]),
        ("jungs-jydewhist", nolo("sol", Anders=3), ["-249", "83", "83", "83"]),
        ("jungs-jydewhist", nolo("ren_sol", Anders=0), ["324", "-108", "-108", "-108"]),
        ("jungs-jydewhist", nolo("ren_sol", Anders=2), ["-354", "118", "118", "118"]),
        # V(over + 2), V x under; all or none x2; clubs in the 3rd turn x2 when made; duestraf -72 / +24
        ("whist2", trick(8, "plain", 8), ["2", "2", "-2", "-2"]),
        ("whist2", trick(9, "halve", 11), ["16", "16", "-16", "-16"]),
        ("whist2", trick(9, "plain", 8), ["-2", "-2", "2", "2"]),
        ("whist2", trick(13, "plain", 13), ["128", "128", "-128", "-128"]),
        ("whist2", trick(8, "plain", 0), ["-16", "-16", "16", "16"]),
        ("whist2", trick(8, "vip", 8, vip_turn=3, trump="clubs"), ["32", "32", "-32", "-32"]),
        ("whist2", trick(8, "vip", 8, vip_turn=2, trump="clubs"), ["8", "8", "-8", "-8"]),
        ("whist2", trick(8, "vip", 7, vip_turn=3, trump="clubs"), ["-8", "-8", "8", "8"]),
        ("whist2", alone(9, "plain", 9), ["12", "-4", "-4", "-4"]),
        ("whist2", nolo("halv_bordlaegger", Anders=1), ["-48", "16", "16", "16"]),
        ("whist2", nolo("ren_sol", Anders=0, Bodil=1), ["32", "-32", "0", "0"]),
        ("whist2", nolo("sol", Anders=1, Bodil=2), ["16", "-16", "0", "0"]),
        ("whist2", DUESTRAF, ["-72", "24", "24", "24"]),
        # kroner per trick in three classes; V(1 + over), V x under; 2.50, 6, 14
        ("laederwhist", trick(8, "plain", 10), ["2.25", "2.25", "-2.25", "-2.25"]),
        ("laederwhist", trick(10, "vip", 8, vip_turn=2), ["-14", "-14", "14", "14"]),
        ("laederwhist", trick(13, "gode", 13), ["96", "96", "-96", "-96"]),
        ("laederwhist", nolo("sol", Anders=1), ["7.5", "-2.5", "-2.5", "-2.5"]),
        ("laederwhist", nolo("ren_sol", Anders=0, Bodil=1), ["24", "-24", "0", "0"]),
        # G 2^k p (over + 1), 2 G 2^k p under; vip 1.5, gode 2; 6G x 1, 2, 4, 8 and double lost
        ("g-formula", trick(7, "vip", 8), ["3", "3", "-3", "-3"]),
        ("g-formula", trick(7, "vip", 7), ["1.5", "1.5", "-1.5", "-1.5"]),
        ("g-formula", trick(8, "gode", 6), ["-16", "-16", "16", "16"]),
        ("g-formula", nolo("ren_bordlaegger", Anders=0), ["144", "-48", "-48", "-48"]),
        ("g-formula", nolo("sol", Anders=2), ["-36", "12", "12", "12"]),
        # 0.25 x 2^k, clubs and no trump x2, vip 2^turn; V x max(1, over), V x under; totals 6, 12, 24
        ("gamr", trick(7, "plain", 7), ["0.25", "0.25", "-0.25", "-0.25"]),
        ("gamr", trick(7, "plain", 8), ["0.25", "0.25", "-0.25", "-0.25"]),
        ("gamr", trick(7, "plain", 9), ["0.5", "0.5", "-0.5", "-0.5"]),
        ("gamr", trick(9, "vip", 9, vip_turn=3), ["8", "8", "-8", "-8"]),
        ("gamr", trick(9, "gode", 7), ["-4", "-4", "4", "4"]),
        ("gamr", nolo("sol", Anders=0), ["6", "-2", "-2", "-2"]),
        ("gamr", nolo("bordlaegger", Anders=0), ["24", "-8", "-8", "-8"]),
        # 0.50 x 2^k; V(1 + over), 2V x under; + 8 at 12 tricks, + 16 at 13; attachments double together
        ("grundtakst", trick(7, "plain", 7), ["0.5", "0.5", "-0.5", "-0.5"]),
        ("grundtakst", trick(7, "plain", 6), ["-1", "-1", "1", "1"]),
        ("grundtakst", trick(9, "halve_gode", 10), ["16", "16", "-16", "-16"]),
        ("grundtakst", trick(9, "vip_sans", 9, vip_turn=2), ["16", "16", "-16", "-16"]),
        ("grundtakst", trick(12, "plain", 12), ["24", "24", "-24", "-24"]),
        ("grundtakst", trick(12, "plain", 13), ["48", "48", "-48", "-48"]),
        ("grundtakst", trick(13, "plain", 12), ["-64", "-64", "64", "64"]),
        ("grundtakst", nolo("oplaegger", Anders=0), ["48", "-16", "-16", "-16"]),
        # 10 20 40 60 80 100 200 flat; 2V x under; totals 90, 180, 360, lost twice per trick
        ("vest-gui", trick(10, "plain", 13), ["60", "60", "-60", "-60"]),
        ("vest-gui", trick(13, "plain", 11), ["-800", "-800", "800", "800"]),
        ("vest-gui", nolo("sol", Anders=1), ["90", "-30", "-30", "-30"]),
        ("vest-gui", nolo("bordlaegger", Anders=3), ["-1440", "480", "480", "480"]),
        # base 0 1 2 3 4 5 25: base + (t - 6), base + 2 x under; paskrig as quoted
        ("whist-ai", trick(7, "plain", 7), ["1", "1", "-1", "-1"]),
        ("whist-ai", trick(9, "plain", 10), ["6", "6", "-6", "-6"]),
        ("whist-ai", trick(13, "plain", 11), ["-29", "-29", "29", "29"]),
        ("whist-ai", nolo("bordlaegger", Anders=0), ["24", "-8", "-8", "-8"]),
        ("whist-ai", nolo("bordlaegger", Anders=1), ["-24", "8", "8", "8"]),
        ("whist-ai", paskrig(1, 4, 4, 4), ["9", "-3", "-3", "-3"]),
        ("whist-ai", paskrig(1, 1, 5, 6), ["4.5", "4.5", "-4", "-5"]),
        # “2 i 9” = 18 each, made or lost
        ("es-makker-2i9", trick(9, "to", 9), ["18", "18", "-18", "-18"]),
        ("es-makker-2i9", trick(9, "to", 8), ["-18", "-18", "18", "18"]),
        ("es-makker-2i9", trick(10, "fire", 12), ["40", "40", "-40", "-40"]),
        # 0.5 x 2^k x 1, 1.25, 1.5, 1.75, rounded half up; what the slips 1190, 28 and 228 should be; 7 half is 1..7
        ("whist-score-tracker", trick(7, "plain", 7), ["1", "1", "-1", "-1"]),
        ("whist-score-tracker", trick(7, "vip", 8), ["1", "1", "-1", "-1"]),
        ("whist-score-tracker", trick(9, "vip", 9), ["3", "3", "-3", "-3"]),
        ("whist-score-tracker", trick(12, "vip", 4), ["-180", "-180", "180", "180"]),
        ("whist-score-tracker", trick(12, "plain", 5), ["-128", "-128", "128", "128"]),
        ("whist-score-tracker", trick(13, "staerke", 3), ["-528", "-528", "528", "528"]),
        ("whist-score-tracker", trick(7, "halve", 7), ["1", "1", "-1", "-1"]),
        ("whist-score-tracker", trick(7, "halve", 13), ["7", "7", "-7", "-7"]),
        ("whist-score-tracker", alone(10, "plain", 10), ["3", "-1", "-1", "-1"]),
        ("whist-score-tracker", nolo("ren_bordlaegger", Anders=0), ["24", "-8", "-8", "-8"]),
        # 5 m 2^k (1 + over / 2) and 2 m 2^k (1 + under), both rounded up; gode and vip 1.25, halve 1.75, sans 2
        ("lakse", trick(7, "plain", 8), ["8", "8", "-8", "-8"]),
        ("lakse", trick(8, "gode", 10), ["25", "25", "-25", "-25"]),
        ("lakse", trick(7, "vip", 8), ["10", "10", "-10", "-10"]),
        ("lakse", trick(7, "halve", 6), ["-7", "-7", "7", "7"]),
        ("lakse", alone(9, "sans", 9), ["120", "-40", "-40", "-40"]),
        # 2 4 4 8 8 16 16 32 32 64 64 128 for 8, 8+ ... 13+; sol 10, ren sol 20, halv bordlægger 40, bordlægger 80
        ("ladder-16", trick(8, "plain", 8), ["2", "2", "-2", "-2"]),
        ("ladder-16", trick(13, "paahaeng", 13), ["128", "128", "-128", "-128"]),
        ("ladder-16", nolo("halv_bordlaegger", Anders=1), ["120", "-40", "-40", "-40"]),
    ],
)
def test_a_deal_pays_what_its_source_says(code, deal, paid):
    assert pays(tariff_of(code), deal) == paid


def test_the_app_of_whist2_reads_two_things_otherwise_than_its_club():
    app = tariff_of("whist2", joined="outsiders", alone="factor")

    assert pays(app, nolo("sol", Anders=0, Bodil=2)) == ["8", "-8", "0", "0"]
    assert pays(app, alone(8, "plain", 8)) == ["6", "-2", "-2", "-2"]


@pytest.mark.parametrize(
    ("level", "amounts"),
    [
        (7, {5: -40, 6: -20, 7: 10, 8: 20, 9: 30, 10: 40, 11: 50, 12: 120, 13: 280}),
        (8, {5: -120, 6: -80, 7: -40, 8: 20, 9: 40, 10: 60, 11: 80, 12: 200, 13: 480}),
    ],
)
def test_a_free_matrix_such_as_pmollers_is_typed_as_overrides(level, amounts):
    document = preset("it-whist") | {
        "overrides": [{"level": level, "tricks": tricks, "amount": amount} for tricks, amount in amounts.items()],
        "multipliers": [{"when": {"attachment": "halve"}, "label": {"da": "halve", "en": "halve"}, "mult": 2}],
    }
    tariff = compile_tariff(read_scoring_table(document))

    assert tariff.amounts[f"{level} plain"][5:] == tuple(amounts.values())
    assert tariff.amounts[f"{level} halve"][13] == 2 * amounts[13]


@pytest.mark.parametrize(
    ("code", "columns", "ladder"),
    [
        ("jungs-jydewhist", ("plain", "halve", "gode"), [10, 17, 24, 38, 45, 52, 66, 80, 87]),
        ("ladder-16", ("plain", "paahaeng"), [2, 4, 4, 8, 8, 16, 16, 32, 32, 64, 64, 128]),
    ],
)
def test_a_ladder_is_that_of_its_prices(code, columns, ladder):
    scoring_table = table_from(code)
    prices = [scoring_table.prices[level][column].made for level in scoring_table.levels for column in columns]

    assert prices[: len(ladder)] == ladder


@pytest.mark.parametrize(
    ("unit", "codes"),
    [
        (1, "call-ace-whist call-ace-whist-quarter it-whist pywhist danish-wist whistzilla jungs-jydewhist whist2"),
        (1, "vest-gui whist-scoreboard es-makker-2i9 ladder-16 engelsk-whist call-ace-euchre"),
        (2, "g-formula grundtakst"),
        (4, "laederwhist gamr es-makker-points"),
        (6, "whist-ai"),
        (8, "esmakker-wikipedia whistklubben whist-score-tracker lakse"),
        (24, "dansk-whist"),
    ],
)
def test_a_unit_is_the_smallest_that_keeps_every_payout_whole(unit, codes):
    assert {table_from(code).unit_denominator for code in codes.split()} == {unit}
