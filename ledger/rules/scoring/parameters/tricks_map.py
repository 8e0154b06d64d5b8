"""`tricks_map`: tricks that count as another number when a contract is made, {"13": 14}."""

from collections.abc import Iterator, Mapping

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.headings import Document, Heading, Section
from ledger.rules.scoring.parameters.parameter import Parameter
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.labels import Label, Phrase, fill, same

MOST_COUNTED = 26

COUNT_AS = Phrase("%(taken)s tricks count as %(counted)s when the contract is made.")


def _read(value: object, context: Context) -> Mapping[int, int]:
    given = fields.record(value, "tricks_map", optional=[str(count) for count in range(context.tricks + 1)])
    return {
        int(taken): fields.integer(counted, f"tricks_map.{taken}", 0, MOST_COUNTED) for taken, counted in given.items()
    }


def _new_row(document: Document, _code: str) -> Mapping[str, object]:
    most = str(document.get("tricks", 13))
    return {"taken": most, "counted": document.get("tricks_map", {}).get(most, 14)}


def _in_brief(counts: Mapping[int, int], _scoring_table: ScoringRules) -> Label:
    return same(", ".join(f"{taken} → {counted}" for taken, counted in counts.items()) or "–")


def _on_the_wall(counts: Mapping[int, int], _scoring_table: ScoringRules) -> Iterator[Label]:
    for taken, counted in counts.items():
        if taken != counted:
            yield fill(COUNT_AS, taken=taken, counted=counted)


TRICKS_MAP = Parameter[Mapping[int, int]](
    key="tricks_map",
    title=Phrase("Tricks that count as others"),
    default={},
    read=_read,
    grid=Section(
        "tricks_map",
        Phrase("Tricks that count as others", "a section"),
        (
            Heading("taken", Phrase("Taken"), "whole"),
            Heading("counted", Phrase("Count as"), "whole"),
        ),
        named_by=1,
        fold=lambda counts: [{"taken": taken, "counted": counted} for taken, counted in counts.items()],
        unfold=lambda rows: {str(row.get("taken")): row.get("counted") for row in rows},
        new_row=_new_row,
    ),
    in_brief=_in_brief,
    on_the_wall=_on_the_wall,
)
