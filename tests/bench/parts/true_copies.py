"""Many other clubs whose audits are clean: crowds of copies, each with digests of its own.

A digest covers the key of its entry and the digest before it, which a copy has otherwise; all else that it covers is
said in the club's own numbers, which are the same in every copy.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from django.db import connection

from ledger.models import Club, Entry, Season
from ledger.models.book.journal import content_of_entry
from ledger.models.scoring.scoring_tables import canonical_json
from ledger.models.site.schema_lock import unlocked
from ledger.queries.book.own_numbers import numbers_of
from ledger.rules.deals.reading import with_players
from tests.bench.parts.crowd import FAR, aside, copy_to, set_aside

MARK = "§"  # where a deal names a player: in a copy the place stands there, before the six digits of the first one's id
CHAIN = """CREATE TEMPORARY TABLE chain (
    place integer, season bigint, sequence integer, previous_digest text, digest text,
    PRIMARY KEY (place, season, sequence))"""
ENTRIES, SEASONS = aside(Entry._meta.db_table), aside(Season._meta.db_table)
OF_ENTRY = f"""(SELECT chain.{{column}} FROM chain
    WHERE chain.place = n AND chain.season = {ENTRIES}.season_id AND chain.sequence = {ENTRIES}.sequence)"""
OF_SEASON = f"""coalesce((SELECT chain.digest FROM chain
    WHERE chain.place = n AND chain.season = {SEASONS}.id AND chain.sequence = {SEASONS}.lines), '')"""
DEAL = {"sqlite": f"replace(deal, '{MARK}', n)", "postgresql": f"replace(deal::text, '{MARK}', n::text)::jsonb"}


class _EntryToCopy(NamedTuple):
    """An entry's place and key, and what its digest covers but for the key and the digest before it: three texts."""

    season: int
    sequence: int
    key: str
    texts: Sequence[str]


class TrueCopies:
    """A club alone in its database, and all that is stored of it set aside, to be stored again and again.

    Its evenings are open and its deals uncorrected: what else knows an entry by its key or its digest is not rewritten.
    """

    def __init__(self, club: Club) -> None:
        self._entries = list(_entries_to_copy(club))
        set_aside()
        with unlocked(connection), connection.cursor() as cursor:
            cursor.execute(CHAIN)
            for entry in Entry.objects.filter(season__club=club):
                deal = canonical_json(with_players(entry.deal, lambda player: f"{MARK}{int(player):06}"))
                cursor.execute(f"UPDATE {ENTRIES} SET deal = %s WHERE key = %s", [deal, _key_here(entry.pk)])

    def store(self, places: range) -> None:
        """Store a club at each of these places, which count from 1."""
        values = {column: OF_ENTRY.format(column=column) for column in ("previous_digest", "digest")}
        copied = {Entry: {**values, "deal": DEAL[connection.vendor]}, Season: {"head": OF_SEASON}}
        copy_to(places, prepare=lambda cursor, stored: _store_chains(cursor, self._entries, stored), values=copied)


def _key_here(key: Any) -> str:
    return str(key) if connection.vendor == "postgresql" else key.hex


def _entries_to_copy(club: Club) -> Iterator[_EntryToCopy]:
    """The entries of a club's seasons, in their order."""
    numbers = numbers_of(club_id=club.pk)
    assert max(numbers.players) < FAR
    for entry in Entry.objects.filter(season__club=club).with_prices().order_by("season_id", "sequence"):
        assert entry.reverses_id is entry.replaces_id is None
        shares = sorted(posting.share for posting in entry.postings.all())
        content = content_of_entry(entry, shares, prices=entry.table_version.digest, numbers=numbers)
        spelt = canonical_json({**content, "key": MARK, "previous_digest": MARK})
        yield _EntryToCopy(entry.season_id, entry.sequence, str(entry.pk), spelt.split(MARK))


def _store_chains(cursor: Any, entries: Sequence[_EntryToCopy], places: range) -> None:
    """Store the digests of every entry at these places, in place of those of other places."""
    cursor.execute("DELETE FROM chain")
    rows = [row for place in places for row in _chain(entries, place)]
    if connection.vendor == "postgresql":
        with cursor.copy("COPY chain FROM STDIN") as copying:
            for row in rows:
                copying.write_row(row)
    else:
        cursor.executemany("INSERT INTO chain VALUES (%s, %s, %s, %s, %s)", rows)


def _chain(entries: Sequence[_EntryToCopy], place: int) -> Iterator[tuple[int, int, int, str, str]]:
    """The entries of the copy at a place, each with the digest before it and its own."""
    head, season = "", 0
    for entry in entries:
        if entry.season != season:
            head, season = "", entry.season
        before, between, after = entry.texts
        content = f"{before}{place:08x}{entry.key[8:]}{between}{head}{after}"
        digest = sha256(content.encode()).hexdigest()
        yield place, entry.season, entry.sequence, head, digest
        head = digest
