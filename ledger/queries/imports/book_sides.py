"""The two sides that a season's workbook is compared with: the book that it was made from, and the book of today."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from ledger.models import Club, Entry, Evening, Player, PlayerAlias, ScoringTableVersion, Season, Seat
from ledger.queries.evenings.closings import approvals
from ledger.queries.imports.looking import NO_TABLE, Names
from ledger.queries.imports.season_deals import SeasonDeals
from ledger.rules.imports.differences.book_deals import BookDeal, DealPrices
from ledger.rules.imports.differences.book_sides import BookSides, KnownEvening
from ledger.rules.imports.differences.name_book import NameBook
from ledger.rules.imports.differences.origin import FileOrigin, Place
from ledger.rules.imports.differences.typed_rows import TypedRow
from ledger.rules.imports.names import match_name
from ledger.rules.site.refusal import Refusal


class FileSeason(NamedTuple):
    """The club's season that a workbook belongs to, if it has one, and whether the workbook was made from its book."""

    season: Season | None
    is_ours: bool


def season_of_file(*, club: Club, origin: FileOrigin) -> FileSeason:
    """The season that a workbook was made from, proved by its last entry; else the club's season of the same name."""
    claimed = Season.objects.filter(club=club, number=origin.season).first()
    if claimed and _is_made_from(claimed, origin):
        return FileSeason(claimed, is_ours=True)
    return FileSeason(Season.objects.filter(club=club, name=origin.name).first(), is_ours=False)


def _is_made_from(season: Season, origin: FileOrigin) -> bool:
    if not origin.entries:
        return season.name == origin.name and not origin.head
    return Entry.objects.filter(season=season, sequence=origin.entries, digest=origin.head).exists()


@dataclass(frozen=True)
class FilePlayers:
    """Everybody by the names that stand for them in a file: the club's players by id, and those to be added by name.

    `shown` are the names that the club has for them, `unsure` the names of the file of which nobody said who is meant.
    """

    ids: Mapping[str, int]
    fresh: Mapping[str, str]
    shown: Mapping[str, str]
    aliases: Mapping[str, str]
    unsure: tuple[str, ...]

    @property
    def names(self) -> NameBook:
        """The names for reading cells."""
        return NameBook([*self.ids, *self.fresh, *self.unsure], self.aliases)


def players_of_file(*, club: Club, origin: FileOrigin, is_ours: bool, answers: Names) -> FilePlayers:
    """Whom the names in a workbook mean; two queries.

    In one of the club's own they are told by the club's numbers, else by what the names are like, and by `answers`.
    """
    known = list(Player.objects.filter(club=club).order_by("sort_key", "pk").values_list("pk", "number", "name"))
    current = {name: pk for pk, _number, name in known if name}
    ids: dict[str, int] = {}
    if is_ours:
        by_number = {number: pk for pk, number, _name in known}
        ids = {player.name: by_number[player.number] for player in origin.players if player.number in by_number}
    confirmed = dict(PlayerAlias.objects.filter(club=club).values_list("name", "player__name"))
    for player in () if is_ours else origin.players:
        match = match_name(player.name, [*current], confirmed)
        if match.player is not None:
            ids[player.name] = current[match.player]
    ids |= {name: who for name, who in answers.items() if isinstance(who, int) and who in {pk for pk, *_ in known}}
    fresh = {name: who for name, who in answers.items() if isinstance(who, str) and name not in ids}
    asked = [player.name for player in origin.players if player.name not in ids and player.name not in fresh]
    ids, aliases = _with_everybody(ids, known, confirmed)
    names_by_id = {pk: name for pk, _number, name in known}
    names_shown = {name: names_by_id[pk] or name for name, pk in ids.items()} | dict(fresh)
    return FilePlayers(ids, fresh, names_shown, aliases, () if is_ours else tuple(asked))


