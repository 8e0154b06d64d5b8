"""The keyboard line on the entry screen, with what a line says."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ledger.queries.evenings.lines import FaultyLine, ReadText
from ledger.queries.evenings.turns import AtTable, as_seen
from ledger.rules.deals.keyboard_line import LONGEST_LINE, Notation
from ledger.rules.evenings.evening_text import MOST_LINES
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.deals.kinds import PARTS
from ledger.web.deals.kinds.part import Row
from ledger.web.site.forms import RefusingForm, offer

LONGEST_TEXT = 3 * LONGEST_LINE  # a line with its reason
MOST_FAULTS_SAID = 10
MOST_DEALS = 10**6
# A phone would begin with a capital and put words in place of letters.
AS_TYPED = {"autocomplete": "off", "autocapitalize": "none", "autocorrect": "off", "spellcheck": "false"}


class LinesForm(RefusingForm):
    """What both forms keep: the key of the form, and the dealer and number of the next deal when the page was drawn.

    What is played meanwhile then does not change what the line means.
    """

    key = forms.UUIDField(widget=forms.HiddenInput)
    dealer = forms.ChoiceField(widget=forms.HiddenInput)
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MOST_DEALS, required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, table: AtTable) -> None:
        initial = {"key": uuid.uuid4(), "dealer": str(table.dealer), "number": table.number}
        super().__init__(data, initial=initial)
        self.table = table
        self.names = {str(player): name for player, name in table.names.items()}
        offer(self, "dealer", self.names.items())

    def dealer_name(self) -> str:
        """The name of the next dealer, as the form stands."""
        return self.names.get(str(self["dealer"].value()), "")

    def as_seen(self) -> AtTable:
        """The table as the writer of the valid form saw it, so that a form sent twice gives the same deals."""
        cleaned = self.cleaned_data
        number = cleaned["number"] or self.table.number
        return as_seen(table=self.table, dealer=int(cleaned["dealer"]), number=number)

    def field_of_refusal(self, _about: str) -> str:
        """The text, whatever is refused."""
        return "text"


class LineForm(LinesForm):
    """One deal as a line."""

    prefix = "line"
    text = forms.CharField(
        label=_("Keyboard line"),
        max_length=LONGEST_TEXT,
        strip=False,
        widget=forms.TextInput(attrs={**AS_TYPED, "class": "line", "enterkeyhint": "done"}),
    )


class PasteForm(LinesForm):
    """Many deals, one a line; `seating` is the evening's seating when the page was drawn."""

    seating = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MOST_DEALS, required=False)
    text = forms.CharField(
        label=_("Deals, one a line"),
        max_length=MOST_LINES * LONGEST_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={**AS_TYPED, "class": "line", "rows": 12}),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, table: AtTable) -> None:
        super().__init__(data, table=table)
        self.initial["seating"] = table.seats[0].seating

    def when_drawn(self) -> dict[str, int | None]:
        """The numbers of the next deal and the seating when the page of the valid form was drawn."""
        return {"number": self.cleaned_data["number"], "seating": self.cleaned_data["seating"]}

    def refuse_lines(self, text: ReadText) -> None:
        """Name the first faulty lines, each with its number and the character that does not fit."""
        if not text.lines:
            self.add_error("text", gettext("There is no deal in this text."))
        faults = text.faults
        for fault in faults[:MOST_FAULTS_SAID]:
            words = gettext("Line %(line)s: %(fault)s")
            if fault.at is not None:
                words = gettext("Line %(line)s, character %(character)s: %(fault)s")
            params = {"line": fault.place, "character": (fault.at or 0) + 1, "fault": refusal_text(fault.refusal)}
            self.add_error("text", words % params)
        if more := len(faults[MOST_FAULTS_SAID:]):
            words = ngettext("and %(count)s more line", "and %(count)s more lines", more)
            self.add_error("text", words % {"count": more})


def line_panel(
    table: AtTable, form: LineForm | None = None, *, is_focused: bool, sent: FaultyLine | None = None
) -> dict[str, Any]:
    """What the page shows of the panel beside the form of a new deal, with what was sent or empty.

    It is folded away unless it `is_open`; `sent` is a faulty line.
    """
    form = form or LineForm(table=table)
    if is_focused:
        form.fields["text"].widget.attrs["autofocus"] = True
    rules = table.evening.table_version.to_rules()
    explained = partial(line_help, rules, list(table.names.values()))
    return {"form": form, "sent": sent, "is_open": is_focused or form.is_bound, "help": explained}


def line_help(scoring_table: ScoringRules, players: Sequence[str]) -> list[tuple[str, list[Row]]]:
    """What can be typed at a table, in groups: (heading, rows of what is typed and what it means).

    `players` are the names in seat order.
    """
    notation = Notation(scoring_table)
    groups = [
        (gettext("Seats"), [(str(seat), name) for seat, name in enumerate(players, start=1)]),
        (gettext("Examples"), list(_examples(notation, players))),
        (gettext("At the table"), list(_seating(scoring_table, players))),
        *_words(notation),
    ]
    return [(heading, rows) for heading, rows in groups if rows]


def _examples(notation: Notation, players: Sequence[str]) -> Iterator[Row]:
    offered = [part for part in PARTS.values() if part.kind.is_offered(notation.scoring_table)]
    for part in offered:
        if part.kind.is_dealt:
            yield from part.examples(notation, players)
    yield "p @2", gettext("Seat 2 dealt; this can stand behind any deal")
    note = gettext("note")  # not within an f-string, where makemessages does not look
    yield f"p ; {note}", gettext("A note; this can stand behind any deal")
    for part in offered:
        if not part.kind.is_dealt:
            yield from part.examples(notation, players)


def _seating(scoring_table: ScoringRules, players: Sequence[str]) -> Iterator[Row]:
    if len(players) > scoring_table.seats.max + 1:
        yield "~23", gettext("Seats 2 and 3 sat out, behind a deal where it was not their turn")
    yield f": {', '.join(players)}", gettext("Among many lines: these sit here from now on, clockwise")
    yield "@ 2", gettext("Among many lines: at table 2 from now on")


def _words(notation: Notation) -> Iterator[tuple[str, list[Row]]]:
    """What the kinds of deal can name, in the order of a line."""
    groups = [group for part in PARTS.values() for group in part.words_in_line(notation)]
    for _place, heading, rows in sorted(groups, key=lambda group: group[0]):
        yield heading, rows
