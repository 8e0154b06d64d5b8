"""What a document can say beyond a price per cell: named rules, multipliers, overrides, rounding, penalties."""

import pytest

from ledger.rules.deals.settling import calculation, deal_data, read_deal, settle
from ledger.rules.scoring.document import preset, read_scoring_table
from ledger.rules.scoring.scoring_table import Price
from ledger.rules.scoring.tariff import compile_tariff
from ledger.rules.site.refusal import Refusal
from tests.rules.deals.playing import FIVE, FOUR, alone, pays, trick
from tests.support.refusing import refused_at

LABEL = {"da": "Navn", "en": "Name"}
SLAM = {"da": "storslem", "en": "a grand slam"}
KNOCKS = [
    {"code": "knock", "label": {"da": "banket", "en": "a knock"}},
    {"code": "re_knock", "label": {"da": "genbanket", "en": "a knock back"}},
]
DUESTRAF = {"code": "duestraf", "label": {"da": "Duestraf", "en": "Duestraf"}, "offender": -72, "other": 24}


def document(**changes):
    """Call-ace whist (10 for a plain 7, doubling) with parts changed."""
    changed = preset("call-ace-whist")
    changed["rules"] |= changes.pop("rules", {})
    return changed | changes


def tariff(**changes):
    return compile_tariff(read_scoring_table(document(**changes)))


def why(priced, deal, language="en"):
    read = read_deal(deal, priced.scoring_table, FOUR)
    return calculation(read, priced.scoring_table, settle(read, priced, FOUR))[language]


@pytest.mark.parametrize(
    ("rules", "price_of_plain_9"),
    [
        ({"made": "one_plus", "lost": "one_plus"}, Price(40, 40, 40, 40)),
        ({"made": "over_two", "lost": "under"}, Price(80, 40, 0, 40)),
        ({"made": "from_book", "lost": "double_under"}, Price(120, 40, 0, 80)),
        ({"made": "per_trick", "lost": "flat"}, Price(360, 40, 40, 0)),
        ({"made": "additive", "lost": "additive"}, Price(40, 1, 40, 5)),
        ({"made": "flat", "lost": "flat"}, Price(40, 0, 40, 0)),
    ],
)
def test_a_value_and_two_named_rules_are_four_numbers(rules, price_of_plain_9):
    assert read_scoring_table(document(rules=rules, each={"under": 5})).prices[9]["plain"] == price_of_plain_9


@pytest.mark.parametrize(
    ("when", "deal", "paid"),
    [
        ({"attachment": "halve"}, trick(8, "halve", 8), "80"),
        ({"attachment": "halve"}, trick(8, "gode", 8), "40"),
        ({"tricks": 13}, trick(8, "plain", 13), "240"),
        ({"tricks": 13}, trick(8, "plain", 12), "100"),
        ({"tricks": 0, "result": "lost"}, trick(7, "plain", 0), "-160"),
        ({"result": "made"}, trick(8, "plain", 8), "40"),
        ({"result": "made"}, trick(8, "plain", 7), "-40"),
        ({"trump": "clubs"}, trick(8, "plain", 8, trump="clubs"), "40"),
        ({"trump": "clubs"}, trick(8, "plain", 8, trump="hearts"), "20"),
        ({}, trick(8, "plain", 8), "40"),
    ],
)
def test_a_multiplier_counts_when_all_its_conditions_hold(when, deal, paid):
    doubled = tariff(multipliers=[{"when": when, "label": LABEL, "mult": 2}])

    assert pays(doubled, deal)[0] == paid


def test_a_multiplier_may_count_a_turn():
    esmakker = preset("esmakker-wikipedia")
    esmakker["multipliers"] = [{"when": {"turn": 3, "trump": "clubs"}, "label": LABEL, "mult": 2}]
    third_turn_only = compile_tariff(read_scoring_table(esmakker))

    assert third_turn_only.amounts["9 vip3 clubs"][9] == 64
    assert third_turn_only.amounts["9 vip2 clubs"][9] == third_turn_only.amounts["9 vip2"][9] == 16


