"""What an entry did to its deal: the one place that chooses the word for every page, list and workbook."""

from ledger.models import Entry


def what_was_done(*, entry: Entry, reversal: Entry | None, is_voided: bool = False) -> str:
    """The word for an entry that is no reversal: "recorded", "corrected", "voided" or "restored".

    `reversal` is that of the entry that this one replaces, with its deal; None if this one replaces none.
    """
    if is_voided:
        return "voided"
    if reversal is None:
        return "recorded"
    # A voided deal that comes back with other contents is corrected too.
    is_corrected = is_one_write(reversal=reversal, entry=entry) or entry.deal != reversal.deal
    return "corrected" if is_corrected else "restored"


def is_one_write(*, reversal: Entry, entry: Entry) -> bool:
    """Whether a reversal and an entry are one correction: it stands just before the entry and is of the same moment."""
    return reversal.sequence + 1 == entry.sequence and reversal.received_at == entry.received_at
