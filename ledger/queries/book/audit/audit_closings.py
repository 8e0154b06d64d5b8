"""Closings proved again: every approval, every season's end and its balances."""

from collections import Counter, deque
from collections.abc import Iterator

from ledger.models import Entry, EveningClosing, Season, SeasonBalance, SeasonClosing
from ledger.queries.book.audit.findings import Finding
from ledger.queries.evenings.closings import balances_now
from ledger.queries.site.snapshot import in_pieces
from ledger.rules.site.refusal import gettext_noop, ngettext_lazy

ENTRIES_AT_A_TIME = 5000


def closing_findings(season: Season) -> Iterator[Finding]:
    """Findings about the approvals of a season's evenings and about its own closing."""
    steps = list(EveningClosing.objects.filter(evening__season=season).select_related("evening"))
    if steps:
        yield from _approvals(season, steps)
    closing = SeasonClosing.objects.filter(season=season).first()
    if closing or season.closed_at:
        yield from _season(season, closing)


def _approvals(season: Season, steps: list[EveningClosing]) -> Iterator[Finding]:
    """Findings unless each row counts the entries that its evening had then, under the season's digest of then."""
    last = {step.evening_id: step for step in sorted(steps, key=lambda step: step.number)}
    entries, deals = Counter[int](), Counter[int]()
    # In the order in which the book came to them, so that it is gone through once for all of them.
    waiting = deque(sorted(steps, key=lambda step: step.season_entry_count))
    for count, head, entry in _walk(season):
        while waiting and (entry is None or waiting[0].season_entry_count <= count):
            step = waiting.popleft()
            counted = (entries[step.evening_id], deals[step.evening_id], head, count)
            if (step.entry_count, step.deals, step.head, step.season_entry_count) != counted:
                message = gettext_noop("Evening %(evening)s was approved or reopened with other entries than it had.")
                yield Finding(message, {"evening": _name(season, step)})
        if entry:
            evening, kind = entry
            entries[evening] += 1
            deals[evening] += -1 if kind == Entry.Kind.REVERSAL else 1
    for evening, step in last.items():
        if step.kind == EveningClosing.Kind.APPROVED and step.entry_count < entries[evening]:
            numbers = {"evening": _name(season, step), "entries": step.entry_count, "now": entries[evening]}
            yield Finding(
                ngettext_lazy(
                    "Evening %(evening)s was approved with %(entries)s entry, and has %(now)s.",
                    "Evening %(evening)s was approved with %(entries)s entries, and has %(now)s.",
                    "entries",
                ),
                numbers,
            )


def _walk(season: Season) -> Iterator[tuple[int, str, tuple[int, str] | None]]:
    """Walk the season's entries, giving the number and digest of the last one before each, and once more at the end."""
    count, head = 0, ""
    entries = Entry.objects.filter(season=season).order_by("sequence").values_list("evening_id", "kind", "digest")
    for evening, kind, digest in in_pieces(entries, ENTRIES_AT_A_TIME):
        yield count, head, (evening, kind)
        count, head = count + 1, digest
    yield count, head, None


def _name(season: Season, step: EveningClosing) -> str:
    return f"{season.club_id}/{step.evening.number}"


def _season(season: Season, closing: SeasonClosing | None) -> Iterator[Finding]:
    place = {"season": f"{season.club_id}/{season.slug}"}
    if closing is None or season.closed_at != closing.at:
        yield Finding(gettext_noop("Season %(season)s is marked as closed otherwise than its closing says."), place)
        return
    if (closing.head, closing.entry_count) != (season.head, season.entry_count):
        yield Finding(gettext_noop("Season %(season)s was closed with another last entry than it has."), place)
    stored = {(balance.player_id, balance.points) for balance in SeasonBalance.objects.filter(closing=closing)}
    if stored != {(balance.player_id, balance.points) for balance in balances_now(season=season)}:
        yield Finding(gettext_noop("Season %(season)s was closed with other balances than its entries give."), place)
    if EveningClosing.objects.filter(evening__season=season).values("evening").distinct().count() != closing.evenings:
        yield Finding(gettext_noop("Season %(season)s was closed with an evening that is not approved."), place)
