"""The scoring tables that come with the program, one readable JSON file each."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from ledger.rules.scoring.document import read_scoring_table
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.refusal import Refusal, gettext_noop

FOLDER = Path(__file__).parents[3] / "fixtures" / "scoring_tables"

SEEDS = (
    "call-ace-whist",
    "call-ace-whist-quarter",
    "whistklubben",
    "esmakker-wikipedia",
    "dansk-whist",
    "engelsk-whist",
    "call-ace-euchre",
)
GALLERY = (
    "it-whist",
    "pywhist",
    "danish-wist",
    "es-makker-points",
    "whist-scoreboard",
    "whistzilla",
    "jungs-jydewhist",
    "whist2",
    "laederwhist",
    "g-formula",
    "gamr",
    "grundtakst",
    "vest-gui",
    "whist-ai",
    "es-makker-2i9",
    "whist-score-tracker",
    "lakse",
    "ladder-16",
)
PRESETS = (*SEEDS, *GALLERY)

UNKNOWN_PRESET = gettext_noop("There is no scoring table called “%(code)s”.")
NOT_A_TABLE = gettext_noop("Give the code of a scoring table, or a whole scoring table.")


def preset(code: str) -> dict[str, Any]:
    """A preset's document, a copy of the caller's own.

    Raises Refusal (field "table") for an unknown code.
    """
    if code not in PRESETS:
        raise Refusal(UNKNOWN_PRESET, "table", code=fields.excerpt(code))
    return cast("dict[str, Any]", fields.parse_json((FOLDER / f"{code}.json").read_text(encoding="utf-8")))


@cache
def every_preset() -> tuple[ScoringRules, ...]:
    """Every preset as the rules read it, in the order it is shown; read once, since pages ask for all of them."""
    return tuple(read_scoring_table(preset(code)) for code in PRESETS)


def table_from(spec: object) -> ScoringRules:
    """Read a scoring table from a preset's code, a document, or {"preset": code, "options": {rule: choice}}."""
    if isinstance(spec, str):
        return read_scoring_table(preset(spec))
    if not isinstance(spec, Mapping):
        raise Refusal(NOT_A_TABLE, "table")
    if "preset" not in spec:
        return read_scoring_table(spec)
    given = fields.record(spec, "table", required=("preset",), optional=("options",))
    code = fields.one_of(given["preset"], "table.preset", PRESETS)
    options = fields.record(given.get("options", {}), "options", optional=None)
    return read_scoring_table(preset(code), cast("Mapping[str, str]", options))