def _with_everybody(
    ids: Mapping[str, int], known: Sequence[tuple[int, int, str]], confirmed: Mapping[str, str]
) -> tuple[dict[str, int], dict[str, str]]:
    """The ids of everybody in the club by one name each, that of the file first, and their other names."""
    by_id: dict[int, str] = {}
    for name, pk in ids.items():
        by_id.setdefault(pk, name)
    aliases = {name: by_id[pk] for name, pk in ids.items() if by_id[pk] != name}
    everybody = {by_id[pk]: pk for pk in by_id}
    for pk, number, name in known:
        if pk in by_id:
            # Renamed since the file was made.
            aliases |= {name: by_id[pk]} if name and name not in everybody else {}
        else:
            by_id[pk] = name if name and name not in everybody else f"{name} ({number})"
            everybody[by_id[pk]] = pk
    names_now = {name: by_id[pk] for pk, _number, name in known if pk in by_id}
    aliases |= {alias: names_now[name] for alias, name in confirmed.items() if name in names_now}
    return everybody, aliases


class _SidesReader:
    """Reads the sides of one club."""

    def __init__(self, club: Club, players: FilePlayers) -> None:
        self.club, self.players = club, players
        self.names = {pk: name for name, pk in players.ids.items()}
        versions = ScoringTableVersion.objects.filter(scoring_table__club=club).order_by("scoring_table", "number")
        self.versions = list(versions)
        if not self.versions:
            raise Refusal(NO_TABLE)
        self.prices = {version.pk: DealPrices(version.pk, version.tariff()) for version in self.versions}
        last = club.evenings.order_by("-date", "-number").values_list("table_version__scoring_table", flat=True).first()
        self.in_use = [version for version in self.versions if last in (None, version.scoring_table_id)]

    def prices_on(self, day: date) -> DealPrices:
        """The prices of a day, by the scoring table that the club played by last."""
        by_day = sorted(self.in_use, key=lambda version: version.in_force_from or date.min)
        begun = [version for version in by_day if (version.in_force_from or date.min) <= day]
        return self.prices[(begun or by_day[:1])[-1].pk]

    def ours(self, season: Season, entries: int) -> BookSides:
        """The book of a season after so many entries, and now."""
        deals = SeasonDeals(season, entries, self.names, self.prices)
        evenings = self._evenings(season)
        days = frozenset(evening.day for evening in evenings.values())
        return BookSides(deals.base, deals.now, {}, evenings, days, self.prices_on, self.players.names)

    def brought(self, season: Season | None, origin: FileOrigin, rows: Iterable[TypedRow]) -> BookSides:
        """The deals that a workbook of another book says to be made from, and the club's season of the same name."""
        by_digest = {version.digest: self.prices[version.pk] for version in self.versions}
        deals: dict[Place, BookDeal] = {}
        for row in rows:
            deal = origin.deals.get(row.deal_place) if row.deal_place else None
            if deal is None or row.deal_place is None:
                continue
            day = row.day or origin.starts_on
            prices = by_digest.get(deal.prices) or self.prices_on(day)
            deals[row.deal_place] = BookDeal(deal.deal, deal.players, deal.table, day, prices, deal.is_void)
        days = frozenset(season.evenings.values_list("date", flat=True) if season else ())
        return BookSides({}, {}, deals, {}, days, self.prices_on, self.players.names)

    def _evenings(self, season: Season) -> dict[int, KnownEvening]:
        evenings = list(Evening.objects.filter(season=season).order_by("date", "number"))
        approved = approvals(evenings=[evening.pk for evening in evenings])
        companies: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
        latest: dict[int, int] = {}
        seats = Seat.objects.filter(evening__season=season).order_by("evening", "-seating", "table_number", "position")
        for evening_id, seating, table_number, player in seats.values_list(
            "evening_id", "seating", "table_number", "player_id"
        ):
            if latest.setdefault(evening_id, seating) == seating:
                companies[evening_id][table_number].append(self.names[player])
        return {
            evening.number: KnownEvening(
                number=evening.number,
                day=evening.date,
                prices=self.prices[evening.table_version_id],
                tables={number: tuple(names) for number, names in companies[evening.pk].items()},
                is_closed=evening.pk in approved,
            )
            for evening in evenings
        }


def book_sides(
    *, club: Club, of_file: FileSeason, origin: FileOrigin, players: FilePlayers, rows: Sequence[TypedRow]
) -> BookSides:
    """The sides that a workbook's rows are compared with; nine queries at most, and two more a hundred evenings.

    Raises Refusal for a club without a scoring table.
    """
    reader = _SidesReader(club, players)
    if of_file.is_ours and of_file.season:
        return reader.ours(of_file.season, origin.entries)
    return reader.brought(of_file.season, origin, rows)
