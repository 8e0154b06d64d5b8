"""Labels of the rules in the reader's language."""

from contextvars import ContextVar
from typing import Any

from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ledger.rules.scoring.scoring_table import SUITS, TRUMPS
from ledger.rules.site.labels import IN_FRACTIONS, Label, enumeration, same

register = template.Library()

_is_in_fractions: ContextVar[bool] = ContextVar("whether the page writes points in fractions", default=False)


def write_points(*, in_fractions: bool) -> None:
    """Write the points of the page in fractions, or with decimals, from here on."""
    _is_in_fractions.set(in_fractions)


@register.simple_tag
def page_language() -> str:
    """The language of the page, or of a command's output: "da" or "en"."""
    return get_language() or settings.LANGUAGE_CODE


def page_wording() -> str:
    """The language of the page with its way to write points, as a label is asked for it: "da", "da+fractions"."""
    return page_language() + (IN_FRACTIONS if _is_in_fractions.get() else "")


@register.filter
def label_text(label: Label | None) -> str:
    """A label in the language of the page; empty for None."""
    return label[page_wording()] if label else ""


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
    return label_text(enumeration(side)) + (f", {label_text(alone)}" if alone and not hands.partner else "")
