"""A club's records, contracts, attendance as rows of a page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from ledger.models import Player, Season
from ledger.queries.evenings.neighbours import MOST_READ, EveningList
from ledger.queries.seasons.standings import PlayerSums
from ledger.queries.seasons.story import count_deals
from ledger.queries.statistics.deals import BIDDER, WON, DealFilter
from ledger.queries.statistics.evenings import DealWon, dearest_deal, names_of, records_of_seasons
from ledger.queries.statistics.figures import ContractFigure, ContractFigures, common_denominator, contract_figures
from ledger.rules.evenings.figures import PlayedEvening
from ledger.rules.site.labels import Label, enumeration
from ledger.rules.site.points import decimals_of, in_points, in_rounded_points
from ledger.rules.statistics.records import (
    ClubRecords,
    Held,
    HeldRun,
    Presence,
    club_records,
    evening_records,
    is_played,
    presences_on,
)
from ledger.templatetags.ledger_format import average, markup, on_comma
from ledger.templatetags.ledger_labels import label_text
from ledger.web.site.access import Visit
from ledger.web.statistics.figure_rows import ENOUGH, RecordRow, deals_address


def figures_context(visit: Visit, counted: Sequence[Season], season: Season | None) -> dict[str, Any]:
    """Records and contracts of the counted seasons, as _records.html and _contracts.html draw them."""
    so_far = records_of_seasons(seasons=counted)
    if not so_far.count:
        return {}
    players = names_of({player for of_season in so_far.sums.values() for player in of_season})
    records, figures = club_records(so_far, players), contract_figures(seasons=counted)
    biggest = dearest_deal(seasons=counted, player__isnull=False)
    is_of_season = season is not None
    return {
        "so_far": so_far,
        "records": club_record_rows(visit.club.slug, records, biggest, players, counted, is_of_season=is_of_season),
        "contracts": contract_rows(visit.club.slug, figures, season),
        "worth": worth_their_price(figures),
        "deals": count_deals(season__in=counted),
        "enough": ENOUGH,
    }


# A club's records as rows of a page, each with a link to what it was.


def club_record_rows(
    club_slug: str,
    records: ClubRecords,
    biggest: DealWon | None,
    players: Mapping[int, Player],
    seasons: Sequence[Season],
    *,
    is_of_season: bool,
) -> list[RecordRow]:
    """The records that the club has, in all or of a season."""
    return list(_Rows(club_slug, players, seasons).of(records, biggest, is_of_season))


class _Rows:
    """What draws a club's records: its address, its players by id, and its seasons."""

    def __init__(self, club_slug: str, players: Mapping[int, Player], seasons: Sequence[Season]) -> None:
        self.club_slug, self.players = club_slug, players
        self.seasons = {season.pk: season for season in seasons}
        self.unit_denominator = common_denominator(seasons)

    def of(self, records: ClubRecords, biggest: DealWon | None, is_of_season: bool) -> Iterator[RecordRow]:
        """The rows of records and of the biggest win in a deal."""
        if records.best:
            yield self._evening(gettext("Best evening"), records.best)
        if records.worst:
            yield self._evening(gettext("Worst evening"), records.worst)
        if biggest:
            yield self._deal(biggest)
        if records.run:
            yield self._run(records.run)
        if records.season and not is_of_season:
            season = self.seasons[records.season.season]
            values = {"name": self._name(records.season.player), "season": season.name}
            address = f"{reverse('standings', args=[self.club_slug])}?season={season.slug}"
            words = gettext("%(name)s, %(season)s") % values
            yield RecordRow(gettext("Most points in a season"), self._points(records.season.units), words, address)
        if records.closest:
            evening, units = records.closest
            points = label_text(in_points(units, self.unit_denominator))
            yield RecordRow(gettext("Closest evening, first to last"), points, _day(evening), self._link(evening))

    def _evening(self, name: str, held: Held) -> RecordRow:
        words = gettext("%(name)s, %(day)s") % {"name": self._name(held.player), "day": _day(held.evening)}
        return RecordRow(name, self._points(held.units), words, self._link(held.evening))

    def _run(self, run: HeldRun) -> RecordRow:
        first, last, count = run.evenings[0], run.evenings[-1], len(run.evenings)
        values = {"name": self._name(run.player), "first": first.number, "last": last.number}
        words = ngettext("%(name)s, evening %(first)s", "%(name)s, evenings %(first)s to %(last)s", count) % values
        if run.is_unbroken and any(season.closed_at is None for season in self.seasons.values()):
            words = gettext("%(evenings)s, and counting") % {"evenings": words}
        return RecordRow(gettext("Winning evenings in a row"), count, words, self._link(last))

    def _deal(self, won: DealWon) -> RecordRow:
        values = {
            "name": self._name(won.player),
            "contract": label_text(won.contract),
            "evening": won.evening,
            "deal": won.number,
        }
        words = gettext("%(name)s: %(contract)s, evening %(evening)s, deal %(deal)s") % values
        address = reverse("deal", args=[self.club_slug, won.evening, won.number])
        points = on_comma(won.points, won.unit_denominator, 0)
        return RecordRow(gettext("Biggest win in a deal"), points, words, address)

    def _points(self, units: int) -> str:
        return on_comma(units, self.unit_denominator, 0)

    def _name(self, player: int) -> str:
        return self.players[player].name

    def _link(self, evening: PlayedEvening) -> str:
        return reverse("evening", args=[self.club_slug, evening.number])


