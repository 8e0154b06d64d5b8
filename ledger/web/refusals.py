"""A refusal, or a remark of the table checker, in the reader's language."""

from django.utils.translation import get_language, gettext

from ledger.rules.refusal import Refusal
from ledger.rules.remarks import Remark


def refusal_text(refusal: Refusal | Remark) -> str:
    """The translated sentence with its values filled in; one of them may be a refusal itself."""
    sentence = gettext(refusal.message)
    params = refusal.said_in(get_language() or "da")
    said = {key: refusal_text(value) if isinstance(value, Refusal) else value for key, value in params.items()}
    return sentence % said if said else sentence
