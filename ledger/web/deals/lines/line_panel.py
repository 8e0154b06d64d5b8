"""The keyboard line on the entry screen, with what a line says."""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.queries.evenings.lines import FaultyLine, ReadLine
from ledger.queries.evenings.turns import AtTable
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.deals.kinds.part import Row
from ledger.web.deals.lines.line_form import LineForm
from ledger.web.deals.lines.line_help import line_help


@dataclass(frozen=True)
class LinePanel:
    """The form, the table whose letters and seats count, and the faulty line that was sent, if any.

    It is folded away unless it `is_open`.
    """

    form: LineForm
    table: AtTable
    sent: FaultyLine | None = None
    is_open: bool = False

    def help(self) -> list[tuple[str, list[Row]]]:
        """What can be typed at this table."""
        rules = self.table.evening.table_version.to_rules()
        return line_help(rules, list(self.table.names.values()))


def line_panel(
    table: AtTable, form: LineForm | None = None, *, is_focused: bool, sent: FaultyLine | None = None
) -> LinePanel:
    """The panel beside the form of a new deal, with what was sent or empty."""
    form = form or LineForm(table=table)
    if is_focused:
        form.fields["text"].widget.attrs["autofocus"] = True
    return LinePanel(form, table, sent, is_open=is_focused or form.is_bound)


def context_of_line(read: ReadLine | FaultyLine, names: Mapping[int, str]) -> dict[str, object]:
    """What the page shows of a line: who gets what and why, or what is wrong and where."""
    if isinstance(read, FaultyLine):
        return {"faulty": read, "fault": refusal_text(read.refusal)}
    return {"read": read, "points": list(zip(names.values(), read.points, strict=True))}
