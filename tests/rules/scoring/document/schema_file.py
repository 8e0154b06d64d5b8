"""Write docs/scoring-table.schema.json anew, after a parameter of a scoring table was declared or changed:

python -m tests.rules.scoring.document.schema_file

The parts of declared parameters come from their declarations; the others stand in the file itself.
"""

import json
from pathlib import Path
from typing import Any

from ledger.rules.scoring.parameters.declared import PARAMETERS
from ledger.rules.scoring.parameters.lists.rows import record_schema

FILE = Path(__file__).parents[4] / "docs" / "scoring-table.schema.json"
WIDTH = 128


def stored_schema() -> dict[str, Any]:
    """The schema in the file."""
    schema: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return schema


def current_schema() -> dict[str, Any]:
    """The schema with every declared part as it is declared now."""
    schema = stored_schema()
    parts = schema["properties"]
    parts |= {key: parameter.schema for key, parameter in PARAMETERS.items() if parameter.schema}
    for key, parameter in PARAMETERS.items():
        if parameter.rows:
            parts[key]["maxItems"] = parameter.rows.most
            _declare_record(_stored_row(schema, parts[key]["items"]), record_schema(parameter.rows.cells))
    return schema


def _stored_row(schema: dict[str, Any], items: dict[str, Any]) -> dict[str, Any]:
    """A list's row as the file has it: in its place, or among the definitions; an older form of a row stands second."""
    reference = items.get("anyOf", [items])[0].get("$ref", "")
    stored: dict[str, Any] = schema["$defs"][reference.rpartition("/")[2]] if reference else items
    return stored


def _declare_record(stored: dict[str, Any], declared: dict[str, Any]) -> None:
    """Bring a record up to date.

    What the file alone says stays: the order of the cells, what each of them means, and conditions between them.
    """
    cells, old = declared["properties"], stored["properties"]
    order = [*(key for key in old if key in cells), *(key for key in cells if key not in old)]
    for key in old.keys() & cells.keys():
        cells[key] |= {"description": old[key]["description"]}
        if "properties" in cells[key]:
            _declare_record(old[key], cells[key])
            cells[key] = old[key]
    stored |= declared | {"properties": {key: cells[key] for key in order}}


def schema_text(schema: dict[str, Any]) -> str:
    """The text of the file."""
    return f"{_lines_of(schema, '', 0)}\n"


def _lines_of(value: object, indent: str, before: int) -> str:
    """A value on one line if it fits behind what stands `before` it, else with a part on each."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or len(indent) + before + len(line) <= WIDTH:
        return line
    deeper = f"{indent}  "
    if isinstance(value, dict):
        names = {key: f"{json.dumps(key)}: " for key in value}
        parts = [f"{name}{_lines_of(value[key], deeper, len(name) + 1)}" for key, name in names.items()]
    else:
        parts = [_lines_of(part, deeper, 1) for part in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{deeper}" + f",\n{deeper}".join(parts) + f"\n{indent}{closing}"


if __name__ == "__main__":
    FILE.write_text(schema_text(current_schema()), encoding="utf-8")
