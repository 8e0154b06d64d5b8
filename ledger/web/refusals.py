"""A refusal in the reader's language."""

from django.utils.translation import get_language, gettext

from ledger.rules.refusal import Refusal


def refusal_text(refusal: Refusal) -> str:
    """The translated sentence with its values filled in; one of them may be a refusal itself."""
    sentence = gettext(refusal.message)
    params = refusal.said_in(get_language() or "da")
    said = {key: refusal_text(value) if isinstance(value, Refusal) else value for key, value in params.items()}
    return sentence % said if said else sentence
