"""The gallery of presets: what each is, and what it lets a club choose."""

from django.utils.translation import gettext_lazy as _

from ledger.rules.scoring.presets import every_preset
from ledger.templatetags.ledger_labels import label_text

DESCRIPTIONS = {
    "call-ace-whist": _("Whole points from 10 to 1280; attachments double; four nolo contracts."),
    "call-ace-whist-quarter": _("Small whole points, with kvarte and five nolo contracts."),
    "whistklubben": _("Esmakkerwhist from 8 upwards; your club types its own prices."),
    "esmakker-wikipedia": _("Eighths of a point, vip in three turns, clubs in vip count double."),
    "dansk-whist": _("Fixed pairs: grandi, grand, nolo, sol and pasnolo; your club types its own prices."),
    "engelsk-whist": _("Fixed pairs: one point for each trick above six."),
    "call-ace-euchre": _("Four to six players; points for a march, for making it, for euchring."),
    "it-whist": _("Whole points from 5; attachments double; a lost contract costs double for each trick."),
    "pywhist": _("Whole points from 5; vip by its turn, knocking, and clubs or no trump in vip count double."),
    "danish-wist": _("Whole points from 10; every trick taken is paid; no nolo."),
    "es-makker-points": _("A row of values from a quarter, rounded up to whole points; 13 tricks count as 14."),
    "whist-scoreboard": _("Small whole points, attachments double, and a penalty."),
    "whistzilla": _("Every trick above six is paid; vip is 3, 4 and 6 times by its turn."),
    "jungs-jydewhist": _("Prices by rank, 1 for each overtrick and 5 for each undertrick."),
    "whist2": _("From 8 upwards with a bonus for going home, a double slam, and duestraf."),
    "laederwhist": _("Kroner in three classes from 0.75; each trick missing costs the price."),
    "g-formula": _("Half points: vip one and a half times, gode twice the price."),
    "gamr": _("Quarters of a point; overtricks are paid, at least once; vip in three turns."),
    "grundtakst": _("From half a krone; attachments double together; 12 and 13 tricks pay a slam."),
    "vest-gui": _("Flat prices from 10 to 200 without attachments."),
    "whist-ai": _("A small base and a point for each trick, with paskrig after four passes."),
    "es-makker-2i9": _("Bids such as “2 i 9”: the price times the tricks, flat."),
    "whist-score-tracker": _("From half a point, rounded; vip, stærke and halve are worth a little more each."),
    "lakse": _("Whole points from 5, rounded up; a lost contract costs less than it would have paid; no nolo."),
    "ladder-16": _("From 2 to 128, one price for every attachment; your club chooses how it is settled."),
}


def preset_choices() -> list[tuple[str, str]]:
    """Every preset's code and name, to choose from in the reader's language."""
    return [(scoring_table.code, label_text(scoring_table.name)) for scoring_table in every_preset()]
