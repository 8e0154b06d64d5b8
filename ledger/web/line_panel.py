"""The keyboard line as it stands on the entry screen, with what a line says."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import get_language

from ledger.queries.lines import FaultyLine, ReadLine
from ledger.rules.table import Table
from ledger.web.deal_form import DealForm
from ledger.web.line_form import LineForm
from ledger.web.line_help import Row, line_help
from ledger.web.refusals import refusal_text


@dataclass(frozen=True)
class LinePanel:
    """The form, the table whose letters count, everyone's names in seat order, and the faulty line that was sent."""

    form: LineForm
    rules: Table
    names: Mapping[str, str]
    sent: FaultyLine | None = None

    def help(self) -> list[tuple[str, list[Row]]]:
        """What can be typed at this table."""
        return line_help(self.rules, list(self.names.values()), get_language() or "da")


def line_panel(
    deal_form: DealForm, form: LineForm | None = None, *, is_focused: bool, sent: FaultyLine | None = None
) -> LinePanel:
    """The panel beside the form of a new deal: with what was sent, or empty."""
    names = dict(deal_form.players)
    form = form or LineForm(names=names, dealer=deal_form.initial["dealer"])
    if is_focused:
        form.fields["text"].widget.attrs["autofocus"] = True
    return LinePanel(form, deal_form.table, names, sent)


def said_of(read: ReadLine | FaultyLine, names: Mapping[str, str]) -> dict[str, object]:
    """What the page shows of a line: who gets what and why, or what is wrong and where."""
    if isinstance(read, FaultyLine):
        return {"faulty": read, "fault": refusal_text(read.refusal)}
    return {"read": read, "points": list(zip(names.values(), read.points, strict=True))}
