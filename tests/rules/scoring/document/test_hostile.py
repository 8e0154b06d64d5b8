"""Documents made to hurt: refused within a second with their place, whatever they hold and wherever it stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.deals.settling import every_deal, settle
from ledger.rules.scoring.checker.checking import check_scoring_table
from ledger.rules.scoring.document import PRESETS, modern, preset, read_scoring_table
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import compile_tariff
from ledger.rules.site.refusal import Refusal, in_english
from tests.rules.deals.playing import FOUR
from tests.rules.scoring.document.documents import LABEL, dear_to_price, faulty
from tests.rules.site.languages import values_in
from tests.support.processor import at_most

EXACT = 'as a whole number, or as text such as "1/8".'
DEEP: list[object] = []
for _level in range(100_000):
    DEEP = [DEEP]


def refusal_of(document):
    """The place and the sentence of a refusal that took under a second, from the reader and the checker alike."""
    with at_most(seconds=1):
        with pytest.raises(Refusal) as refusal:
            read_scoring_table(document)
        first = check_scoring_table(document)[0]
    assert (first.path, first.is_error) == (refusal.value.field, True)
    return refusal.value.field, str(refusal.value)


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("", None, "This is not valid JSON. Look at line 1, character 1."),
        ('{\n  "code": }', None, "This is not valid JSON. Look at line 2, character 11."),
        ("7", None, "Give a set of named values here."),
        ("[]", None, "Give a set of named values here."),
        ("NaN", None, f"Write NaN {EXACT}"),
        ('{"code": "a", "code": "b"}', "code", "“code” is given twice."),
        ('{"values": {"9": [1], "9": [2]}}', "values.9", "“9” is given twice."),
        ('{"values": {"9": [1, NaN]}}', "values.9.1", f"Write NaN {EXACT}"),
        ('{"values": {"9": [1, -Infinity], "8": [0.5]}}', "values.9.1", f"Write -Infinity {EXACT}"),
        ('{"nolo": [{}, {"made": 1e999}]}', "nolo.1.made", f"Write 1e999 {EXACT}"),
        ('{"values": {"9": [' + "9" * 5000 + "]}}", "values.9.0", "A number is too long to be read."),
        ("[" * 100_000, None, "This is nested too deeply to be read. Look at line 1, character 101."),
        ('{"a":\n' * 30_000, None, "This is nested too deeply to be read. Look at line 101, character 1."),
        ('["\\"[[[", ' * 10_000, None, "This is nested too deeply to be read. Look at line 1, character 1001."),
        ('{"a": [' + '{"b": 1, "b": 2},' * 9999 + "0]}", "a.0.b", "“b” is given twice."),
        ("{" + ",".join(f'"k{n}": 1' for n in range(15_000)) + "}", "k0", "“k0” is not known here."),
        (" " * 10_000_000, None, "This is too long to be read."),
        ('"' + "x" * 10_000_000, None, "This is too long to be read."),
    ],
)
def test_hostile_text_is_refused_at_once_with_its_place(text, place, sentence):
    assert refusal_of(text) == (place, sentence)


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("columns", lambda: [{}] * 1_000_000, "columns"),
        ("values.9", lambda: [1] * 1_000_000, "values.9"),
        ("values", lambda: dict.fromkeys(map(str, range(100_000))), "values.0"),
        ("multipliers", lambda: [{"when": {}}] * 1_000_000, "multipliers"),
        ("overrides", lambda: [{"level": 9, "tricks": 9, "amount": 1}] * 1_000_000, "overrides"),
        ("overrides", lambda: [{"level": 10**5000, "tricks": 9, "amount": 1}], "overrides.0.level"),
        ("overrides", lambda: [{"level": DEEP, "tricks": 9, "amount": 1}], "overrides.0.level"),
        ("readings", lambda: [LABEL] * 1_000_000, "readings"),
        ("ladder", lambda: ["7"] * 1_000_000, "ladder"),
        ("rules", lambda: dict.fromkeys(map(str, range(100_000))), "rules.0"),
        ("choices.lost.flat", lambda: {"da": "x" * 10_000_000, "en": "x"}, "choices.lost.flat.da"),
        ("columns.0.code", lambda: "x" * 10_000_000, "columns.0.code"),
        ("name", lambda: DEEP, "name"),
        ("values.9.0", lambda: DEEP, "values.9.plain"),
        ("values.9.0", lambda: "1/0", "values.9.plain"),
        ("values.9.0", lambda: "1/" + "9" * 1_000_000, "values.9.plain"),
        ("values.9.0", lambda: "9" * 1_000_000 + "/7", "values.9.plain"),
        ("values.9.0", lambda: "1/99999999999999999999", "values.9.plain"),
        ("values.9.0", lambda: 10**100_000, "values.9.plain"),
        ("values.9.0", lambda: float("nan"), "values.9.plain"),
        ("values.9.0", lambda: {"made": float("inf"), "over": 0, "lost": 0, "under": 0}, "values.9.plain.made"),
        ("unit_denominator", lambda: 10**100_000, "unit_denominator"),
        ("alone_factor", lambda: {"factor": "1/0", "rounding": "up"}, "alone_factor.factor"),
        ("alone_factor", lambda: {"factor": "1/" + "9" * 999, "rounding": "up"}, "alone_factor.factor"),
        ("colour", lambda: "green", "colour"),
        ("x" * 1_000_000, lambda: "green", "x" * 39 + "…"),
    ],
)
def test_a_hostile_value_is_refused_at_once_with_its_place(path, value, place):
    assert refusal_of(faulty({path: value()}))[0] == place


def test_a_small_document_that_is_dear_to_price_is_refused_at_once():
    sentence = "The multipliers make 56160 ways of playing to price; a table may have 2000."
    assert refusal_of(dear_to_price()) == ("multipliers", sentence)


def test_a_document_at_every_limit_is_checked_within_a_second_or_so():
    codes = [f"c{place}" for place in range(40)]
    columns = [preset("it-whist")["columns"][0] | {"code": code, "attachment": code} for code in codes]
    document = preset("it-whist") | {
        "columns": columns,
        "values": {str(level): [{"made": 2, "over": 1, "lost": 2, "under": 1}] * 40 for level in range(1, 13)},
        "multipliers": [
            {"when": {"trump": "clubs", "result": result, "tricks": tricks}, "mult": 64}
            for tricks in range(14)
            for result in ("made", "lost")
        ],
    }
    assert len(compile_tariff(read_scoring_table(document)).amounts) > 1900

    with at_most(seconds=3):
        check_scoring_table(document)


def test_a_price_too_dear_for_the_book_is_refused_when_it_is_settled_and_found_by_the_checker():
    document = faulty({"values.13.0": 1_000_000})
    scoring_table = read_scoring_table(document)

    errors = [
        (remark.path, in_english(remark.message, values_in("en", remark.params)))
        for remark in check_scoring_table(document)
    ]
    assert ("values.13.plain", "13 Plain moves more points than the book can hold: 1250000 for one player.") in errors
    with pytest.raises(Refusal, match="at most 1250000 for one player"):
        for deal in every_deal(scoring_table, FOUR):
            if getattr(deal, "level", 0) == 13:
                settle(deal, compile_tariff(scoring_table), FOUR)


JUNK = st.one_of(
    st.sampled_from(
        [
            *(None, True, False, -1, 0, 1, 14, 10**30, 10**5000, 0.5, float("nan"), float("inf"), b"bytes"),
            *("", " ", "x", "\0", "\ud800", "1/0", "-1/8", "½", "9" * 50, "1/" + "9" * 5000, "sol", "vip", "7", "7+"),
            *([], [[]], [None] * 1000, {}, {"da": "x", "en": "x"}, {1: 2}, {"code": "sol"}, {"when": {}}, DEEP),
        ]
    ),
    st.text(max_size=5),
    st.integers(),
)


def places(value, path=()):
    """The path of every node of a document."""
    yield path
    if isinstance(value, dict):
        for key, part in value.items():
            yield from places(part, (*path, key))
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from places(part, (*path, place))


PLACES = {code: list(places(preset(code))) for code in PRESETS}


@st.composite
def spoiled_preset(draw):
    """A preset with junk in place of a node, a node taken away, or junk added beside it."""
    code = draw(st.sampled_from(PRESETS))
    document, path = preset(code), draw(st.sampled_from(PLACES[code]))
    if not path:
        return draw(JUNK)
    *parents, last = path
    place = document
    for key in parents:
        place = place[key]
    how = draw(st.sampled_from(["replace", "replace", "replace", "remove", "add"]))
    if how == "remove":
        del place[last]
    elif how == "replace":
        place[last] = draw(JUNK)
    elif isinstance(place, list):
        place.append(draw(JUNK))
    else:
        place[draw(st.sampled_from(["code", "made", "7", "x", "drawn", "off"]))] = draw(JUNK)
    return document


@given(spoiled_preset())
def test_whatever_stands_anywhere_is_refused_or_is_a_table(document):
    try:
        scoring_table = read_scoring_table(document)
    except Refusal as refusal:
        assert str(refusal)
    else:
        assert isinstance(scoring_table, ScoringRules)
        modern(document)
    for remark in check_scoring_table(document):
        assert remark.message % values_in("da", remark.params)
