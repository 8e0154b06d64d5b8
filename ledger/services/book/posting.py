"""The only writer of the book: posts entries and reversals."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Club, Entry, Evening, Posting, ScoringTableVersion, Season
from ledger.models.book.journal import OwnNumbers, Share
from ledger.queries.book.next_entry import NextEntry, numbers_of_players
from ledger.queries.evenings.closings import is_approved
from ledger.rules.clubs import numbers_mentioned
from ledger.rules.deals.settling import WORDS_OF_A_DEAL
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.sums import add_to_sums
from ledger.services.book.writers import writer_number


class ClubMoved(Refusal):
    """Refusal of a change in a club that is on another installation now."""

    def __init__(self, address: str) -> None:
        message = gettext_noop("The club has moved to %(address)s: nothing is written here any more.")
        super().__init__(message, address=address)


class SeasonClosed(Refusal):
    """Refusal of an entry in a closed season."""

    def __init__(self, season: Season) -> None:
        message = gettext_noop(
            "The season %(season)s is closed: its book takes no more deals. "
            "A mistake found now is put right with points of its own in the next season."
        )
        super().__init__(message, season=season.name)


class EveningClosed(Refusal):
    """Refusal of an entry in an approved evening."""

    def __init__(self, evening: Evening) -> None:
        message = gettext_noop("Evening %(number)s is approved: reopen it before anything in it is changed.")
        super().__init__(message, number=evening.number)


class EveningRemoved(Refusal):
    """Refusal of a change of an evening that has been removed since it was read."""

    def __init__(self, evening: Evening) -> None:
        super().__init__(gettext_noop("Evening %(number)s has been removed meanwhile."), number=evening.number)


@dataclass(frozen=True)
class Draft:
    """An entry's content before it has a place in the book."""

    key: uuid.UUID
    evening: Evening
    number: int
    kind: Entry.Kind
    table_version: ScoringTableVersion
    deal: dict[str, Any]
    author: User
    received_at: datetime
    noted_at: datetime | None = None
    table_number: int = 1
    reverses: Entry | None = None
    replaces: Entry | None = None
    reason: str = ""


def locked_club(*, club_id: int) -> Club:
    """The club's row, locked until the transaction ends."""
    # `no_key`, like every lock on a club or a season: others may still write rows that refer to it. Otherwise two could
    # wait for each other, since a transaction's second entry has its season's club checked at the commit, when the club
    # may be held by somebody who waits for that season.
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def locked_season(*, season_id: int) -> Season:
    """The season's row, locked until the transaction ends, so that its entries and its closing queue up."""
    return Season.objects.select_for_update(no_key=True).get(pk=season_id)


def locked_club_and_season(*, season_id: int) -> tuple[Club, Season]:
    """The club's and the season's rows, locked until the transaction ends."""
    # Always the club first. A logged change locks the club too, so whoever writes one must not begin with the season
    # alone: two of them could wait for each other.
    # Of the club alone: the join would lock the season with it, in whichever order the rows are found.
    club = Club.objects.select_for_update(of=("self",), no_key=True).get(seasons=season_id)
    return club, locked_season(season_id=season_id)


def lock_open_seasons(*, club: Club) -> None:
    """Lock a locked club's open seasons until the transaction ends, so that no entry is posted; one query."""
    list(Season.objects.select_for_update(no_key=True).filter(club=club, closed_at=None).order_by("pk"))


def require_open(*, season: Season, evening: Evening, place: NextEntry | None = None) -> None:
    """Require that a locked season and its evening take entries; one query, none given the `place` of the next entry.

    Raises ClubMoved, of which a caller without that place hears from the log, SeasonClosed, EveningClosed.
    """
    if place and place.moved_to:
        raise ClubMoved(place.moved_to)
    if season.closed_at is not None:
        raise SeasonClosed(season)
    if place.is_approved if place else is_approved(evening=evening):
        raise EveningClosed(evening)


