"""`ladder`: the order of the contracts, lowest first: "9", "9 vip", a nolo's code, or "9+" for the rest of a level."""

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.headings import Heading, Section
from ledger.rules.scoring.parameters.lists.rows import refuse_repeats
from ledger.rules.scoring.parameters.parameter import Parameter
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.vocabulary import ATTACHMENTS
from ledger.rules.site import fields
from ledger.rules.site.labels import NOTHING, Label, Phrase, join, same
from ledger.rules.site.refusal import Refusal, gettext_noop

NOT_ON_LADDER = gettext_noop("“%(step)s” is no contract of this table.")


def _read(value: object, context: Context) -> tuple[str, ...]:
    steps = _steps_offered(context)
    given = fields.sequence(value, "ladder", 0, 200)
    ladder = tuple(fields.words(step, f"ladder.{place}") for place, step in enumerate(given))
    for place, step in enumerate(ladder):
        if step not in steps:
            raise Refusal(NOT_ON_LADDER, f"ladder.{place}", step=fields.excerpt(step))
    refuse_repeats(ladder, "ladder")
    return ladder


def _steps_offered(context: Context) -> set[str]:
    levels = context.document.get("values", {})
    attachments = {column["attachment"] for column in context.document.get("columns", [])}
    contracts = {row["code"] for row in context.document.get("nolo", [])}
    ends = ("", "+", *(f" {attachment}" for attachment in attachments))
    return contracts | {f"{level}{end}" for level in levels for end in ends}


def _in_brief(ladder: tuple[str, ...], scoring_table: ScoringRules) -> Label:
    """The order of the bids as the document spells it, and the attachments whose order is drawn each evening."""
    steps = same(", ".join(ladder)) if ladder else NOTHING
    if not scoring_table.drawn:
        return steps
    drawn = join([ATTACHMENTS.get(name, same(name)) for name in scoring_table.drawn], ", ")
    return join([steps, same(" ("), Phrase("drawn each evening"), same(": "), drawn, same(")")], "")


LADDER = Parameter[tuple[str, ...]](
    key="ladder",
    title=Phrase("The order of the bids"),
    default=(),
    read=_read,
    grid=Section(
        "ladder",
        Phrase("Order of the bids"),
        (Heading("step", Phrase("Bid, lowest first")),),
        fold=lambda steps: [{"step": step} for step in steps],
        unfold=lambda rows: [row.get("step") for row in rows],
    ),
    in_brief=_in_brief,
)
