"""Every hostile file is answered with its sentence, within the limits of processor time and memory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.scoring.document import document_from_file, json_text, preset
from ledger.rules.site.refusal import Refusal
from ledger.services.site.reader_process import MEMORY, SECONDS
from ledger.services.site.reading_apart import read_apart
from tests.services.scoring.hostile_files import HOSTILE
from tests.services.site import readers
from tests.services.site.test_reading_apart import processor_seconds

FIRST, *OTHERS = HOSTILE
THE_OTHERS = [pytest.param(name, marks=pytest.mark.long) for name in OTHERS]


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("name", [FIRST, *THE_OTHERS])
def test_a_hostile_file_is_answered_within_the_limits(name) -> None:
    make, beginning = HOSTILE[name]
    content = make()
    before = processor_seconds()

    sentence, peak = read_apart(readers.weigh, content)

    assert sentence.startswith(beginning), sentence
    assert processor_seconds() - before < SECONDS
    assert peak < MEMORY


# --- any bytes at all


SOUND = json_text(preset("esmakker-wikipedia")).encode()


@st.composite
def spoiled_file(draw: st.DrawFn) -> bytes:
    """A sound file with bytes changed, left out or put in, or cut off."""
    content = SOUND
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
