"""A club's log proved again: its chain from first to last, and every row that a logged change covers.

A row that may change is compared, part by part, with the newest logged change of it.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import override

from ledger.models import AnswerWords, Club, EveningClosing, LoggedChange, Player, ScoringTableVersion, SheetAnswer
from ledger.models.book.journal import OwnNumbers
from ledger.queries.book.audit.audited_surroundings import A_DAY
from ledger.queries.book.audit.findings import Finding
from ledger.queries.book.audit.reading import unreadable_rows
from ledger.queries.book.covered import digest_of_row, digest_of_words, rows_told_of
from ledger.queries.book.log_parts import (
    PARTS,
    Member,
    Subject,
    digest_of_part,
    digest_of_prices,
    rows_with_parts,
    subject_of,
)
from ledger.queries.book.own_numbers import numbers_of
from ledger.queries.site.snapshot import in_pieces
from ledger.rules.site.refusal import Refusal, gettext_noop

CHANGES_AT_A_TIME = 1000
Kind = LoggedChange.Kind

NOT_NEXT = gettext_noop("The log of club %(club)s, entry %(log_entry)s: it does not follow the entry before it.")
NOT_AS_WRITTEN = gettext_noop(
    "The log of club %(club)s, entry %(log_entry)s: it is not what was written, its digest does not fit."
)
IN_THE_FUTURE = gettext_noop(
    "The log of club %(club)s, entry %(log_entry)s: it bears a day that is yet to come, %(day)s. A clock was ahead."
)
NOT_THE_END = gettext_noop("The log of club %(club)s does not end with entry %(log_entry)s, the last that was written.")
TELLS_OF_NOTHING = gettext_noop(
    "The log of club %(club)s, entry %(log_entry)s (%(kind)s): what it tells of is gone, or is not what was written."
)
NOT_TOLD_OF = gettext_noop("Club %(club)s, %(kind)s (%(place)s): no entry of the log tells of it as it is.")
WORDS_GONE = gettext_noop(
    "Club %(club)s, evening %(evening)s: what a player wrote is gone, or is not what was written."
)
OF_ANOTHER_CLUB = gettext_noop("Club %(club)s, %(kind)s (%(place)s): what was stored is said to be of another club.")
FORGOTTEN_OTHERWISE = gettext_noop("Club %(club)s, player %(player)s is forgotten otherwise than the log says.")


class KindName(Refusal):
    """The name of a kind of change, translated where a finding is shown: its label is already marked."""

    def __init__(self, kind: str) -> None:
        with override("en"):
            super().__init__(str(Kind(kind).label))


@dataclass
class _ToldByTheLog:
    """What a log covers: the logged changes by the digest they carry, and the players who were forgotten.

    `left` holds the digest of each part of each row that may change, as the newest change of it left it.
    """

    covering: dict[str, list[LoggedChange]] = field(default_factory=lambda: defaultdict(list))
    left: dict[Subject, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    forgotten: set[int | None] = field(default_factory=set)
    end: tuple[str, int] = ("", 0)


def log_findings(club: Club) -> Iterator[Finding]:
    """Findings about a club's log; memory grows only with the rows that it covers."""
    yield from unreadable_rows(LoggedChange.objects.filter(club=club))
    numbers, told = numbers_of(club_id=club.pk), _ToldByTheLog()
    yield from _chain(club, numbers, told)
    if told.end != (club.log_head, club.log_entry_count):
        yield Finding(NOT_THE_END, {"club": club.pk, "log_entry": club.log_entry_count})
    yield from _rows(club, numbers, told)
    yield from _references(club)
    yield from _parts(club, told)
    yield from _words(club, numbers, told)
    yield from _forgotten(club, told)


def log_remarks(club: Club, now: datetime | None) -> Iterator[Finding]:
    """A remark on the first change of a log that bears a day that is yet to come, if `now` is given; one query."""
    ahead = LoggedChange.objects.filter(club=club, at__gt=now + A_DAY) if now else LoggedChange.objects.none()
    for sequence, at in ahead.order_by("sequence").values_list("sequence", "at")[:1]:
        yield Finding(IN_THE_FUTURE, {"club": club.pk, "log_entry": sequence, "day": at.date().isoformat()})


def _chain(club: Club, numbers: OwnNumbers, told: _ToldByTheLog) -> Iterator[Finding]:
    """Findings unless each logged change follows the one before and is as it was written."""
    head, count = told.end
    for change in in_pieces(LoggedChange.objects.filter(club=club).order_by("sequence"), CHANGES_AT_A_TIME):
        place = {"club": club.pk, "log_entry": change.sequence}
        if (change.sequence, change.previous_digest) != (count + 1, head):
            yield Finding(NOT_NEXT, place)
        if change.digest != change.digest_by(numbers):
            yield Finding(NOT_AS_WRITTEN, place)
        head, count = change.digest, change.sequence
        if change.covers:
            told.covering[change.covers].append(change)
        if change.leaves:
            # The newest comes last, and what it left stands.
            told.left[subject_of(change)].update(change.leaves)
        if change.kind == Kind.PLAYER_FORGOTTEN:
            told.forgotten.add(change.player_id)
    told.end = head, count