def test_multipliers_count_in_their_order():
    doubled = {"when": {"attachment": "halve"}, "label": LABEL, "mult": 2}
    added = {"when": {"tricks": 13, "result": "made"}, "label": SLAM, "add": 16}

    assert pays(tariff(multipliers=[doubled, added]), trick(13, "halve", 13))[0] == "2576"
    assert pays(tariff(multipliers=[added, doubled]), trick(13, "halve", 13))[0] == "2592"


def test_a_turn_is_not_mistaken_for_a_number_of_tricks():
    rows = [{"when": {"turn": 3}, "label": LABEL, "mult": 2}, {"when": {"tricks": 3}, "label": LABEL, "mult": 3}]

    assert [row.mult for row in read_scoring_table(document(multipliers=rows)).multipliers] == [2, 3]


def test_where_the_trump_says_why_a_multiplier_needs_no_label():
    doubled = tariff(multipliers=[{"when": {"trump": "clubs"}, "mult": 2}])

    assert why(doubled, trick(8, "plain", 8, trump="clubs")).endswith("20 × 2 for clubs = 40 from each opponent")


def test_a_combined_column_bears_its_parts():
    combined = document()
    combined["columns"].append(
        combined["columns"][4] | {"code": "halve_gode", "attachment": "halve_gode", "parts": ["halve", "gode"]}
    )
    for row in combined["values"].values():
        row.append(row[0])
    combined["multipliers"] = [
        {"when": {"attachment": part}, "label": LABEL, "mult": 3} for part in ("halve_gode", "gode")
    ]

    assert pays(compile_tariff(read_scoring_table(combined)), trick(8, "halve_gode", 8))[0] == "180"


def test_a_knock_is_a_fact_of_the_deal():
    rows = [{"when": {"flag": flag["code"]}, "label": flag["label"], "mult": 2 * n} for n, flag in enumerate(KNOCKS, 1)]
    knocked = tariff(flags=KNOCKS, multipliers=rows)
    deal = trick(8, "plain", 10, flag="re_knock")

    assert deal_data(read_deal(deal, knocked.scoring_table, FOUR)) == deal
    assert pays(knocked, deal) == ["240", "240", "-240", "-240"]
    assert pays(knocked, alone(8, "plain", 7, flag="knock")) == ["-240", "80", "80", "80"]
    assert (
        why(knocked, deal) == "8 needs 8 tricks, took 10: (20 + 2 × 20) × 4 for a knock back = 240 from each opponent"
    )
    with pytest.raises(Refusal):
        read_deal(trick(8, "plain", 8, flag="shout"), knocked.scoring_table, FOUR)


def test_an_override_replaces_one_amount_before_the_multipliers():
    overridden = tariff(
        overrides=[
            {"level": 8, "column": "plain", "tricks": 7, "amount": -40},
            {"level": 9, "tricks": 13, "amount": 7},
        ],
        multipliers=[{"when": {"attachment": "halve"}, "label": LABEL, "mult": 2}],
    )

    assert overridden.amounts["8 plain"][6:9] == (-60, -40, 20)
    assert [overridden.amounts[line][13] for line in ("9 plain", "9 gode", "9 halve")] == [7, 7, 14]


@pytest.mark.parametrize(
    ("rounding", "first", "third"), [("up", ["1", "1"], ["2", "-2"]), ("half_up", ["0", "0"], ["2", "-2"])]
)
def test_amounts_are_rounded_to_whole_points(rounding, first, third):
    quarter = {"da": "Alm.", "en": "Plain"}
    column = {"code": "plain", "attachment": "plain", "vip_turn": None, "label": quarter, "trump": "chosen"}
    values = {"7": [{"made": "1/4", "over": "1/4", "lost": "1/4", "under": "1/4"}], "8": ["3/2"]}
    rounded = tariff(
        unit_denominator=4, rounding=rounding, columns=[column | {"alone": "possible"}], values=values, ladder=[]
    )

    assert pays(rounded, trick(7, "plain", 7))[:2] == first
    assert [pays(rounded, trick(8, "plain", 8))[0], pays(rounded, trick(8, "plain", 8))[3]] == third
    assert why(rounded, trick(8, "plain", 8)).endswith(
        f"1.5, {'rounded up' if rounding == 'up' else 'rounded'} = 2 from each opponent"
    )