# Its callers have a transaction already, and a savepoint would be two more statements for each deal.
@transaction.atomic(savepoint=False)
def post(*, season: Season, written: Sequence[tuple[Draft, Sequence[Share]]], place: NextEntry) -> list[Entry]:
    """Write entries of an evening, each with a posting for each share, and add them to the bottom lines.

    They are the next of a locked season, in their order; `place` was queried under that lock, and they share it.
    Raises IntegrityError if the shares of one do not sum to zero: the database seals each entry.
    """
    entries = []
    for draft, shares in written:
        entry = _next_entry(season, draft, shares, place)
        season.head, season.entry_count = entry.digest, entry.sequence
        entries.append((entry, shares))
    _write(season, entries)
    add_to_sums(evening=written[0][0].evening, written=entries)
    return [entry for entry, _ in entries]


def opposite_shares(entry: Entry) -> list[Share]:
    """The shares of an entry's reversal: the same seats, every amount with its sign changed."""
    return sorted(posting.share.opposite() for posting in entry.postings.all())


def post_again(*, season: Season, written: Sequence[tuple[Entry, Sequence[Share]]], numbers: OwnNumbers) -> None:
    """Write entries exactly as another database had them, digests included, as the next of a season's book.

    `numbers` are the club's own, by their ids in this database. The caller has the season to itself and writes the
    bottom lines.
    Raises Refusal for an entry whose digest does not fit, IntegrityError for one that does not follow the one before or
    does not sum to zero.
    """
    for entry, shares in written:
        if entry.digest != entry.digest_over(shares, numbers=numbers):
            raise Refusal(gettext_noop("Entry %(entry)s of a book is not what was written."), entry=entry.sequence)
        entry.club_id = season.club_id
    _write(season, written)


def _write(season: Season, written: Sequence[tuple[Entry, Sequence[Share]]]) -> None:
    """Insert entries and their postings; the database takes an entry only behind the season's last."""
    # Postings first: the database counts and sums them when the entry comes, and takes none for an entry that is there.
    Posting.objects.bulk_create(
        Posting(entry=entry, **share._asdict()) for entry, shares in written for share in shares
    )
    for entry, _ in written:
        entry.save(force_insert=True)
        season.head, season.entry_count = entry.digest, entry.sequence
        season.save(update_fields=["head", "entry_count"])


def _next_entry(season: Season, draft: Draft, shares: Sequence[Share], place: NextEntry) -> Entry:
    entry = Entry(
        key=draft.key,
        season=season,
        club_id=season.club_id,
        sequence=season.entry_count + 1,
        evening=draft.evening,
        table_number=draft.table_number,
        number=draft.number,
        kind=draft.kind,
        table_version=draft.table_version,
        deal=draft.deal,
        seats=len(shares),
        reverses=draft.reverses,
        replaces=draft.replaces,
        reason=draft.reason,
        author=draft.author,
        received_at=draft.received_at,
        noted_at=draft.noted_at,
        previous_digest=season.head,
    )
    entry.digest = entry.digest_over(shares, numbers=_numbers(entry, shares, place))
    return entry


def _numbers(entry: Entry, shares: Sequence[Share], place: NextEntry) -> OwnNumbers:
    """The club's own numbers that an entry's digest needs; no query if it names only those at the table."""
    season, evening = entry.season, entry.evening
    texts = [entry.reason, *(str(entry.deal.get(name, "")) for name in WORDS_OF_A_DEAL)]
    named = {share.player_id for share in shares if share.player_id is not None}
    named |= {player for text in texts for player in numbers_mentioned(text)}
    players = {player: number for player, number in place.player_numbers.items() if player in named}
    if others := named - players.keys():
        players |= numbers_of_players(club_id=season.club_id, players=others)
    writer = place.writer or writer_number(club_id=season.club_id, user=entry.author)
    return OwnNumbers(
        players=players,
        seasons={season.pk: season.number},
        evenings={evening.pk: evening.number},
        writers={entry.author.pk: writer},
    )


def why_closed(evening: Evening) -> Refusal | None:
    """The refusal that a new entry would meet, None if the evening is open; one query."""
    try:
        require_open(season=evening.season, evening=evening)
    except Refusal as refusal:
        return refusal
    return None
