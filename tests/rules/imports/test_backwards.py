"""A scoring table read backwards: any settled deal is among the readings of its own points."""

from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.deals.kinds import Deal, NoloDeal, Participant
from ledger.rules.deals.settling import deal_data, every_deal, read_deal, settle
from ledger.rules.imports.backwards import Backwards, DealData, WrittenSide
from ledger.rules.imports.contracts import WrittenContract
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site.refusal import Refusal
from tests.rules.deals.playing import FOUR, nolo, settle_deal, tariff_of, trick
from tests.support.presets import EVERY_PRESET
from tests.support.processor import seconds_of

EASY = "call-ace-whist-quarter"  # every outcome of a trick contract pays something of its own
SIDE = WrittenSide("Anders", "Bodil")
SAMPLE = 60  # outcomes of a preset read with nothing but their points known


def contract_of(deal: Mapping[str, Any]) -> WrittenContract:
    """The contract of a deal, as a careful book would have it."""
    facts = {name: deal.get(name) for name in ("level", "attachment", "vip_turn", "trump", "flag", "alone", "cause")}
    return WrittenContract(deal["kind"], nolo=deal.get("contract"), **facts)


def readings_of(deal: DealData, backwards: Backwards) -> Iterator[DealData]:
    """The readings of a deal's points with its contract and its side."""
    declarer = deal["participants"][0]["player"] if deal["kind"] == "nolo" else deal.get("declarer")
    side = WrittenSide(declarer, deal.get("partner"))
    return backwards.readings(settle_deal(backwards.tariff, deal).units, (contract_of(deal),), side)


BY_CONTRACT = {"trick", "nolo"}
READABLE = {*BY_CONTRACT, "passed_out", "not_played"}


def deals_of(tariff: Tariff, kinds: Collection[str] = BY_CONTRACT) -> list[Deal]:
    return [deal for deal in every_deal(tariff.scoring_table, FOUR) if deal.kind in kinds]


def is_settled(deal: Deal, tariff: Tariff) -> bool:
    try:
        settle(deal, tariff, FOUR)
    except (Refusal, KeyError):  # a game for more players than four
        return False
    return True


@pytest.mark.parametrize("code", EVERY_PRESET)
def test_any_deal_is_among_the_readings_of_its_own_points_and_contract(code: str) -> None:
    tariff = tariff_of(code)
    backwards = Backwards(tariff)
    for deal in deals_of(tariff, READABLE):
        if is_settled(deal, tariff):
            data = deal_data(deal)
            assert data in list(readings_of(data, backwards)), data


@pytest.mark.parametrize("code", EVERY_PRESET)
def test_any_deal_is_among_the_readings_of_its_points_alone(code: str) -> None:
    tariff, draw = tariff_of(code), Random(7)
    backwards = Backwards(tariff)
    deals = [deal for deal in deals_of(tariff) if is_settled(deal, tariff)]
    for deal in draw.sample(deals, min(SAMPLE, len(deals))):
        data = deal_data(deal)
        assert data in list(backwards.readings(settle_deal(tariff, data).units)), data


@pytest.mark.parametrize("code", EVERY_PRESET)
def test_points_of_a_deal_without_a_contract_to_read_are_paid_whoever_sits_where(code: str) -> None:
    tariff = tariff_of(code)
    backwards, deals = Backwards(tariff), every_deal(tariff.scoring_table, FOUR)
    for deal in deals:
        if deal.kind not in {*BY_CONTRACT, "adjustment"} and is_settled(deal, tariff):
            units = settle(deal, tariff, FOUR).units
            assert backwards.pays_otherwise(dict(zip(FOUR, [*units.values()][::-1], strict=True))), deal
    assert not backwards.pays_otherwise(dict.fromkeys(FOUR, 10**9))
    assert not backwards.pays_otherwise(dict.fromkeys(FOUR[:3], 10**9))  # a sheet has too few columns


@pytest.mark.parametrize("code", EVERY_PRESET)
def test_every_reading_pays_what_the_deal_paid(code: str) -> None:
    tariff, draw = tariff_of(code), Random(11)
    backwards = Backwards(tariff)
    deals = [deal for deal in deals_of(tariff) if is_settled(deal, tariff)]
    for deal in draw.sample(deals, min(SAMPLE // 3, len(deals))):
        units = settle(deal, tariff, FOUR).units
        for reading in list(backwards.readings(units))[:200]:
            assert settle(read_deal(reading, tariff.scoring_table, FOUR), tariff, FOUR).units == units, reading


NOLOS = st.lists(st.integers(0, 13), min_size=1, max_size=4).filter(lambda tricks: sum(tricks) <= 13)


@given(
    st.sampled_from(["call-ace-whist", "esmakker-wikipedia", "laederwhist"]),
    st.sampled_from(["independent", "outsiders"]),
    st.data(),
    NOLOS,
)
def test_a_nolo_with_any_number_along_is_among_its_readings(
    code: str, joined: str, data: st.DataObject, tricks: list[int]
) -> None:
    tariff = tariff_of(code, joined=joined)
    contract = data.draw(st.sampled_from([*tariff.scoring_table.nolo]))
    on_it = tuple(Participant(player, taken) for player, taken in zip(FOUR, tricks, strict=False))
    deal = deal_data(NoloDeal(contract=contract, participants=on_it))

    assert deal in list(readings_of(deal, Backwards(tariff)))


def test_one_outcome_is_a_deal_with_its_tricks() -> None:
    points = {"Anders": 12, "Bodil": 12, "Carl": -12, "Dorthe": -12}
    vip = (WrittenContract("trick", 8, "vip"),)

    assert list(Backwards(tariff_of(EASY)).readings(points, vip, SIDE)) == [trick(8, "vip", 10)]


def test_several_outcomes_are_all_given_and_none_where_nothing_pays_so() -> None:
    backwards = Backwards(tariff_of("esmakker-wikipedia"))
    vip = (WrittenContract("trick", 9, "vip", 2),)
    points = {"Anders": 32, "Bodil": 32, "Carl": -32, "Dorthe": -32}  # eighths

    readings = list(backwards.readings(points, vip, SIDE))
    odd = {player: won // 32 * 3 for player, won in points.items()}

    assert readings == [trick(9, "vip", 10, vip_turn=2), trick(9, "vip", 9, vip_turn=2, trump="clubs")]
    assert list(backwards.readings(odd, vip, SIDE)) == []


def test_a_nolo_on_which_all_lost_alike_tells_who_was_on_it() -> None:
    backwards = Backwards(tariff_of("esmakker-wikipedia"))
    ren_sol = (WrittenContract("nolo", nolo="ren_sol"),)

    assert list(backwards.readings({"Anders": 15, "Bodil": -5, "Carl": -5, "Dorthe": -5}, ren_sol)) == []
    paid = {"Anders": 48, "Bodil": -16, "Carl": -16, "Dorthe": -16}
    assert next(backwards.readings(paid, ren_sol)) == nolo("ren_sol", Anders=0)


def test_ten_thousand_rows_are_read_in_two_seconds() -> None:
    tariff = tariff_of("esmakker-wikipedia")
    draw = Random(3)
    deals = [deal for deal in deals_of(tariff) if is_settled(deal, tariff)]
    rows = [deal_data(draw.choice(deals)) for _ in range(500)]
    backwards = Backwards(tariff)

    def read() -> None:
        for _ in range(2):
            for row in rows:
                for _count, _reading in zip(range(24), readings_of(row, backwards), strict=False):
                    pass

    assert seconds_of(read) * 10 < 2
