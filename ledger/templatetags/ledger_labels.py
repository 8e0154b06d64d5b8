"""The rules' own words in the reader's language."""

from django import template
from django.conf import settings
from django.utils.translation import get_language

from ledger.rules.site.labels import Label

register = template.Library()


def page_language() -> str:
    """The language of the page or of a command's output: "da" or "en"."""
    return get_language() or settings.LANGUAGE_CODE


@register.filter
def label_text(label: Label | None) -> str:
    """A label in the language of the page; nothing where the page has none."""
    return label[page_language()] if label else ""
