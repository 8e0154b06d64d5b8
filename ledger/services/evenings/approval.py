"""Approve an evening, by which it takes no more deals, and reopen it within the club's window."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Club, Entry, Evening, EveningClosing, Season
from ledger.queries.clubs.persons import without_names
from ledger.queries.evenings.approval import approval_of
from ledger.rules.site.refusal import Refusal, gettext_noop, ngettext_lazy
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import SeasonClosed, locked_club_and_season, require_open
from ledger.services.evenings.confirming import require_papers_agree

STEPS = {
    Kind.EVENING_APPROVED: EveningClosing.Kind.APPROVED,
    Kind.EVENING_REOPENED: EveningClosing.Kind.REOPENED,
}


class BookMoved(Refusal):
    """Refusal of an approval of sums that are out of date, because entries have been posted since they were shown."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("Deals have been entered or changed meanwhile. Look at the sums again."))


@transaction.atomic
def approve_evening(*, evening: Evening, entry_count: int, author: User, now: datetime) -> EveningClosing:
    """Approve an evening as it was shown, with `entry_count` entries; the book then takes no more for it.

    Open complaints do not stop it.
    Raises BookMoved if it has another number of entries by now, PaperOpen if a paper sheet disagrees with the book,
    EveningClosed, SeasonClosed.
    """
    club, season = locked_club_and_season(season_id=evening.season_id)
    require_open(season=season, evening=evening)
    approval = approve(club=club, season=season, evening=evening, author=author, now=now)
    # Counted under the lock, with the approval written: the refusal takes it back.
    if approval.entry_count != entry_count:
        raise BookMoved
    return approval


@transaction.atomic
def reopen_evening(*, evening: Evening, reason: str, author: User, now: datetime) -> EveningClosing:
    """Reopen an approved evening, for a reason.

    Raises Refusal without a reason (field "reason"), for an open evening, and after the club's correction window, which
    runs from the first approval; SeasonClosed.
    """
    club, season = locked_club_and_season(season_id=evening.season_id)
    if season.closed_at is not None:
        raise SeasonClosed(season)
    if not reason.strip():
        raise Refusal(gettext_noop("Say in a few words why the evening is reopened."), field="reason")
    approval = approval_of(evening=evening)
    if approval is None or not approval.is_approval:
        raise Refusal(gettext_noop("Evening %(number)s is open already."), number=evening.number)
    if now > approval.until:
        message = ngettext_lazy(
            "An evening can be reopened for %(hours)s hour after it was approved. "
            "Put a later mistake right with points of its own on a new evening.",
            "An evening can be reopened for %(hours)s hours after it was approved. "
            "Put a later mistake right with points of its own on a new evening.",
            "hours",
        )
        raise Refusal(message, hours=club.correction_window_hours)
    kept = without_names(club_id=club.pk, text=reason.strip())
    return _step(club, season, evening, Kind.EVENING_REOPENED, author, now, reason=kept)


def approve(*, club: Club, season: Season, evening: Evening, author: User, now: datetime) -> EveningClosing:
    """Approve an open evening as it is; the club and the season are locked.

    Raises PaperOpen.
    """
    require_papers_agree(evening=evening)
    return _step(club, season, evening, Kind.EVENING_APPROVED, author, now)


def _step(
    club: Club, season: Season, evening: Evening, kind: Kind, author: User, now: datetime, *, reason: str = ""
) -> EveningClosing:
    """Store an approval or a reopening, and log it under its kind."""
    step = EveningClosing.objects.create(
        evening=evening,
        # Steps are only added and the season is locked, so their count gives the next number.
        number=evening.closings.count() + 1,
        kind=STEPS[kind],
        by=author,
        at=now,
        reason=reason,
        entry_count=evening.entries.count(),
        deals=Entry.objects.standing().filter(evening=evening).count(),
        season_entry_count=season.entry_count,
        head=season.head,
    )
    note(club=club, kind=kind, author=author, now=now, evening=evening, closing=step, covers=step)
    return step
