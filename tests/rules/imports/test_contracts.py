"""Contracts in free words are read where they can be, in every way they can, and else not at all."""

from typing import Any

import pytest

from ledger.rules.imports.contracts import ContractReader, WrittenContract
from tests.rules.deals.playing import table_of


def trick(level: int, attachment: str = "plain", **facts: Any) -> WrittenContract:
    return WrittenContract("trick", level, attachment, **facts)


def nolo(code: str) -> WrittenContract:
    return WrittenContract("nolo", nolo=code)


READINGS = {
    "9 vip i 2.": [trick(9, "vip", vip_turn=2)],
    "9. 2 vip": [trick(9, "vip", vip_turn=2)],
    "2. vip 9": [trick(9, "vip", vip_turn=2)],
    "9v2": [trick(9, "vip", vip_turn=2)],
    "9 vip": [trick(9, "vip")],
    "9 vip 3 klør": [trick(9, "vip", vip_turn=3, trump="clubs")],
    "9 vip2 - spar": [
        trick(9, "vip", vip_turn=2, trump="spades", tricks=8),
        trick(9, "vip", vip_turn=2, trump="spades"),
    ],
    "9": [trick(9)],
    "9 alm.": [trick(9)],
    "9 ♥": [trick(9, trump="hearts")],
    "9½": [trick(9, "halve")],
    "9 halve (selvmakker)": [trick(9, "halve", alone="self_called")],
    "9 halve (Bo sov)": [trick(9, "halve")],
    "9 halve, katten": [trick(9, "halve", alone="ace_in_cat")],
    "10 sang +1": [trick(10, "sans", tricks=11)],
    "10 gode = 8": [trick(10, "gode", tricks=8)],
    "10 gode 12 stik": [trick(10, "gode", tricks=12)],
    "9 h": [trick(9, "halve"), trick(9, trump="hearts")],
    "8 kvarte": [trick(8, "kvarte")],
    "Ren Sol": [nolo("ren_sol")],
    "rensol": [nolo("ren_sol")],
    "solo": [nolo("sol")],
    "ren bord": [nolo("ren_bordlaegger")],
    "oplægger": [nolo("bordlaegger")],
    "ren bordlægger med snak": [nolo("ren_bordlaegger_med_snak")],
    "pas": [WrittenContract("passed_out")],
    "passet rundt": [WrittenContract("passed_out")],
    "jernhånd": [WrittenContract("not_played", cause="iron_hand")],
}


@pytest.mark.parametrize(("text", "readings"), READINGS.items(), ids=READINGS)
def test_a_contract_is_read_in_every_way_it_can_be(text: str, readings: list[WrittenContract]) -> None:
    assert list(ContractReader(table_of("esmakker-wikipedia")).readings(text)) == readings


@pytest.mark.parametrize(
    "text",
    ["", "s", "9 Bodil", "6", "14 vip", "9 sol", "9 gode 2", "vip", "hvad som helst", "9 vip 4", "9 " * 40, "æ" * 999],
)
def test_what_means_nothing_under_the_table_is_not_read(text: str) -> None:
    assert ContractReader(table_of("esmakker-wikipedia")).readings(text) == ()


def test_a_plus_behind_a_level_is_one_over_or_any_attachment() -> None:
    readings = ContractReader(table_of("call-ace-whist")).readings("9+")

    assert readings[0] == trick(9, tricks=10)
    assert {reading.attachment for reading in readings[1:]} == {"vip", "gode", "halve", "staerke", "sans"}


def test_attachments_that_a_table_combines_are_read_together() -> None:
    reader = ContractReader(table_of("grundtakst"))

    assert (
        reader.readings("9 vip + gode i 1.") == reader.readings("9 gode vip 1") == (trick(9, "vip_gode", vip_turn=1),)
    )


def test_a_tables_own_names_are_read() -> None:
    assert ContractReader(table_of("whist2")).readings("halv bordlægger") == (nolo("halv_bordlaegger"),)
