"""Words of the program in the reader's language: labels of the rules, refusals, words of the game."""

import re
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import date
from typing import Any, Protocol

from django import template
from django.conf import settings
from django.utils.formats import date_format
from django.utils.functional import lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, get_language_info, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Attendance, Club, Evening, Membership, SheetAnswer
from ledger.rules.scoring.scoring_table import ROLES, SUITS, TRUMPS
from ledger.rules.site.labels import IN_FRACTIONS, Label, enumeration, same
from ledger.rules.site.refusal import Counted, Refusal

register = template.Library()

_is_in_fractions: ContextVar[bool] = ContextVar("whether the page writes points in fractions", default=False)
# Not the page's own address: to write that takes long, and a page has hundreds of words.
words_at: ContextVar[str] = ContextVar("whose page explains the words; empty where the reader has none", default="")
words_marked: ContextVar[set[str]] = ContextVar("the codes of the words that the page has marked already")


def begin_page(*, in_fractions: bool = False, explained_at: str = "") -> None:
    """Begin a page: its points in fractions or decimals, its words of the game leading to a club's page, if any."""
    _is_in_fractions.set(in_fractions)
    words_at.set(explained_at)
    words_marked.set(set())


@register.simple_tag
def page_language() -> str:
    """The language of the page, or of a command's output: "da" or "en"."""
    return get_language() or settings.LANGUAGE_CODE


def page_wording() -> str:
    """The language of the page with its way to write points, as a label is asked for it: "da", "da+fractions"."""
    wording = page_language()
    if _is_in_fractions.get():
        wording += IN_FRACTIONS
    return wording


@register.filter
def label_text(label: Label | None) -> str:
    """A label in the language of the page; empty for None."""
    return label[page_wording()] if label else ""


label_text_lazy = lazy(label_text, str)


@register.simple_tag
def suit(trump: str | None) -> SafeString | str:
    """A trump's suit as a small drawing; empty for no trump, or one that was not noted."""
    if trump not in SUITS:
        return ""
    colour = "suit red" if trump in ("hearts", "diamonds") else "suit"
    html = '<svg class="{}" role="img" aria-label="{}"><use href="#icon-{}"/></svg>'
    return format_html(html, colour, label_text(TRUMPS[trump]), trump)


@register.simple_tag
def side_names(hands: Any, alone: Label | None = None) -> str:
    """The declarer's side: "Åse og Inger", "Åse, alone", or on a nolo everybody on it: "Carl og Emil"."""
    side = [same(name) for name in (hands.declarer, hands.partner, *hands.joiners.split(", ")) if name]
    names = label_text(enumeration(side))
    if alone and not hands.partner:
        names += f", {label_text(alone)}"
    return names


# Refusals, findings of the audit and remarks of the table checker in the reader's language.


class Sentence(Protocol):
    """An English message, which is the key of its translation, and the values that fill it in."""

    @property
    def message(self) -> str: ...

    @property
    def params(self) -> Mapping[str, object]: ...


def refusal_text(refusal: Sentence) -> str:
    """The translated sentence with its values filled in; a value may be a refusal itself."""
    message, params = refusal.message, {name: _in_words(value) for name, value in refusal.params.items()}
    if isinstance(message, Counted):
        count: Any = params[message.number]
        return ngettext(message, message.plural, count) % params
    return gettext(message) % params if params else gettext(message)


def _in_words(value: object) -> object:
    match value:
        case Refusal():
            return refusal_text(value)
        case Label():
            return label_text(value)
        case _:
            return value


# Words of the game in the reader's language.


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
    if code in LOGGED:
        return str(LOGGED[code])
    return ", ".join(str(LOGGED.get(part, part)) for part in code.split(", "))
