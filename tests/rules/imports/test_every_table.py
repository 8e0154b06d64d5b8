"""Under any scoring table a row that comes out as one deal is the one played, its contract written in words."""

from fractions import Fraction
from random import Random

import pytest

from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.settling import deal_data, every_deal, settle
from ledger.rules.imports.verdict.judging import judge_book
from ledger.rules.imports.verdict.paying import MOST_READINGS, ReadVersion
from ledger.rules.imports.written.cells import BookRow, BookSheet
from ledger.rules.imports.written.columns import BookMap, SheetMap
from ledger.rules.imports.written.rows import read_rows
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site.points import exact_value
from tests.rules.deals.playing import FOUR, tariff_of
from tests.rules.imports.states import state_of
from tests.rules.imports.test_verdict import essence_of
from tests.support.presets import EVERY_PRESET

SAMPLE = 120
COLUMNS = SheetMap(
    0, {1: "number", 2: "declarer", 3: "partner", 4: "joiners", 5: "contract"}, dict(enumerate(FOUR, 6)), {}, 2014
)


def written_row(number: int, deal: Deal, tariff: Tariff) -> BookRow:
    """A deal as a careful secretary would write it, without its tricks."""
    data, units = deal_data(deal), settle(deal, tariff, FOUR).units
    on_it = [item["player"] for item in data.get("participants", ())]
    declarer = data.get("declarer") or (on_it[0] if on_it else "")
    words = str(deal.name(tariff.scoring_table)["da"]) + (" (selvmakker)" if data.get("alone") == "self_called" else "")
    points = [exact_value(Fraction(units[player], tariff.unit_denominator)) for player in FOUR]
    exact = [Fraction(won) for won in points]
    return BookRow(number, (number, declarer, data.get("partner"), ", ".join(on_it[1:]), words, *exact))


@pytest.mark.parametrize("code", EVERY_PRESET)
def test_a_row_of_one_deal_is_the_one_that_was_played(code: str) -> None:
    tariff, draw = tariff_of(code), Random(5)
    deals = [deal for deal in every_deal(tariff.scoring_table, FOUR) if deal.kind in ("trick", "nolo")]
    deals = [deal for deal in draw.sample(deals, min(SAMPLE, len(deals))) if not getattr(deal, "flag", None)]
    rows = [written_row(number, deal, tariff) for number, deal in enumerate(deals, 1)]
    verdicts = judge_book(
        list(read_rows([BookSheet("12. marts 2014", rows)], BookMap({"*": COLUMNS}))), [ReadVersion(code, None, tariff)]
    )

    for verdict, deal in zip(verdicts, deals, strict=True):
        readings = [essence_of(reading) for reading in verdict.readings if reading["kind"] == deal.kind]
        if state_of(verdict) == "deal":
            assert readings == [essence_of(deal_data(deal))], verdict
        elif state_of(verdict) == "choice" and len(verdict.readings) < MOST_READINGS:
            assert essence_of(deal_data(deal)) in readings, verdict
