"""Where a player's name stands in words that somebody typed and the book can never change."""

from django.db.models import Q

from ledger.models import Entry, Player
from ledger.rules.mentions import says


def lines_naming(*, player: Player, most: int = 50) -> list[Entry]:
    """The lines whose reason holds the player's name or first name as plain words, oldest first; one query.

    New lines keep names as numbers; only lines written before that, nicknames and misspellings can be here.
    """
    words = {player.name, *player.name.split()[:1]}
    holding = Q()
    for word in words:
        holding |= Q(reason__icontains=word) | Q(deal__reason__icontains=word)
    entries = Entry.objects.filter(holding, season__club=player.club_id).select_related("evening")
    ordered = entries.order_by("season_id", "sequence")
    return [entry for entry in ordered if says(f"{entry.reason} {entry.deal.get('reason', '')}", player.name)][:most]
