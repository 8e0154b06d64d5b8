"""A season's closing: the balances that close it, now and as stored, and what it was signed with."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db.models import F, OuterRef, Subquery, Sum

from ledger.models import EveningTotal, FormerHead, Player, Posting, Season, SeasonBalance, SeasonClosing, Writer
from ledger.models.clubs.persons import persons_shown, sum_by_person
from ledger.queries.clubs.persons import evenings_twice
from ledger.rules.seasons import places


def balances_now(*, season: Season) -> list[SeasonBalance]:
    """Every player's balance by the postings, players loaded, unsaved and in no order; three queries."""
    # Not from the stored sums: a closing stands for good, and is held against the entries themselves.
    of_season = Posting.objects.filter(entry__season=season)
    by_player = sum_by_person(of_season.values_list("player_id").annotate(points=Sum("points")))
    evenings = Counter[int | None]()
    deals = Counter[int | None]()
    totals = EveningTotal.objects.filter(evening__season=season, evening__is_opening=False)
    for player, count in totals.values_list("player_id", "deals"):
        evenings[player] += 1
        deals[player] += count
    evenings.subtract(evenings_twice(evening__season=season))
    players = Player.objects.in_bulk([pk for pk in by_player if pk is not None])
    return [
        SeasonBalance(player=players.get(pk), points=points, evenings=evenings[pk], deals=deals[pk])
        for pk, points in by_player.items()
    ]


def closing_of(*, season: Season) -> Any:
    """A season's closing with `by_name`, None while it is open; one query."""
    author = Writer.objects.filter(club=OuterRef("club"), user=OuterRef("by"))
    return SeasonClosing.objects.filter(season=season).annotate(by_name=Subquery(author.values("name")[:1])).first()


def former_heads(*, season: Season) -> list[FormerHead]:
    """The fingerprints that a season showed before its digests got their present form; one query."""
    return list(FormerHead.objects.filter(season=season).order_by("sequence"))


def placed_balances(balances: Sequence[SeasonBalance]) -> list[tuple[int | None, SeasonBalance]]:
    """Balances with their places, best first, equal points on a shared place; the house comes last and has none."""
    players = [balance for balance in balances if balance.player_id is not None]
    players.sort(key=lambda balance: (-balance.points, balance.player.sort_key if balance.player else ""))
    placed = zip(places([balance.points for balance in players]), players, strict=True)
    return [*placed, *((None, balance) for balance in balances if balance.player_id is None)]


def stored_balances(*, closing: SeasonClosing) -> list[SeasonBalance]:
    """The balances that closed a season, players loaded; one query."""
    balances = SeasonBalance.objects.filter(closing=closing).select_related("player")
    in_order = list(balances.order_by(F("points").desc(), "id"))
    if not persons_shown():
        return in_order
    twice = evenings_twice(evening__season=closing.season)
    together = dict[int | None, SeasonBalance]()
    for row in in_order:
        balance = together.setdefault(row.player_id, row)
        if balance is row:
            balance.evenings -= twice[row.player_id]
        else:
            balance.points += row.points
            balance.deals += row.deals
            balance.evenings += row.evenings
    return list(together.values())
