"""What makes the price of a trick contract: columns, further facts, multipliers, single amounts."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ledger.rules.scoring.parameters.parameter import (
    AMOUNT,
    CODE,
    CODE_CELL,
    LARGEST_FACTOR,
    NAME_CELL,
    PRICE,
    REPEATED,
    TRICKS,
    CellKind,
    Choices,
    Context,
    Document,
    Factor,
    Heading,
    ListRows,
    Outcome,
    Parameter,
    PriceNumbers,
    Record,
    RowCell,
    Section,
    choice,
    code_of,
    name_of,
    offered_code,
    record,
    refuse_repeats,
    whole,
)
from ledger.rules.scoring.scoring_table import ATTACHMENTS, TRUMPS, VIP_TURNS, Column, Multiplier, ScoringRules, When
from ledger.rules.site import fields
from ledger.rules.site.labels import NOTHING, Label, Phrase, Text, fill, join, same
from ledger.rules.site.points import in_points
from ledger.rules.site.refusal import Refusal, gettext_noop

# `columns`: the columns of the sheet: an attachment, and how it is played.


MOST_PARTS = 4

TURN_WITHOUT_VIP = gettext_noop("Only a column where trump is turned has a turn.")

COLUMN_TRUMP: Choices = {
    "chosen": Phrase("chosen"),
    "clubs": TRUMPS["clubs"],
    "spades": TRUMPS["spades"],
    "none": TRUMPS["none"],
    "turned": Phrase("turned"),
}
COLUMN_ALONE: Choices = {"possible": Phrase("possible"), "forced": Phrase("always"), "never": Phrase("never")}
TURNS: Choices = {str(turn): fill(Phrase("turn %(turn)s"), turn=turn) for turn in VIP_TURNS}
TRUMP_IN_BRIEF = {**TRUMPS, "chosen": Phrase("trump chosen"), "turned": Phrase("trump turned")}
ALONE_IN_BRIEF = {
    "never": Phrase("never alone"),
    "possible": Phrase("with a partner or alone"),
    "forced": Phrase("always alone"),
}

TURN = CellKind(
    "whole",
    lambda value, field, _context: fields.integer(value, field, 1, max(VIP_TURNS)),
    lambda _document: TURNS,
)


def _read_parts(value: object, field: str, _context: Context) -> tuple[str, ...]:
    return tuple(fields.code(part, field) for part in fields.sequence(value, field, 0, MOST_PARTS))


def _read_columns(rows: list[tuple[str, Record]], context: Context) -> tuple[Column, ...]:
    columns = tuple(_column(path, row, context) for path, row in rows)
    refuse_repeats([column.code for column in columns], "columns")
    refuse_repeats([f"{column.attachment} {column.vip_turn}" for column in columns], "columns")
    return columns


def _column(path: str, row: Record, context: Context) -> Column:
    if row["vip_turn"] is not None and row["trump"] != "turned":
        raise Refusal(TURN_WITHOUT_VIP, f"{path}.vip_turn")
    return Column(**{"tricks_played": context.tricks, **row})


COLUMNS: Parameter[tuple[Column, ...]] = Parameter(
    key="columns",
    title=Phrase("Columns"),
    default=(),
    read=_read_columns,
    rows=ListRows(
        title=Phrase("Columns"),
        name=lambda column, _scoring_table: column.label,
        cells=(
            CODE_CELL,
            RowCell("attachment", None, CODE),
            RowCell("vip_turn", None, TURN, may_be_null=True),
            NAME_CELL,
            RowCell("trump", Phrase("Trump"), choice(COLUMN_TRUMP), brief=TRUMP_IN_BRIEF.get),
            RowCell("alone", Phrase("Alone"), choice(COLUMN_ALONE), brief=ALONE_IN_BRIEF.get),
            RowCell(
                "tricks_played",
                None,
                CellKind("whole", lambda value, field, context: fields.integer(value, field, 1, context.tricks)),
                is_required=False,
                brief=lambda tricks: fill(Phrase("%(count)s tricks"), count=tricks),
            ),
            RowCell(
                "parts",
                None,
                CellKind("codes", _read_parts),
                is_required=False,
            ),
        ),
    ),
)


# `flags`: further facts of a deal that change its price, such as a knock.


def _read_flags(rows: list[tuple[str, Record]], _context: Context) -> Mapping[str, Label]:
    flags: dict[str, Label] = {}
    for path, row in rows:
        if row["code"] in flags:
            raise Refusal(REPEATED, f"{path}.code", code=row["code"])
        flags[row["code"]] = row["label"]
    return flags


FLAGS: Parameter[Mapping[str, Label]] = Parameter(
    key="flags",
    title=Phrase("What may be said of a deal"),
    default={},
    read=_read_flags,
    rows=ListRows(
        title=Phrase("Knocks"),
        name=lambda flag, _scoring_table: flag,
        cells=(CODE_CELL, NAME_CELL),
        most=8,
        new_name=Text("Banket", "Knocked"),
        new_facts=lambda _document: {},
    ),
)


# `multipliers`: what raises the price of a trick contract, in the order applied.


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


def _new_multiplier(document: Document) -> Record:
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


def _multiplier_in_brief(row: Multiplier, scoring_table: ScoringRules) -> Label:
    name = row.label or _when_in_brief(row.when, scoring_table)
    plus = [same(" + "), in_points(row.add, scoring_table.unit_denominator)] if row.add else []
    return join([name, same(f": {row.mult} x"), *plus], "")


def _read_multipliers(rows: list[tuple[str, Record]], _context: Context) -> tuple[Multiplier, ...]:
    multipliers: dict[When, Multiplier] = {}
    for path, row in rows:
        when = When(**row["when"])
        if when.trump is None and "label" not in row:
            raise Refusal(fields.MISSING_KEY, f"{path}.label", key="label")
        if when in multipliers:
            conditions = " ".join(str(fact) for fact in vars(when).values() if fact is not None)
            raise Refusal(REPEATED, path, code=conditions or "when")
        multipliers[when] = Multiplier(**{**row, "when": when})
    return tuple(multipliers.values())


def _steps(multipliers: tuple[Multiplier, ...], outcome: Outcome) -> list[Factor]:
    factors = []
    for row in multipliers:
        if (row.mult, row.add) != (1, 0) and _holds(row.when, outcome):
            reason = fill(Phrase("for %(reason)s"), reason=row.label or TRUMPS[row.when.trump or "none"])
            factors.append(Factor(row.mult, reason, row.add))
    return factors


def _holds(when: When, outcome: Outcome) -> bool:
    _scoring_table, column, played, is_made = outcome
    return (
        when.trump in (None, played.trump)
        and when.flag in (None, played.flag)
        and when.tricks in (None, played.tricks)
        and when.turn in (None, column.vip_turn)
        and when.result in (None, "made" if is_made else "lost")
        and column.bears(when.attachment)
    )


MULTIPLIERS: Parameter[tuple[Multiplier, ...]] = Parameter(
    key="multipliers",
    title=Phrase("Prices that count several times"),
    default=(),
    read=_read_multipliers,
    rows=ListRows(
        title=Phrase("Extras and doublings"),
        name=_multiplier_in_brief,
        cells=(
            RowCell("when", None, record(CONDITIONS)),
            replace(NAME_CELL, is_required=False),
            RowCell("mult", Phrase("Times"), whole(1, LARGEST_FACTOR), is_required=False),
            RowCell("add", Phrase("Plus"), PRICE, is_required=False),
        ),
        new_name=Text("tillæg", "extra"),
        new_facts=_new_multiplier,
        modern=modern_multiplier,
        unfold=lambda rows: [{"when": {}, **row} for row in rows],
    ),
    steps=_steps,
)


# `overrides`: single amounts that replace those computed from the sheet's cells.


Overrides = Mapping[tuple[int, str, int], int]

FROM_EACH = Phrase("from each opponent")


def _read_level(value: object, field: str, context: Context) -> int:
    """A level of the table, 9 or "9"."""
    levels = sorted(map(int, context.document.get("values", {})))
    if type(value) is int and value in levels:
        return value
    return int(fields.one_of(value, field, map(str, levels)))


def _new_override(document: Document) -> Record:
    level = next(iter(document.get("values", {})), "7")
    return {"level": int(level) if level.isdecimal() else 7, "tricks": 13, "amount": 0}


def _read_overrides(rows: list[tuple[str, Record]], context: Context) -> Overrides:
    overrides: dict[tuple[int, str, int], int] = {}
    codes = [column["code"] for column in context.document.get("columns", [])]
    for path, row in rows:
        for code in [row["column"]] if "column" in row else codes:
            place = (row["level"], code, row["tricks"])
            if place in overrides:
                raise Refusal(REPEATED, path, code="{} {}, {}".format(*place))
            overrides[place] = row["amount"]
    return overrides


def _prices(overrides: Overrides, scoring_table: ScoringRules) -> Iterator[PriceNumbers]:
    labels = {column.code: column.label for column in scoring_table.columns}
    for (level, code, tricks), amount in overrides.items():
        label = fill(
            Phrase("%(level)s %(column)s with %(tricks)s tricks"), level=level, column=labels[code], tricks=tricks
        )
        yield f"overrides.{level}.{code}.{tricks}", label, {FROM_EACH: amount}


OVERRIDES: Parameter[Overrides] = Parameter(
    key="overrides",
    default={},
    read=_read_overrides,
    rows=ListRows(
        title=Phrase("Single amounts"),
        cells=(
            RowCell(
                "level",
                Phrase("Level"),
                CellKind(
                    "whole",
                    _read_level,
                    lambda document: {level: same(level) for level in sorted(document.get("values", {}))},
                ),
            ),
            RowCell("column", Phrase("Column (empty: all)"), code_of("columns"), is_required=False),
            RowCell("tricks", Phrase("Tricks"), TRICKS),
            RowCell("amount", Phrase("Amount"), AMOUNT),
        ),
        most=1000,
        new_facts=_new_override,
    ),
    prices=_prices,
)


# `tricks_map`: tricks that count as another number when a contract is made, {"13": 14}.


MOST_COUNTED = 26


def _read_tricks_map(value: object, context: Context) -> Mapping[int, int]:
    given = fields.record(value, "tricks_map", optional=[str(count) for count in range(context.tricks + 1)])
    return {
        int(taken): fields.integer(counted, f"tricks_map.{taken}", 0, MOST_COUNTED) for taken, counted in given.items()
    }


def _new_row(document: Document, _code: str) -> Mapping[str, object]:
    most = str(document.get("tricks", 13))
    return {"taken": most, "counted": document.get("tricks_map", {}).get(most, 14)}


def _tricks_map_in_brief(counts: Mapping[int, int], _scoring_table: ScoringRules) -> Label:
    return same(", ".join(f"{taken} → {counted}" for taken, counted in counts.items()) or "–")


def _on_the_wall(counts: Mapping[int, int], _scoring_table: ScoringRules) -> Iterator[Label]:
    for taken, counted in counts.items():
        if taken != counted:
            yield fill(
                Phrase("%(taken)s tricks count as %(counted)s when the contract is made."), taken=taken, counted=counted
            )


TRICKS_MAP: Parameter[Mapping[int, int]] = Parameter(
    key="tricks_map",
    title=Phrase("Tricks that count as others"),
    default={},
    read=_read_tricks_map,
    grid=Section(
        "tricks_map",
        Phrase("Tricks that count as others", "a section"),
        (
            Heading("taken", Phrase("Taken"), "whole"),
            Heading("counted", Phrase("Count as"), "whole"),
        ),
        named_by="taken",
        value_key="counted",
        fold=lambda counts: [{"taken": taken, "counted": counted} for taken, counted in counts.items()],
        unfold=lambda rows: {str(row.get("taken")): row.get("counted") for row in rows},
        new_row=_new_row,
    ),
    in_brief=_tricks_map_in_brief,
    on_the_wall=_on_the_wall,
)
