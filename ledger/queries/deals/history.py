"""One deal's history, or the deals last entered in an evening or a season."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.db.models import Q, QuerySet, Subquery

from ledger.models import Entry, Evening, Posting, Season
from ledger.models.book.journal import EntryQuerySet
from ledger.models.clubs.persons import sum_by_person
from ledger.queries.deals.pricing import DealInWords, DealsInWords, names_at_table
from ledger.rules.scoring.scoring_table import ROLES, TRUMPS
from ledger.rules.site.labels import Label, Phrase, same

LAST_ENTRIES = 12  # of an evening, looked at for what was last entered
SHOWN_SO_FAR = 3
LAST_DEALS = 5
NONE = same("")


@dataclass(frozen=True, kw_only=True)
class HistoryStep(DealInWords):
    """One entry of a deal's history, in words; `kind` is "recorded", "corrected", "voided" or "restored".

    `before` is what a correction corrected, and `changed` are the facts that it changed: (what it is, None for the
    contract with its result, as it was, as it is). `moved` are (player's name, or None for the house, units before,
    units after) for everybody whose points the step changed.
    """

    kind: str
    entry: Entry
    reason: str
    postings: Sequence[Posting]
    before: "HistoryStep | None" = None
    changed: tuple[tuple[Label | None, Label, Label], ...] = ()
    moved: tuple[tuple[str | None, int, int], ...] = ()


@dataclass(frozen=True)
class DealHistory:
    """A deal's steps, oldest first; `entry` is the last that is no reversal, `voided` whether it is reversed."""

    entry: Entry
    voided: bool
    steps: tuple[HistoryStep, ...]

    @property
    def now(self) -> HistoryStep:
        """The step with the deal as it is, or as it was before it was voided."""
        return next(step for step in reversed(self.steps) if step.entry == self.entry)


def deal_history(*, evening: Evening, number: int) -> DealHistory | None:
    """A deal's history, None if the evening has no deal of this number; two or three queries."""
    entries = list(_with_relations(Entry.objects.filter(evening=evening, number=number)).order_by("sequence"))
    if not entries:
        return None
    last = next(entry for entry in reversed(entries) if entry.kind != Entry.Kind.REVERSAL)
    reversed_keys = {entry.reverses_id for entry in entries}
    steps = _steps(entries, DealsInWords(club_id=evening.club_id))
    return DealHistory(entry=last, voided=last.pk in reversed_keys, steps=steps)


def changes_among(*, entries: Sequence[Entry], words: DealsInWords) -> list[HistoryStep]:
    """The corrections, voids and restores among an evening's entries, deal by deal; no query if these are loaded."""
    by_deal = (_steps(list(of_a_deal), words) for _, of_a_deal in groupby(entries, lambda entry: entry.number))
    return [step for steps in by_deal for step in steps if step.kind != "recorded"]


@dataclass(frozen=True)
class SoFar:
    """The standing `deals` last entered in an evening at any table, latest first, and the `keys` of its last entries.

    `here` is the number of the last standing deal of one table, 0 if it is not among the last entries; `last` is that
    table's last deal unless it is voided.
    """

    deals: Sequence[HistoryStep]
    keys: Sequence[str]
    here: int
    last: HistoryStep | None


def so_far(*, evening: Evening, table_number: int, words: DealsInWords) -> SoFar:
    """What was last entered in an evening, as seen from one of its tables; at most three queries."""
    there = Entry.objects.filter(evening=evening)
    newest = there.order_by("-sequence").values("pk")[:LAST_ENTRIES]
    last_here = there.filter(table_number=table_number).order_by("-number", "-sequence").values("pk")[:1]
    asked = there.filter(Q(pk__in=Subquery(newest)) | Q(pk__in=Subquery(last_here)))
    entries = list(_with_relations(asked).order_by("-sequence"))
    last_entries = entries[:LAST_ENTRIES]
    # A reversed entry is older than its reversal, so the reversal is among the last entries whenever the entry is.
    gone = {entry.reverses_id for entry in last_entries}
    standing = [entry for entry in last_entries if entry.kind != Entry.Kind.REVERSAL and entry.pk not in gone]
    at_table = [entry for entry in entries if entry.table_number == table_number]
    last = max(at_table, key=lambda entry: (entry.number, entry.sequence), default=None)
    deals = [step_of(entry, "recorded", words) for entry in standing[:SHOWN_SO_FAR]]
    numbers_here = [entry.number for entry in standing if entry.table_number == table_number]
    last_step = None
    if last and last.kind != Entry.Kind.REVERSAL:
        last_step = step_of(last, "recorded", words)
    return SoFar(
        deals=deals,
        keys=[str(entry.pk) for entry in last_entries],
        here=max(numbers_here, default=0),
        last=last_step,
    )


