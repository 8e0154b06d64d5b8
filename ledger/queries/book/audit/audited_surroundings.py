"""What an entry refers to, proved: its kind, number, moment, table, players, prices and author.

The digest proves that an entry is what was written; this, that the site would have written it.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from ledger.models import Entry, Evening, LoggedChange, Membership, Player, ScoringTableVersion, Season, Seat
from ledger.models.book.journal import Share, kind_of_entry
from ledger.queries.book.audit.findings import Finding
from ledger.rules.site.refusal import gettext_noop

AN_HOUR = timedelta(hours=1)  # who waited for the book bears a time before the entry that they waited for
A_DAY = timedelta(days=1)  # a clock that takes its own zone's time for UTC is 14 hours ahead

OTHER_KIND = gettext_noop("%(entry)s is of another kind than its deal.")
OLDER = gettext_noop(
    "%(entry)s bears an earlier time than the entry before it: a clock was wrong. Its number says where it belongs."
)
IN_THE_FUTURE = gettext_noop(
    "%(entry)s bears a day that is yet to come, %(day)s: a clock was ahead. Its number says where it belongs."
)
NOT_NEXT_NUMBER = gettext_noop("%(entry)s has a number that is not the next of its evening.")
NO_SUCH_TABLE = gettext_noop("%(entry)s is at a table that its evening does not have.")
NO_OPENING = gettext_noop("%(entry)s is on the day of opening balances, and is none.")
NO_PLAYER = gettext_noop("%(entry)s is about somebody who is no player of the club.")
OTHERS_PRICES = gettext_noop("%(entry)s is priced by another club's table.")
NO_MEMBER = gettext_noop("%(entry)s is by somebody who never was on the club's board.")


def entry_name(season: Season, sequence: int) -> str:
    """An entry's place in the books: the club's number, the season's address, the entry's number."""
    return f"{season.club_id}/{season.slug}, {sequence}"


def is_yet_to_come(moment: datetime, *, now: datetime | None) -> bool:
    """Whether a moment lies in the future, with some hours to spare; never if `now` is None."""
    return now is not None and moment > now + A_DAY


class Surroundings:
    """All that a season's entries may refer to, read at once, and how far its evenings and its clock have come.

    `remarks` takes those on times that no clock gave that was right: the order of a book is that of its numbers.
    """

    def __init__(self, season: Season, now: datetime | None, remarks: list[Finding]) -> None:
        self.season, self.now, self.remarks = season, now, remarks
        self.numbers: dict[int, int | None] = {}
        self.last_at: datetime | None = None
        club = season.club_id
        seats = Seat.objects.filter(evening__season=season)
        self.tables = set(seats.values_list("evening_id", "table_number").distinct())
        # At a day of opening balances nobody sat, and where only an evening's points were kept nobody knows who did.
        openings = Evening.everything.filter(season=season, is_opening=True)
        self.openings = set(openings.values_list("pk", flat=True))
        self.players = set(Player.objects.filter(club=club).values_list("pk", flat=True))
        versions = ScoringTableVersion.objects.filter(scoring_table__club=club)
        self.versions = set(versions.values_list("pk", flat=True))
        # Everybody who is or was on the board; ended memberships are in the log.
        log = LoggedChange.objects.filter(club=club)
        self.authors = {
            *Membership.objects.filter(club=club).values_list("user_id", flat=True),
            *log.values_list("by_id", flat=True).distinct(),
            *log.values_list("member_id", flat=True).distinct(),
        }

    def findings(self, entry: Entry, shares: Sequence[Share], name: Mapping[str, object]) -> Iterator[Finding]:
        """What the site would not have written in an entry; the next entry is compared with this one."""
        kind = kind_of_entry(entry.deal) if entry.reverses_id is None else Entry.Kind.REVERSAL
        if entry.kind != kind:
            yield Finding(OTHER_KIND, name)
        is_first = entry.reverses_id is None and entry.replaces_id is None
        last_number = self.numbers.get(entry.evening_id, 0)
        if is_first and last_number is not None and entry.number != last_number + 1:
            yield Finding(NOT_NEXT_NUMBER, name)
        yield from self._findings_of_place(entry, name)
        if not self.players.issuperset(share.player_id for share in shares if share.player_id is not None):
            yield Finding(NO_PLAYER, name)
        if entry.table_version_id not in self.versions:
            yield Finding(OTHERS_PRICES, name)
        if entry.author_id not in self.authors:
            yield Finding(NO_MEMBER, name)
        # The highest so far: a correction or a restore has the number of an earlier deal.
        self.numbers[entry.evening_id] = max(last_number or 0, entry.number)
        self._go_on_to(entry.received_at, entry.sequence)

    def _findings_of_place(self, entry: Entry, name: Mapping[str, object]) -> Iterator[Finding]:
        if entry.evening_id in self.openings:
            if not entry.deal.get("opening"):
                yield Finding(NO_OPENING, name)
        elif not entry.deal.get("totals") and (entry.evening_id, entry.table_number) not in self.tables:
            yield Finding(NO_SUCH_TABLE, name)

    def _go_on_to(self, moment: datetime, sequence: int) -> None:
        """Remark on a time that is yet to come, or goes back; of several in a row the first."""
        before, self.last_at = self.last_at, moment
        if before is not None and is_yet_to_come(before, now=self.now):
            return
        name = {"entry": entry_name(self.season, sequence)}
        if is_yet_to_come(moment, now=self.now):
            self.remarks.append(Finding(IN_THE_FUTURE, {**name, "day": moment.date().isoformat()}))
        elif before is not None and before - moment > AN_HOUR:
            self.remarks.append(Finding(OLDER, name))

    def pass_over(self, entry: Entry) -> None:
        """Ignore an entry that is not what was written: nothing follows from it for the next."""
        self.numbers[entry.evening_id] = self.last_at = None
