"""The layout of a scoring table in cells: its sections, and what each of their columns holds.

The editor's page and the Excel sheet share it. A section's rows are records of the document, and a
heading is a path within the record: "label.da".
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ledger.rules.scoring.editor.cell_text import TRUTHS
from ledger.rules.scoring.parameters.chosen_rules import RULES
from ledger.rules.scoring.parameters.declared import PARAMETERS
from ledger.rules.scoring.parameters.headings import Choices, Heading, Section
from ledger.rules.scoring.parameters.lists.kinds_of_cells import name_of
from ledger.rules.site.labels import Phrase, Text

PARTNERS: Choices = {
    "called": Phrase("called by an ace"),
    "fixed": Phrase("fixed pairs"),
}


def _fact(key: str, name: str, kind: str = "words", choices: Choices | None = None, **places: bool) -> Heading:
    return Heading(key, Phrase(name), kind, choices or {}, **places)


FIRST_FACTS = (
    _fact("name.da", "Name (Danish)", is_hidden=True),
    _fact("name.en", "Name (English)", is_hidden=True),
    _fact("code", "Code", is_hidden=True),
    _fact("source", "Where the prices come from", is_aside=True),
    _fact("unit_denominator", "Smallest part of a point: 1/…", "whole"),
    _fact("seats.min", "Fewest players", "whole", is_hidden=True),
    _fact("seats.max", "Most players", "whole", is_hidden=True),
    _fact("tricks", "Tricks in a deal", "whole", is_hidden=True),
    _fact("partner", "Partner", "choice", PARTNERS, is_hidden=True),
    _fact("zero_sum", "The game sums to 0", "truth", TRUTHS, is_hidden=True),
    *(rule.heading for rule in RULES.values()),
    _fact("each.over", "Amount per overtrick", "points"),
    _fact("each.under", "Amount per undertrick", "points"),
)


def facts() -> tuple[Heading, ...]:
    """The facts, in display order."""
    return (*FIRST_FACTS, *(heading for parameter in PARAMETERS.values() for heading in parameter.facts))


def sections(document: Mapping[str, Any]) -> Iterator[Section]:
    """Every section except the facts and the sheet of values, in display order.

    Later sections offer as choices what the earlier ones of this document hold, read when they are asked for.
    """
    yield from (section for parameter in PARAMETERS.values() if (section := parameter.section(document)))
    yield _READINGS
    yield _CHOICES


def values_section(document: Mapping[str, Any]) -> Section:
    """The sheet on the wall: the level, then the prices of each column of the document."""
    priced = (
        Heading(str(place), name_of(column), "price", may_lack=True)
        for place, column in enumerate(document.get("columns", []))
    )
    headings = (Heading("level", Phrase("Level"), "whole"), *priced)
    return Section("values", Phrase("Prices (one sheet)"), headings, named_by=1)


def facts_section() -> Section:
    """The facts, which stand one below the other."""
    headings = (Heading("fact", Phrase("Rule")), Heading("value", Phrase("Value")))
    return Section("facts", Phrase("Rules"), headings, named_by=1)


_LANGUAGES = (Heading("da", Phrase("Danish")), Heading("en", Phrase("English")))
_NEW_READING = Text("…", "…")
_READINGS = Section(
    "readings",
    Phrase("Readings of the source"),
    _LANGUAGES,
    new_row=lambda _document, _code: {"da": _NEW_READING.da, "en": _NEW_READING.en},
    new_name=_NEW_READING,
)


def _choice_rows(offered: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    named = ((rule, choice, label) for rule, choices in offered.items() for choice, label in choices.items())
    return [{"rule": rule, "choice": choice, **label} for rule, choice, label in named]


def _offered_choices(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    offered: dict[str, dict[str, Any]] = {}
    for row in rows:
        label = {language: row[language] for language in ("da", "en") if language in row}
        offered.setdefault(str(row.get("rule")), {})[str(row.get("choice"))] = label
    return offered


_CHOICES = Section(
    "choices",
    Phrase("Choices the table offers"),
    (
        Heading("rule", Phrase("Rule"), "choice", {key: rule.label for key, rule in RULES.items()}),
        Heading("choice", Phrase("Choice (code)")),
        *_LANGUAGES,
    ),
    named_by=2,
    fold=_choice_rows,
    unfold=_offered_choices,
)
