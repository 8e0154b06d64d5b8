"""Players whom the board has made one, as whoever reads sees them: everything is the one's who is kept.

The book goes on naming the players that it always named. No page chooses: inside `shown_by` (shown_names.py) whatever
names a player passes through the fields here, and is as if it had been entered for the one who is kept. If nobody is
one with another, which is nearly always, they are Django's own fields.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from django.db import models

from ledger.rules.deals.settling import with_players

if TYPE_CHECKING:  # Django's classes do not say what they hold when the program runs
    KeyColumn: TypeAlias = models.BigAutoField[int, int]
    DealColumn: TypeAlias = models.JSONField[dict[str, Any], dict[str, Any]]
else:
    KeyColumn, DealColumn = models.BigAutoField, models.JSONField

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


def person_of(player: int) -> int:
    """The id of the player as whom this one is seen just now."""
    return persons_var.get().kept.get(player, player)


def entered_as(player: int) -> tuple[int, ...]:
    """The ids under which a person has been entered in the book, as they are seen just now."""
    return persons_var.get().entered_as.get(player, (player,))


def sum_by_person(amounts: Iterable[tuple[WhoT, int]]) -> dict[WhoT, int]:
    """Amounts of players, each by an id, added up by the person as whom the player is seen just now; None stays."""
    kept: Mapping[Any, Any] = persons_var.get().kept
    together: dict[WhoT, int] = {}
    for player, amount in amounts:
        person = kept.get(player, player)
        together[person] = together.get(person, 0) + amount
    return together


class PlayerKey(KeyColumn):
    """A player's id: of a joined player, that of the one who is kept, wherever it is read."""

    def get_db_converters(self, connection: Any) -> list[Any]:
        """The conversion from a stored id to the shown one, made for every query."""
        converters, kept = super().get_db_converters(connection), persons_var.get().kept
        return [*converters, _converter(lambda player: kept.get(player, player))] if kept else converters

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """Django's own field to a migration, since what is stored is the same."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.BigAutoField", args, kwargs


class DealField(DealColumn):
    """A deal as data, which names players by their ids as texts."""

    def get_db_converters(self, connection: Any) -> list[Any]:
        """The conversion from a stored deal to the shown one, made for every query."""
        converters, kept = super().get_db_converters(connection), persons_var.get().kept
        return [*converters, _converter(lambda deal: _as_kept(deal, kept))] if kept else converters

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """Django's own field to a migration, since what is stored is the same."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


def _as_kept(deal: Any, kept: Mapping[int, int]) -> Any:
    """A deal with the kept players; what is only a part of one, as a look-up in it gives, is left alone."""
    if not isinstance(deal, dict):
        return deal
    return with_players(deal, lambda player: str(kept.get(int(player), player)))


def _converter(show: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda value, _expression, _connection: value if value is None else show(value)


def in_part(persons: Persons, part: str) -> Mapping[str, str]:
    """The names, slugs or sort keys of the kept by those of the joined; empty for any other part."""
    replaced: Mapping[str, str] = getattr(persons, part, {})
    return replaced


def joined_ids(persons: Persons) -> Iterator[int]:
    """The ids of everybody who is one with another, the kept among them."""
    for ids in persons.entered_as.values():
        yield from ids