def last_deals(*, season: Season, evenings: QuerySet[Evening]) -> list[HistoryStep]:
    """The last standing deals of some evenings of a season, the latest evening first; at most three queries."""
    there = Entry.objects.standing().without_totals().filter(season=season, evening__in=evenings.values("pk"))
    entries = _with_relations(there).order_by("-evening__date", "-evening__number", "-sequence")[:LAST_DEALS]
    words = DealsInWords(club_id=season.club_id)
    return [step_of(entry, "recorded", words) for entry in entries]


def _with_relations(entries: EntryQuerySet) -> EntryQuerySet:
    return entries.select_related("evening").with_prices().with_players()


def _steps(entries: Sequence[Entry], words: DealsInWords) -> tuple[HistoryStep, ...]:
    """The steps of a deal's entries; a correction is one step, with its reversal."""
    steps: list[HistoryStep] = []
    for entry, before, after in zip(entries, [None, *entries], [*entries[1:], None], strict=False):
        if entry.kind != Entry.Kind.REVERSAL:
            step = step_of(entry, what_was_done(entry=entry, reversal=before), words)
        elif after is None or not is_one_write(reversal=entry, entry=after):
            step = step_of(entry, "voided", words)
        else:
            continue
        if steps:
            step = with_changes_from(step, steps[-1])
        steps.append(step)
    return tuple(steps)


def with_changes_from(step: HistoryStep, last: HistoryStep) -> HistoryStep:
    """A step with what it changed from the one before."""
    old: dict[int | None, int] = {}
    new: dict[int | None, int] = {}
    if last.kind != "voided":
        old = _points_in(last)
    if step.kind != "voided":
        new = _points_in(step)
    names = {
        posting.player_id: posting.player.name if posting.player else None
        for posting in [*last.postings, *step.postings]
    }
    # Seats may have changed between the two: whoever is in only one of them had 0 in the other.
    units = [(name, old.get(player, 0), new.get(player, 0)) for player, name in names.items()]
    moved = tuple(change for change in units if change[1] != change[2])
    if step.kind != "corrected":
        return replace(step, moved=moved)
    facts = zip(_facts(last), _facts(step), strict=True)
    changed = tuple((what, was, now) for (what, was), (_, now) in facts if was != now)
    return replace(step, before=last, changed=changed, moved=moved)


def _facts(step: HistoryStep) -> list[tuple[Label | None, Label]]:
    """What a deal says, each after what it is; its sentence after None."""
    deal, rules = step.entry.deal, step.entry.table_version.to_rules()
    names = names_at_table(step.entry)
    dealer = names.get(int(deal.get("dealer") or 0), "")
    away = [posting.player.name for posting in step.postings if posting.player and posting.role == "sits_out"]
    return [
        (None, step.sentence),
        (Phrase("Dealer"), same(dealer)),
        (ROLES["sits_out"], same(", ".join(away))),
        (Phrase("Trump"), TRUMPS.get(deal.get("trump") or "", NONE)),
        (Phrase("Knocked"), rules.flags.get(deal.get("flag") or "", NONE)),
        (Phrase("Note"), same(step.note)),
    ]


def _points_in(step: HistoryStep) -> dict[int | None, int]:
    """The units of everybody in a step by id, of opening balances under whichever names."""
    return sum_by_person((posting.player_id, posting.points) for posting in step.postings)


def step_of(entry: Entry, kind: str, words: DealsInWords) -> HistoryStep:
    """An entry as a step of its deal's history, in words."""
    return HistoryStep(
        **vars(words.of(entry)),
        kind=kind,
        entry=entry,
        reason=words.mentions.with_names(entry.reason),
        postings=entry.in_seats,
    )


# What an entry did to its deal: the one place that chooses the word for every page, list and workbook.


def what_was_done(*, entry: Entry, reversal: Entry | None, is_voided: bool = False) -> str:
    """The word for an entry that is no reversal: "recorded", "corrected", "voided" or "restored".

    `reversal` is that of the entry that this one replaces, with its deal; None if this one replaces none.
    """
    if is_voided:
        return "voided"
    if reversal is None:
        return "recorded"
    # A voided deal that comes back with other contents is corrected too.
    is_corrected = is_one_write(reversal=reversal, entry=entry) or entry.deal != reversal.deal
    return "corrected" if is_corrected else "restored"


def is_one_write(*, reversal: Entry, entry: Entry) -> bool:
    """Whether a reversal and an entry are one correction: it stands just before the entry and is of the same moment."""
    return reversal.sequence + 1 == entry.sequence and reversal.received_at == entry.received_at
