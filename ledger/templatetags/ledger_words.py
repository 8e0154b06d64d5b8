"""The words of the game on a page, in the reader's language."""

from django import template
from django.utils.translation import get_language, gettext

from ledger.rules.vocabulary import ROLES

register = template.Library()


@register.filter
def role_name(role: str) -> str:
    """What somebody was in a deal: "melder", "goes along"; the house is one more seat."""
    return ROLES[role][get_language() or "da"] if role in ROLES else gettext("the house")
