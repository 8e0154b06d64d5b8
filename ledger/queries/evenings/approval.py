"""An evening's approvals and reopenings, until when it may be reopened, and which evenings take deals."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery

from ledger.models import Evening, EveningClosing, ScoringTable, Season, Writer

APPROVED = EveningClosing.Kind.APPROVED


def approval_of(*, evening: Evening) -> Any:
    """An evening's last approval or reopening, None if there is none, its club loaded; one query.

    It has `by_name`, and `until`, the time until which the evening may be reopened.
    """
    # With the name beside it, since a page that is full otherwise asks for all writers to name this one.
    author = Writer.objects.filter(club=OuterRef("evening__club"), user=OuterRef("by")).values("name")[:1]
    # From the first approval, so that reopening does not prolong the window.
    first = EveningClosing.objects.filter(evening=OuterRef("evening")).order_by("number").values("at")[:1]
    steps: QuerySet[Any] = EveningClosing.objects.filter(evening=evening).order_by("number")
    last = steps.annotate(by_name=Subquery(author), first_at=Subquery(first)).last()
    if last is not None:
        last.until = last.first_at + timedelta(hours=evening.club.correction_window_hours)
    return last


def is_approved(*, evening: Evening) -> bool:
    """Whether an evening is approved and takes no entries; one query."""
    last = EveningClosing.objects.filter(evening=evening).order_by("-number").values_list("kind", flat=True).first()
    return last == APPROVED


def open_evenings(*, season: Season) -> list[Evening]:
    """The season's evenings that are not approved or were reopened, in order; one query."""
    return list(not_approved(Evening.objects.filter(season=season)).order_by("date", "number"))


def not_approved(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    """Those of the evenings that are not approved or were reopened."""
    return evenings.annotate(state=approval_state()).filter(Q(state=None) | Q(state=EveningClosing.Kind.REOPENED))


def approval_state() -> Subquery:
    """The kind of an evening's last approval or reopening; null if there is none."""
    steps = EveningClosing.objects.filter(evening=OuterRef("pk"))
    return Subquery(steps.order_by("-number").values("kind")[:1])


def approvals(*, evenings: Collection[int]) -> dict[int, tuple[int, str]]:
    """The number and digest of the season's last entry at each approval in force, by evening id; one query."""
    steps = EveningClosing.objects.filter(evening__in=evenings).order_by("evening_id", "number")
    last = {step.evening_id: step for step in steps}
    return {evening: (step.season_entry_count, step.head) for evening, step in last.items() if step.kind == APPROVED}


def open_evenings_by(*, scoring_table: ScoringTable) -> QuerySet[Evening]:
    """The evenings played by a scoring table that still take deals, latest first."""
    played = Evening.objects.filter(table_version__scoring_table=scoring_table, season__closed_at=None)
    return not_approved(played).select_related("season").order_by("-date", "-number")
