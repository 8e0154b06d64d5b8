"""The forms around a draft: what to start from, another column, other levels, a fill, a pasted block."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Club, ScoringTable, ScoringTableVersion
from ledger.rules.scoring.document import PRESETS, preset
from ledger.rules.scoring.editor.drafting import (
    add_bid,
    add_column,
    add_row,
    blank_table,
    drop_row,
    fill,
    move_row,
    paste,
    set_ladder,
    set_levels,
)
from ledger.rules.scoring.editor.grids import bids, values_section
from ledger.rules.scoring.scoring_table import ATTACHMENTS, VIP_TURNS
from ledger.services.scoring import NAME_LENGTH
from ledger.templatetags.ledger_labels import label_text
from ledger.web.scoring.forms import preset_choices, version_name
from ledger.web.site.forms import KeyedForm, RefusingForm, offer

NEW_TABLE = ""


class BecomesForm(KeyedForm):
    """A form whose draft becomes a new scoring table, or a new version of one of the club's."""

    refusal_fields = {"table": "becomes"}

    becomes = forms.ChoiceField(
        label=_("It becomes"),
        required=False,
        help_text=_("A new version replaces the old one from the day you choose; old deals keep their points."),
    )

    def __init__(self, *args: Any, scoring_tables: Iterable[ScoringTable], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.scoring_tables = {str(scoring_table.pk): scoring_table for scoring_table in scoring_tables}
        versions = [
            (pk, gettext("a new version of %(name)s") % {"name": scoring_table.name})
            for pk, scoring_table in self.scoring_tables.items()
        ]
        offer(self, "becomes", [(NEW_TABLE, gettext("a new table")), *versions])

    def scoring_table(self) -> ScoringTable | None:
        """The scoring table that the valid form's draft is a version of; None where it is a new one."""
        return self.scoring_tables.get(self.cleaned_data["becomes"])


BLANK = "blank"
MOVES = {"up": -1, "down": 1}


class BeginForm(BecomesForm):
    """What to start from (nothing, a preset, or one of the club's versions), and which scoring table it is for."""

    begin_from = forms.ChoiceField(label=_("Begin from"))
    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    field_order = ("begin_from", "becomes", "name")

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        versions: Sequence[ScoringTableVersion],
        chosen: ScoringTableVersion | None,
    ) -> None:
        self.versions = {str(version.pk): version for version in versions}
        initial = {"begin_from": BLANK}
        if chosen:
            initial = {
                "begin_from": str(chosen.pk),
                "becomes": str(chosen.scoring_table_id),
                "name": chosen.scoring_table.name,
            }
        super().__init__(data, initial=initial, scoring_tables=(version.scoring_table for version in versions))
        beginnings: list[Any] = [
            (BLANK, gettext("A blank table")),
            (gettext("The club's own"), [(pk, version_name(version)) for pk, version in self.versions.items()]),
            (gettext("Presets"), preset_choices()),
        ]
        offer(self, "begin_from", beginnings)

    def draft(self, club: Club) -> dict[str, Any]:
        """The arguments for `start_draft`, from the valid form."""
        begin_from, name = self.cleaned_data["begin_from"], self.cleaned_data["name"]
        document, code = blank_table(name, club.name), ""
        if begin_from in self.versions:
            version = self.versions[begin_from]
            document, code = version.document, version.scoring_table.preset
        elif begin_from in PRESETS:
            document, code = preset(begin_from), begin_from
        return {
            "club": club,
            "scoring_table": self.scoring_table(),
            "name": name,
            "document": document,
            "preset": code,
        }


