"""The only writer of the book: posts entries with their sums, or reverses them."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Max

from ledger.models import (
    Club,
    Entry,
    Evening,
    EveningTotal,
    Membership,
    Posting,
    Season,
    SeasonTotal,
    Writer,
)
from ledger.models.book.journal import SHARE_COLUMNS, Numbers, OwnNumbers, Share, digest_of_entry
from ledger.models.clubs.club import ONE_PLACE
from ledger.queries.book.next_entry import NextEntry, numbers_of_players
from ledger.queries.evenings.approval import is_approved
from ledger.rules.clubs import numbers_mentioned
from ledger.rules.deals.settling import WORDS_OF_A_DEAL
from ledger.rules.site.labels import LANGUAGES, Phrase, fill
from ledger.rules.site.refusal import Refusal, gettext_noop

SITS_TWICE = gettext_noop("Two at the table have been made one person: seat the evening anew, or separate them.")


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
    approved = place.is_approved if place else is_approved(evening=evening)
    if approved:
        raise EveningClosed(evening)


# Its callers have a transaction already, and a savepoint would be two more statements for each deal.
@transaction.atomic(savepoint=False)
def post(
    *, season: Season, written: Sequence[tuple[Mapping[str, Any], Sequence[Share]]], place: NextEntry
) -> list[Entry]:
    """Write entries of an evening, each with a posting for each share, and add them to the bottom lines.

    Given by their columns without place and digest, they are the next of a locked season, in their order; `place` was
    queried under that lock, and they share it.
    Raises IntegrityError if the shares of one do not sum to zero: the database seals each entry.
    Raises Refusal for one in which one person sits twice.
    """
    entries = [(Entry(**columns), shares) for columns, shares in written]
    for entry, shares in entries:
        entry.season, entry.club_id, entry.seats = season, season.club_id, len(shares)
        entry.sequence, entry.previous_digest = season.entry_count + 1, season.head
        prices, numbers = entry.table_version.digest, _numbers(entry, shares, place)
        entry.digest = digest_of_entry(entry, sorted(shares), prices=prices, numbers=numbers)
        season.head, season.entry_count = entry.digest, entry.sequence
    try:
        _write(season, entries)
    except IntegrityError as error:
        if ONE_PLACE in str(error):
            raise Refusal(SITS_TWICE) from error
        raise
    _add_to_sums(entries[0][0].evening, entries)
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
        prices = entry.table_version.digest
        if entry.digest != digest_of_entry(entry, sorted(shares), prices=prices, numbers=numbers):
            raise Refusal(gettext_noop("Entry %(entry)s of a book is not what was written."), entry=entry.sequence)
        entry.club_id = season.club_id
    _write(season, written)


def _write(season: Season, written: Sequence[tuple[Entry, Sequence[Share]]]) -> None:
    """Insert entries and their postings; the database takes an entry only behind the season's last."""
    # Postings first: the database counts and sums them when the entry comes, and takes none for an entry that is there.
    Posting.objects.bulk_create(
        Posting(entry=entry, **dict(zip(SHARE_COLUMNS, share, strict=True)))
        for entry, shares in written
        for share in shares
    )
    for entry, _ in written:
        entry.save(force_insert=True)
        season.head, season.entry_count = entry.digest, entry.sequence
        season.save(update_fields=["head", "entry_count"])


def _numbers(entry: Entry, shares: Sequence[Share], place: NextEntry) -> OwnNumbers:
    """The club's own numbers that an entry's digest needs; no query if it names only those at the table."""
    season, evening = entry.season, entry.evening
    texts = [entry.reason, *(entry.deal.get(name) for name in WORDS_OF_A_DEAL)]
    named = {share.player_id for share in shares if share.player_id is not None}
    # Only of what is a text: a deal that was tampered with may hold anything, and voiding it takes it out of the book.
    named |= {player for text in texts if isinstance(text, str) for player in numbers_mentioned(text)}
    players = Numbers((player, number) for player, number in place.player_numbers.items() if player in named)
    if others := named - players.keys():
        players |= numbers_of_players(club_id=season.club_id, players=others)
    writer = place.writer or writer_number(club_id=season.club_id, user=entry.author)
    return OwnNumbers(
        players=players,
        seasons=Numbers({season.pk: season.number}),
        evenings=Numbers({evening.pk: evening.number}),
        writers=Numbers({entry.author.pk: writer}),
    )


def why_closed(evening: Evening) -> Refusal | None:
    """The refusal that a new entry would meet, None if the evening is open; one query."""
    try:
        require_open(season=evening.season, evening=evening)
    except Refusal as refusal:
        return refusal
    return None


# The two stored sums, each player's bottom lines of an evening and of a season, kept up to date with every entry.


# Plain SQL, because the ORM's upsert can only replace a value, and the sum would have to be read first.
A_SEASONS_SHARE = """(%s, %s, %s, %s, CASE WHEN EXISTS (
    SELECT 1 FROM ledger_eveningtotal WHERE evening_id = %s AND player_id = %s) THEN 0 ELSE %s END)"""
TO_SEASON = """
    INSERT INTO ledger_seasontotal (season_id, player_id, points, deals, evenings) VALUES {shares}
    ON CONFLICT (season_id, player_id) DO UPDATE SET points = ledger_seasontotal.points + excluded.points,
        deals = ledger_seasontotal.deals + excluded.deals, evenings = ledger_seasontotal.evenings + excluded.evenings"""
