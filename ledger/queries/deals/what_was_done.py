"""What a line of the book did to its deal: the one place that chooses the word for every page, list and workbook."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple, Protocol


class WrittenEntry(Protocol):
    """A line of the book as far as the word for it goes: what it says, its place, and when it was written."""

    @property
    def deal(self) -> Mapping[str, Any]: ...
    @property
    def sequence(self) -> int: ...
    @property
    def received_at(self) -> datetime: ...


class ReadEntry(NamedTuple):
    """A `Line` for readers that take plain values instead of entries."""

    deal: Mapping[str, Any]
    sequence: int
    received_at: datetime


def what_was_done(*, entry: WrittenEntry, reversal: WrittenEntry | None, is_voided: bool = False) -> str:
    """The word for a line that is no reversal: "recorded", "corrected", "voided" or "restored".

    `reversal` took back the line that this one replaces, and says what that one said; None where it replaces none.
    A deal that was voided and comes back with other contents is corrected, as one that was changed in one go.
    """
    if is_voided:
        return "voided"
    if reversal is None:
        return "recorded"
    is_corrected = is_one_write(reversal=reversal, entry=entry) or entry.deal != reversal.deal
    return "corrected" if is_corrected else "restored"


def is_one_write(*, reversal: WrittenEntry, entry: WrittenEntry) -> bool:
    """Whether two lines were written together: a correction's reversal stands just before what replaces it."""
    return reversal.sequence + 1 == entry.sequence and reversal.received_at == entry.received_at
