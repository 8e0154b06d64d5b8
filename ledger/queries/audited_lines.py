"""A season's book read from its first line to its last, once: every line proved again as it goes by."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any

from ledger.models import Entry, EveningTotal, Posting, Season, TableVersion
from ledger.models.journal import Share, deals_counted, digest_of_line
from ledger.queries.findings import Finding
from ledger.queries.play import units_per_point_unit
from ledger.queries.resettling import Resettling
from ledger.rules.refusal import Refusal, gettext_noop

LINES_AT_A_TIME = 1000
SAID = (
    *("key", "season_id", "sequence", "evening_id", "table_number", "number", "kind", "table_version_id", "deal"),
    *("seats", "reverses_id", "replaces_id", "reason", "author_id", "received_at", "noted_at"),
    *("previous_digest", "digest"),
)
UNREADABLE = (TypeError, ValueError, KeyError, AttributeError, IndexError)  # what was never written by the site

NOT_READABLE = gettext_noop("%(line)s cannot be read.")
NOT_ZERO = gettext_noop("%(line)s sums to %(total)s over %(count)s of %(seats)s seats.")
NOT_NEXT = gettext_noop("%(line)s does not follow the line before it.")
NOT_AS_WRITTEN = gettext_noop("%(line)s is not what was written: its digest does not fit.")
NOT_SETTLED = gettext_noop("%(line)s cannot be settled: %(why)s")
NOT_THE_PRICE = gettext_noop("%(line)s does not pay what its table says.")
NOT_THE_LAST = gettext_noop("%(line)s ends the book, but is not the last line that was written.")
NOT_THERE = gettext_noop("%(line)s is missing: the book was longer.")
NOT_THE_BOTTOM_LINE = gettext_noop(
    "Evening id %(evening)s, player id %(player)s: stored %(stored)s, summed %(summed)s."
)


@dataclass
class SeasonProof:
    """The proof of one season's book, and what it has counted when it is done: lines, standing deals, units."""

    season: Season
    resettling: Resettling
    lines: int = 0
    deals: int = 0
    total: int = 0
    head: str = ""
    bottom: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)

    def findings(self) -> Iterator[Finding]:
        """What does not hold, the first line first; then the bottom lines. Memory grows with the evenings alone."""
        try:
            yield from self._chain()
        except UNREADABLE:
            yield Finding(NOT_READABLE, {"line": line_name(self.season, self.lines + 1)})
        yield from end_findings(self.season, self.head, self.lines)
        yield from bottom_line_findings(self.season, self.bottom)

    def _chain(self) -> Iterator[Finding]:
        """The lines in order: each follows the one before, sums to zero, is as it was written, pays its price."""
        versions = TableVersion.objects.filter(entries__season=self.season).distinct().in_bulk()
        for said, shares in lines_of(self.season):
            name = {"line": line_name(self.season, said.sequence)}
            if (said.sequence, said.previous_digest) != (self.lines + 1, self.head):
                yield Finding(NOT_NEXT, name)
            total = sum(points for *_, points in shares)
            if total or len(shares) != said.seats:
                yield Finding(NOT_ZERO, {**name, "total": total, "count": len(shares), "seats": said.seats})
            version = versions[said.table_version_id]
            if said.digest != digest_of_line(said, shares, prices=version.digest):
                yield Finding(NOT_AS_WRITTEN, name)
            yield from self._price(said, shares, version, name)
            self._count(said, shares, total)

    def _price(
        self, said: Any, shares: Sequence[Share], version: TableVersion, name: Mapping[str, object]
    ) -> Iterator[Finding]:
        """The deal settled again; a reversal gives it all back."""
        seated = [(player, points) for _, player, _, _, points in shares if player is not None]
        house = sum(points for _, player, _, _, points in shares if player is None)
        try:
            scale = units_per_point_unit(season_denominator=self.season.unit_denominator, version=version)
            players = [str(player) for player, _ in seated]
            owed, house_owed = self.resettling.payout(version=version, deal=said.deal, players=players)
        except Refusal as refusal:
            yield Finding(NOT_SETTLED, {**name, "why": str(refusal)})
            return
        signed = -scale if said.reverses_id else scale
        has_house = len(seated) < len(shares)
        paid = (tuple(points for _, points in seated), house, has_house)
        if paid != (tuple(signed * units for units in owed), signed * house_owed, house_owed != 0):
            yield Finding(NOT_THE_PRICE, name)

    def _count(self, said: Any, shares: Sequence[Share], total: int) -> None:
        """Go past a line: it is the last one now."""
        self.lines, self.head = said.sequence, said.digest
        self.deals += -1 if said.reverses_id else 1
        self.total += total
        kind, is_reversal = said.deal["kind"], said.reverses_id is not None
        for _, player, role, _, points in shares:
            if player is not None:
                place = said.evening_id, player
                summed, deals = self.bottom.get(place, (0, 0))
                counted = deals_counted(deal_kind=kind, role=role, is_reversal=is_reversal)
                self.bottom[place] = summed + points, deals + counted


def lines_of(season: Season) -> Iterator[tuple[Any, list[Share]]]:
    """A season's lines in order: what each says, under an entry's field names, and its shares in seat order."""
    entries = Entry.objects.filter(season=season).order_by("sequence").values_list(*SAID, named=True)
    postings = Posting.objects.filter(entry__season=season).order_by("entry__sequence", "seat")
    shares = postings.values_list("entry__sequence", "seat", "player_id", "role", "tricks", "points")
    by_line = groupby(shares.iterator(chunk_size=LINES_AT_A_TIME), key=itemgetter(0))
    line, its_shares = next(by_line, (None, ()))
    for said in entries.iterator(chunk_size=LINES_AT_A_TIME):
        if line == said.sequence:
            yield said, [share[1:] for share in its_shares]
            line, its_shares = next(by_line, (None, ()))
        else:
            yield said, []


def end_findings(season: Season, head: str, lines: int) -> Iterator[Finding]:
    """A season ends with the line it says: `head` and `lines` are the digest and number of its last one in fact."""
    if lines < season.lines:
        yield Finding(NOT_THERE, {"line": line_name(season, lines + 1)})
    elif (season.head, season.lines) != (head, lines):
        yield Finding(NOT_THE_LAST, {"line": line_name(season, lines)})


def bottom_line_findings(season: Season, summed: Mapping[tuple[int, int], tuple[int, int]]) -> Iterator[Finding]:
    """Every stored bottom line of a season is the sum (points, deals) it stands for, and none is missing."""
    stored = {
        (evening, player): (points, deals)
        for evening, player, points, deals in EveningTotal.objects.filter(evening__season=season).values_list(
            "evening_id", "player_id", "points", "deals"
        )
    }
    for evening, player in sorted(summed.keys() | stored.keys()):
        is_stored, is_summed = stored.get((evening, player)), summed.get((evening, player))
        if is_stored != is_summed:
            where = {"evening": evening, "player": player}
            said = {"stored": _points_and_deals(is_stored), "summed": _points_and_deals(is_summed)}
            yield Finding(NOT_THE_BOTTOM_LINE, {**where, **said})


def line_name(season: Season, sequence: int) -> str:
    """A line's place in the books: the club's number, the season's address, the line's number."""
    return f"{season.club_id}/{season.slug}, {sequence}"


def _points_and_deals(bottom: tuple[int, int] | None) -> str:
    return "-" if bottom is None else f"{bottom[0]} ({bottom[1]})"