AN_EVENINGS_SHARE = "(%s, %s, %s, %s)"
TO_EVENING = """
    INSERT INTO ledger_eveningtotal (evening_id, player_id, points, deals) VALUES {shares}
    ON CONFLICT (evening_id, player_id) DO UPDATE SET points = ledger_eveningtotal.points + excluded.points,
        deals = ledger_eveningtotal.deals + excluded.deals"""
OF_SEASON = """
    INSERT INTO ledger_seasontotal (season_id, player_id, points, deals, evenings)
    SELECT evening.season_id, total.player_id, sum(total.points), sum(total.deals),
        sum(CASE WHEN evening.is_opening THEN 0 ELSE 1 END)
    FROM ledger_eveningtotal total JOIN ledger_evening evening ON evening.id = total.evening_id
    WHERE evening.season_id = %s GROUP BY evening.season_id, total.player_id"""


def _add_to_sums(evening: Evening, written: Sequence[tuple[Entry, Sequence[Share]]]) -> None:
    """Add entries of an evening, in a locked season, to the bottom lines of both; two statements."""
    points = Counter[int]()
    deals = Counter[int]()
    for entry, shares in written:
        posted = entry if entry.reverses is None else entry.reverses
        counted = 0
        if posted.kind == Entry.Kind.DEAL:
            counted = -1 if entry.reverses else 1
        for share in shares:
            if share.player_id is not None:
                points[share.player_id] += share.points
                if share.role != "sits_out":
                    deals[share.player_id] += counted
    is_one = 0 if evening.is_opening else 1  # the day of opening balances is not counted
    to_season: list[int] = []
    to_evening: list[int] = []
    for player, won in points.items():
        to_season += evening.season_id, player, won, deals[player], evening.pk, player, is_one
        to_evening += evening.pk, player, won, deals[player]
    # The season first: it counts an evening for each player who has no bottom line of that evening yet.
    with connection.cursor() as cursor:
        cursor.execute(TO_SEASON.format(shares=", ".join([A_SEASONS_SHARE] * len(points))), to_season)
        cursor.execute(TO_EVENING.format(shares=", ".join([AN_EVENINGS_SHARE] * len(points))), to_evening)


def leave_out_evening(*, evening: Evening) -> None:
    """Take an evening without standing entries out of the sums of its locked season; two statements."""
    totals = EveningTotal.objects.filter(evening=evening)
    of_players = SeasonTotal.objects.filter(season=evening.season_id, player__in=totals.values("player"))
    # Before the totals go, since the players are found by them.
    of_players.update(evenings=F("evenings") - (0 if evening.is_opening else 1))
    totals.delete()


def sum_up_season(*, season: Season) -> None:
    """Write a season's bottom lines from those of its evenings, which came from another database; one statement."""
    with connection.cursor() as cursor:
        cursor.execute(OF_SEASON, [season.pk])


# The number by which a club knows a writer, and the name they have until they choose one.


TRIES = 5  # of several who write for a club for the first time at one moment
Role = Membership.Role
FIRST_NAMES = {
    Role.SECRETARY: Phrase("Secretary %(number)s"),
    Role.TREASURER: Phrase("Treasurer %(number)s"),
    Role.ADMIN: Phrase("Administrator %(number)s"),
}
NO_ROLE = Phrase("Board member %(number)s")
FORMER = Phrase("Former board member %(number)s")
GIVEN_BY_THE_SITE = [
    re.compile(fill(phrase, number=r"\d+")[language], re.IGNORECASE)
    for phrase in (*FIRST_NAMES.values(), NO_ROLE, FORMER)
    for language in LANGUAGES
]


def writer_number(*, club_id: int, user: User) -> int:
    """Somebody's own number in a club, given out if they have none yet; one query, five for a new number.

    Raises IntegrityError if others took the next number every time.
    """
    # Deals are posted without the club's row, so nobody waits for it here either: of two who write for the first time
    # at once, one is refused the number by the database and takes the next.
    for _ in range(TRIES):
        known = Writer.objects.filter(club=club_id, user=user).values_list("number", flat=True).first()
        if known is not None:
            return known
        last = Writer.objects.filter(club=club_id).aggregate(last=Max("number"))["last"] or 0
        try:
            # A savepoint, since PostgreSQL would refuse everything after the number that was taken.
            with transaction.atomic():
                name = first_name(club_id=club_id, user=user, number=last + 1)
                return Writer.objects.create(club_id=club_id, user=user, number=last + 1, name=name).number
        except IntegrityError:
            continue
    raise IntegrityError("others were given the next number every time")


def first_name(*, club_id: int, user: User, number: int) -> str:
    """The name of a writer who has chosen none, such as "Sekretær 2", in the club's language; two queries."""
    role = Membership.objects.filter(club=club_id, user=user).values_list("role", flat=True).first()
    language = Club.objects.values_list("language", flat=True).get(pk=club_id)
    return fill(FIRST_NAMES[Role(role)] if role else NO_ROLE, number=number)[language]


def is_first_name(name: str) -> bool:
    """Whether a name is of the sort that the site gives to writers."""
    return any(given.fullmatch(name) for given in GIVEN_BY_THE_SITE)