def _day(evening: PlayedEvening) -> str:
    return date_format(evening.date, "DATE_FORMAT")


# A club's contracts as rows of a page, and which of them were worth their price to whoever bid them.


MOST_NAMED = 3  # contracts in a sentence
NOTHING = SafeString("")


@dataclass(frozen=True)
class ContractRow:
    """A contract: its name, the address of its deals, and its numbers as they are drawn; empty where nobody bids."""

    contract: ContractFigure
    name: str
    address: str
    deals: int
    is_few: bool
    made: int | None = None
    made_address: str = ""
    share: int | None = None
    over: str = ""
    points: SafeString = NOTHING
    average: SafeString = NOTHING


@dataclass(frozen=True)
class WorthTheirPrice:
    """The contracts of enough deals that paid the bidder on average, and those that cost, as parts of a sentence."""

    paid: Label | None
    cost: Label | None


def contract_rows(club_slug: str, figures: ContractFigures, season: Season | None) -> list[ContractRow]:
    """Contracts as rows; every count leads to its deals."""
    units = [contract.units for contract in figures.contracts]
    drawn = _Drawn(club_slug, season.slug if season else "", figures, decimals_of(units, figures.unit_denominator))
    return [drawn.row(contract) for contract in figures.contracts]


@dataclass(frozen=True)
class _Drawn:
    """What draws the rows of contracts."""

    club_slug: str
    season: str
    figures: ContractFigures
    decimals: int

    def row(self, contract: ContractFigure) -> ContractRow:
        """A contract as a row; where nobody bids it, the number of deals is all there is."""
        asked = DealFilter(part=BIDDER if contract.bids else "", contract=contract.key, season=self.season)
        name, is_few = label_text(contract.label), contract.deals < ENOUGH
        address, over = deals_address(self.club_slug, asked), contract.average_over
        if not contract.bids:
            return ContractRow(contract, name, address, contract.deals, is_few)
        return ContractRow(
            contract=contract,
            name=name,
            address=address,
            deals=contract.deals,
            made=contract.made,
            made_address=deals_address(self.club_slug, replace(asked, result=WON)),
            share=round(100 * contract.made / contract.bids),
            over="" if over is None else label_text(in_rounded_points(over)),
            points=on_comma(contract.units, self.figures.unit_denominator, self.decimals),
            average=average(contract.units, self.figures.unit_denominator, contract.bids),
            is_few=is_few,
        )


def worth_their_price(figures: ContractFigures) -> WorthTheirPrice:
    """The few contracts that paid the bidder most on average, and those that cost most."""
    often = [contract for contract in figures.contracts if contract.bids >= ENOUGH]
    by_average = sorted(often, key=lambda contract: contract.units / contract.bids, reverse=True)
    paid = [contract for contract in by_average if contract.units > 0]
    cost = [contract for contract in reversed(by_average) if contract.units < 0]
    return WorthTheirPrice(_names(paid[:MOST_NAMED]), _names(cost[:MOST_NAMED]))


def _names(contracts: list[ContractFigure]) -> Label | None:
    return enumeration([contract.label for contract in contracts]) if contracts else None


