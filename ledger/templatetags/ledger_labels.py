"""The rules' own words in the reader's language."""

from django import template
from django.utils.translation import get_language

from ledger.rules.site.labels import Label

register = template.Library()


@register.filter
def label_text(label: Label | None) -> str:
    """A label in the language of the page; nothing where the page has none."""
    return label[get_language() or "da"] if label else ""
