"""Every hostile file is answered with its sentence, within the limits of processor time and memory."""

from io import BytesIO
from zipfile import ZIP_STORED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.scoring.editor.json_text import json_text
from ledger.rules.scoring.presets import preset
from ledger.rules.site.refusal import Refusal
from ledger.services.scoring.table_files import document_from_file
from ledger.services.site.reading_apart import read_apart
from tests.services.scoring.hostile_files import A_FEW, EVERY
from tests.services.scoring.test_table_files import book_of_preset
from tests.services.site import readers
from tests.services.site.test_reading_apart import MEMORY, SECONDS, processor_seconds
from tests.spreadsheets.site.workbooks import zip_parts

THE_OTHERS = [pytest.param(name, marks=pytest.mark.long) for name in EVERY if name not in A_FEW]


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("name", [*A_FEW, *THE_OTHERS])
def test_a_hostile_file_is_answered_within_two_seconds_and_100_mb(name) -> None:
    make, beginning = EVERY[name]
    content = make()
    before = processor_seconds()

    sentence, peak = read_apart(readers.weigh, content)

    assert sentence.startswith(beginning), sentence
    assert processor_seconds() - before < SECONDS
    assert peak < MEMORY


def test_there_are_a_hundred_of_them() -> None:
    assert len(EVERY) >= 100
    assert all(beginning for _, beginning in EVERY.values())


# --- any bytes at all


def unpack(workbook: bytes) -> bytes:
    """The same workbook, its parts not compressed: bytes that are changed in it reach the XML."""
    with ZipFile(BytesIO(workbook)) as archive:
        return zip_parts({name: archive.read(name) for name in archive.namelist()}, ZIP_STORED)


SOUND = [
    book_of_preset("esmakker-wikipedia", "da"),
    unpack(book_of_preset("esmakker-wikipedia", "da")),
    json_text(preset("esmakker-wikipedia")).encode(),
]


@st.composite
def spoiled_file(draw: st.DrawFn) -> bytes:
    """A sound file with bytes changed, left out or put in, or cut off."""
    content = draw(st.sampled_from(SOUND))
    for _ in range(draw(st.integers(1, 6))):
        at, length = draw(st.integers(0, len(content))), draw(st.integers(0, 9))
        content = content[:at] + draw(st.binary(max_size=9)) + content[at + length :]
    return content[: draw(st.integers(0, len(content)))] if draw(st.booleans()) else content


@given(st.binary(max_size=300) | spoiled_file())
def test_any_bytes_are_read_or_refused(content) -> None:
    try:
        document_from_file(content)
    except Refusal as refusal:
        assert str(refusal)
