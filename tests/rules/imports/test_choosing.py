"""What is chosen of an old book: doubts by kind and by row, one of several deals, and days that nobody wrote."""

from dataclasses import replace
from datetime import date

import pytest

from ledger.rules.imports.choices import (
    BOOK,
    LEAVE,
    Choices,
    alike_key,
    alike_rows,
    read_choices,
    reading_key,
    reading_label,
)
from ledger.rules.imports.verdict.findings import FindingKind, unsure_days, with_days
from ledger.rules.site.refusal import Refusal
from tests.rules.imports.test_verdict import row_of, verdict_on

SOL = (15, -5, -5, -5)
KEY = "Ark/7"


def sol_of(declarer="Anna", points=SOL):
    return verdict_on(points, declarer=declarer, partner="", contract="sol", columns=None)


def test_rows_are_alike_whoever_played_them():
    ours, other, vip = sol_of(), sol_of("Carl", (-5, -5, 15, -5)), verdict_on((16, 16, -16, -16))

    assert alike_key(ours) == alike_key(other) == "nolo sol A 0 | nolo sol A 1"
    assert alike_rows([ours, vip, other]) == [(alike_key(ours), [ours, other])]


def test_a_reading_is_told_in_a_few_words():
    [vip] = verdict_on((16, 16, -16, -16)).readings
    verdict = verdict_on((16, 16, -16, -16))

    assert reading_label(verdict, vip, has_names=True)["da"] == "9 vip, Anna med Bodil, 10 stik"
    assert reading_label(sol_of(), sol_of().readings[1], has_names=False)["en"] == "Sol, 1 trick"


def test_none_of_several_deals_is_chosen_unasked():
    verdict = sol_of()
    first, second = verdict.readings

    assert Choices().reading(verdict) is None
    assert Choices(alike={alike_key(verdict): 1}).reading(verdict) == second
    assert Choices(alike={alike_key(verdict): 1}, readings={KEY: reading_key(first)}).reading(verdict) == first
    assert Choices(alike={alike_key(verdict): 1}, readings={KEY: ""}).reading(verdict) is None
    assert Choices(readings={KEY: "trick 9 vip Anna Bodil 10"}).reading(verdict) is None


def test_a_row_in_doubt_is_left_out_until_somebody_decides():
    verdict = verdict_on((16, 16, -16, 16), number="1")
    doubts = [FindingKind.SIGN]
    decided = Choices(kinds={"sign": LEAVE})

    assert (Choices().of(verdict, doubts), Choices().is_decided(verdict, doubts)) == (LEAVE, False)
    assert (decided.of(verdict, doubts), decided.is_decided(verdict, doubts)) == (LEAVE, True)
    assert Choices(kinds={"sign": LEAVE}, rows={KEY: BOOK}).of(verdict, doubts) == BOOK
    assert Choices(kinds={"sign": BOOK}).of(verdict, [*doubts, FindingKind.DUPLICATE]) == LEAVE


@pytest.mark.parametrize(
    ("written", "guessed"),
    [
        (["2014-01-01", "2014-01-08", "2013-02-05", "", "2014-01-22"], {3: "2014-01-15"}),  # one is out of order
        (["2014-01-22", "2014-01-15", "", "2014-01-01"], {2: "2014-01-08"}),  # the newest evening first
        (["2014-01-08", "", "", "2014-01-12"], {1: "2014-01-10", 2: "2014-01-11"}),
        (["", "2014-01-08"], {0: "2014-01-01"}),
        (["", ""], {0: None, 1: None}),
    ],
)
def test_a_missing_day_is_guessed_among_those_that_are_in_order(written, guessed):
    row = row_of((16, 16, -16, -16))[0]
    days = [date.fromisoformat(day) if day else None for day in written]
    rows = [replace(row, day=day, at_evening=at) for at, day in enumerate(days)]

    missing = [unsure for unsure in unsure_days(rows, {}) if unsure.is_missing]

    assert {unsure.first.at_evening: unsure.likely and unsure.likely.isoformat() for unsure in missing} == guessed


def test_what_is_written_as_no_day_gives_way_to_the_day_that_is_said():
    columns = {"date": "32/3-14", "declarer": "Anna", "partner": "Bodil", "contract": "9 vip"}
    rows = row_of((16, 16, -16, -16), columns=columns)

    [row] = with_days(rows, {KEY: date(2014, 3, 12)})

    assert rows[0].unreadable and not row.unreadable


def test_choices_are_read_from_data():
    choices = read_choices({
        "month": 9,
        "kinds": {"sum": "book"},
        "alike": {"nolo sol A 0 | nolo sol A 1": 1},
        "readings": {"Ark/7": "nolo sol Anna 0", "Ark/8": None},
        "days": {"Ark/7": "2014-03-12"},
    })  # fmt: skip

    assert choices.readings == {KEY: "nolo sol Anna 0", "Ark/8": ""}
    assert (choices.days, choices.month) == ({KEY: date(2014, 3, 12)}, 9)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"days": {"Ark/7": "12. marts"}}, "choices.days.Ark/7"),
        ({"alike": {"nolo": "first"}}, "choices.alike.nolo"),
        ({"rows": {"Ark/7": "perhaps"}}, "choices.rows.Ark/7"),
    ],
)
def test_choices_that_are_none_are_refused_by_their_path(data, field):
    with pytest.raises(Refusal) as refused:
        read_choices(data)

    assert refused.value.field == field
