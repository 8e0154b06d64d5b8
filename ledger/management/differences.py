"""What a season's workbook changes, as a command says it."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext

from ledger.models import Club
from ledger.queries.imports.file_differences import HEADING_OF, file_differences
from ledger.rules.imports.differences.deal_difference import ChangeKind, DealDifference
from ledger.rules.imports.differences.origin import FileOrigin
from ledger.rules.imports.written.sheets import BookSheet
from ledger.templatetags.ledger_labels import label_text
from ledger.templatetags.ledger_refusals import refusal_text


def describe_differences(*, club: Club, sheets: Sequence[BookSheet], origin: FileOrigin) -> str:
    """The differences of a workbook, a row of text for each and for what speaks against it; nothing is booked.

    Raises Refusal for a workbook without its sheet of deals, and for a club without a scoring table.
    """
    looked = file_differences(club=club, sheets=sheets, origin=origin, answers={})
    told = [text for difference in looked.differences for text in _in_words(difference)]
    return "\n".join([*told, gettext("Book it on the club's page: %(page)s") % {"page": f"/{club.slug}/imports/"}])


def _in_words(difference: DealDifference) -> Iterator[str]:
    titles = {
        ChangeKind.NEW: gettext("new"),
        ChangeKind.CHANGED: gettext("changed"),
        ChangeKind.MISSING: gettext("missing"),
    }
    row = difference.row
    place = f"{difference.place[0]}/{difference.place[1]}" if difference.place else ""
    cells = [
        f"{label_text(HEADING_OF[what])}: {row.text(what) or '–'}"
        for what in difference.columns
        if row and what in HEADING_OF
    ]
    yield " ".join(filter(None, (titles[difference.kind], place, ", ".join(cells))))
    for doubt in difference.doubts:
        cell = f"{doubt.cell.sheet}, {doubt.cell.cell}: " if doubt.cell else ""
        yield f"  {cell}{refusal_text(doubt.refusal)}"
