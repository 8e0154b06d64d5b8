"""What a club's imports tell of the next: the layouts of its sheets, and by which names its players are known."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models.functions import Coalesce

from ledger.models import Club, Player, PlayerAlias
from ledger.rules.imports.names import plain_name
from ledger.rules.imports.written.remembered import RememberedLayouts

MOST_IMPORTS = 5  # the newest, in which layouts are looked for


@dataclass(frozen=True)
class KnownNames:
    """The ids of a club's players by name, and the names of those by what they are called besides."""

    ids: Mapping[str, int]
    aliases: Mapping[str, str]


def known_names(*, club: Club) -> KnownNames:
    """By which names a club's players are known; a player who is one with another is that one; two queries."""
    players = Player.objects.filter(club=club, forgotten_at=None)
    rows = list(players.values_list("name", "pk", "joining__kept__name"))
    confirmed = PlayerAlias.objects.filter(club=club)
    person = Coalesce("player__joining__kept__name", "player__name")
    return KnownNames(
        ids={name: pk for name, pk, kept in rows if kept is None},
        aliases={
            **{name: kept for name, _pk, kept in rows if kept is not None},
            **dict(confirmed.annotate(person=person).values_list("name", "person")),
        },
    )


def remembered_layouts(*, club: Club) -> RememberedLayouts:
    """The layouts of a club's last imports, those taken out again too; three queries, one if there are none."""
    maps = list(club.book_imports.order_by("-number").values_list("map", flat=True)[:MOST_IMPORTS])
    layouts = [layout for book_map in maps for layout in book_map.get("sheets", {}).values() if layout]
    names: dict[int, set[str]] = defaultdict(set)
    if layouts:
        players = Player.objects.filter(club=club, forgotten_at=None).values_list("number", "name")
        aliases = PlayerAlias.objects.filter(club=club).values_list("player__number", "name")
        for number, name in [*players, *aliases]:
            names[number].add(plain_name(name))
    return RememberedLayouts(layouts, {number: frozenset(known) for number, known in names.items()})
