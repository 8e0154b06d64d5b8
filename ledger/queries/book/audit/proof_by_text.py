"""A season's entries proved by their text: what each must say is spelt from what its deal pays, and digested.

It only ever agrees. An entry that it cannot spell, or that differs in one character, is left to the careful proof
(audited_entries.py), which says why.
"""

import re
from datetime import UTC, datetime
from hashlib import sha256
from json.encoder import encode_basestring
from uuid import UUID

from ledger.queries.book.audit.audited_season import AuditedSeason
from ledger.queries.book.audit.entry_rows import ROWS_AT_A_TIME, EntryRow, rows_after
from ledger.queries.book.audit.patterns import Patterns

# Both engines give JSON with this space. Without it a table is not turned, which costs a pattern and no more.
DEALER = re.compile(r'"dealer": "(\d+)"')
# As `digest_of_entry` spells it. What is a number is spelt by %r, which tells it from its text.
CONTENT = (
    '{"author":%r,"deal":%s,"evening":%r,"key":"%s","kind":"%s","noted_at":%s,"number":%r,"postings":[%s],'
    '"previous_digest":"%s","prices":"%s","reason":%s,"received_at":"%s","replaces":%s,"reverses":%s,"season":%r,'
    '"seats":%r,"sequence":%r,"table_number":%r}'
)


class ProofByText:
    """Proves entries of a season that follow each other without a fault, and counts them."""

    def __init__(self, season: AuditedSeason) -> None:
        self.season = season
        self.patterns = Patterns(season)

    def reaches_the_end(self) -> bool:
        """Prove entry after entry, and say whether those were all; if not, the next is for the careful proof."""
        try:
            while rows := rows_after(self.season.season, self.season.entry_count):
                if not all(map(self._holds, rows)):
                    return False
                if len(rows) < ROWS_AT_A_TIME:
                    break
        except Exception:  # what cannot be read, or was never written by the site, makes almost anything be raised
            return False
        return True

    def _holds(self, row: EntryRow) -> bool:
        """Whether an entry is what the site would have written after the last one; if so, it is the last one now."""
        season = self.season
        players, _, shares = row.postings.partition(":")
        dealer = DEALER.search(row.deal)
        seated = self.patterns.seated(players, dealer and dealer[1])
        is_reversal = row.reverses_id is not None
        pattern = self.patterns.pattern(deal=row.deal, seated=seated, version=row.version_id, is_reversal=is_reversal)
        moment = _in_utc(row.received_at)
        its_shares = seated.in_seat_order(pattern.shares)
        if (
            (row.sequence, row.previous_digest) != (season.entry_count + 1, season.head)
            or (row.kind, row.seats) != (pattern.kind, pattern.seats)
            or shares != f"[{pattern.house}{seated.stored % its_shares}]"
        ):
            return False
        postings = pattern.house + seated.written % its_shares
        content = self._content(
            row, moment, deal=pattern.deal % seated.numbers, postings=postings, prices=pattern.prices
        )
        if row.digest != sha256(content.encode()).hexdigest() or not season.surroundings.holds(row, moment):
            return False
        season.entry_count, season.head = row.sequence, row.digest
        season.deals += -1 if is_reversal else 1
        season.add(evening=row.evening_id, players=seated.ids, sums=seated.in_seat_order(pattern.sums))
        return True

    def _content(self, row: EntryRow, moment: datetime, *, deal: str, postings: str, prices: str) -> str:
        """All that the digest of an entry must cover.

        Raises KeyError if it speaks of what is not the club's.
        """
        numbers = self.season.numbers
        return CONTENT % (
            numbers.writers[row.author_id],
            deal,
            numbers.evenings[row.evening_id],
            _spell_key(row.key),
            row.kind,
            "null" if row.noted_at is None else f'"{_in_utc(row.noted_at).isoformat()}"',
            row.number,
            postings,
            row.previous_digest,
            prices,
            encode_basestring(row.reason),
            moment.isoformat(),
            "null" if row.replaces_id is None else f'"{_spell_key(row.replaces_id)}"',
            "null" if row.reverses_id is None else f'"{_spell_key(row.reverses_id)}"',
            numbers.seasons[self.season.season.pk],
            row.seats,
            row.sequence,
            row.table_number,
        )


def _in_utc(moment: datetime) -> datetime:
    """A stored moment: SQLite's are without their zone."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


def _spell_key(key: str | UUID) -> str:
    """A stored key as digests spell it: SQLite's are without dashes."""
    if isinstance(key, UUID):
        return str(key)
    return f"{key[:8]}-{key[8:12]}-{key[12:16]}-{key[16:20]}-{key[20:]}"
