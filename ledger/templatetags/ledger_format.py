"""How points and other values are written on a page."""

from datetime import date
from fractions import Fraction
from html import escape
from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.formats import date_format
from django.utils.html import conditional_escape, json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from ledger.rules.seasons import AVERAGE, FIXED, LOWEST, RankingRule, read_rule_code
from ledger.rules.site import spelling as fingerprints
from ledger.rules.site.labels import GLYPHS, IN_FRACTIONS
from ledger.rules.site.points import MINUS, in_divided_points, in_points, in_rounded_points
from ledger.templatetags.ledger_labels import page_language, page_wording

register = template.Library()


@register.filter
def points(units: int, denominator: int) -> str:
    """Units of 1/`denominator` point, exact and signed: "+4", "−0,125" in Danish, "−0.125" in English, "0"."""
    return in_points(units, denominator, signed=True)[page_wording()]


@register.filter
def plain_points(units: int, denominator: int) -> str:
    """A price, or an amount that is nobody's gain: as `points`, without the plus sign."""
    return in_points(units, denominator)[page_wording()]


@register.filter
def fingerprint(digest: str) -> str:
    """The first digits of a digest, to be read aloud and compared: "3f9a 01bc 77de 40a2"; a dash for an empty book."""
    return fingerprints.fingerprint(digest) or "–"


def points_class(units: int) -> str:
    """The CSS class that colours a signed number."""
    if units == 0:
        return "zero"
    return "plus" if units > 0 else "minus"


@register.simple_tag
def average(units: int, denominator: int, count: int) -> SafeString:
    """Points won or lost on average, with two decimals; a dash if `count` is 0."""
    return rounded_points(Fraction(units, denominator * count)) if count else SafeString("–")


@register.simple_tag
def on_comma(units: int, denominator: int, decimals: int) -> SafeString:
    """A player's points, padded so that the decimal commas of a column stand below one another.

    `decimals` is the most that any number of the column has. The padding is neither seen nor read aloud.
    """
    text = points(units, denominator)
    pad = "" if "/" in text else _pad(_missing(text, decimals))
    return markup('<span class="points {}">{}{}</span>', points_class(units), text, pad)


@register.simple_tag
def price_on_comma(units: int, denominator: int, decimals: int, in_row: int | None = None) -> SafeString:
    """A price, padded as `on_comma` pads a player's points, and for a list the other way round to what its row has."""
    text = plain_points(units, denominator)
    if "/" in text:
        return markup("{}", text)
    padded = markup("{}{}", text, _pad(_missing(text, decimals)))
    if in_row is None:
        return padded
    return markup("{}{}", padded, _pad(_missing(text, in_row), "pad across"))


def rounded_points(points: Fraction) -> SafeString:
    """Points that need not be a whole number of units, with two decimals."""
    text = in_rounded_points(points)[page_language()]
    return markup('<span class="{}">{}</span>', "minus" if text[0] == MINUS else "", text)


@register.simple_tag
def divided_amount(points: Fraction, unit_denominator: int = 1) -> SafeString:
    """Points, or units of so many to a point, that were divided among players, in their colour."""
    text = in_divided_points(points / unit_denominator)[page_wording()]
    return markup('<span class="points {}">{}</span>', points_class(points.numerator), text)


@register.filter
def comma_pad(decimals: int) -> SafeString | str:
    """The padding after a cell without decimals, in a column whose numbers have up to so many."""
    return _pad(_missing("", decimals))


def _pad(missing: str, css: str = "pad") -> SafeString | str:
    return markup('<i class="{}" aria-hidden="true">{}</i>', css, missing) if missing else ""


def _missing(text: str, decimals: int) -> str:
    """What a number lacks of the decimals of its column, or of the one fraction that it has in their place."""
    half = plain_points(1, 2)
    if page_wording().endswith(IN_FRACTIONS):
        return "" if not decimals or text[-1:] in GLYPHS.values() else half
    mark = half[1]  # of "0,5" or "0.5"
    _, has_mark, after = text.partition(mark)
    zeros = "0" * (decimals - len(after))
    if has_mark or not decimals:
        return zeros
    return mark + zeros


@register.simple_tag
def amount(units: int, denominator: int) -> SafeString:
    """A player's points in their colour."""
    return on_comma(units, denominator, decimals=0)


def markup(form: str, *parts: object) -> SafeString:
    """A form of markup with a part in each of its braces; what is not markup itself is escaped."""
    return SafeString(form.format(*map(escape_part, parts)))


def escape_part(part: object) -> str:
    """A part as it may stand in markup. The usual kinds are told first, without asking whether they are lazy."""
    if type(part) is SafeString or type(part) is int:
        return str(part)
    if type(part) is str:
        return escape(part)
    return conditional_escape(part)  # type: ignore[arg-type]  # it takes whatever has a text


# A club's ranking rule in words.


@register.filter
def rule_words(rule: RankingRule) -> str:
    """A rule in sentences: "The 10 best evenings of each player count. An evening missed does not count."."""
    if rule.is_plain:
        return gettext("All points of all evenings count.")
    sentences = [_what_counts(rule), _when_missed(rule)]
    if rule.minimum_evenings:
        minimum = ngettext(
            "Whoever has played at least %(count)s evening gets a place.",
            "Whoever has played at least %(count)s evenings gets a place.",
            rule.minimum_evenings,
        )
        sentences.insert(0, minimum % {"count": rule.minimum_evenings})
    return " ".join(sentences)


@register.filter
def ranking_code_words(code: str) -> str:
    """What a line of the log says of a rule: the day from which it is in force, and the rule in sentences."""
    day, _, rule = code.partition(" ")
    from_day = date_format(date.fromisoformat(day), "SHORT_DATE_FORMAT")
    return gettext("from %(day)s: %(rule)s") % {"day": from_day, "rule": rule_words(read_rule_code(rule))}


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


# What a page hands to its scripts.


class CompactEncoder(DjangoJSONEncoder):
    """JSON without the spaces that only its readers would need."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "separators": (",", ":")})


@register.filter
def data_for_script(data: object, element_id: str) -> SafeString:
    """Data under an id, as `json_script` gives it but without spaces."""
    return json_script(data, element_id, encoder=CompactEncoder)
