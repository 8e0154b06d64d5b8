"""The lists of a document that change a price: flags, multipliers, overrides, penalties."""

from collections.abc import Callable, Collection, Mapping, Sequence

from ledger.rules.scoring.scoring_table import Column, Multiplier, Penalty, When
from ledger.rules.scoring.vocabulary import TRUMPS, VIP_TURNS
from ledger.rules.site import fields
from ledger.rules.site.fields import inside
from ledger.rules.site.labels import Label
from ledger.rules.site.refusal import Refusal, gettext_noop

Units = Callable[[object, str], int]

LARGEST_FACTOR = 64
MOST_OVERRIDES = 1000

REPEATED = gettext_noop("“%(code)s” is given twice.")
PENALTY_NOT_ZERO = gettext_noop("A penalty must add up to 0: the offender pays three times what each other gets.")


def refuse_repeats(codes: Sequence[str], field: str) -> None:
    """Raise Refusal for `field` where a code is given twice."""
    for code in codes:
        if codes.count(code) > 1:
            raise Refusal(REPEATED, field, code=code)


def read_flags(value: object) -> Mapping[str, Label]:
    """What may be said of a deal besides its contract, such as a knock: [{"code", "label"}]."""
    flags = {}
    for place, row in enumerate(fields.listed(value, "flags", 0, 8)):
        given = fields.record(row, f"flags.{place}", required=("code", "label"))
        code = fields.code(given["code"], f"flags.{place}.code")
        if code in flags:
            raise Refusal(REPEATED, f"flags.{place}.code", code=code)
        flags[code] = fields.label(given["label"], f"flags.{place}.label")
    return flags


def read_multipliers(
    value: object, columns: Sequence[Column], flags: Collection[str], tricks: int, units: Units
) -> tuple[Multiplier, ...]:
    """In the order they count: {"when": {...}, "label", "mult", "add"}; where a trump says why, "label" may go.

    Published versions may still hold the older {"attachment", "trump", "factor"}; see `modern_multiplier`.
    """
    given = fields.listed(value, "multipliers", 0, 40)
    attachments = list(dict.fromkeys(part for column in columns for part in (column.attachment, *column.parts)))
    rows: dict[When, Multiplier] = {}
    for place, row in enumerate(given):
        read = _multiplier(modern_multiplier(row), f"multipliers.{place}", attachments, flags, tricks, units)
        if read.when in rows:
            raise Refusal(REPEATED, f"multipliers.{place}", code=_said(read.when) or "when")
        rows[read.when] = read
    return tuple(rows.values())


def modern_multiplier(row: object) -> object:
    """A row of `multipliers` in today's form; whatever is not of the older one is handed back as it is."""
    if isinstance(row, Mapping) and set(row) == {"attachment", "trump", "factor"}:
        return {"when": {"attachment": row["attachment"], "trump": row["trump"]}, "mult": row["factor"]}
    return row


def _said(when: When) -> str:
    facts = (when.attachment, when.turn, when.trump, when.tricks, when.flag, when.result)
    return " ".join(str(fact) for fact in facts if fact is not None)


def _multiplier(
    value: object, field: str, attachments: Sequence[str], flags: Collection[str], tricks: int, units: Units
) -> Multiplier:
    given = fields.record(value, field, required=("when",), optional=("label", "mult", "add"))
    when = _when(given["when"], inside(field, "when"), attachments, flags, tricks)
    if when.trump is None and "label" not in given:
        raise Refusal(fields.MISSING_KEY, inside(field, "label"), key="label")
    return Multiplier(
        when=when,
        mult=fields.integer(given.get("mult", 1), inside(field, "mult"), 1, LARGEST_FACTOR),
        add=units(given.get("add", 0), inside(field, "add")),
        label=fields.label(given["label"], inside(field, "label")) if "label" in given else None,
    )


def _when(value: object, field: str, attachments: Sequence[str], flags: Collection[str], tricks: int) -> When:
    offered: Mapping[str, Collection[str]] = {
        "attachment": attachments,
        "trump": TRUMPS,
        "flag": flags,
        "result": ("made", "lost"),
    }
    given = fields.record(value, field, optional=(*offered, "turn", "tricks"))
    texts = {key: fields.one_of(given[key], inside(field, key), offered[key]) for key in offered if key in given}
    turn = fields.integer(given["turn"], inside(field, "turn"), 1, max(VIP_TURNS)) if "turn" in given else None
    taken = fields.integer(given["tricks"], inside(field, "tricks"), 0, tricks) if "tricks" in given else None
    return When(turn=turn, tricks=taken, **texts)


def read_overrides(
    value: object, columns: Sequence[Column], levels: Collection[int], tricks: int, signed: Units
) -> Mapping[tuple[int, str, int], int]:
    """Amounts typed one by one: [{"level", "column", "tricks", "amount"}]; without a column they are for all."""
    overrides: dict[tuple[int, str, int], int] = {}
    codes = [column.code for column in columns]
    for place, row in enumerate(fields.listed(value, "overrides", 0, MOST_OVERRIDES)):
        field = f"overrides.{place}"
        given = fields.record(row, field, required=("level", "tricks", "amount"), optional=("column",))
        level = _level(given["level"], inside(field, "level"), levels)
        taken = fields.integer(given["tricks"], inside(field, "tricks"), 0, tricks)
        amount = signed(given["amount"], inside(field, "amount"))
        named = [fields.one_of(given["column"], inside(field, "column"), codes)] if "column" in given else codes
        for code in named:
            if (level, code, taken) in overrides:
                raise Refusal(REPEATED, field, code=f"{level} {code}, {taken}")
            overrides[level, code, taken] = amount
    return overrides


def _level(value: object, field: str, levels: Collection[int]) -> int:
    """A level of the table, 9 or "9"."""
    if type(value) is int and value in levels:
        return value
    return int(fields.one_of(value, field, map(str, levels)))


def read_penalties(value: object, signed: Units) -> Mapping[str, Penalty]:
    """Faults and what they move: [{"code", "label", "offender": -72, "other": 24}]; four players sum to 0."""
    penalties: dict[str, Penalty] = {}
    for place, row in enumerate(fields.listed(value, "penalties", 0, 40)):
        field = f"penalties.{place}"
        given = fields.record(row, field, required=("code", "label", "offender", "other"))
        code = fields.code(given["code"], inside(field, "code"))
        offender, other = (signed(given[key], inside(field, key)) for key in ("offender", "other"))
        if offender + 3 * other:
            raise Refusal(PENALTY_NOT_ZERO, field)
        if code in penalties:
            raise Refusal(REPEATED, inside(field, "code"), code=code)
        penalties[code] = Penalty(code, fields.label(given["label"], inside(field, "label")), offender, other)
    return penalties
