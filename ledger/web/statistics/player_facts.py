"""A player's best in words, and what it came to in all: what stands on the first screen of the player's page."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from ledger.models import Season
from ledger.queries.statistics.evenings import PlayerEvenings, WonEvening, evenings_together
from ledger.queries.statistics.figures import PlayerFigures, WithAnother, common_denominator
from ledger.templatetags.ledger_format import amount
from ledger.templatetags.ledger_labels import label_text
from ledger.templatetags.ledger_links import place_after

ENOUGH_TO_SAY = 5  # deals; of fewer, nothing is called the best


class Fact(NamedTuple):
    """What is best, the words around it, its points, and the address of it where it has a page."""

    name: str
    words: str
    about: str
    points: SafeString
    address: str = ""


def best_partner(others: Sequence[WithAnother], unit_denominator: int) -> Fact | None:
    """The partner with whom the two got most between them; None if no pair of enough deals got any."""
    partners = [other for other in others if other.together >= ENOUGH_TO_SAY and other.both > 0]
    if not partners:
        return None
    best = max(partners, key=lambda other: other.both)
    together = ngettext("%(count)s deal together", "%(count)s deals together", best.together)
    points = amount(best.both, unit_denominator)
    return Fact(gettext("Best partner"), best.name, together % {"count": best.together}, points)


def best_contract(figures: PlayerFigures, unit_denominator: int) -> Fact | None:
    """The contract that gave most, made or not; None if none of enough deals gave anything."""
    # The contracts stand with the best first.
    best = next((figure for figure in figures.contracts if figure.deals >= ENOUGH_TO_SAY), None)
    if best is None or best.points <= 0:
        return None
    made = gettext("%(won)s of %(count)s made") % {"won": best.won, "count": best.deals}
    name = label_text(figures.labels[best.key])
    return Fact(gettext("Best contract"), name, made, amount(best.points, unit_denominator))


def best_evening(best: WonEvening | None, player: int, club_slug: str, *, has_year: bool) -> Fact | None:
    """The evening that gave most, where it was, and its address; None if it had too few deals."""
    if best is None or best.evening.deals[player] < ENOUGH_TO_SAY:
        return None
    day = date_format(best.evening.date, "DATE_FORMAT" if has_year else "MONTH_DAY_FORMAT")
    points = amount(best.points, best.season.unit_denominator)
    address = reverse("evening", args=[club_slug, best.evening.number])
    return Fact(gettext("Best evening"), day, place_after(best.evening.place), points, address)


def in_all(evenings: Mapping[Season, PlayerEvenings]) -> Fact:
    """All that the player ever played: deals, evenings and points, and since when."""
    unit = common_denominator(evenings)
    factors = {season.pk: unit // season.unit_denominator for season in evenings}
    rows = evenings_together(evenings, factors=factors)
    first, last = rows[0].evening.date, rows[-1].evening.date
    month = date_format(first, "F" if first.year == last.year else "YEAR_MONTH_FORMAT")
    deals = sum(row.deals for row in rows)
    words = ngettext("%(count)s deal", "%(count)s deals", deals) % {"count": deals}
    about = ngettext("on %(count)s evening", "on %(count)s evenings", len(rows)) % {"count": len(rows)}
    return Fact(gettext("In all since %(month)s") % {"month": month}, words, about, amount(rows[-1].running, unit))
