"""The rules in words: what the wall must say besides the numbers of its sheet."""

import copy

import pytest

from ledger.rules.scoring.document import PRESETS, fill_prices, preset, read_scoring_table, table_from
from ledger.rules.scoring.parameters.named_rules import RULES
from ledger.rules.scoring.scoring_table import Price
from ledger.rules.scoring.tariff import compile_tariff
from ledger.rules.scoring.wall.sheet import four_numbers, rules_in_words, wall_cells
from ledger.rules.site.labels import Text
from ledger.rules.site.refusal import Refusal
from tests.rules.deals.playing import table_of
from tests.support.presets import EVERY_PRESET

CHANGES = {
    "rounding": ["none", "up", "half_up"],
    "tricks_map": [{}, {"13": 14}, {"0": 1}],
    "each": [{"over": 2, "under": 7}],
    "multipliers": [
        [],
        [{"when": {"tricks": 13}, "label": {"da": "alle stik", "en": "all tricks"}, "mult": 2}],
        [{"when": {"result": "lost"}, "label": {"da": "bet", "en": "lost"}, "add": 1}],
        [{"when": {}, "label": {"da": "altid", "en": "always"}, "mult": 3}],
    ],
    "penalties": [[], [{"code": "fejl", "label": {"da": "Fejl", "en": "Fault"}, "offender": -3, "other": 1}]],
    "alone_factor": [{"factor": 2}, {"factor": "2/3", "rounding": "up"}, {"factor": "2/3", "rounding": "half_up"}],
    "pair_book": [{"label": {"da": "Par", "en": "Pairs"}, "tricks": 7, "price": 2}],
    "free_for_all": [{"label": {"da": "Paskrig", "en": "Paskrig"}, "price": 6}],
    "overrides": [[]],
}
OF_A_NOLO = [
    {"lost": 5},
    {"off": 7},
    {"less": 3},
    {"min_tricks": 1, "max_tricks": 1},
    {"min_tricks": 1},
    {"side": "pair"},
]
OF_A_COLUMN = [{"alone": "never"}, {"alone": "forced"}, {"alone": "possible"}, {"tricks_played": 12}]


def tables_like(document):
    """The table with one thing changed at a time; what is not a table is left out."""
    for name, changed in one_change_each(document):
        try:
            yield name, read_scoring_table(changed)
        except Refusal:
            continue


def one_change_each(document):
    for rule in RULES.values():
        for choice in rule.choices:
            yield f"{rule.key} {choice}", document | {"rules": document["rules"] | {rule.key: choice}}
    for part, values in CHANGES.items():
        for value in values:
            rules = {"rules": document["rules"] | ({"alone": "factor"} if part == "alone_factor" else {})}
            yield f"{part} {value}", document | rules | {part: value}
    for level, row in document.get("values", {}).items():
        lowest = {"level": int(level), "tricks": int(level), "amount": 77}
        yield f"override {level}", document | {"overrides": [lowest]}
        yield f"override {level} {row}", document | {"overrides": [lowest | {"column": document["columns"][0]["code"]}]}
    for part, changes in (("nolo", OF_A_NOLO), ("columns", OF_A_COLUMN)):
        for change in changes if document.get(part) else ():
            changed = copy.deepcopy(document)
            changed[part][0] |= change
            yield f"{part} {change}", changed


@pytest.mark.parametrize("code", EVERY_PRESET)
def test_whatever_moves_points_is_said_in_both_languages(code):
    document = priced_preset(code)
    scoring_table = read_scoring_table(document)
    before, sentences = money(scoring_table), rules_in_words(scoring_table)

    silent = [
        name
        for name, other in tables_like(document)
        if is_the_same(sentences, rules_in_words(other)) and money(other) != before
    ]

    assert silent == []


def money(table):
    """All that decides what a deal pays; where nobody can play a nolo, nobody goes along on one."""
    return compile_tariff(table).as_json() | ({} if table.nolo else {"joined": None})


