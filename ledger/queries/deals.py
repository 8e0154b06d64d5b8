"""One deal with everything that was ever said about it, and the club's last deals."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from ledger.models import Entry, Evening, Posting, Season
from ledger.queries.evenings import contract_and_result, is_one_deed, names_at_table
from ledger.queries.play import why


@dataclass(frozen=True)
class HistoryStep:
    """One line of a deal's history: `deed` is recorded, corrected, voided or restored."""

    deed: str
    entry: Entry
    contract: str
    result: str
    why: str
    postings: Sequence[Posting]


@dataclass(frozen=True)
class DealHistory:
    """A deal's steps, oldest first; `entry` is its last non-reversal line, `voided` when that one is reversed."""

    entry: Entry
    voided: bool
    steps: tuple[HistoryStep, ...]

    @property
    def now(self) -> HistoryStep:
        """The step that says what the deal is, or was before it was voided."""
        return next(step for step in reversed(self.steps) if step.entry == self.entry)


def deal_history(*, evening: Evening, number: int, language: str) -> DealHistory | None:
    """Everything the book says of a deal, or None when the evening has no such number; two queries."""
    entries = list(_loaded(Entry.objects.filter(evening=evening, number=number)).order_by("sequence"))
    if not entries:
        return None
    last = next(entry for entry in reversed(entries) if entry.kind != Entry.Kind.REVERSAL)
    reversed_keys = {entry.reverses_id for entry in entries}
    return DealHistory(entry=last, voided=last.pk in reversed_keys, steps=_steps(entries, language))


def upcoming(*, evening: Evening, language: str) -> tuple[int, HistoryStep | None]:
    """The number an evening's next deal will get, and the deal before it while that one stands; two queries."""
    last = _loaded(Entry.objects.filter(evening=evening)).order_by("-number", "-sequence").first()
    if last is None:
        return 1, None
    return last.number + 1, None if last.kind == Entry.Kind.REVERSAL else _step(last, "recorded", language)


def last_deals(*, season: Season, language: str, count: int = 5) -> list[HistoryStep]:
    """The deals that stand of a season, latest entered first; two queries."""
    entries = _loaded(Entry.objects.standing().filter(season=season)).order_by("-sequence")[:count]
    return [_step(entry, "recorded", language) for entry in entries]


def _loaded(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    postings = Prefetch("postings", Posting.objects.select_related("player").order_by("seat"))
    return entries.select_related("table_version", "evening", "author").prefetch_related(postings)


def _steps(entries: Sequence[Entry], language: str) -> tuple[HistoryStep, ...]:
    """The history, where a correction's own reversal is told by the line that follows it."""
    steps = []
    for entry, before, after in zip(entries, [None, *entries], [*entries[1:], None], strict=False):
        if entry.kind != Entry.Kind.REVERSAL:
            steps.append(_step(entry, _deed(entry, before), language))
        elif after is None or not is_one_deed(reversal=entry, entry=after):
            steps.append(_step(entry, "voided", language))
    return tuple(steps)


def _deed(entry: Entry, before: Entry | None) -> str:
    if before is None:
        return "recorded"
    return "corrected" if is_one_deed(reversal=before, entry=entry) else "restored"


def _step(entry: Entry, deed: str, language: str) -> HistoryStep:
    contract, result = contract_and_result(entry=entry, language=language)
    return HistoryStep(
        deed=deed,
        entry=entry,
        contract=contract,
        result=result,
        why=why(version=entry.table_version, deal=entry.deal, players=names_at_table(entry), language=language),
        postings=list(entry.postings.all()),
    )
