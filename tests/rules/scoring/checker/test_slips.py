"""The checker against slips of the pen in the presets: each is named at its cell, and little else is."""

from functools import cache
from itertools import cycle

import pytest

from ledger.rules.scoring.checker.checking import check_scoring_table
from ledger.rules.scoring.document import PRESETS, Remark, preset
from tests.rules.scoring.checker.slips import all_slips

SLIPS = all_slips()
MARKS = [[], [pytest.mark.long], [pytest.mark.long]]  # by default every third: of each kind some
MOST_FACTS = 5  # of a preset that is as its source prints it


def cells_of(remark: Remark) -> set[str]:
    return {remark.cell, *remark.also}


@cache
def named_before(code: str) -> frozenset[str]:
    return frozenset(cell for remark in check_scoring_table(preset(code)) for cell in cells_of(remark))


@pytest.mark.parametrize(
    "slip", [pytest.param(slip, id=slip.name, marks=marks) for slip, marks in zip(SLIPS, cycle(MARKS), strict=False)]
)
def test_a_slip_is_named_at_its_cell_and_nothing_else_by_it(slip):
    remarks = check_scoring_table(slip.document)
    named = {cell for remark in remarks for cell in cells_of(remark)}
    before = named_before(slip.document["code"])

    assert set(slip.cells) <= named
    news = [remark for remark in remarks if remark.cell not in before]
    assert [remark.cell for remark in news if not cells_of(remark) & set(slip.cells)] == []
    assert len(news) <= len(slip.cells)


@pytest.mark.parametrize("code", PRESETS)
def test_of_a_preset_little_is_said_and_nothing_twice(code):
    pointed_out = [remark for remark in check_scoring_table(preset(code)) if not remark.is_error]
    cells = [remark.cell for remark in pointed_out]

    assert len(pointed_out) <= MOST_FACTS
    assert len(cells) == len(set(cells))


def test_what_is_most_likely_a_slip_is_said_before_what_is_a_fact():
    document = preset("call-ace-whist-quarter")
    assert check_scoring_table(document)[0].cell == "nolo.ren_bordlaegger"

    document["values"]["10"][2] = 61
    assert [remark.cell for remark in check_scoring_table(document)][:2] == ["values.10.gode", "nolo.ren_bordlaegger"]
