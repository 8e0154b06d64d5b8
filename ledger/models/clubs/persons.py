"""Whom a reader sees: players whom the board has made one, under the names that the reader may know.

The book goes on naming the players that it always named. No page chooses: inside `shown_by` whatever names a
player passes through the fields here, and is as if it had been entered for the one who is kept. If nobody is one with
another, which is nearly always, they are Django's own fields.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from django.db import models

from ledger.rules.deals.settling import with_players

if TYPE_CHECKING:  # Django's classes do not say what they hold when the program runs
    KeyColumn: TypeAlias = models.BigAutoField[int, int]
    DealColumn: TypeAlias = models.JSONField[dict[str, Any], dict[str, Any]]
    TextColumn: TypeAlias = models.CharField[str, str]
    SlugColumn: TypeAlias = models.SlugField[str, str]
else:
    KeyColumn, DealColumn = models.BigAutoField, models.JSONField
    TextColumn, SlugColumn = models.CharField, models.SlugField

WhoT = TypeVar("WhoT", int, int | None)


@dataclass(frozen=True)
class Persons:
    """Whom a club's board has made one: of each joined player, the id of the one who is kept.

    `names`, `slugs` and `sort_keys` are those of the kept by those of the joined.
    """

    kept: Mapping[int, int] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    slugs: Mapping[str, str] = field(default_factory=dict)
    sort_keys: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.kept)

    @cached_property
    def entered_as(self) -> Mapping[int, tuple[int, ...]]:
        """The ids under which each person who was joined has been entered, by the id of the one who is kept."""
        entered: dict[int, tuple[int, ...]] = {}
        for player, kept in self.kept.items():
            entered[kept] = (*entered.get(kept, (kept,)), player)
        return entered


NOBODY = Persons()
persons_var: ContextVar[Persons] = ContextVar("persons", default=NOBODY)


def persons_shown() -> Persons:
    """Whom whoever reads just now sees as one."""
    return persons_var.get()


def entered_as(player: int) -> tuple[int, ...]:
    """The ids under which a person has been entered in the book, as they are seen just now."""
    return persons_shown().entered_as.get(player, (player,))


def sum_by_person(amounts: Iterable[tuple[WhoT, int]]) -> dict[WhoT, int]:
    """Amounts of players, each by an id, added up by the person as whom the player is seen just now; None stays."""
    kept: Mapping[Any, Any] = persons_shown().kept
    together: dict[WhoT, int] = {}
    for player, amount in amounts:
        person = kept.get(player, player)
        together[person] = together.get(person, 0) + amount
    return together


class ShownColumn:
    """What a column of Django's needs to show something else than it stores."""

    def conversions(self) -> list[Callable[[Any], Any]]:
        """What makes the shown value of a stored one just now, one step each; nearly always none."""
        raise NotImplementedError

    def get_db_converters(self, connection: Any) -> list[Any]:
        """Django's own conversions, and these where anybody is shown otherwise; made for every query."""
        converters: list[Any] = super().get_db_converters(connection)  # type: ignore[misc]
        if persons_var.get() is NOBODY and _names.get() is None:
            return converters
        return [*converters, *map(_converter, self.conversions())]

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        require_real_names()
        return super().pre_save(model_instance, add)  # type: ignore[misc]

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """Django's own field to a migration, since what is stored is the same."""
        name, _path, args, kwargs = super().deconstruct()  # type: ignore[misc]
        return name, f"django.db.models.{self.get_internal_type()}", args, kwargs  # type: ignore[attr-defined]


class PlayerKey(ShownColumn, KeyColumn):  # type: ignore[misc]  # the stubs differ about what both call alike
    """A player's id: of a joined player, that of the one who is kept, wherever it is read."""

    def conversions(self) -> list[Callable[[Any], Any]]:
        return _replacements(persons_shown().kept)


class DealField(ShownColumn, DealColumn):
    """A deal as data, which names players by their ids as texts."""

    def conversions(self) -> list[Callable[[Any], Any]]:
        kept = persons_shown().kept
        return [lambda deal: _as_kept(deal, kept)] if kept else []


def _as_kept(deal: Any, kept: Mapping[int, int]) -> Any:
    """A deal with the kept players; what is only a part of one, as a look-up in it gives, is left alone."""
    if not isinstance(deal, dict):
        return deal
    return with_players(deal, lambda player: str(kept.get(int(player), player)))


def _converter(show: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda value, _expression, _connection: value if value is None else show(value)


def _replacements(replaced: Mapping[Any, Any]) -> list[Callable[[Any], Any]]:
    return [lambda value: replaced.get(value, value)] if replaced else []


# The names by which players are shown: to the board their own, to others initials for some.
#
# No page chooses: whatever it reads from the database passes through the fields here. Inside `shown_by` they give the
# names to show in place of the stored ones, and look rows up by them, and nothing may be saved. If no name is
# replaced, which is nearly always, they are Django's own fields. Who is one with another player has that one's
# name.


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


def require_real_names() -> None:
    """Raise RuntimeError if something is about to be stored while names are replaced, or players are shown as one."""
    if persons_var.get().kept or _names.get() is not None:
        raise RuntimeError("nothing is saved while some players are shown by their initials, or as another")


class ShownField(ShownColumn, TextColumn):
    """A column of names; `part` says which part of Persons and of ShownNames replaces them."""

    part: str

    def conversions(self) -> list[Callable[[Any], Any]]:
        names, conversions = names_shown(), _replacements(getattr(persons_shown(), self.part))
        if names:
            conversions += _replacements(getattr(names, self.part))
        return conversions

    def get_prep_value(self, value: Any) -> Any:
        """The stored value for a look-up by what is shown; what is not shown finds nothing."""
        value, names = super().get_prep_value(value), _names.get()
        if names is None or not isinstance(value, str):
            return value
        replaced: Mapping[str, str] = getattr(names, self.part)
        # Backwards, so that of several names shown alike the first counts: a present one stands before former ones.
        stored = {short: name for name, short in reversed(list(replaced.items()))}
        if value in stored:
            return stored[value]
        # Nor is a hidden name found by itself, or a look-up would tell that somebody has it.
        return NOBODYS if value in replaced else value


class ShownName(ShownField):
    """A player's name, present or former."""

    part = "names"


class ShownSlug(ShownField, SlugColumn):
    """A player's part of an address, present or former."""

    part = "slugs"


class ShownSortKey(ShownField):
    """The key by which players are sorted."""

    part = "sort_keys"


class ShownText(ShownColumn, TextColumn):
    """A typed text in which a name may stand; nobody is looked up by it."""

    def conversions(self) -> list[Callable[[Any], Any]]:
        names = names_shown()
        return [names.in_text] if names else []
