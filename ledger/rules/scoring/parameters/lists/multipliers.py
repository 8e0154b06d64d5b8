"""`multipliers`: what raises the price of a trick contract, in the order applied."""

from collections.abc import Mapping
from dataclasses import replace

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.factor import LARGEST_FACTOR, Factor, Outcome
from ledger.rules.scoring.parameters.headings import Choices, Document
from ledger.rules.scoring.parameters.lists.columns import TRUMP_IN_BRIEF, TURN
from ledger.rules.scoring.parameters.lists.kinds_of_cells import (
    NAME_CELL,
    PRICE,
    TRICKS,
    choice,
    code_of,
    name_of,
    offered_code,
    record,
    whole,
)
from ledger.rules.scoring.parameters.lists.rows import REPEATED, ListRows, Record, RowCell
from ledger.rules.scoring.parameters.parameter import Parameter
from ledger.rules.scoring.scoring_table import Multiplier, ScoringRules, When
from ledger.rules.scoring.vocabulary import ATTACHMENTS, TRUMPS
from ledger.rules.site import fields
from ledger.rules.site.labels import NOTHING, Label, Phrase, Text, fill, join, same
from ledger.rules.site.points import in_points
from ledger.rules.site.refusal import Refusal

RESULTS: Choices = {"made": Phrase("made", "a contract"), "lost": Phrase("lost")}


def _attachments(document: Document) -> Choices:
    names: dict[str, Label] = {}
    for row in document.get("columns", []):
        for code in (row.get("attachment"), *row.get("parts", [])):
            if code:
                names.setdefault(code, ATTACHMENTS.get(code, name_of(row)))
    return names


CONDITIONS = tuple(
    RowCell(key, label, kind, is_required=False)
    for key, label, kind in (
        ("attachment", Phrase("With attachment"), offered_code(_attachments)),
        ("turn", Phrase("In vip turn"), TURN),
        ("trump", Phrase("With trump"), choice(TRUMPS)),
        ("tricks", Phrase("With tricks"), TRICKS),
        ("flag", Phrase("With a knock"), code_of("flags")),
        ("result", Phrase("When it is"), choice(RESULTS)),
    )
)


def modern_multiplier(row: object) -> object:
    """A row in today's form; only the older form, {"attachment", "trump", "factor"}, is rewritten.

    Published versions may still hold the older form.
    """
    if isinstance(row, Mapping) and set(row) == {"attachment", "trump", "factor"}:
        return {"when": {"attachment": row["attachment"], "trump": row["trump"]}, "mult": row["factor"]}
    return row


def _new_facts(document: Document) -> Record:
    attachments = [column.get("attachment") for column in document.get("columns", [])]
    return {"when": {"attachment": attachments[-1]} if attachments else {}, "mult": 1}


def _when_in_brief(when: When, scoring_table: ScoringRules) -> Label:
    """A multiplier's conditions in a few words, in the order of the sheet."""
    labels = {column.attachment: column.label for column in scoring_table.columns} | dict(ATTACHMENTS)
    words = [
        labels.get(when.attachment or "", NOTHING) if when.attachment else None,
        same(f"{when.turn}.") if when.turn else None,
        TRUMP_IN_BRIEF[when.trump] if when.trump else None,
        fill(Phrase("%(count)s tricks"), count=when.tricks) if when.tricks is not None else None,
        scoring_table.flags[when.flag] if when.flag else None,
        same(when.result) if when.result else None,
    ]
    return join([word for word in words if word] or [NOTHING], " ")


def _in_brief(row: Multiplier, scoring_table: ScoringRules) -> Label:
    name = row.label or _when_in_brief(row.when, scoring_table)
    plus = [same(" + "), in_points(row.add, scoring_table.unit_denominator)] if row.add else []
    return join([name, same(f": {row.mult} x"), *plus], "")


ROWS = ListRows(
    title=Phrase("Extras and doublings"),
    name=_in_brief,
    cells=(
        RowCell("when", NOTHING, record(CONDITIONS)),
        replace(NAME_CELL, is_required=False),
        RowCell("mult", Phrase("Times"), whole(1, LARGEST_FACTOR), is_required=False),
        RowCell("add", Phrase("Plus"), PRICE, is_required=False),
    ),
    new_name=Text("tillæg", "extra"),
    new_facts=_new_facts,
    modern=modern_multiplier,
    unfold=lambda rows: [{"when": {}, **row} for row in rows],
)


def _read(rows: list[tuple[str, Record]], _context: Context) -> tuple[Multiplier, ...]:
    multipliers: dict[When, Multiplier] = {}
    for path, row in rows:
        when = When(**row["when"])
        if when.trump is None and "label" not in row:
            raise Refusal(fields.MISSING_KEY, f"{path}.label", key="label")
        if when in multipliers:
            raise Refusal(REPEATED, path, code=_conditions_as_typed(when) or "when")
        multipliers[when] = Multiplier(**{**row, "when": when})
    return tuple(multipliers.values())


def _conditions_as_typed(when: When) -> str:
    facts = (when.attachment, when.turn, when.trump, when.tricks, when.flag, when.result)
    return " ".join(str(fact) for fact in facts if fact is not None)


def _steps(multipliers: tuple[Multiplier, ...], outcome: Outcome) -> list[Factor]:
    return [
        Factor(row.mult, row.reason, row.add)
        for row in multipliers
        if _holds(row.when, outcome) and (row.mult, row.add) != (1, 0)
    ]


def _holds(when: When, outcome: Outcome) -> bool:
    _scoring_table, column, played, is_made = outcome
    return (
        (when.trump is None or when.trump == played.trump)
        and (when.flag is None or when.flag == played.flag)
        and (when.tricks is None or when.tricks == played.tricks)
        and (when.turn is None or when.turn == column.vip_turn)
        and (when.result is None or when.result == ("made" if is_made else "lost"))
        and column.bears(when.attachment)
    )


MULTIPLIERS = Parameter[tuple[Multiplier, ...]](
    key="multipliers", title=Phrase("Prices that count several times"), default=(), read=_read, rows=ROWS, steps=_steps
)
