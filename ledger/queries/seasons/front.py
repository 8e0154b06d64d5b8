"""What a club's front page tells: the latest evening, the result of the last one played, and who leads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Case, F, OuterRef, Q, Subquery, When

from ledger.models import Evening, EveningTotal, Membership, Posting, Season, SeasonTotal
from ledger.queries.deals.history import HistoryStep, last_deals
from ledger.queries.evenings.closings import APPROVED, last_closing
from ledger.queries.evenings.result import PlayerPlace
from ledger.queries.seasons.standings import played_latest_first
from ledger.rules.seasons.ranking import places

LAST_EVENINGS = 2  # enough for a new evening's first deals to stand before the end of the one before


@dataclass(frozen=True)
class SeasonFront:
    """A season at a glance: its latest evening, the last one with deals and its result, and the first `top`.

    The latest evening is tonight's or the last one held; one that is still to come only where none has been.
    `is_approved` is whether it takes no more deals.
    """

    latest: Evening | None
    is_approved: bool
    played: Evening | None
    result: tuple[PlayerPlace, ...]
    top: tuple[PlayerPlace, ...]


@dataclass(frozen=True)
class DealLine:
    """A deal in a list: what the book says of it, whose it was, and the integer units that each of them got."""

    step: HistoryStep
    names: tuple[str, ...]
    points: int


def season_front(*, season: Season, today: date, count: int = 5) -> SeasonFront:
    """A season at a glance; two queries whatever its length."""
    latest, played, is_approved = _latest_and_last_played(season, today)
    by_player = SeasonTotal.objects.filter(season=season).values("player__name", "player__slug", "player__sort_key")
    on_evening = EveningTotal.objects.filter(evening=played, player=OuterRef("player")).values("points")
    rows = list(by_player.annotate(season_points=F("points"), evening_points=Subquery(on_evening)))
    return SeasonFront(
        latest=latest,
        is_approved=is_approved,
        played=played,
        result=_ranking(rows, "evening_points"),
        top=_ranking(rows, "season_points")[:count],
    )


def latest_deals(*, season: Season) -> list[DealLine]:
    """The last deals of the last two evenings played, each with the side it was about; at most three queries."""
    evenings = played_latest_first(season=season)[:LAST_EVENINGS]
    steps = last_deals(season=season, evenings=evenings)
    return [_deal_line(step) for step in steps]


def is_on_a_board(*, user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether somebody is a member of any club at all; at most one query."""
    return user.is_authenticated and Membership.objects.filter(user_id=user.pk).exists()


def _deal_line(step: HistoryStep) -> DealLine:
    side = _declaring_side(step.postings)
    names = tuple(posting.player.name for posting in side if posting.player is not None)
    return DealLine(step=step, names=names, points=side[0].points if side else 0)


def _declaring_side(postings: Sequence[Posting]) -> list[Posting]:
    """The declarer and partner, or in a game without a declarer those who won the most; nobody when passed out."""
    declaring = sorted(
        (posting for posting in postings if posting.role in ("declarer", "partner")), key=lambda posting: posting.role
    )
    players = [posting for posting in postings if posting.player is not None]
    most = max((posting.points for posting in players), default=0)
    return declaring or [posting for posting in players if posting.points == most > 0]


def _latest_and_last_played(season: Season, today: date) -> tuple[Evening | None, Evening | None, bool]:
    """The latest evening and the latest with deals, often the same, and whether the latest is approved; one query."""
    held = Case(When(date__lte=today, then=F("date")))
    newest_first = Evening.objects.filter(season=season).order_by(held.desc(nulls_last=True), "date", "-number")
    played_pk = Subquery(played_latest_first(season=season).values("pk")[:1])
    either = newest_first.filter(Q(pk=Subquery(newest_first.values("pk")[:1])) | Q(pk=played_pk))
    evenings = list(either.annotate(played_pk=played_pk, state=last_closing()))
    latest = next(iter(evenings), None)
    played = next((evening for evening in evenings if evening.pk == evening.played_pk), None)
    return latest, played, latest is not None and latest.state == APPROVED


def _ranking(rows: Sequence[Mapping[str, Any]], amount: str) -> tuple[PlayerPlace, ...]:
    """The players who have an amount, best first, equal amounts on a shared place."""
    having = [row for row in rows if row[amount] is not None]
    ranked = sorted(having, key=lambda row: (-row[amount], row["player__sort_key"]))
    return tuple(
        PlayerPlace(place=place, name=row["player__name"], slug=row["player__slug"], points=row[amount])
        for place, row in zip(places([row[amount] for row in ranked]), ranked, strict=True)
    )
