"""A club's ranking rule in words."""

from datetime import date

from django import template
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from ledger.rules.seasons import AVERAGE, FIXED, LOWEST, RankingRule, read_rule_code
from ledger.templatetags.ledger_format import points

register = template.Library()


@register.filter
def rule_words(rule: RankingRule) -> str:
    """A rule in sentences: "The 10 best evenings of each player count. An evening missed does not count."."""
    if rule.is_plain:
        return gettext("All points of all evenings count.")
    return " ".join([_minimum(rule)] * bool(rule.minimum_evenings) + [_what_counts(rule), _when_missed(rule)])


@register.filter
def ranking_code_words(code: str) -> str:
    """What a line of the log says of a rule: the day from which it is in force, and the rule in sentences."""
    day, _, rule = code.partition(" ")
    from_day = date_format(date.fromisoformat(day), "SHORT_DATE_FORMAT")
    return gettext("from %(day)s: %(rule)s") % {"day": from_day, "rule": rule_words(read_rule_code(rule))}


def _minimum(rule: RankingRule) -> str:
    words = ngettext(
        "Whoever has played at least %(count)s evening gets a place.",
        "Whoever has played at least %(count)s evenings gets a place.",
        rule.minimum_evenings,
    )
    return words % {"count": rule.minimum_evenings}


def _what_counts(rule: RankingRule) -> str:
    if rule.best is not None:
        words = ngettext("Everybody's best evening counts.", "Everybody's %(count)s best evenings count.", rule.best)
        return words % {"count": rule.best}
    if rule.drop_worst:
        words = ngettext(
            "Everybody's worst evening is left out.",
            "Everybody's %(count)s worst evenings are left out.",
            rule.drop_worst,
        )
        return words % {"count": rule.drop_worst}
    return gettext("All evenings count.")


def _when_missed(rule: RankingRule) -> str:
    if rule.absence == AVERAGE:
        return gettext("An evening missed gives one's own average of an evening.")
    if rule.absence == LOWEST:
        return gettext("An evening missed gives the lowest result of that evening.")
    if rule.absence == FIXED:
        return gettext("An evening missed gives %(points)s points.") % {"points": points(rule.absence_points, 1)}
    return gettext("An evening missed does not count.")
