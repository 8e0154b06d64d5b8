"""A part of a workbook is walked in pieces, of which none may swallow a tag."""

from ledger.spreadsheets.site.part_xml import Attributes, walk_by_piece

# The second piece is shorter than the tag that the first one broke off: Expat may wait for the end with both.
BROKEN_OFF = [b'<sheetData><row r="1" spans="1:12" ht="15.75" customHeight="1"', b"/></sheetData>"]


def test_every_tag_is_told_by_the_last_pause() -> None:
    told: list[str] = []

    def on_start(name: str, _attributes: Attributes) -> None:
        told.append(name)

    by_pause = [[*told] for _pause in walk_by_piece(BROKEN_OFF, on_start=on_start)]

    assert by_pause[-1] == told == ["sheetData", "row"]
    assert len(by_pause) == len(BROKEN_OFF) + 1  # also after Expat was told that nothing more comes
