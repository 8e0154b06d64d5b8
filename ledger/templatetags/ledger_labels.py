"""Labels of the rules in the reader's language."""

from typing import Any

from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ledger.rules.scoring.vocabulary import SUITS, TRUMPS
from ledger.rules.site.labels import Label

register = template.Library()


@register.simple_tag
def page_language() -> str:
    """The language of the page, or of a command's output: "da" or "en"."""
    return get_language() or settings.LANGUAGE_CODE


@register.filter
def label_text(label: Label | None) -> str:
    """A label in the language of the page; empty for None."""
    return label[page_language()] if label else ""


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
    """The declarer's side: "Åse & Inger", "Åse, alone", or on a nolo everybody on it: "Carl & Emil"."""
    partner = f" & {hands.partner}" if hands.partner else f", {label_text(alone)}" if alone else ""
    joiners = f" & {hands.joiners}" if hands.joiners else ""
    return f"{hands.declarer}{partner}{joiners}"
