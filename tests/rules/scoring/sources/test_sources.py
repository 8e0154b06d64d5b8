"""Every cell and every limit of every preset against its source, and what no source says is called our reading."""

from fractions import Fraction

import pytest

from ledger.rules.scoring.document import PRESETS, table_from
from ledger.rules.scoring.tariff import compile_tariff, nolo_terms, trick_key
from tests.rules.scoring.sources.source_arithmetic import (
    NAMES_OF_OURS,
)
from tests.rules.scoring.sources.sources import SOURCES

OURS = ("Vores læsning:", "Our reading:")
LEVEL = 9
PRICED = [code for code, source in SOURCES.items() if source.is_priced]


def line(level, column, trump=None, *, is_alone=False):
    return trick_key(level, column, trump, None, alone=is_alone or column.alone == "forced")


def test_every_preset_has_its_source_written_down():
    assert set(SOURCES) == set(PRESETS)


@pytest.mark.parametrize("code", PRICED)
def test_every_cell_pays_what_its_source_says_whatever_is_taken(code):
    table, source = table_from(code), SOURCES[code]
    tariff = compile_tariff(table)

    assert (tuple(table.levels), {column.code for column in table.columns}) == (
        tuple(source.levels),
        set(source.columns),
    )
    for level in table.levels:
        for column in table.columns:
            paid = tariff.amounts[line(level, column)]
            expected = [source.amount(level, column.code, tricks) for tricks in range(14)]
            assert [Fraction(units, table.unit_denominator) for units in paid] == expected, (level, column.code)


@pytest.mark.parametrize("code", PRICED)
def test_a_lone_declarer_is_paid_what_the_source_says_by_each_of_three(code):
    table, source = table_from(code), SOURCES[code]
    tariff = compile_tariff(table)

    for column in table.columns:
        if column.alone == "possible":
            paid = tariff.amounts[line(LEVEL, column, is_alone=True)][LEVEL]
            assert Fraction(paid, table.unit_denominator) == source.lone(source.amount(LEVEL, column.code, LEVEL))


@pytest.mark.parametrize("code", [code for code in PRICED if SOURCES[code].trumps])
def test_a_trump_counts_where_the_source_says_so(code):
    table, source = table_from(code), SOURCES[code]
    tariff = compile_tariff(table)

    for (column_code, trump), times in source.trumps.items():
        column = next(column for column in table.columns if column.code == column_code)
        for tricks in (7, 10):
            paid = tariff.amounts.get(line(LEVEL, column, trump), tariff.amounts[line(LEVEL, column)])[tricks]
            assert Fraction(paid, table.unit_denominator) == times * source.amount(LEVEL, column_code, tricks)


@pytest.mark.parametrize("code", SOURCES)
def test_every_nolo_allows_and_pays_what_its_source_says(code):
    table, source = table_from(code), SOURCES[code]

    assert set(table.nolo) == set(source.nolo)
    for name, few in source.nolo.items():
        nolo = table.nolo[name]
        if few is None:
            assert nolo.price is None
            continue
        assert (nolo.min_tricks, nolo.max_tricks) == (0, few.most), name
        for tricks in range(14) if source.is_priced else ():
            expected = few.won(tricks) if tricks <= few.most else -few.lost(tricks - few.most)
            terms = nolo_terms(nolo, tricks)
            assert terms is not None
            assert Fraction(terms.amount, table.unit_denominator) == expected, (name, tricks)


@pytest.mark.parametrize("code", SOURCES)
def test_what_no_source_says_is_called_our_reading_in_both_languages(code):
    readings = table_from(code).readings
    ours = [reading for reading in readings if OURS[0] in reading["da"]]

    assert ours == [reading for reading in readings if OURS[1] in reading["en"]]
    for topic in SOURCES[code].silent:
        danish, english = NAMES_OF_OURS[topic]
        assert any(danish in reading["da"].partition(OURS[0])[2] for reading in ours), topic
        assert any(english in reading["en"].partition(OURS[1])[2] for reading in ours), topic


@pytest.mark.parametrize(
    ("code", "ladder"),
    [
        ("whist-ai", "7 8 sol 9 10 ren_sol 11 12 bordlaegger 13"),  # the order its source prints
        (  # plain, halve, gode, vip at a level; 9 gode beats sol, 10 gode ren sol, 11 gode bordlægger, nothing super
            "whistzilla",
            "7 7h 7g 7v 8 8h 8g 8v 9 9h sol 9g 9v 10 10h ren_sol 10g 10v 11 11h bordlaegger 11g 11v "
            "12 12h 12g 12v 13 13h 13g 13v super_bordlaegger",
        ),
    ],
)
def test_contracts_beat_each_other_as_the_source_says(code, ladder):
    names = {"halve": "h", "gode": "g", "vip": "v"}
    steps = [step.replace(" ", "") for step in table_from(code).ladder]
    for name, letter in names.items():
        steps = [step.replace(name, letter) for step in steps]

    assert steps == ladder.split()
