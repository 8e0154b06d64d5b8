"""Write to a club's log, in the transaction that makes the change."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypedDict

from django.contrib.auth.models import User
from django.db.models import F, Model

from ledger.models import Club, LoggedChange
from ledger.models.book.journal import Numbers, OwnNumbers
from ledger.models.book.log import LOGGED_AFTER_A_MOVE
from ledger.models.clubs.persons import require_real_names
from ledger.queries.book.covered import digest_of_row, digests_left_by
from ledger.queries.book.next_entry import numbers_of
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.posting import ClubMoved, locked_club, writer_number

Kind = LoggedChange.Kind
NEXT_REVISION = {"revision": F("revision") + 1}  # of the club's pages: no browser is told that it has them already


class Signed(TypedDict):
    """The author and time of a change."""

    author: User
    now: datetime


def note(
    *, club: Club, kind: Kind, author: User | None, now: datetime, covers: Any = None, **about: Any
) -> LoggedChange:
    """Append a change to a club's log and return it; the club's row stays locked until the transaction ends.

    It counts as a change of what the club's pages show.
    `about` names what changed (player, season, evening ...), with `before` and `after` in at most 300 characters and
    without player names. `covers` is the row that the change is about, already stored with all that belongs to it,
    except a `NameChange`, which refers to the logged change and is stored after it. `author` is None for changes
    made by a player or by this program.
    Raises ClubMoved for a club that is on another installation now, but for what is withdrawn or forgotten.
    """
    [change] = note_each(club=club, kind=kind, author=author, now=now, about=[about], covers=covers)
    return change


def note_each(
    *,
    club: Club,
    kind: Kind,
    author: User | None,
    now: datetime,
    about: Sequence[Mapping[str, Any]],
    covers: Model | None = None,
) -> list[LoggedChange]:
    """Append changes of one kind to a club's log, each about a row of its own; raises as `note`."""
    require_real_names()
    # Read anew: the caller's club is older than the lock, and two changes must not both follow the same one.
    held = locked_club(club_id=club.pk)
    if held.moved_to and kind not in LOGGED_AFTER_A_MOVE:
        raise ClubMoved(held.moved_to)
    changes = [LoggedChange(club=held, kind=kind, by=author, at=now, **subject) for subject in about]
    if not changes:
        return []
    numbers = _numbers(changes, covers)
    covered = "" if covers is None else digest_of_row(covers, numbers)
    # The changes themselves are stored by now, so these are the digests of what they left behind.
    for change, leaves in zip(changes, digests_left_by(changes), strict=True):
        change.sequence, change.previous_digest = held.log_entry_count + 1, held.log_head
        change.covers, change.leaves = covered, leaves
        change.digest = change.digest_by(numbers)
        held.log_entry_count, held.log_head = change.sequence, change.digest
        _write(change, **NEXT_REVISION)
    return changes


def note_again(*, changes: Sequence[LoggedChange], numbers: OwnNumbers) -> None:
    """Append changes exactly as another database logged them, digests included.

    Raises Refusal for a change whose digest does not fit; the database refuses one that does not follow the last.
    """
    for change in changes:
        if change.digest != change.digest_by(numbers):
            raise Refusal(gettext_noop("Entry %(entry)s of the log is not what was written."), entry=change.sequence)
        _write(change)


def _write(change: LoggedChange, **counted: Any) -> None:
    # In this order: the guards take a change behind the log's end alone, and an end where there is a change.
    change.save(force_insert=True)
    held = Club.objects.filter(pk=change.club_id)
    held.update(log_head=change.digest, log_entry_count=change.sequence, **counted)


def _numbers(changes: Sequence[LoggedChange], covers: Model | None) -> OwnNumbers:
    """The club's own numbers that the digests of its changes need: all of them if a row is covered."""
    club = changes[0].club_id
    # Before all numbers are read, since asking for a new writer's number is what gives them one.
    users = {user.pk: user for change in changes for user in (change.by, change.member) if user}
    writers = Numbers((pk, writer_number(club_id=club, user=user)) for pk, user in users.items())
    if covers is not None:
        return numbers_of(club_id=club)
    players = Numbers((change.player.pk, change.player.number) for change in changes if change.player)
    seasons = Numbers((change.season.pk, change.season.number) for change in changes if change.season)
    evenings = Numbers((change.evening.pk, change.evening.number) for change in changes if change.evening)
    return OwnNumbers(players=players, seasons=seasons, evenings=evenings, writers=writers)