def _rows(club: Club, numbers: OwnNumbers, told: _ToldByTheLog) -> Iterator[Finding]:
    """Findings unless every row has its logged change and every change its row, except for forgotten names."""
    for rows, named in rows_told_of(club):
        yield from unreadable_rows(rows)
        for row in rows.order_by("pk"):
            if getattr(row, "club_id", club.pk) != club.pk:
                kind, place = named(row)
                yield Finding(OF_ANOTHER_CLUB, {"club": club.pk, "kind": KindName(kind), "place": place})
            covering = told.covering.get(digest_of_row(row, numbers), [])
            its_own = next((change for change in covering if _refers_to(change, row)), None)
            if its_own:
                # A change covers one row: another row that says the same needs a change of its own.
                covering.remove(its_own)
            else:
                kind, place = named(row)
                yield Finding(NOT_TOLD_OF, {"club": club.pk, "kind": KindName(kind), "place": place})
    for change in (change for covering in told.covering.values() for change in covering):
        if change.kind != Kind.PLAYER_RENAMED or change.player_id not in told.forgotten:
            where = {"club": club.pk, "log_entry": change.sequence, "kind": KindName(change.kind)}
            yield Finding(TELLS_OF_NOTHING, where)


def _refers_to(change: LoggedChange, row: Any) -> bool:
    """Whether a change refers to the version or the approval that it covers, and to no other: no digest says it."""
    version = row.pk if isinstance(row, ScoringTableVersion) else None
    # What was taken into the chain when it was begun refers to no approval.
    closing = row.pk if isinstance(row, EveningClosing) and change.kind != Kind.CHAINED else None
    return (change.version_id, change.closing_id) == (version, closing)


def _references(club: Club) -> Iterator[Finding]:
    """Findings unless a change that covers no row refers to none, but for the version that it left an evening."""
    referring = Q(kind=Kind.EVENING_PRICED) | ~Q(version=None) | ~Q(closing=None)
    changes = LoggedChange.objects.filter(referring, club=club, covers="").order_by("sequence")
    versions = ScoringTableVersion.objects.filter(scoring_table__club=club).values_list("pk", "number", "digest")
    prices: dict[int | None, str] = {pk: digest_of_prices(number, digest) for pk, number, digest in versions}
    for change in changes:
        is_right = prices.get(change.version_id, "") == change.leaves.get(Kind.EVENING_PRICED)
        if change.closing_id or change.kind != Kind.EVENING_PRICED or not is_right:
            where = {"club": club.pk, "log_entry": change.sequence, "kind": KindName(change.kind)}
            yield Finding(TELLS_OF_NOTHING, where)


def _parts(club: Club, told: _ToldByTheLog) -> Iterator[Finding]:
    """Findings unless every part of every row is as the newest change left it."""
    members = [pk for kind_of_row, pk in told.left if kind_of_row is Member]
    for row, place in rows_with_parts(club=club, members=members):
        left = told.left.get((type(row), row.pk), {})
        for kind in PARTS[type(row)]:
            if left.get(kind) != digest_of_part(kind, row):
                yield Finding(NOT_TOLD_OF, {"club": club.pk, "kind": KindName(kind), "place": place})


def _words(club: Club, numbers: OwnNumbers, told: _ToldByTheLog) -> Iterator[Finding]:
    """Findings unless a player's words stand as written until the player is forgotten, and no longer."""
    of_club = AnswerWords.objects.filter(answer__link__evening__club=club)
    words = {row.answer_id: digest_of_words(row.said, row.salt, numbers) for row in of_club}
    answers = SheetAnswer.objects.filter(link__evening__club=club).exclude(words_digest="", words=None)
    for answer in answers.select_related("link__evening").order_by("pk"):
        is_forgotten = answer.link.player_id in told.forgotten
        if words.get(answer.pk) != (None if is_forgotten else answer.words_digest):
            yield Finding(WORDS_GONE, {"club": club.pk, "evening": answer.link.evening.number})


def _forgotten(club: Club, told: _ToldByTheLog) -> Iterator[Finding]:
    """Findings unless exactly those are forgotten who were, by the log."""
    forgotten = Player.objects.filter(club=club, forgotten_at__isnull=False).values_list("pk", flat=True)
    for player in Player.objects.filter(club=club, pk__in=set(forgotten) ^ (told.forgotten - {None})):
        yield Finding(FORGOTTEN_OTHERWISE, {"club": club.pk, "player": player.number})
