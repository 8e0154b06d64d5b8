"""Changes to a draft: start blank, add and drop rows and columns, fill the sheet.

Each returns a new document and leaves the old one alone. A draft need not be readable: what cannot be
understood is left as it is, for the table checker to point out.
"""

import copy
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any, cast

from ledger.rules.scoring.editor.grids import bid_code, bids, is_price, price, records_of, sections, sheet_rows
from ledger.rules.scoring.parameters.parameter import Section
from ledger.rules.scoring.scoring_table import ATTACHMENTS, VIP_TURNS
from ledger.rules.site.fields import parse_json
from ledger.rules.site.points import exact_value, read_exact
from ledger.rules.site.refusal import Refusal, gettext_noop

Document = dict[str, Any]

LARGEST_PASTE = 20_000
COLUMN_TRUMP = {"gode": "clubs", "staerke": "spades", "sans": "none", "vip": "turned"}
BLANK = Path(__file__).parents[4] / "fixtures" / "blank_scoring_table.json"
USUAL_UNIT = 8  # a season counts in the unit of its first prices, and smaller ones may follow
EVERY_ATTACHMENT = {
    "code": "paahaeng",
    "attachment": "paahaeng",
    "vip_turn": None,
    "label": {"da": "Påhæng", "en": "Attachment"},
    "trump": "chosen",
    "alone": "possible",
}

PASTE_TOO_LONG = gettext_noop("That is too much to paste at once.")


def blank_table(name: str, source: str) -> Document:
    """A table with the most common columns, levels and nolo contracts, and no prices."""
    common = cast("Document", parse_json(BLANK.read_text(encoding="utf-8")))
    return {**common, "name": {"da": name, "en": name}, "source": source}


def begun_table(name: str, source: str, nine: Fraction, vip: Fraction | None) -> Document:
    """A table with two prices typed, 9 and 9 vip, and one column for every attachment; vip None where it has no vip."""
    document = blank_table(name, source)
    priced = {"plain": nine}
    if vip is not None:
        priced["vip"] = vip
    columns = [column for column in document["columns"] if column["code"] in priced]
    document["columns"] = [*columns, EVERY_ATTACHMENT]
    document["unit_denominator"] = lcm(USUAL_UNIT, *(price.denominator for price in priced.values()))
    for level in document["values"]:
        document["values"][level] = [None] * len(document["columns"])
    document["values"]["9"] = [*map(exact_value, priced.values()), None]
    return document


def add_column(document: Mapping[str, Any], attachment: str, turn: int | None) -> Document:
    """Append a column without prices.

    Raises Refusal (field "attachment") if the sheet has it already.
    """
    if attachment not in ATTACHMENTS:
        raise Refusal(gettext_noop("Choose an attachment."), "attachment")
    changed = copy.deepcopy(dict(document))
    columns = changed.setdefault("columns", [])
    turns = [column.get("vip_turn") for column in columns if column.get("attachment") == attachment]
    turn = turn if attachment == "vip" and turn in VIP_TURNS else None
    if turn in turns:
        raise Refusal(gettext_noop("The table has that column already."), "attachment")
    if turns and None in (turn, *turns):
        raise Refusal(gettext_noop("Vip is either one column or a column for each turn."), "attachment")
    columns.append(_column(attachment, turn))
    for row in changed.get("values", {}).values():
        row.append(None)
    return changed


def set_levels(document: Mapping[str, Any], low: int, high: int) -> Document:
    """Set the levels to `low` to `high`; those already there keep their prices.

    Raises Refusal (field "levels").
    """
    if not 1 <= low <= high:
        raise Refusal(gettext_noop("The lowest level is above the highest."), "levels")
    changed = copy.deepcopy(dict(document))
    old, width = changed.get("values", {}), len(changed.get("columns", []))
    changed["values"] = {str(level): old.get(str(level), [None] * width) for level in range(low, high + 1)}
    return changed


def add_row(document: Mapping[str, Any], section: str) -> Document:
    """Append a row with the most common values to a section that is a list; other sections stay as they are.

    The ladder grows by `add_bid`, since a step without a contract would be an error at once.
    """
    changed = copy.deepcopy(dict(document))
    if (grid := _list(changed, section)) and grid.new_row:
        rows = records_of(grid, changed)
        taken = {str(row.get("code")) for row in rows}
        code = next(f"{section}{n}" for n in range(1, len(taken) + 2) if f"{section}{n}" not in taken)
        changed[section] = grid.unfold([*rows, grid.new_row(changed, code)])
    return changed


def _list(document: Mapping[str, Any], key: str) -> Section | None:
    """The section with this key if it is a list, whose rows come and go."""
    grid = sections(document).get(key)
    return grid if grid and (grid.new_row or key == "ladder") else None


def add_bid(document: Mapping[str, Any], code: str) -> Document:
    """Put a contract on top of the ladder.

    Raises Refusal (field "bid") if it is unknown or stands there already.
    """
    known, steps = bids(document), list(document.get("ladder", []))
    if code not in known or code in steps:
        raise Refusal(gettext_noop("Choose a contract that is not in the order yet."), "bid")
    return {**copy.deepcopy(dict(document)), "ladder": [*steps, code]}


