"""What a closing sheet shows: the balances, how much was played, and what the closing was signed with."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext

from ledger.models import Club, Season, SeasonBalance, SeasonClosing
from ledger.queries.deals.doubts import doubts_among
from ledger.queries.evenings.closings import Balance, closing_sheet, former_heads, stored_balances
from ledger.queries.seasons.ranking import prizes_won
from ledger.queries.seasons.story import count_deals, season_in_numbers
from ledger.rules.site.points import decimals_of, in_points
from ledger.templatetags.ledger_labels import label_text
from ledger.web.site.lists import ListFile


def closing_context(club: Club, season: Season, closing: SeasonClosing) -> dict[str, Any]:
    """What the closing sheet shows, as it was signed."""
    return {
        "season": season,
        "closing": closing,
        "in_numbers": season_in_numbers(season=season, deals=count_deals(season=season)),
        "prizes": prizes_won(season=season),
        "doubts": doubts_among(club=club, seasons=[season]),
        "former_heads": [head for head in former_heads(season=season) if head.sequence == closing.entry_count],
        **balances_context(season, stored_balances(closing=closing)),
    }


def balances_context(season: Season, balances: Sequence[SeasonBalance]) -> dict[str, Any]:
    """The rows of a closing sheet, their sum, and how many decimals they have."""
    units = [balance.points for balance in balances]
    decimals = decimals_of(units, season.unit_denominator)
    rows = closing_sheet(balances=balances)
    file = ListFile("balances", partial(_balances_in_file, rows, season.unit_denominator))
    return {"rows": rows, "total": sum(units), "decimals": decimals, "balances_file": file}


def _balances_in_file(rows: Iterable[Balance], unit_denominator: int) -> Iterator[list[object]]:
    yield [gettext("Place"), gettext("Player"), gettext("Points"), gettext("Evenings"), gettext("Deals")]
    for row in rows:
        balance, points = row.balance, label_text(in_points(row.balance.points, unit_denominator))
        if balance.player:
            yield [row.place, balance.player.name, points, balance.evenings, balance.deals]
        else:
            yield ["", gettext("The house"), points, "", ""]
