"""Where everything of an evening's sheet stands: what is typed, what is worked out, and what is hidden."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from openpyxl.utils import get_column_letter

from ledger.rules.site.labels import Label
from ledger.spreadsheets.imports.entry import entry_wording as wording
from ledger.spreadsheets.imports.entry.entry_book import EntryBook

DATE_CELL, TABLE_CELL, SO_FAR_ROW, HEADER_ROW, FIRST_DEAL = "C1", "C2", 3, 4, 5
# What is worked out for a row on the way to its points, one hidden column each.
STEPS = (
    "contract_at", "kind", "attachment_at", "trump_at", "flag_at", "rule", "most",
    "declarer_at", "partner_at", "dealer_at", "is_alone",
    "price_row", "in_play", "paid", "paid_other", "on_side",
)  # fmt: skip
OF_EACH = ("plays", "is_on_side", "stake")  # likewise, for every chair


@dataclass(frozen=True)
class EntryColumns:
    """The columns of an evening's sheet by what they hold, from 1; `chairs` are those of the players' points.

    `tricks_of`, `plays`, `is_on_side` and `stake` have a column for each chair. `shown` are not hidden.
    """

    of: dict[str, int]
    chairs: Sequence[int]
    tricks_of: Sequence[int]
    each: Mapping[str, Sequence[int]]
    headings: dict[int, Label] = field(repr=False)
    shown: int
    last: int

    def cell(self, what: str, row: int) -> str:
        """The cell of something in a row, its column fixed: "$C7"."""
        return at(self.of[what], row)

    def has(self, what: str) -> bool:
        """Whether there is such a column."""
        return what in self.of


def at(column: int, row: int) -> str:
    """A cell with its column fixed: "$C7"."""
    return f"${get_column_letter(column)}{row}"


def head(column: int) -> str:
    """The cell above a column, where a player's name stands: "$L$4"."""
    return f"${get_column_letter(column)}${HEADER_ROW}"


def area(columns: Sequence[int], row: int) -> str:
    """The neighbouring cells of a row, their columns fixed: "$L7:$P7"."""
    return f"{at(columns[0], row)}:{at(columns[-1], row)}"


def others_away(book: EntryBook) -> Sequence[str]:
    """The columns for those who sit out besides the dealer: one with six chairs for four who play, two with seven."""
    return [f"over{number}" for number in range(1, book.chairs - book.seats[1])]


def columns_of(book: EntryBook) -> EntryColumns:
    """The columns that a club's scoring table needs."""
    typed_columns: list[tuple[str, Label, bool]] = [
        ("number", wording.NUMBER, True),
        ("dealer", wording.DEALER, True),
        *((over, wording.SITS_OUT, True) for over in others_away(book)),
        ("declarer", wording.DECLARER, True),
        ("contract", wording.CONTRACT, True),
        ("attachment", wording.ATTACHMENT, bool(book.attachments)),
        ("trump", wording.TRUMP, bool(book.trumps)),
        ("flag", wording.FLAG, bool(book.flags)),
        ("partner", wording.PARTNER, book.has_partner),
        ("tricks", wording.TRICKS, True),
    ]
    after = [
        ("house", wording.HOUSE, book.has_house),
        ("note", wording.NOTE, True),
        ("sum", wording.SUM, True),
        ("check", wording.CHECK, True),
    ]
    of: dict[str, int] = {}
    headings: dict[int, Label] = {}

    def place(columns: Sequence[tuple[str, Label, bool]], first: int) -> int:
        for what, heading, is_needed in columns:
            if is_needed:
                of[what], headings[first] = first, heading
                first += 1
        return first

    end = place(typed_columns, 1)
    tricks_of = range(end, end + book.chairs * book.has_tricks_of_each)
    chairs = range(tricks_of.stop, tricks_of.stop + book.chairs)
    hidden_from = place(after, chairs.stop)
    steps = (*STEPS, *(f"{over}_at" for over in others_away(book)))
    hidden = place([("line", wording.LINE, True), *((step, wording.KEY, True) for step in steps)], hidden_from)
    of_chairs = {
        what: range(hidden + turn * book.chairs, hidden + (turn + 1) * book.chairs) for turn, what in enumerate(OF_EACH)
    }
    return EntryColumns(
        of, chairs, tricks_of, of_chairs, headings, hidden_from - 1, hidden + len(OF_EACH) * book.chairs - 1
    )
