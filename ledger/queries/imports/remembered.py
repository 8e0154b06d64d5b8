"""What a club's imports tell of the next: the layouts of its sheets, and by which names its players are known."""

from collections import defaultdict

from ledger.models import Club, Player, PlayerAlias
from ledger.rules.imports.names import plain_name
from ledger.rules.imports.written.remembered import RememberedLayouts

MOST_IMPORTS = 5  # the newest, in which layouts are looked for


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