def priced_preset(code):
    """A preset with 1.5 points wherever its source has no price."""
    missing = read_scoring_table(preset(code)).missing_prices
    return fill_prices(preset(code), dict.fromkeys(missing, "1,5"))


def is_the_same(some, other):
    """Whether nobody who reads only one of the languages would see a difference."""
    return any([label[lang] for label in some] == [label[lang] for label in other] for lang in ("da", "en"))


@pytest.mark.parametrize("code", PRESETS)
def test_no_sentence_is_said_twice_or_left_with_a_hole(code):
    for language in ("da", "en"):
        sentences = [label[language] for label in rules_in_words(table_of(code))]
        assert len(set(sentences)) == len(sentences)
        assert [text for text in sentences if not text.endswith(".") or "{" in text or "  " in text] == []


def test_the_whole_wall_of_a_table():
    assert [label["da"] for label in rules_in_words(table_of("esmakker-wikipedia"))] == [
        "Der regnes i trin på 1/8 point.",
        "Taksten er meldingens tal i skemaet. "
        "Hver modspiller betaler, når meldingen er vundet, og får, når den er tabt.",
        "Melder og makker får eller betaler hver lige så meget som én modspiller.",
        "Vundet: taksten, og taksten én gang til for hvert overstik.",
        "Tabt: taksten, og taksten én gang til for hver bet.",
        "Kvarte meldes alene: hver af de tre modspillere betaler beløbet.",
        "Klør i vip tæller dobbelt.",
        "Uden makker (selvmakker, esset i katten): hver af de tre modspillere betaler det samme.",
        "Nolo spilles alene: hver af de tre andre betaler, når den er vundet, og får, når den er tabt.",
        "En tabt nolo koster det samme, som en vundet giver.",
        "Går flere med på en nolo, afregner hver for sig med alle de andre, også med dem, der gik med.",
    ]


@pytest.mark.parametrize(
    ("code", "options", "danish", "english"),
    [
        (
            "jungs-jydewhist",
            {},
            "Tabt: taksten, og 5 mere for hver bet.",
            "Lost: the price, and 5 more for each trick missing.",
        ),
        (
            "jungs-jydewhist",
            {},
            "Sol tabt: 73, og 5 mere for hvert stik for meget.",
            "Sol lost: 73, and 5 more for each trick too many.",
        ),
        ("jungs-jydewhist", {}, "Sol vundet: 1 mere for hvert stik under 1.", "Sol made: 1 more per trick below 1."),
        (
            "whist-scoreboard",
            {},
            "Oplægger tabt: 32 for hvert stik for meget.",
            "Oplægger lost: 32 for each trick too many.",
        ),
        (
            "es-makker-points",
            {},
            "56 +8 / -16 -16 i et felt: vundet 56, og 8 mere for hvert overstik; "
            "tabt 16, og 16 mere for hvert stik, der mangler.",
            "56 +8 / -16 -16 in a cell: made 56, and 8 more for each overtrick; "
            "lost 16, and 16 more for each trick missing.",
        ),
        (
            "es-makker-points",
            {},
            "Det, hver modspiller betaler, bliver rundet op til hele point.",
            "What each opponent pays is rounded up to whole points.",
        ),
        (
            "es-makker-points",
            {},
            "13 stik tæller som 14, når meldingen er vundet.",
            "13 tricks count as 14 when the contract is made.",
        ),
        (
            "whist2",
            {"alone": "factor"},
            "Uden makker (selvmakker, esset i katten): hver af de tre modspillere betaler beløbet × 2/3, "
            "rundet op til hele point.",
            "Without a partner (one's own, or the ace in the cat): each of the three opponents pays the amount × 2/3, "
            "rounded up to whole points.",
        ),
        (
            "whist2",
            {},
            "Vip i 3. med klør som trumf, når meldingen er vundet: beløbet × 2.",
            "Vip in the 3rd turn with clubs as trumps, when made: the amount × 2.",
        ),
        ("pywhist", {}, "Genbanket: beløbet × 4.", "Knocked back: the amount × 4."),
        (
            "grundtakst",
            {},
            "13 stik, når meldingen er vundet: beløbet + 16.",
            "13 tricks, when made: the amount + 16.",
        ),
        (
            "gamr",
            {},
            "I stedet for reglen betales, før der ganges: 7 med 7 stik 0,25; 8 med 8 stik 0,5; 9 med 9 stik 1; "
            "10 med 10 stik 2; 11 med 11 stik 4; 12 med 12 stik 8; 13 med 13 stik 16.",
            "Instead of the rule, before any factor: 7 with 7 tricks 0.25; 8 with 8 tricks 0.5; 9 with 9 tricks 1; "
            "10 with 10 tricks 2; 11 with 11 tricks 4; 12 with 12 tricks 8; 13 with 13 tricks 16.",
        ),
        (
            "whist2",
            {},
            "Duestraf: −72 for den, der begår fejlen, og +24 for hver af de andre.",
            "Duestraf: −72 for whoever is at fault, and +24 for each of the others.",
        ),
        (
            "call-ace-whist",
            {"sol": "exactly_one"},
            "Sol: præcis 1 stik; færre er også tabt.",
            "Sol: exactly 1 trick; fewer is lost too.",
        ),
        (
            "engelsk-whist",
            {"book": "winners_only"},
            "Parspil: hvert stik over 6 giver 1 til hver af de to, betalt af huset; det andet par betaler intet.",
            "Pairs: each trick above 6 gives 1 to each of the pair, paid by the house; the other pair pays nothing.",
        ),
        ("dansk-whist", {}, "Grandi: der spilles 7 stik.", "Grandi: 7 tricks are played."),
    ],
)
def test_what_a_table_says_of_its_own(code, options, danish, english):
    sentences = rules_in_words(table_of(code, **options))

    assert Text(danish, english) in sentences


