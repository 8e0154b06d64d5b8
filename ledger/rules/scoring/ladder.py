"""What beats what: the ladder of a scoring table, with the attachment order drawn for the evening."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from ledger.rules.scoring.scoring_table import ScoringRules, bid_name
from ledger.rules.site.labels import Label, Phrase, enumeration, fill, same
from ledger.rules.site.refusal import Refusal, gettext_noop


class Rung(NamedTuple):
    """A step of the document's ladder, such as "9+", and the names of its contracts.

    None of them beats another, or none until the draw.
    """

    step: str
    bids: tuple[Label, ...]


def ladder(scoring_table: ScoringRules, drawn: Sequence[str] = ()) -> tuple[Rung, ...]:
    """Every contract of the table's ladder, lowest rung first; empty if the table has no ladder.

    `drawn` is the order, lowest first, that was drawn for the evening among the attachments `table.drawn`. "9+" is
    every attachment that has no step of its own at that level: one rung, as attachments do not beat one another unless
    the ladder names them or their order is drawn; before the draw nobody knows which beats which.
    Raises Refusal for "drawn" where the order does not hold each of them once.
    """
    order = attachment_order(scoring_table, drawn)
    return tuple(
        rung for step in scoring_table.ladder for rung in _rungs(scoring_table, step, order, is_drawn=bool(drawn))
    )


def attachment_order(scoring_table: ScoringRules, drawn: Sequence[str] = ()) -> tuple[str, ...]:
    """The attachments in column order, except that the drawn ones share out their places in the order drawn."""
    drawn = drawn or [name for name in scoring_table.attachments if name in scoring_table.drawn]
    if sorted(drawn) != sorted(scoring_table.drawn):
        raise Refusal(
            gettext_noop("Put each of the drawn attachments in its place once: %(attachments)s."),
            "drawn",
            attachments=", ".join(scoring_table.drawn),
        )
    places = iter(drawn)
    return tuple(next(places) if name in scoring_table.drawn else name for name in scoring_table.attachments)


def draw_order(scoring_table: ScoringRules, random: Random) -> tuple[str, ...]:
    """The attachments `table.drawn` in a random order, lowest first.

    Raises Refusal where the table draws none.
    """
    if not scoring_table.drawn:
        raise Refusal(gettext_noop("By this table the attachments always have the same order: nothing is drawn."))
    return tuple(random.sample(scoring_table.drawn, len(scoring_table.drawn)))


def _rungs(scoring_table: ScoringRules, step: str, order: Sequence[str], *, is_drawn: bool) -> list[Rung]:
    if step in scoring_table.nolo:
        return [Rung(step, (scoring_table.nolo[step].label,))]
    level, _space, attachment = step.removesuffix("+").partition(" ")
    names = [attachment or "plain"]
    if step.endswith("+"):
        named = {"plain", *(other.partition(" ")[2] for other in scoring_table.ladder if other.startswith(f"{level} "))}
        names = [name for name in order if name not in named]
    bids = tuple(_bid(scoring_table, int(level), name) for name in names)
    return [Rung(step, (bid,)) for bid in bids] if is_drawn else [Rung(step, bids)]


def _bid(scoring_table: ScoringRules, level: int, attachment: str) -> Label:
    for column in scoring_table.columns:
        if column.attachment == attachment:
            return bid_name(scoring_table, level, column)
    return same(str(level) if attachment == "plain" else f"{level} {attachment}")


# A scoring table's ladder as it hangs on the wall: its steps, lowest first, and what a step such as "9+" means.


def ladder_steps(scoring_table: ScoringRules) -> list[Label]:
    """The steps of the ladder, lowest first; a step of several contracts by its short name, "9+"."""
    return [rung.bids[0] if len(rung.bids) == 1 else same(rung.step) for rung in ladder(scoring_table)]


def ladder_words(scoring_table: ScoringRules) -> list[Label]:
    """The contracts of the first step that has several, as an example; nothing if no step has."""
    template = Phrase("%(step)s is %(bids)s; they do not beat one another.")
    if scoring_table.drawn:
        template = Phrase("%(step)s is %(bids)s; which of them beats which is drawn for each evening.")
    several = [rung for rung in ladder(scoring_table) if len(rung.bids) > 1]
    return [fill(template, step=rung.step, bids=enumeration(rung.bids)) for rung in several[:1]]
