"""`choices`: where the source leaves a choice, the rules that a club may choose between, a sentence each."""

from collections.abc import Mapping
from typing import Any

from ledger.rules.scoring.parameters.chosen_rules import RULES, Rule
from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.headings import LANGUAGES, Heading, Section
from ledger.rules.scoring.parameters.parameter import Parameter
from ledger.rules.site import fields
from ledger.rules.site.labels import Label, Phrase

Offered = Mapping[str, Mapping[str, Label]]

TITLE = Phrase("Choices the table offers")


def _read(value: object, context: Context) -> Offered:
    given = fields.record(value, "choices", optional=context.rules)
    return {key: _choices(rule, given[key]) for key, rule in RULES.items() if key in given}


def _choices(rule: Rule, value: object) -> Mapping[str, Label]:
    path = f"choices.{rule.key}"
    given = fields.record(value, path, optional=rule.choices)
    return {code: fields.label(given[code], f"{path}.{code}") for code in rule.choices if code in given}


def _rows(offered: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    named = ((rule, choice, label) for rule, choices in offered.items() for choice, label in choices.items())
    return [{"rule": rule, "choice": choice, **label} for rule, choice, label in named]


def _from_rows(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    offered: dict[str, dict[str, Any]] = {}
    for row in rows:
        label = {heading.key: row[heading.key] for heading in LANGUAGES if heading.key in row}
        offered.setdefault(str(row.get("rule")), {})[str(row.get("choice"))] = label
    return offered


OFFERED_CHOICES = Parameter[Offered](
    key="choices",
    title=TITLE,
    default={},
    read=_read,
    grid=Section(
        "choices",
        TITLE,
        (
            Heading("rule", Phrase("Rule"), "choice", {key: rule.label for key, rule in RULES.items()}),
            Heading("choice", Phrase("Choice (code)")),
            *LANGUAGES,
        ),
        named_by=2,
        fold=_rows,
        unfold=_from_rows,
    ),
)
