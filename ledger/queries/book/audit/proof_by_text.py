"""A season's entries proved by their text: what each must say is spelt from what its deal pays, and digested.

It only ever agrees. An entry that it cannot spell, or that differs in one character, is left to the careful proof
(audited_entries.py), which says why.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from json.encoder import encode_basestring
from uuid import UUID

from ledger.queries.book.audit.audited_season import AuditedSeason
from ledger.queries.book.audit.entry_rows import ROWS_AT_A_TIME, EntryRow, rows_after
from ledger.queries.book.audit.patterns import Patterns


@dataclass(slots=True)
class Sitting:
    """The entries of an evening that follow each other with the same players: what each pays and counts by seat.

    They are added up together, which costs a third of adding each.
    """

    evening: int = 0
    players: tuple[int, ...] = ()
    points: list[tuple[int, ...]] = field(default_factory=list)
    deals: list[tuple[int, ...]] = field(default_factory=list)


class ProofByText:
    """Proves entries of a season that follow each other without a fault, and counts them."""

    def __init__(self, season: AuditedSeason) -> None:
        self.season = season
        self.patterns = Patterns(season)
        self._sitting = Sitting()

    def reaches_the_end(self) -> bool:
        """Prove entry after entry, and say whether those were all; if not, the next is for the careful proof."""
        try:
            return self._prove_all()
        except Exception:  # what cannot be read, or was never written by the site, makes almost anything be raised
            return False
        finally:
            self._add_up()

    def _prove_all(self) -> bool:
        while rows := rows_after(self.season.season, self.season.entry_count):
            if not all(map(self._holds, rows)):
                return False
            self._add_up()
            if len(rows) < ROWS_AT_A_TIME:
                break
        return True

    def _holds(self, row: EntryRow) -> bool:
        """Whether an entry is what the site would have written after the last one; if so, it is the last one now."""
        season = self.season
        players, _, shares = row.postings.partition(":")
        placed = self.patterns.place(deal=row.deal, players=players, version=row.version_id)
        is_reversal = row.reverses_id is not None
        pattern = self.patterns.pattern(deal=row.deal, placed=placed, version=row.version_id, is_reversal=is_reversal)
        moment, seated = _in_utc(row.received_at), placed.seated
        its_shares = placed.in_seat_order(pattern.shares)
        if (
            (row.sequence, row.previous_digest) != (season.entry_count + 1, season.head)
            or row.club_id != season.season.club_id
            or (row.kind, row.seats) != (pattern.kind, pattern.seats)
            or shares != f"[{pattern.house}{seated.stored % its_shares}]"
        ):
            return False
        postings = pattern.house + seated.written % its_shares
        content = self._content(
            row, moment, deal=pattern.deal % placed.numbers, postings=postings, prices=pattern.prices
        )
        if row.digest != sha256(content.encode()).hexdigest() or not season.surroundings.holds(row, moment):
            return False
        season.entry_count, season.head = row.sequence, row.digest
        season.deals += pattern.counted
        if (row.evening_id, seated.ids) != (self._sitting.evening, self._sitting.players):
            self._add_up()
            self._sitting = Sitting(row.evening_id, seated.ids)
        self._sitting.points.append(placed.in_seat_order(pattern.points))
        self._sitting.deals.append(placed.in_seat_order(pattern.deals))
        return True

    def _add_up(self) -> None:
        """Add what the players of a sitting have won and played to their bottom lines."""
        sitting, self._sitting = self._sitting, Sitting()
        sums = zip(map(sum, zip(*sitting.points, strict=True)), map(sum, zip(*sitting.deals, strict=True)), strict=True)
        self.season.add(evening=sitting.evening, players=sitting.players, sums=sums)

    def _content(self, row: EntryRow, moment: datetime, *, deal: str, postings: str, prices: str) -> str:
        """All that the digest of an entry must cover.

        Raises KeyError if it speaks of what is not the club's.
        """
        numbers = self.season.numbers
        # As `digest_of_entry` spells it. What is a number is spelt by !r, which tells it from its text.
        return (
            f'{{"author":{numbers.writers[row.author_id]!r},"deal":{deal},"evening":{numbers.evenings[row.evening_id]!r},'
            f'"key":"{_spell_key(row.key)}","kind":"{row.kind}","noted_at":{_spell_moment(row.noted_at)},'
            f'"number":{row.number!r},"postings":[{postings}],"previous_digest":"{row.previous_digest}",'
            f'"prices":"{prices}","reason":{encode_basestring(row.reason)},"received_at":"{moment.isoformat()}",'
            f'"replaces":{_spell_reference(row.replaces_id)},"reverses":{_spell_reference(row.reverses_id)},'
            f'"season":{numbers.seasons[self.season.season.pk]!r},"seats":{row.seats!r},"sequence":{row.sequence!r},'
            f'"table_number":{row.table_number!r}}}'
        )


def _in_utc(moment: str | datetime) -> datetime:
    """A stored moment: SQLite's are texts, without their zone."""
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


def _spell_moment(moment: str | datetime | None) -> str:
    return "null" if moment is None else f'"{_in_utc(moment).isoformat()}"'


def _spell_reference(key: str | UUID | None) -> str:
    return "null" if key is None else f'"{_spell_key(key)}"'


def _spell_key(key: str | UUID) -> str:
    """A stored key as digests spell it: SQLite's are without dashes."""
    if isinstance(key, UUID):
        return str(key)
    return f"{key[:8]}-{key[8:12]}-{key[12:16]}-{key[16:20]}-{key[20:]}"
