"""Approvals of evenings, how long they may be reopened, and the balances that closed a season."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Sum

from ledger.models import (
    Entry,
    Evening,
    EveningClosing,
    EveningTotal,
    FormerHead,
    Player,
    Posting,
    ScoringTable,
    Season,
    SeasonBalance,
    SeasonClosing,
    Writer,
)
from ledger.models.clubs.persons import persons_shown, sum_by_person
from ledger.queries.clubs.persons import evenings_twice
from ledger.rules.seasons import places

APPROVED = EveningClosing.Kind.APPROVED


@dataclass(frozen=True)
class Approval:
    """An evening's closings, oldest first, each with `by_name`, and the time until which it may be reopened."""

    steps: tuple[EveningClosing, ...]
    until: datetime | None

    @property
    def now(self) -> EveningClosing | None:
        """The approval in force; None if the evening takes deals."""
        last = self.steps[-1] if self.steps else None
        return last if last and last.kind == APPROVED else None


NEVER_APPROVED = Approval(steps=(), until=None)


@dataclass(frozen=True)
class Balance:
    """A row of the closing sheet, in integer units; the house has no place and no name."""

    place: int | None
    balance: SeasonBalance


def approval_of(*, evening: Evening) -> Approval:
    """An evening's approvals and reopenings, its club loaded; one query."""
    # With the name beside it, since a page that is full otherwise asks for all writers to name this one.
    author = Writer.objects.filter(club=OuterRef("evening__club"), user=OuterRef("by"))
    closings = EveningClosing.objects.filter(evening=evening).order_by("number")
    steps = tuple(closings.annotate(by_name=Subquery(author.values("name")[:1])))
    window = timedelta(hours=evening.club.correction_window_hours)
    # From the first approval, so that reopening does not prolong the window.
    return Approval(steps=steps, until=steps[0].at + window if steps else None)


def is_approved(*, evening: Evening) -> bool:
    """Whether an evening is approved and takes no entries; one query."""
    last = EveningClosing.objects.filter(evening=evening).order_by("-number").values_list("kind", flat=True).first()
    return last == APPROVED


def open_evenings(*, season: Season) -> list[Evening]:
    """The season's evenings that are not approved or were reopened, in order; one query."""
    return list(not_approved(Evening.objects.filter(season=season)).order_by("date", "number"))


def not_approved(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    """Those of the evenings that are not approved or were reopened."""
    return evenings.annotate(state=last_closing()).filter(Q(state=None) | Q(state=EveningClosing.Kind.REOPENED))


def last_closing() -> Subquery:
    """The kind of an evening's last approval or reopening; null if there is none."""
    closings = EveningClosing.objects.filter(evening=OuterRef("pk"))
    return Subquery(closings.order_by("-number").values("kind")[:1])


def corrected_evenings(*, season: Season) -> list[Evening]:
    """The season's evenings with a deal that was ever corrected or voided, latest first; one query."""
    # From the few entries that take one back, by an index that has no others, and not evening by evening.
    reversals = Entry.objects.filter(season=season, reverses__isnull=False)
    return list(Evening.objects.filter(pk__in=reversals.values("evening")).order_by("-date", "-number"))


def is_corrected() -> Exists:
    """A condition on evenings: one of their entries was reversed."""
    return Exists(Entry.objects.filter(evening=OuterRef("pk"), kind=Entry.Kind.REVERSAL))


def balances_now(*, season: Season) -> list[SeasonBalance]:
    """Every player's balance by the postings, players loaded, unsaved and in no order; three queries."""
    # Not from the stored sums: a closing stands for good, and is held against the entries themselves.
    of_season = Posting.objects.filter(entry__season=season)
    by_player = sum_by_person(of_season.values_list("player_id").annotate(points=Sum("points")))
    evenings, deals = Counter[int | None](), Counter[int | None]()
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


def approvals(*, evenings: Collection[int]) -> dict[int, tuple[int, str]]:
    """The number and digest of the season's last entry at each approval in force, by evening id; one query."""
    steps = EveningClosing.objects.filter(evening__in=evenings).order_by("evening_id", "number")
    last = {step.evening_id: step for step in steps}
    return {evening: (step.season_entry_count, step.head) for evening, step in last.items() if step.kind == APPROVED}


def former_heads(*, season: Season) -> list[FormerHead]:
    """The fingerprints that a season showed before its digests got their present form; one query."""
    return list(FormerHead.objects.filter(season=season).order_by("sequence"))


def closing_sheet(*, balances: Sequence[SeasonBalance]) -> list[Balance]:
    """Balances with their places, best first, equal points on a shared place, the house last; no query."""
    players = [balance for balance in balances if balance.player_id is not None]
    ranked = sorted(players, key=lambda balance: (-balance.points, balance.player.sort_key if balance.player else ""))
    placed = places([balance.points for balance in ranked])
    ranking = [Balance(place=place, balance=balance) for place, balance in zip(placed, ranked, strict=True)]
    return [*ranking, *(Balance(place=None, balance=balance) for balance in balances if balance.player_id is None)]


def stored_balances(*, closing: SeasonClosing) -> list[SeasonBalance]:
    """The balances that closed a season, players loaded; one query."""
    balances = SeasonBalance.objects.filter(closing=closing).select_related("player")
    in_order = list(balances.order_by(F("points").desc(), "id"))
    if not persons_shown():
        return in_order
    twice, together = evenings_twice(evening__season=closing.season), dict[int | None, SeasonBalance]()
    for row in in_order:
        balance = together.setdefault(row.player_id, row)
        if balance is row:
            balance.evenings -= twice[row.player_id]
        else:
            balance.points += row.points
            balance.deals += row.deals
            balance.evenings += row.evenings
    return list(together.values())


def open_evenings_by(*, scoring_table: ScoringTable) -> QuerySet[Evening]:
    """The evenings played by a scoring table that still take deals, latest first."""
    played = Evening.objects.filter(table_version__scoring_table=scoring_table, season__closed_at=None)
    return not_approved(played).select_related("season").order_by("-date", "-number")
