"""A club's records, contracts, attendance as rows of a page."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.models import Player, Season
from ledger.queries.evenings.neighbours import MOST_READ, EveningList
from ledger.queries.seasons.story import count_deals
from ledger.queries.statistics.deals import BIDDER, WON, DealFilter
from ledger.queries.statistics.evenings import dearest_deal, names_of, records_of_seasons
from ledger.queries.statistics.figures import ContractFigure, common_denominator, contract_figures
from ledger.rules.seasons import PlayerSums
from ledger.rules.site.labels import Label, enumeration
from ledger.rules.site.points import decimals_of, in_points, in_rounded_points
from ledger.rules.statistics.records import (
    ClubRecords,
    Presence,
    club_records,
    is_played,
    presences_on,
)
from ledger.templatetags.ledger_format import average, markup, on_comma
from ledger.templatetags.ledger_labels import label_text
from ledger.web.site.access import Visit
from ledger.web.statistics.figure_rows import ENOUGH, RecordRow, RecordRows, deals_address


def figures_context(visit: Visit, counted: Sequence[Season], season: Season | None) -> dict[str, Any]:
    """Records and contracts of the counted seasons, as _records.html and _contracts.html draw them."""
    so_far = records_of_seasons(seasons=counted)
    if not so_far.evenings:
        return {}
    players = names_of({player for of_season in so_far.sums.values() for player in of_season})
    records = club_records(so_far, players)
    figures = contract_figures(seasons=counted)
    biggest = dearest_deal(seasons=counted, player__isnull=False)
    return {
        "so_far": so_far,
        "records": club_record_rows(visit.club.slug, records, biggest, players, counted, season),
        "contracts": contract_rows(visit.club.slug, figures, counted, season),
        "worth": worth_their_price(figures),
        "deals": count_deals(season__in=counted),
        "enough": ENOUGH,
    }


def club_record_rows(
    club_slug: str,
    records: ClubRecords,
    biggest: Any,
    players: Mapping[int, Player],
    counted: Sequence[Season],
    season: Season | None,
) -> list[RecordRow]:
    """The records of the counted seasons, with the biggest win in a deal; the best season unless it is of one alone."""
    names = {pk: player.name for pk, player in players.items()}
    drawn = RecordRows(club_slug, counted, names)
    rows = drawn.rows(records.best, records.worst, drawn.deal(biggest), drawn.run(records.run))
    if records.season and season is None:
        season_id, player, units = records.season
        best = next(other for other in counted if other.pk == season_id)
        words = gettext("%(name)s, %(season)s") % {"name": names[player], "season": best.name}
        address = f"{reverse('standings', args=[club_slug])}?season={best.slug}"
        rows.append(RecordRow(gettext("Most points in a season"), drawn.points(units), words, address))
    if records.closest:
        evening, units, _ = records.closest
        points = label_text(in_points(units, drawn.unit_denominator))
        day = date_format(evening.date, "DATE_FORMAT")
        title = gettext("Closest evening, first to last")
        rows.append(RecordRow(title, points, day, drawn.address_of(evening)))
    return rows


# A club's contracts as rows of a page, and which of them were worth their price to whoever bid them.


MOST_NAMED = 3  # contracts in a sentence


def contract_rows(
    club_slug: str, contracts: Sequence[ContractFigure], counted: Sequence[Season], season: Season | None
) -> list[dict[str, Any]]:
    """Contracts as rows; every count leads to its deals. Where nobody bids it, their number is all there is."""
    unit = common_denominator(counted)
    decimals = decimals_of([contract.units for contract in contracts], unit)
    rows = []
    for contract in contracts:
        part = BIDDER if contract.bids else ""
        asked = DealFilter(part=part, contract=contract.key, season=season.slug if season else "")
        row: dict[str, Any] = {
            "contract": contract,
            "name": label_text(contract.label),
            "address": deals_address(club_slug, asked),
            "is_few": contract.deals < ENOUGH,
        }
        if contract.bids:
            over = contract.average_over
            row |= {
                "made_address": deals_address(club_slug, asked, result=WON),
                "share": round(100 * contract.made / contract.bids),
                "over": "" if over is None else label_text(in_rounded_points(over)),
                "points": on_comma(contract.units, unit, decimals),
                "average": average(contract.units, unit, contract.bids),
            }
        rows.append(row)
    return rows


def worth_their_price(contracts: Sequence[ContractFigure]) -> dict[str, Label | None]:
    """The few contracts of enough deals that `paid` the bidder most on average, and those that `cost` most."""
    often = [contract for contract in contracts if contract.bids >= ENOUGH]
    by_average = sorted(often, key=lambda contract: contract.units / contract.bids, reverse=True)
    paid = [contract.label for contract in by_average if contract.units > 0]
    cost = [contract.label for contract in reversed(by_average) if contract.units < 0]
    return {
        "paid": enumeration(paid[:MOST_NAMED]) if paid else None,
        "cost": enumeration(cost[:MOST_NAMED]) if cost else None,
    }


# A season's attendance as rows of a grid: one for each player, a column for each evening.


MOST_UNDER_HEADS = 8  # evenings; with more of them, each mark has its day above it on a phone
ROW = '<tr><th scope="row"><a href="{}?{}">{}</a></th>{}<td class="num" data-day="{}">{}</td></tr>'
HEAD = '<th scope="col"><a href="{}">{}</a></th>'
CELL = '<td data-day="{}">{}</td>'
MARK = '<span aria-hidden="true">{}</span><span class="visually-hidden">{}</span>'


def attendance_context(
    club_slug: str, season: Season, sums: Sequence[PlayerSums], evenings: EveningList
) -> dict[str, Any]:
    """The attendance on the latest of the season's evenings as _attendance.html draws it; `sums` have the names."""
    # An evening on which no deal stands is none that anybody came to play on.
    played = [*filter(is_played, evenings)]
    latest = played[-MOST_READ:]
    days = [escape(date_format(evening.date, "j/n")) for evening in latest]
    counts = Counter(player for evening in played for player in evening.points)
    # By name, for those who came equally often.
    in_order = sorted(
        (row for row in sums if row.player_id in counts), key=lambda row: (-counts[row.player_id], row.sort_key)
    )
    by_player = presences_on(latest)
    away = [Presence.AWAY] * len(latest)
    presences = [(row, by_player.get(row.player_id, away)) for row in in_order]
    addresses = [reverse("evening", args=[club_slug, evening.number]) for evening in latest]
    heads = list(map(HEAD.format, addresses, days))
    came = [CELL.format(day, len(evening.points)) for evening, day in zip(latest, days, strict=True)]
    return {
        "columns": latest,
        "presences": presences,
        "heads": SafeString("".join(heads)),
        "counts": SafeString("".join(came)),
        "grid": _grid(presences, counts, days, club_slug, season),
        "is_long": len(latest) > MOST_UNDER_HEADS,
        "is_cut": len(played) > MOST_READ,
    }


def _grid(
    rows: Sequence[tuple[PlayerSums, Sequence[Presence]]],
    counts: Mapping[int, int],
    days: Sequence[str],
    club_slug: str,
    season: Season,
) -> SafeString:
    """A row for each player as HTML; a cell is drawn once for each mark of a column."""
    of_season = urlencode({"season": season.slug})
    in_all = gettext("In all")
    marks = {
        Presence.AWAY: "",
        Presence.THERE: MARK.format("●", escape(gettext("there"))),
        Presence.WON: MARK.format("★", escape(gettext("won"))),
    }
    cells = {presence: [CELL.format(day, mark) for day in days] for presence, mark in marks.items()}
    drawn = []
    for row, presences in rows:
        of_player = SafeString("".join([cells[presence][at] for at, presence in enumerate(presences)]))
        count = counts[row.player_id]
        address = reverse("player", args=[club_slug, row.slug])
        drawn.append(markup(ROW, address, of_season, row.name, of_player, in_all, count))
    return SafeString("".join(drawn))
