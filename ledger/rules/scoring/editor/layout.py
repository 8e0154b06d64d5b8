"""The layout of a scoring table in cells: its sections, and what each of their columns holds.

A section's rows are records of the document, and a
heading is a path within the record: "label.da".
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ledger.rules.scoring.parameters.declared import PARAMETERS
from ledger.rules.scoring.parameters.headings import Heading, Section
from ledger.rules.scoring.parameters.lists.kinds_of_cells import name_of
from ledger.rules.site.labels import Phrase


def facts() -> tuple[Heading, ...]:
    """The facts, in display order."""
    return tuple(heading for parameter in PARAMETERS.values() for heading in parameter.facts)


def sections(document: Mapping[str, Any]) -> Iterator[Section]:
    """Every section except the facts and the sheet of values, in display order.

    Later sections offer as choices what the earlier ones of this document hold, read when they are asked for.
    """
    yield from (section for parameter in PARAMETERS.values() if (section := parameter.section(document)))


def values_section(document: Mapping[str, Any]) -> Section:
    """The sheet on the wall: the level, then the prices of each column of the document."""
    priced = (
        Heading(str(place), name_of(column), "price", may_lack=True)
        for place, column in enumerate(document.get("columns", []))
    )
    headings = (Heading("level", Phrase("Level"), "whole"), *priced)
    return Section("values", Phrase("Prices", "one sheet"), headings, named_by=1)


def facts_section() -> Section:
    """The facts, which stand one below the other."""
    headings = (Heading("fact", Phrase("Rule")), Heading("value", Phrase("Value")))
    return Section("facts", Phrase("Rules"), headings, named_by=1)
