"""Refusals, findings of the audit and remarks of the table checker in the reader's language."""

from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.translation import gettext, ngettext

from ledger.rules.site.labels import Label
from ledger.rules.site.refusal import Counted, Refusal
from ledger.templatetags.ledger_labels import label_text


class Sentence(Protocol):
    """An English message, which is the key of its translation, and the values that fill it in."""

    @property
    def message(self) -> str: ...

    @property
    def params(self) -> Mapping[str, object]: ...


def refusal_text(refusal: Sentence) -> str:
    """The translated sentence with its values filled in; a value may be a refusal itself."""
    params = {name: _in_words(value) for name, value in refusal.params.items()}
    sentence = _translation(refusal.message, params)
    return sentence % params if params else sentence


def _in_words(value: object) -> object:
    match value:
        case Refusal():
            return refusal_text(value)
        case Label():
            return label_text(value)
        case _:
            return value


def _translation(message: str, params: Mapping[str, Any]) -> str:
    if isinstance(message, Counted):
        return ngettext(message, message.plural, params[message.number])
    return gettext(message)
