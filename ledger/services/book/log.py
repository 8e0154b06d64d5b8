"""Write a change into the club's log, in the transaction that makes it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model

from ledger.models import Club, LoggedChange
from ledger.models.book.own_numbers import OwnNumbers
from ledger.models.clubs.shown_names import require_real_names
from ledger.queries.book.covered import digest_of_row
from ledger.queries.book.log_parts import left_by
from ledger.queries.book.own_numbers import numbers_of
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.posting import locked_club
from ledger.services.book.writers import writer_number

Kind = LoggedChange.Kind


def note(
    *, club: Club, kind: Kind, author: User | None, now: datetime, covers: Any = None, **about: Any
) -> LoggedChange:
    """Write the next line of a club's log; the club's row is locked until the transaction ends.

    `about` names what changed (player, season, evening ...), with what was `before` and is `after` as at most 300
    characters, never a player's name. `covers` is the row that the line tells of, stored with all that belongs to it;
    of a `NameChange`, which needs the line, before it is. What the line tells of is changed already: it leaves the
    digests of what is stored then. `author` is None for what a player or this program did.
    Whoever calls this, and whoever calls it next, needs to do nothing else for the chain.
    """
    require_real_names()
    held = locked_club(club_id=club.pk)
    change = LoggedChange(club=held, kind=kind, by=author, at=now, **about)
    change.sequence, change.previous_digest = held.log_lines + 1, held.log_head
    numbers = _numbers(change, covers)
    change.covers = "" if covers is None else digest_of_row(covers, numbers)
    change.leaves = left_by(change)
    change.digest = change.digest_by(numbers)
    _write(change)
    return change


def note_again(*, changes: Sequence[LoggedChange], numbers: OwnNumbers) -> None:
    """Write lines as they were written in another database, the next ones of a club's log, digests and all.

    Raises Refusal for a line whose digest does not fit; the database refuses one that does not follow the one before.
    """
    for change in changes:
        if change.digest != change.digest_by(numbers):
            raise Refusal(gettext_noop("Line %(line)s of the log is not what was written."), line=change.sequence)
        _write(change)


def _write(change: LoggedChange) -> None:
    change.save(force_insert=True)
    Club.objects.filter(pk=change.club_id).update(log_head=change.digest, log_lines=change.sequence)


def _numbers(change: LoggedChange, covers: Model | None) -> OwnNumbers:
    """The club's own numbers that a line's digest needs: all of them where it covers a row."""
    club = change.club_id
    writers = {user.pk: writer_number(club_id=club, user=user) for user in (change.by, change.member) if user}
    if covers is not None:
        return numbers_of(club_id=club)
    player, season, evening = change.player, change.season, change.evening
    return OwnNumbers(
        players={player.pk: player.number} if player else {},
        seasons={season.pk: season.number} if season else {},
        evenings={evening.pk: evening.number} if evening else {},
        writers=writers,
    )
