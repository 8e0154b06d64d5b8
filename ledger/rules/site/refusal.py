"""Refusals: why something cannot be done, in words for the person who asked."""

from collections.abc import Mapping
from typing import Any

from ledger.rules.site.labels import Label, Translated, texts


# This and `ngettext_lazy` are called as Django's, which the rules may not import: makemessages looks for these names.
def gettext_noop(message: str) -> str:
    """Mark an English message for the translators; the edges translate it when it is shown."""
    return message


class Counted(str):
    """A message with a plural: `plural` applies unless the param named by `number` is 1."""

    plural: str
    number: str


def ngettext_lazy(singular: str, plural: str, number: str) -> Counted:
    """Mark both forms of an English message for the translators; `number` names the param that chooses."""
    message = Counted(singular)
    message.plural, message.number = plural, number
    return message


def in_english(message: str, params: Mapping[str, object]) -> str:
    """An English message with its params filled in."""
    if isinstance(message, Counted) and params[message.number] != 1:
        message = message.plural
    return message % params if params else message


class Refusal(ValueError):
    """A change or value refused, with the sentence to show and the field it belongs to.

    `message` is an English template for `%`-formatting with `params`; it is also the key of the Danish
    translation. `field` names the field of the deal or form, or is None when the whole is refused. A param may be
    a label, or a refusal itself, which is translated too.
    """

    def __init__(self, message: str, field: str | None = None, **params: object) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.params: Mapping[str, object] = params

    def as_plain_data(self) -> dict[str, object]:
        """The refusal as JSON can hold it; `refusal_of` makes it a refusal again."""
        counted = (self.message.plural, self.message.number) if isinstance(self.message, Counted) else ()
        params = {name: _plain(value) for name, value in self.params.items()}
        return {"message": [self.message, *counted], "field": self.field, "params": params}

    def by_name(self, names: Mapping[str, str]) -> "Refusal":
        """The refusal with the name of its player, since the rules know only an id.

        Every other param stays: a typed number may happen to equal somebody's id.
        """
        player = str(self.params.get("player"))
        if player not in names:
            return self
        return Refusal(self.message, self.field, **{**self.params, "player": names[player]})

    def __str__(self) -> str:
        return in_english(self.message, self.params)


def _plain(value: object) -> object:
    match value:
        case Refusal():
            return value.as_plain_data()
        case Label():
            return texts(value)
        case int():
            return value
        case _:
            return str(value)


def refusal_of(plain_data: Mapping[str, Any]) -> Refusal:
    """The refusal that `as_plain_data` made plain."""
    message, *counted = plain_data["message"]
    params = {name: _param_of(value) for name, value in plain_data["params"].items()}
    return Refusal(ngettext_lazy(message, *counted) if counted else message, plain_data["field"], **params)


def _param_of(plain: object) -> object:
    match plain:
        case dict():
            return refusal_of(plain)
        case list():
            return Translated(tuple(plain))
        case _:
            return plain
