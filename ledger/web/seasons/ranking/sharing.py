"""Standings in words: what their page says of them, and what is passed on."""

from collections.abc import Sequence

from django.http import HttpRequest
from django.utils.translation import gettext

from ledger.queries.seasons.ranking import Ranking
from ledger.queries.seasons.standings import Period, Standing
from ledger.rules.seasons import FAR
from ledger.web.seasons.ranking.differences import enumerate_names
from ledger.web.site.access import Visit
from ledger.web.site.sharing import SharedText, place_in_words, share


def share_standings(request: HttpRequest, visit: Visit, ranking: Ranking, period: Period, about: str) -> SharedText:
    """What is passed on of standings: the places by what counts, who leads or has won, and who climbed far."""
    ranked = [(row.rank, row.name, row.counted_points) for row in ranking.standings if row.rank is not None]
    unit = period.unit_denominator
    return share(
        request,
        visit,
        about,
        page=request.get_full_path(),
        places=[place_in_words(rank, name, of.numerator, unit * of.denominator) for rank, name, of in ranked],
        sentences=standings_in_words(ranking.standings, period),
    )


def standings_in_words(rows: Sequence[Standing], period: Period) -> list[str]:
    """Sentences on who leads or has won, and who climbed far on the last evening."""
    leaders = [row.name for row in rows if row.rank == 1]
    if not leaders:
        return []
    is_one_evening = len(period.evenings) == 1 and not period.is_whole
    is_over = is_one_evening or (period.season is not None and period.season.closed_at is not None)
    alone, shared = (
        (gettext("%(names)s won."), gettext("%(names)s share the first place."))
        if is_over
        else (gettext("%(names)s leads."), gettext("%(names)s share the lead."))
    )
    sentences = [(alone if len(leaders) == 1 else shared) % {"names": enumerate_names(leaders)}]
    climber = max(rows, key=lambda row: row.moved or 0)
    if climber.rank is not None and climber.moved is not None and climber.moved >= FAR:
        values = {"name": climber.name, "before": climber.rank + climber.moved, "now": climber.rank}
        sentences.append(gettext("%(name)s went from number %(before)s to number %(now)s in one evening.") % values)
    return sentences