def test_thirteen_tricks_may_count_as_fourteen():
    mapped = tariff(rules={"made": "from_book"}, tricks_map={"13": 14})

    assert mapped.amounts["8 plain"][12:] == (120, 160)


def test_two_thirds_from_each_opponent_are_rounded_up():
    app = tariff(rules={"alone": "factor"}, alone_factor={"factor": "2/3", "rounding": "up"})

    assert pays(app, alone(8, "plain", 8)) == ["42", "-14", "-14", "-14"]
    assert pays(app, alone(8, "plain", 7)) == ["-81", "27", "27", "27"]
    assert pays(app, trick(8, "plain", 8))[0] == "20"
    assert why(app, alone(8, "plain", 8), "da").endswith("20 × 2/3 for alene, rundet op = 14 fra hver modspiller")


def test_a_penalty_is_paid_to_the_others_in_the_deal():
    penal = tariff(penalties=[DUESTRAF])
    deal = {"kind": "penalty", "penalty": "duestraf", "player": "Carl"}

    assert pays(penal, deal) == ["24", "24", "-72", "24"]
    assert pays(penal, deal | {"dealer": "Erik"}, FIVE) == ["24", "24", "-72", "24", "0"]
    assert deal_data(read_deal(deal, penal.scoring_table, FOUR)) == deal
    assert why(penal, deal) == "Duestraf: Anders +24, Bodil +24, Carl −72, Dorthe +24"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        (
            {"rules": {"made": "from_book"}, "values": {"6": [1] * 6}, "ladder": [], "overrides": []},
            "rules.made",
        ),
        ({"flags": [KNOCKS[0], KNOCKS[0]]}, "flags.1.code"),
        ({"flags": [{"code": "knock"}]}, "flags.0.label"),
        ({"multipliers": [{"when": {}, "mult": 2}]}, "multipliers.0.label"),
        ({"multipliers": [{"when": {"flag": "knock"}, "label": LABEL}]}, "multipliers.0.when.flag"),
        ({"multipliers": [{"when": {"tricks": 14}, "label": LABEL}]}, "multipliers.0.when.tricks"),
        ({"multipliers": [{"when": {"weather": "fine"}, "label": LABEL}]}, "multipliers.0.when.weather"),
        ({"multipliers": [{"when": {}, "label": LABEL, "mult": "2"}]}, "multipliers.0.mult"),
        ({"multipliers": [{"when": {}, "label": LABEL, "add": -1}]}, "multipliers.0.add"),
        ({"multipliers": [{"when": {"turn": 1}, "label": LABEL}] * 2}, "multipliers.1"),
        ({"overrides": [{"level": 6, "tricks": 7, "amount": 1}]}, "overrides.0.level"),
        ({"overrides": [{"level": 7, "tricks": 7, "amount": 1}] * 2}, "overrides.1"),
        ({"overrides": [{"level": 7, "column": "kvarte", "tricks": 7, "amount": 1}]}, "overrides.0.column"),
        ({"overrides": [{"level": 7, "tricks": 7, "amount": "1/2"}]}, "overrides.0.amount"),
        ({"rounding": "down"}, "rounding"),
        ({"tricks_map": {"14": 15}}, "tricks_map.14"),
        ({"alone_factor": {"factor": "2/3"}}, "alone_factor.rounding"),
        ({"alone_factor": {"factor": "1/0", "rounding": "up"}}, "alone_factor.factor"),
        ({"alone_factor": {"factor": "-2", "rounding": "up"}}, "alone_factor.factor"),
        ({"penalties": [DUESTRAF | {"other": 25}]}, "penalties.0"),
        ({"penalties": [DUESTRAF, DUESTRAF]}, "penalties.1.code"),
        ({"each": {"over": -1}}, "each.over"),
    ],
)
def test_a_fault_is_refused_with_its_place(changes, field):
    with refused_at(field):
        read_scoring_table(document(**changes))