# A season's attendance as rows of a grid: one for each player, a column for each evening.


MOST_UNDER_HEADS = 8  # evenings; with more of them, each mark has its day above it on a phone
ROW = '<tr><th scope="row"><a href="{}?{}">{}</a></th>{}<td class="num" data-day="{}">{}</td></tr>'
HEAD = '<th scope="col"><a href="{}">{}</a></th>'
CELL = '<td data-day="{}">{}</td>'
MARK = '<span aria-hidden="true">{}</span><span class="visually-hidden">{}</span>'


@dataclass(frozen=True)
class EveningColumn:
    """An evening of the grid: its number, its day as markup, and how many came."""

    number: int
    day: str
    count: int


@dataclass(frozen=True)
class PresenceRow:
    """A player's row: the presence on each evening of the grid, and how many evenings of the season in all."""

    name: str
    slug: str
    presences: tuple[Presence, ...]
    count: int

    @property
    def came(self) -> Iterator[tuple[int, Presence]]:
        """The columns of the evenings that the player came to, each with its presence."""
        return ((index, presence) for index, presence in enumerate(self.presences) if presence is not Presence.AWAY)


def attendance_context(
    club_slug: str, season: Season, sums: Sequence[PlayerSums], evenings: EveningList
) -> dict[str, Any]:
    """The attendance on the latest of the season's evenings as _attendance.html draws it; `sums` have the names."""
    so_far = evening_records(evenings, {season.pk: 1})
    # An evening on which no deal stands is none that anybody came to play on.
    backwards = filter(is_played, reversed(evenings))
    latest = [*islice(backwards, MOST_READ)][::-1]
    columns = [
        EveningColumn(evening.number, escape(date_format(evening.date, "j/n")), len(evening.points))
        for evening in latest
    ]
    by_player = {row.player: row.evenings for row in presences_on(latest)}
    counts = {player: records.evenings for player, records in so_far.players.items()}
    away = (Presence.AWAY,) * len(columns)
    # By name, for those who came equally often.
    in_order = sorted((row for row in sums if row[0] in counts), key=lambda row: (-counts[row[0]], row[3]))
    rows = [PresenceRow(name, slug, by_player.get(pk, away), counts[pk]) for pk, name, slug, *_ in in_order]
    return {
        "columns": columns,
        "presences": rows,
        "heads": _head(columns, club_slug),
        "counts": _foot(columns),
        "grid": _grid(rows, columns, club_slug, season),
        "is_long": len(columns) > MOST_UNDER_HEADS,
        "is_cut": so_far.count > MOST_READ,
    }


def _grid(rows: Sequence[PresenceRow], columns: Sequence[EveningColumn], club_slug: str, season: Season) -> SafeString:
    """The rows as HTML; a cell is drawn once for each mark of a column."""
    address = reverse("player", args=[club_slug, "-"]).replace("/-/", "/{}/")
    of_season, in_all = urlencode({"season": season.slug}), gettext("In all")
    there, won = MARK.format("●", escape(gettext("there"))), MARK.format("★", escape(gettext("won")))
    away = [CELL.format(column.day, "") for column in columns]
    cells = {
        Presence.THERE: [CELL.format(column.day, there) for column in columns],
        Presence.WON: [CELL.format(column.day, won) for column in columns],
    }
    drawn = []
    for row in rows:
        of_player = away.copy()
        for index, presence in row.came:
            of_player[index] = cells[presence][index]
        marks = SafeString("".join(of_player))
        drawn.append(markup(ROW, address.format(row.slug), of_season, row.name, marks, in_all, row.count))
    return SafeString("".join(drawn))


def _head(columns: Sequence[EveningColumn], club_slug: str) -> SafeString:
    """The columns' heads, which lead to their evenings."""
    # The address of evening 0, which is none, is made once: to make one takes longer than to draw the rest.
    address = reverse("evening", args=[club_slug, 0]).replace("/0/", "/{}/")
    return SafeString("".join([HEAD.format(address.format(column.number), column.day) for column in columns]))


def _foot(columns: Sequence[EveningColumn]) -> SafeString:
    """How many came to each evening."""
    return SafeString("".join([CELL.format(column.day, column.count) for column in columns]))