def test_amounts_typed_one_by_one_are_said_by_level_and_column():
    typed = [
        {"level": 8, "column": "vip", "tricks": 7, "amount": -3},
        {"level": 8, "column": "vip", "tricks": 8, "amount": 3},
        {"level": 8, "column": "sans", "tricks": 7, "amount": -3},
        {"level": 8, "column": "sans", "tricks": 8, "amount": 3},
        {"level": 9, "tricks": 9, "amount": 5},
    ]

    sentences = rules_in_words(read_scoring_table(preset("call-ace-whist") | {"overrides": typed}))

    assert (
        Text(
            "I stedet for reglen betales, før der ganges: 8 Vip og Sans med 7 stik −3, med 8 stik 3; 9 med 9 stik 5; "
            "minus betyder, at melder betaler.",
            "Instead of the rule, before any factor: 8 Vip and Sans with 7 tricks −3, with 8 tricks 3; "
            "9 with 9 tricks 5; a minus means that the declarer pays.",
        )
        in sentences
    )


# --- the cells


@pytest.mark.parametrize(
    ("code", "column", "units"),
    [
        ("esmakker-wikipedia", "vip2", 16),  # eighths
        ("danish-wist", "vip", 80),
        ("whistzilla", "gode", 8),
        ("jungs-jydewhist", "gode", 87),
        ("whist2", "vip3", 16),
        ("vest-gui", "plain", 40),
    ],
    ids=["one more for each over", "each trick", "from the book on", "so much for each", "two for the bid", "flat"],
)
def test_a_cell_is_the_value_of_the_sheet_whatever_rule_it_is_paid_by(code, column, units):
    assert wall_cells(table_from(code))[9][column] == units


def test_a_cell_with_numbers_of_its_own_is_written_as_the_editor_writes_it():
    assert four_numbers(Price(made=6, over=2, lost=0, under=5), 4) == Text("1,5 +0,5 / -0 -1,25", "1.5 +0.5 / -0 -1.25")


def test_a_missing_price_is_an_empty_cell():
    assert set(wall_cells(table_from("whistklubben"))[8].values()) == {None}
