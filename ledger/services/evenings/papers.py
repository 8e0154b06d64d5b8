"""Store and withdraw the totals at the foot of paper sheets, and require that they agree with the book."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Evening, PaperPoints, PaperTotal
from ledger.queries.clubs.persons import without_names
from ledger.queries.evenings.seating import tables_of
from ledger.queries.evenings.sheet import Paper, entries_of, latest_totals, papers_of
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.evenings.seating import locked_open_evening

MOST = 10_000


class PaperOpen(Refusal):
    """Refusal to approve an evening while a paper sheet disagrees with the book."""

    def __init__(self, paper: Paper) -> None:
        message = gettext_noop(
            "Evening %(number)s cannot be approved: the paper sheet of table %(table)s does not agree with the book."
        )
        super().__init__(message, number=paper.evening.number, table=paper.table_number)


@dataclass(frozen=True)
class Sums:
    """The foot of a sheet: its deals and tricks, and `points` in integer units by player id if it has them."""

    deals: int
    tricks: int
    points: Mapping[int, int] = field(default_factory=dict)


@transaction.atomic
def type_total(*, evening: Evening, table_number: int, sums: Sums, author: User, now: datetime) -> PaperTotal:
    """Store the total of a table's sheet, whether or not it agrees with the book; the latest counts.

    Raises Refusal for an impossible number (field "deals" or "tricks") and for points of a player who was not at the
    table; EveningClosed, SeasonClosed.
    """
    club, evening = locked_open_evening(evening)
    for name, value in (("deals", sums.deals), ("tricks", sums.tricks)):
        if not 0 <= value <= MOST:
            raise Refusal(gettext_noop("Type a number from 0 to %(most)s."), field=name, most=MOST)
    _require_players(evening, table_number, sums)
    total = _next(evening, table_number, author, now, deals=sums.deals, tricks=sums.tricks)
    PaperPoints.objects.bulk_create(
        PaperPoints(total=total, player_id=player, points=points) for player, points in sums.points.items()
    )
    after = f"{sums.deals} / {sums.tricks}"
    note(club=club, kind=Kind.PAPER_TOTAL, author=author, now=now, evening=evening, after=after, covers=total)
    return total


@transaction.atomic
def withdraw_total(*, evening: Evening, table_number: int, reason: str, author: User, now: datetime) -> PaperTotal:
    """Withdraw the total of a table's sheet, for a reason.

    Raises Refusal without a reason (field "reason") and if no total counts; EveningClosed, SeasonClosed.
    """
    club, evening = locked_open_evening(evening)
    if not reason.strip():
        raise Refusal(gettext_noop("Say in a few words why the total is withdrawn."), field="reason")
    kept = without_names(club_id=club.pk, text=reason.strip())
    last = latest_totals(evening=evening).get(table_number)
    if last is None or last.is_withdrawn:
        raise Refusal(gettext_noop("No total has been typed for this sheet."))
    facts: dict[str, Any] = {"deals": last.deals, "tricks": last.tricks, "is_withdrawn": True, "reason": kept}
    total = _next(evening, table_number, author, now, **facts)
    before = f"{last.deals} / {last.tricks}"
    note(club=club, kind=Kind.PAPER_WITHDRAWN, author=author, now=now, evening=evening, before=before, covers=total)
    return total


def require_agreement(*, evening: Evening) -> None:
    """Require that every paper sheet of the evening agrees with the book; one query if no total was typed.

    Raises PaperOpen.
    """
    if not PaperTotal.objects.filter(evening=evening).exists():
        return
    for paper in _papers(evening):
        if paper.is_open:
            raise PaperOpen(paper)


def _papers(evening: Evening) -> list[Paper]:
    standing = entries_of(evening=evening).standing
    return papers_of(evening=evening, standing=standing, seated=tables_of(evening=evening))


def _require_players(evening: Evening, table_number: int, sums: Sums) -> None:
    papers = {paper.table_number: paper for paper in _papers(evening)}
    if table_number not in papers:
        raise Refusal(gettext_noop("There is no table %(table)s this evening."), table=table_number)
    if set(sums.points) - {player.pk for player in papers[table_number].players}:
        raise Refusal(gettext_noop("Points are for those who were at the table."))


def _next(evening: Evening, table_number: int, author: User, now: datetime, **facts: Any) -> PaperTotal:
    # Totals are only added and the season is locked, so their count gives the next number.
    number = evening.paper_totals.filter(table_number=table_number).count() + 1
    return PaperTotal.objects.create(
        evening=evening, table_number=table_number, number=number, by=author, at=now, **facts
    )
