"""A refusal in the reader's language."""

from django.utils.translation import gettext

from ledger.rules.refusal import Refusal


def refusal_text(refusal: Refusal) -> str:
    """The translated sentence with its values filled in."""
    sentence = gettext(refusal.message)
    return sentence % refusal.params if refusal.params else sentence
