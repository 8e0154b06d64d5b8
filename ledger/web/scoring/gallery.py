"""The gallery of presets: what each does to a price, in a few words."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from ledger.rules.scoring.document import every_preset
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.wall.comparing import OrdinaryDeal
from ledger.templatetags.ledger_labels import label_text

TITLES = {
    "call-ace-whist": _("Large points, attachments double"),
    "call-ace-whist-quarter": _("Whole points, attachments double"),
    "esmakker-wikipedia": _("Small points, vip by turn"),
    "it-whist": _("The same price for every attachment"),
    "pywhist": _("Vip rises with each turn"),
    "danish-wist": _("Every trick taken is paid"),
    "es-makker-points": _("Small prices, rounded up to whole points"),
    "whist-scoreboard": _("Each trick missing costs twice the price"),
    "whistzilla": _("Every trick above six is paid"),
    "jungs-jydewhist": _("Each overtrick pays one point"),
    "whist2": _("Something extra for making it"),
    "laederwhist": _("Prices in three classes"),
    "g-formula": _("Vip pays one and a half times"),
    "gamr": _("Just made pays as one over"),
    "grundtakst": _("Slams pay extra"),
    "vest-gui": _("A flat price, no attachments"),
    "whist-ai": _("A small base, and one point for each trick"),
    "whist-score-tracker": _("Each attachment pays a little more"),
    "lakse": _("Lost costs less than made"),
    "ladder-16": _("One price for attachments, dear nolo contracts"),
}
# Those that no ordinary 9 tells apart: by their names, with who plays them so.
OTHER_GAMES = {
    "engelsk-whist": _("Fixed pairs: a point for each trick above six"),
    "dansk-whist": _("Fixed pairs: grand, grandi, nolo and sol. You type the prices yourselves"),
    "call-ace-euchre": _("Four to six players; every trick, made or down"),
    "es-makker-2i9": _("Esmakker in which one bids “2 i 9”"),
    "whistklubben": _("Esmakker from 8 upwards. You type the prices yourselves"),
}


def preset_choices() -> list[tuple[str, str]]:
    """Every preset's code and name, to choose from in the reader's language."""
    return [(scoring_table.code, label_text(scoring_table.name)) for scoring_table in every_preset()]


class Card(NamedTuple):
    """A preset to choose: its code, what it does to a price, its name, and a few deals."""

    code: str
    title: str
    name: str
    examples: Sequence[OrdinaryDeal]


def preset_card(scoring_table: ScoringRules, deals: Sequence[OrdinaryDeal]) -> Card:
    """A preset as it is shown to be chosen; another game by its name, with who plays it so."""
    code, name = scoring_table.code, label_text(scoring_table.name)
    if code in OTHER_GAMES:
        return Card(code, name, str(OTHER_GAMES[code]), [])
    return Card(code, str(TITLES[code]), name, deals)
