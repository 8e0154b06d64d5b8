"""The gallery of scoring tables a club can start with: what each is, and what it lets a club choose."""

from functools import cache

from django.utils.translation import gettext_lazy as _

from ledger.rules.document import read_table
from ledger.rules.presets import PRESETS, preset
from ledger.rules.table import Table

DESCRIPTIONS = {
    "call-ace-whist": _("Whole points from 10 to 1280; attachments double; four nolo contracts."),
    "call-ace-whist-quarter": _("Small whole points, with kvarte and five nolo contracts."),
    "whistklubben": _("Esmakkerwhist from 8 upwards; your club types its own prices."),
    "esmakker-wikipedia": _("Eighths of a point, vip in three turns, clubs in vip count double."),
    "dansk-whist": _("Fixed pairs: grandi, grand, nolo, sol and pasnolo; your club types its own prices."),
    "engelsk-whist": _("Fixed pairs: one point for each trick above six."),
    "call-ace-euchre": _("Four to six players; points for a march, for making it, for euchring."),
}

RULES = {
    "made": _("A contract that is made"),
    "lost": _("A contract that is lost"),
    "nolo_lost": _("A nolo that is lost"),
    "joined": _("Going along on a nolo"),
    "alone": _("Being one's own partner"),
    "sol": _("Tricks allowed in sol"),
    "book": _("What the losing pair pays"),
}


@cache
def gallery() -> tuple[Table, ...]:
    """Every preset as the rules read it, in the order it is shown."""
    return tuple(read_table(preset(code)) for code in PRESETS)
