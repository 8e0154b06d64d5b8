"""`rules`: the choice of each named rule; and `each`: what a trick adds under those called additive."""

from collections.abc import Mapping

from ledger.rules.scoring.parameters.chosen_rules import RULES
from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.headings import Document, Heading
from ledger.rules.scoring.parameters.parameter import Parameter
from ledger.rules.site import fields
from ledger.rules.site.labels import Phrase
from ledger.rules.site.refusal import Refusal, gettext_noop

UNKNOWN_RULE = gettext_noop("This scoring table leaves no choice called “%(rule)s”.")


def _rules(value: object, context: Context) -> Mapping[str, str]:
    """The choices of the document, overridden by the options."""
    given = fields.record(value, "rules", optional=RULES)
    rules = {
        key: fields.one_of(given[key], f"rules.{key}", rule.choices) for key, rule in RULES.items() if key in given
    }
    for rule, choice in fields.record(context.options, "options", optional=None).items():
        if rule not in rules:
            raise Refusal(UNKNOWN_RULE, f"options.{fields.excerpt(rule)}", rule=fields.excerpt(rule))
        rules[rule] = fields.one_of(choice, f"options.{rule}", RULES[rule].choices)
    return rules


def _amounts_per_trick(value: object, context: Context) -> Mapping[str, int]:
    given = fields.record(value, "each", optional=("over", "under"))
    return {part: context.units(amount, f"each.{part}") for part, amount in given.items()}


def _is_each_used(document: Document) -> bool:
    return "additive" in document.get("rules", {}).values()


RULES_IN_FORCE = Parameter[Mapping[str, str]](
    key="rules",
    title=Phrase("Rules"),
    is_required=True,
    default={},
    read=_rules,
    facts=tuple(rule.heading for rule in RULES.values()),
)
EACH = Parameter[Mapping[str, int]](
    key="each",
    title=Phrase("Amount per overtrick"),
    default={},
    read=_amounts_per_trick,
    facts=(
        Heading("each.over", Phrase("Amount per overtrick"), "points"),
        Heading("each.under", Phrase("Amount per undertrick"), "points"),
    ),
    is_used=_is_each_used,
)