class ToolsForm(RefusingForm):
    """The editor's tools: each has its own button, and keeps what was typed for it when it is refused."""

    refusal_fields = {"levels": "lowest"}

    TOOLS = ("fill", "paste", "levels", "column", "bid", "bids")

    attachment = forms.ChoiceField(label=_("Attachment"), required=False)
    turn = forms.ChoiceField(label=_("Vip turn"), required=False)
    lowest = forms.IntegerField(label=_("Lowest level"), min_value=1, max_value=13, required=False)
    highest = forms.IntegerField(label=_("Highest level"), min_value=1, max_value=13, required=False)
    first = forms.CharField(label=_("First price"), max_length=24, required=False)
    step = forms.CharField(label=_("Times, for each level up"), max_length=24, required=False, initial="2")
    overwrite = forms.BooleanField(label=_("Replace prices that are there"), required=False)
    pasted = forms.CharField(
        label=_("Cells from a spreadsheet"), widget=forms.Textarea(attrs={"rows": 4}), required=False
    )
    bid = forms.ChoiceField(label=_("Contract"), required=False)
    bids = forms.CharField(
        label=_("The whole order, a contract a line, the lowest first"),
        widget=forms.Textarea(attrs={"rows": 10, "autocapitalize": "none", "spellcheck": "false"}),
        required=False,
    )
    at = forms.CharField(widget=forms.HiddenInput, max_length=9, required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, document: Mapping[str, Any]) -> None:
        levels = sorted(int(level) for level in document.get("values", {}) if level.isdecimal())
        lowest, highest = (levels[0], levels[-1]) if levels else (7, 13)
        names = {code: label_text(name) for code, name in bids(document).items()}
        steps = document.get("ladder", [])
        ladder = "\n".join(names.get(step, str(step)) for step in steps)
        super().__init__(data, initial={"lowest": lowest, "highest": highest, "bids": ladder})
        self.left_out = (0, 0)
        offer(self, "bid", [("", "–"), *((code, name) for code, name in names.items() if code not in steps)])
        self.columns = values_section(document).headings[1:]
        offer(self, "attachment", [(code, label_text(label)) for code, label in ATTACHMENTS.items()])
        offer(self, "turn", [("", gettext("all turns alike")), *((str(turn), str(turn)) for turn in VIP_TURNS)])
        for column in self.columns:
            factor = forms.CharField(label=label_text(column.label), max_length=24, required=False, initial="1")
            self.fields[f"factor.{column.key}"] = factor

    def factors(self) -> list[Any]:
        """The field of each column's factor."""
        return [self[f"factor.{column.key}"] for column in self.columns]

    def apply(self, action: str, document: dict[str, Any]) -> dict[str, Any]:
        """The document after an action: one of TOOLS, "add nolo", "drop nolo 2" or "up ladder 3".

        Returns the document unchanged for any other action.
        Raises Refusal with its field.
        """
        name, *details = action.split()
        if name == "add" and details:
            return add_row(document, details[0])
        if name == "drop" and len(details) == 2 and details[1].isdecimal():
            return drop_row(document, details[0], int(details[1]))
        if name in MOVES and len(details) == 2 and details[1].isdecimal():
            return move_row(document, details[0], int(details[1]), MOVES[name])
        cleaned = self.cleaned_data if name in self.TOOLS else {}
        match name:
            case "fill":
                factors = [cleaned[f"factor.{column.key}"] for column in self.columns]
                return fill(document, cleaned["first"], cleaned["step"], factors, only_empty=not cleaned["overwrite"])
            case "paste":
                row, _dot, column = cleaned["at"].partition(".")
                where = (int(row), int(column)) if row.isdecimal() and column.isdecimal() else (0, 0)
                changed, self.left_out = paste(document, cleaned["pasted"], *where)
                return changed
            case "levels":
                return set_levels(document, cleaned["lowest"] or 0, cleaned["highest"] or 0)
            case "column":
                return add_column(document, cleaned["attachment"], int(cleaned["turn"]) if cleaned["turn"] else None)
            case "bid":
                return add_bid(document, cleaned["bid"])
            case "bids":
                return set_ladder(document, cleaned["bids"])
        return document

    def stops(self, action: str) -> bool:
        """Whether an action is a tool's while the tools' fields are invalid."""
        return action in self.TOOLS and not self.is_valid()
