"""By which names players are shown: to those on the board as they are called, to others some by their initials.

A page does not choose: whatever it reads from the database, and however, comes to it through the fields here. Between
`shown_by` and its end they give the names that are shown in place of those that are stored, and look rows up by them.
Nothing is saved meanwhile. Where no name is replaced, which is nearly always, the fields are Django's own.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from django.db import models

if TYPE_CHECKING:  # Django's classes do not say what they hold when the program runs
    TextColumn: TypeAlias = models.CharField[str, str]
    SlugColumn: TypeAlias = models.SlugField[str, str]
else:
    TextColumn, SlugColumn = models.CharField, models.SlugField


@dataclass(frozen=True)
class ShownNames:
    """What is shown in place of what is stored: names, addresses and sorting keys; and how a typed text is shown."""

    names: Mapping[str, str]
    slugs: Mapping[str, str]
    sort_keys: Mapping[str, str]
    in_text: Callable[[str], str]


_names: ContextVar[ShownNames | None] = ContextVar("shown_names", default=None)
NOBODYS = ""  # what nothing is stored as


@contextmanager
def shown_by(names: ShownNames | None) -> Iterator[ShownNames | None]:
    """Show players by these names until the end; None for the names that they have."""
    token = _names.set(names)
    try:
        yield names
    finally:
        _names.reset(token)


def names_shown() -> ShownNames | None:
    """The names that players are shown by just now; None for those that they have."""
    return _names.get()


def require_real_names() -> None:
    """Raises RuntimeError where something is about to be kept while names are shown in place of others."""
    if _names.get() is not None:
        raise RuntimeError("nothing is saved while some players are shown by their initials")


class ShownField(TextColumn):
    """A column of which something else may be shown than is stored; `part` is the part of ShownNames that says what."""

    part: str

    def get_db_converters(self, connection: Any) -> list[Any]:
        """What makes of a stored value the one that is read; asked for anew for every query."""
        converters, names = super().get_db_converters(connection), _names.get()
        return converters if names is None else [*converters, _converter(getattr(names, self.part))]

    def get_prep_value(self, value: Any) -> Any:
        """What is looked up: by what is shown; nothing is found by what is not."""
        value, names = super().get_prep_value(value), _names.get()
        if names is None or not isinstance(value, str):
            return value
        replaced: Mapping[str, str] = getattr(names, self.part)
        stored = {short: name for name, short in reversed(list(replaced.items()))}
        return stored.get(value, NOBODYS if value in replaced else value)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        require_real_names()
        return super().pre_save(model_instance, add)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """To a migration it is Django's own field: what is stored is the same."""
        name, _path, args, kwargs = super().deconstruct()
        return name, f"django.db.models.{self.get_internal_type()}", args, kwargs


class ShownName(ShownField):
    """A player's name, present or former."""

    part = "names"


class ShownSlug(ShownField, SlugColumn):
    """What stands for a player in an address, present or former."""

    part = "slugs"


class ShownSortKey(ShownField):
    """By what a player is sorted."""

    part = "sort_keys"


class ShownText(ShownField):
    """What somebody typed, in which a name may stand."""

    part = "in_text"

    def get_prep_value(self, value: Any) -> Any:
        """Nobody is looked up by it."""
        return TextColumn.get_prep_value(self, value)


def _converter(replaced: Mapping[str, str] | Callable[[str], str]) -> Callable[..., Any]:
    show = replaced if callable(replaced) else lambda value: replaced.get(value, value)
    return lambda value, _expression, _connection: value if value is None else show(value)
