"""Write docs/scoring-table.schema.json anew, after a parameter of a scoring table was declared or changed:

python -m tests.rules.scoring.schema_file

The parts of declared parameters come from their declarations; the others stand in the file itself.
"""

import json
from pathlib import Path
from typing import Any

from ledger.rules.scoring.parameters.chosen_rules import RULES, Rule
from ledger.rules.scoring.parameters.declared import PARAMETERS

FILE = Path(__file__).parents[3] / "docs" / "scoring-table.schema.json"
WIDTH = 128


def stored_schema() -> dict[str, Any]:
    """The schema as the file has it."""
    schema: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return schema


def current_schema() -> dict[str, Any]:
    """The schema with every declared part as it is declared now."""
    schema = stored_schema()
    parts = schema["properties"]
    parts |= {key: parameter.schema for key, parameter in PARAMETERS.items()}
    parts["rules"]["properties"] = {key: rule.schema for key, rule in RULES.items()}
    parts["choices"]["properties"] = {key: _offered(rule) for key, rule in RULES.items()}
    return schema


def _offered(rule: Rule) -> dict[str, Any]:
    """The sentences that a table has for the choices of a rule."""
    return {
        "description": f"What a club may choose as {rule.key}.",
        "type": "object",
        "properties": {choice: {"$ref": "#/$defs/label"} for choice in rule.choices},
        "additionalProperties": False,
    }


def schema_text(schema: dict[str, Any]) -> str:
    """The text of the file."""
    return f"{_written(schema, '', 0)}\n"


def _written(value: object, indent: str, before: int) -> str:
    """A value on one line if it fits behind what stands `before` it, else with a part on each."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or len(indent) + before + len(line) <= WIDTH:
        return line
    deeper = f"{indent}  "
    if isinstance(value, dict):
        names = {key: f"{json.dumps(key)}: " for key in value}
        parts = [f"{name}{_written(value[key], deeper, len(name) + 1)}" for key, name in names.items()]
    else:
        parts = [_written(part, deeper, 1) for part in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{deeper}" + f",\n{deeper}".join(parts) + f"\n{indent}{closing}"


if __name__ == "__main__":
    FILE.write_text(schema_text(current_schema()), encoding="utf-8")
