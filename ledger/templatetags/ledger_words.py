"""Words of the game in the reader's language."""

import re
from collections.abc import Mapping
from datetime import date

from django import template
from django.conf import settings
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language_info, gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Attendance, Club, Evening, Membership, SheetAnswer
from ledger.rules.scoring.scoring_table import ROLES
from ledger.templatetags.ledger_labels import label_text

register = template.Library()

DAY = re.compile(r"\d{4}-\d\d-\d\d")
MISSING = "\N{OPEN BOX}"
LOGGED = {
    **dict(Membership.Role.choices),
    "member": _("Member"),
    "guest": _("Guest"),
    "left": _("no longer plays"),
    "initials": _("shown by initials"),
    **dict(Attendance.Kind.choices),
    **dict(Evening.Rotation.choices),
    **dict(SheetAnswer.Kind.choices),
    **{code: get_language_info(code)["name_local"] for code, _name in settings.LANGUAGES},
    **dict(Club.Readers.choices),
    "listed": _("may be found"),
    "decimals": _("decimals"),
    "fractions": _("fractions"),
    "on": _("on"),
    "off": _("off"),
}


@register.filter
def role_name(role: str) -> str:
    """The name of a role in a deal: "melder", "goes along"; of any other, the house."""
    return label_text(ROLES[role]) if role in ROLES else gettext("the house")


@register.filter
def name_in(account: int, writers: Mapping[int, str]) -> str:
    """The name of an account among the club's writers; "?" if it is not there."""
    return writers.get(account, "?")


@register.filter
def with_mark(line: str, at: int | None) -> SafeString:
    """A typed line with its character `at`, counted from 0, marked; past the end, an open box for what is missing."""
    if at is None:
        return format_html('<code class="echo">{}</code>', line)
    here = line[at : at + 1].strip() or MISSING
    return format_html('<code class="echo">{}<mark>{}</mark>{}</code>', line[:at], here, line[at + 1 :])


@register.filter
def log_word(code: str) -> str:
    """A code of the log in words: a role, a player's standing, "even, 8", a day; names and numbers stay as they are."""
    if DAY.fullmatch(code):
        return date_format(date.fromisoformat(code), "SHORT_DATE_FORMAT")
    return str(LOGGED[code]) if code in LOGGED else ", ".join(str(LOGGED.get(part, part)) for part in code.split(", "))