def move_row(document: Mapping[str, Any], section: str, place: int, by: int) -> Document:
    """Move the row with this index `by` places within its section; it stops at either end."""
    changed = copy.deepcopy(dict(document))
    rows = changed.get(section)
    if _list(changed, section) and isinstance(rows, list) and place < len(rows):
        rows.insert(max(0, place + by), rows.pop(place))
    return changed


def set_ladder(document: Mapping[str, Any], text: str) -> Document:
    """Set the ladder from a text of names in any language, one per line, lowest first.

    Raises Refusal (field "bids") for a text that is too long, or that names what is no contract of the table.
    """
    if len(text) > LARGEST_PASTE:
        raise Refusal(PASTE_TOO_LONG, "bids")
    lines = [line.strip() for line in text.replace("\t", "\n").splitlines() if line.strip()]
    steps = [bid_code(document, line) for line in lines]
    known = bids(document)
    steps = [step.removesuffix(" plain") for step in steps]
    unknown = [line for line, step in zip(lines, steps, strict=True) if step.removesuffix("+") not in known]
    if unknown:
        raise Refusal(
            gettext_noop("The table has no contract called “%(names)s”. Nothing of the order was changed."),
            "bids",
            names="”, “".join(unknown),
        )
    return {**copy.deepcopy(dict(document)), "ladder": steps}


def drop_row(document: Mapping[str, Any], section: str, place: int) -> Document:
    """Drop the row with this index, with a column its prices too; a section without rows is removed."""
    changed = copy.deepcopy(dict(document))
    if section == "columns":
        for row in (changed.get("columns", []), *changed.get("values", {}).values()):
            del row[place : place + 1]
    elif section != "values" and (grid := sections(changed).get(section)):
        rows = records_of(grid, changed)
        del rows[place : place + 1]
        changed[section] = grid.unfold(rows)
        if not rows:
            del changed[section]
    return changed


def fill(document: Mapping[str, Any], first: str, step: str, factors: Sequence[str], *, only_empty: bool) -> Document:
    """Fill the sheet by a rule: the first value, times `step` for each level up, times a factor per column.

    All three are text as typed; an empty factor skips its column.
    Raises Refusal (field "first", "step", "factor.3").
    """
    if not first.strip():
        raise Refusal(gettext_noop("Type the first price."), "first")
    start, growth = _factor(first, "first"), _factor(step or "1", "step")
    times = [_factor(text, f"factor.{n}") if text.strip() else None for n, text in enumerate(factors)]
    changed = copy.deepcopy(dict(document))
    for power, (_level, row) in enumerate(sheet_rows(changed)):
        for place, factor in enumerate(times[: len(row)]):
            if factor is not None and not (only_empty and row[place] is not None):
                row[place] = exact_value(start * growth**power * factor)
    return changed


def paste(document: Mapping[str, Any], block: str, row: int, column: int) -> tuple[Document, tuple[int, int]]:
    """Paste a block of cells, as a spreadsheet copies it, into the sheet from a cell on.

    A heading line and a column of levels in the block are recognised and skipped. What falls outside the sheet is
    skipped too: how many rows and how many columns.
    Raises Refusal (field "pasted") if the block holds no number.
    """
    if len(block) > LARGEST_PASTE:
        raise Refusal(PASTE_TOO_LONG, "pasted")
    changed = copy.deepcopy(dict(document))
    rows = sheet_rows(changed)
    cells = _block(block, [level for level, _cells in rows])
    if not cells:
        raise Refusal(gettext_noop("There are no numbers in what was pasted."), "pasted")
    for (_level, old), new in zip(rows[row:], cells, strict=False):
        for place, text in zip(range(column, len(old)), new, strict=False):
            old[place] = price(text) if text else None
    width = max((len(old) for _level, old in rows), default=0)
    below, beside = row + len(cells) - len(rows), column + max(map(len, cells)) - width
    return changed, (max(0, below), max(0, beside))


def _block(text: str, levels: Sequence[str]) -> list[list[str]]:
    """The cells of a pasted block by line, without its headings and levels."""
    lines = [[cell.strip().strip('"') for cell in line.split("\t")] for line in text.splitlines() if line.strip()]
    if lines and not any(is_price(cell) for cell in lines[0][1:] or lines[0]):
        del lines[0]
    if len(lines) > 1 and [line[0] for line in lines] == list(levels[: len(lines)]) and len(lines[0]) > 1:
        lines = [line[1:] for line in lines]
    return lines if any(is_price(cell) for line in lines for cell in line) else []


def _factor(text: str, field: str) -> Fraction:
    try:
        return read_exact(text)
    except Refusal:
        raise Refusal(
            gettext_noop("“%(text)s” is not a number to multiply by. Write for example 2 or 1/2."),
            field,
            text=text.strip(),
        ) from None


def _column(attachment: str, turn: int | None) -> Document:
    name = ATTACHMENTS[attachment]
    suffix = f" {turn}" if turn else ""
    return {
        "code": f"{attachment}{turn or ''}",
        "attachment": attachment,
        "vip_turn": turn,
        "label": {language: name[language].capitalize() + suffix for language in ("da", "en")},
        "trump": COLUMN_TRUMP.get(attachment, "chosen"),
        "alone": "forced" if attachment == "kvarte" else "possible",
    }
