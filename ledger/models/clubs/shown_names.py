"""The names by which players are shown: to the board their own, to others initials for some.

No page chooses: whatever it reads from the database passes through the fields here. Inside `shown_by` they give the
names to show in place of the stored ones, and look rows up by them, and nothing may be saved. If no name is replaced,
which is nearly always, they are Django's own fields. Who is one with another player has that one's name (persons.py).
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from django.db import models

from ledger.models.clubs.persons import NOBODY, Persons, in_part, persons_shown, persons_var

if TYPE_CHECKING:  # Django's classes do not say what they hold when the program runs
    TextColumn: TypeAlias = models.CharField[str, str]
    SlugColumn: TypeAlias = models.SlugField[str, str]
else:
    TextColumn, SlugColumn = models.CharField, models.SlugField


@dataclass(frozen=True)
class ShownNames:
    """The names, addresses and sort keys shown in place of the stored ones, and how a typed text is shown."""

    names: Mapping[str, str]
    slugs: Mapping[str, str]
    sort_keys: Mapping[str, str]
    in_text: Callable[[str], str]


_names: ContextVar[ShownNames | None] = ContextVar("shown_names", default=None)
NOBODYS = ""  # what nothing is stored as


@contextmanager
def shown_by(names: ShownNames | None, persons: Persons = NOBODY) -> Iterator[ShownNames | None]:
    """Show players by these names for the length of a block, and these as one person; None for their own names."""
    token, token_of_persons = _names.set(names), persons_var.set(persons)
    try:
        yield names
    finally:
        _names.reset(token)
        persons_var.reset(token_of_persons)


def names_shown() -> ShownNames | None:
    """The names by which players are shown just now; None for their own."""
    return _names.get()


def shown_text(text: str) -> str:
    """A text as it is stored, as it is shown just now."""
    names = _names.get()
    return names.in_text(text) if names else text


def require_real_names() -> None:
    """Raise RuntimeError if something is about to be stored while names are replaced, or players are shown as one."""
    if persons_shown() or _names.get() is not None:
        raise RuntimeError("nothing is saved while some players are shown by their initials, or as another")


class ShownField(TextColumn):
    """A column that may show something else than it stores; `part` names the part of ShownNames to show."""

    part: str

    def get_db_converters(self, connection: Any) -> list[Any]:
        """The conversion from a stored value to the shown one, made for every query."""
        converters, names = super().get_db_converters(connection), _names.get()
        if of_kept := in_part(persons_shown(), self.part):
            converters = [*converters, _converter(of_kept)]
        return converters if names is None else [*converters, _converter(getattr(names, self.part))]

    def get_prep_value(self, value: Any) -> Any:
        """The stored value for a look-up by what is shown; what is not shown finds nothing."""
        value, names = super().get_prep_value(value), _names.get()
        if names is None or not isinstance(value, str):
            return value
        replaced: Mapping[str, str] = getattr(names, self.part)
        # Backwards, so that of several names shown alike the first counts: a present one stands before former ones.
        stored = {short: name for name, short in reversed(list(replaced.items()))}
        # Nor is a hidden name found by itself, or a look-up would tell that somebody has it.
        return stored.get(value, NOBODYS if value in replaced else value)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        require_real_names()
        return super().pre_save(model_instance, add)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """Django's own field to a migration, since what is stored is the same."""
        name, _path, args, kwargs = super().deconstruct()
        return name, f"django.db.models.{self.get_internal_type()}", args, kwargs


class ShownName(ShownField):
    """A player's name, present or former."""

    part = "names"


class ShownSlug(ShownField, SlugColumn):
    """A player's part of an address, present or former."""

    part = "slugs"


class ShownSortKey(ShownField):
    """The key by which players are sorted."""

    part = "sort_keys"


class ShownText(ShownField):
    """A typed text in which a name may stand."""

    part = "in_text"

    def get_prep_value(self, value: Any) -> Any:
        """The text itself, since nobody is looked up by it."""
        return TextColumn.get_prep_value(self, value)


def _converter(replaced: Mapping[str, str] | Callable[[str], str]) -> Callable[..., Any]:
    show = replaced if callable(replaced) else lambda value: replaced.get(value, value)
    return lambda value, _expression, _connection: value if value is None else show(value)
