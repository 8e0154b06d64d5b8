"""For whom a ranking rule makes a difference, in sentences."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from ledger.queries.seasons.ranking import Ranking
from ledger.queries.seasons.standings import Standing

MOST_NAMED = 8
NAMED_WITHOUT = 2  # places by the points that a season's end tells


def differences(ranking: Ranking) -> str:
    """Whom the rule gives another place than the points do, and who has none; empty where no rule ranks."""
    return " ".join([_who_moved(ranking), *_too_few(ranking)]) if ranking.is_by_rule else ""


def without_rule(ranking: Ranking) -> str:
    """Who would be first and second by the points alone, and who has no place; empty where no rule ranks."""
    if not ranking.is_by_rule:
        return ""
    first = sorted((row for row in ranking.standings if row.place <= NAMED_WITHOUT), key=lambda row: row.place)
    if all(row.rank == row.place for row in first):
        return " ".join(_too_few(ranking))
    players = enumerate_names([_without_rule(row, ranking) for row in first])
    told = gettext("Without that rule the order was %(players)s.") % {"players": players}
    return " ".join([told, *_too_few(ranking)])


def _without_rule(row: Standing, ranking: Ranking) -> str:
    """A player's place by the points: "Ejnar, now number 4, number 2"."""
    words = {"name": row.name, "place": row.place, "rank": row.rank}
    if row.rank is None:
        return gettext("%(name)s, now without a place, number %(place)s") % words
    if row.rank != row.place:
        return gettext("%(name)s, now number %(rank)s, number %(place)s") % words
    if sum(other.rank == row.rank for other in ranking.standings) > 1:
        return gettext("%(name)s alone number %(place)s") % words
    return gettext("%(name)s number %(place)s") % words


def _who_moved(ranking: Ranking) -> str:
    moved = ranking.moved_by_rule
    if not moved:
        return gettext("The rule gives nobody another place than the points do.")
    form = gettext("%(name)s (number %(rank)s, by the points %(place)s)")
    players = [form % {"name": row.name, "rank": row.rank, "place": row.place} for row in moved]
    return gettext("The rule makes a difference for %(players)s.") % {"players": _first(players)}


def _too_few(ranking: Ranking) -> list[str]:
    names = [row.name for row in ranking.without_place]
    words = ngettext(
        "%(players)s has played too few evenings to get a place.",
        "%(players)s have played too few evenings to get a place.",
        len(names),
    )
    return [words % {"players": _first(names)}] if names else []


def _first(players: Sequence[str]) -> str:
    """The first of some players, and how many others there are."""
    if len(players) <= MOST_NAMED:
        return enumerate_names(players)
    others = gettext("%(count)s more") % {"count": len(players) - MOST_NAMED}
    return enumerate_names([*players[:MOST_NAMED], others])


def enumerate_names(names: Sequence[str]) -> str:
    """Names as a sentence lists them: "Bodil, Carl and Emil"."""
    *first, last = names
    return gettext("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last
