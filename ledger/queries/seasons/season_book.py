"""Everything in a season's workbook, read from the book a few entries at a time."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from ledger.models import Entry, EveningTotal, ImportUnderWay, Player, Posting, ScoringTableVersion, Season
from ledger.models.book.journal import Share
from ledger.queries.clubs.clubs import writer_names
from ledger.queries.clubs.mentions import Mentions
from ledger.queries.deals.doubts import doubts_among
from ledger.queries.deals.in_words import deal_in_words
from ledger.queries.deals.pricing import settle_deal
from ledger.queries.deals.what_was_done import ReadEntry, what_was_done
from ledger.queries.seasons.book_corrections import STATUS, BookCorrections
from ledger.queries.seasons.book_entries import by_role, with_shares
from ledger.queries.seasons.book_evenings import BookEvenings
from ledger.queries.seasons.price_sheet import price_tables
from ledger.queries.seasons.prizes import prizes_won
from ledger.queries.seasons.season_evenings import count_deals
from ledger.queries.seasons.standings import standings
from ledger.rules.deals.kinds import kind_of
from ledger.rules.deals.kinds.trick import TrickDeal
from ledger.rules.deals.reading import WORDS_OF_A_DEAL, read_deal, with_players
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.seasons.prizes import NAMES
from ledger.rules.site.labels import Changed, Label, Phrase, fill, join
from ledger.spreadsheets.seasons.season_book import (
    HOUSE,
    BookOrigin,
    BookPlayer,
    DealRow,
    PostingRow,
    PrizeRow,
    SeasonBook,
    StandingRow,
)

REVERSAL = Phrase("Reversed: {text}")
IN_DOUBT = Phrase("booked in doubt")
NO_REVERSAL = [kind for kind in Entry.Kind if kind != Entry.Kind.REVERSAL]


class _BookEntry(NamedTuple):
    """An entry as both lists of the workbook read it; the fields are an entry's look-ups."""

    number: int
    evening__number: int
    evening__date: Any
    table_version_id: int
    deal: Mapping[str, Any]
    sequence: int
    reverses_id: Any


class _DealEntry(NamedTuple):
    """A deal's last entry that is no reversal, with what was done to it and to the entry that it replaces."""

    number: int
    evening__number: int
    evening__date: Any
    table_version_id: int
    deal: Mapping[str, Any]
    sequence: int
    table_number: int
    kind: str
    reason: str
    received_at: datetime
    author_id: int
    replaces_id: Any
    replaces__reversed_by__deal: Any
    replaces__reversed_by__sequence: Any
    replaces__reversed_by__received_at: Any
    reversed_by__reason: str | None
    imported__doubt: str | None


def workbook_name(*, season: Season) -> str:
    """The workbook's file name in ASCII, such as "whistklub-torsdagsklubben-2026-27.xlsx"; the club is loaded."""
    return f"whistklub-{season.club.slug}-{season.slug}.xlsx"


def season_book(*, season: Season, made_at: datetime, made_by: str) -> SeasonBook:
    """A season as its workbook shows it.

    Ask for it, and write it, within `one_moment`: its evenings, deals and postings are read when they are gone through,
    a few at a time. `made_at` is an aware time in the club's zone. Players are numbered from 1 in Danish order.
    """
    return _SeasonReader(season).book(made_at, made_by)


class _SeasonReader:
    """One season, with the names and numbers of its players in the workbook."""

    def __init__(self, season: Season) -> None:
        self.season = season
        posted = Posting.objects.filter(entry__season=season).order_by().values_list("player_id", flat=True)
        summed = EveningTotal.objects.filter(evening__season=season).order_by().values_list("player_id", flat=True)
        played = set(posted.distinct().union(summed.distinct()))
        self.has_house = None in played
        known = Player.objects.filter(pk__in=played).order_by("sort_key", "pk").values_list("pk", "name", "number")
        self.names = {player: name for player, name, _number in known}
        self.own_numbers = {player: number for player, _name, number in known}
        self.numbers = {player: number for number, player in enumerate(self.names, start=1)}
        used = Entry.objects.filter(season=season).values("table_version_id")
        self.versions = {
            version.pk: version for version in ScoringTableVersion.objects.filter(pk__in=used).order_by("pk")
        }
        self.prices = {version: at for at, version in enumerate(self.versions)}
        self.doubts = doubts_among(club=season.club, seasons=[season])
        self.mentions = Mentions(season.club_id)
        self.writers = writer_names(club=season.club)

    def book(self, made_at: datetime, made_by: str) -> SeasonBook:
        return SeasonBook(
            club=self.season.club.name,
            season=self.season.name,
            made_at=made_at,
            made_by=made_by,
            unit_denominator=self.season.unit_denominator,
            players=tuple(BookPlayer(self.numbers[player], name) for player, name in self.names.items()),
            standings=self._standings(),
            deal_count=count_deals(season=self.season).words,
            evenings=BookEvenings(
                self.season, self.numbers, has_house=self.has_house, in_doubt=self.doubts.evening_ids
            ),
            deals=self._deals(),
            postings=self._postings(),
            corrections=BookCorrections(
                self.season,
                names=self.names,
                versions=self.versions,
                mentions=self.mentions,
                writers=self.writers,
            ),
            prices=price_tables(season=self.season),
            prizes=self._prizes(),
            head_digest=self.season.head,
            origin=self._origin(),
            is_being_imported=ImportUnderWay.objects.filter(club=self.season.club_id).exists(),
        )

    def _origin(self) -> BookOrigin:
        return BookOrigin(
            season=self.season.number,
            entries=self.season.entry_count,
            starts_on=self.season.starts_on.isoformat(),
            players={number: self.own_numbers[player] for player, number in self.numbers.items()},
            prices=tuple(version.digest for version in self.versions.values()),
        )

    def _standings(self) -> tuple[StandingRow, ...]:
        return tuple(
            StandingRow(
                place=standing.place,
                player_number=self.numbers[standing.player_id],
                evenings=standing.evenings,
                deals=standing.deals,
                units=standing.points,
                is_in_doubt=standing.player_id in self.doubts.players,
            )
            for standing in standings(season=self.season)
        )

    def _prizes(self) -> tuple[PrizeRow, ...]:
        won = prizes_won(season=self.season) if self.season.closed_at else ()
        return tuple(
            PrizeRow(NAMES[row.prize.kind], row.title, row.gift, tuple(winner.name for winner in row.winners))
            for row in won
        )

    def _deals(self) -> Iterator[DealRow]:
        """Each deal's last entry that is no reversal, in the order of the evenings."""
        # By the season of the evening, which is that of its entries: so SQLite goes along the evenings' index and sorts
        # one evening's deals at a time. It sorts in memory. No evening with an entry is removed, but the index is only
        # used by who says so.
        within = {
            "evening__season": self.season,
            "evening__removed_at": None,
            "kind__in": NO_REVERSAL,
            "replaced_by__replaces": None,
        }
        for entry, shares in with_shares(_DealEntry, within, ("evening__date", "evening__number", "number")):
            yield self._deal(entry, shares)

    def _deal(self, entry: _DealEntry, shares: list[Share]) -> DealRow:
        names, tariff = self._names(shares), self.versions[entry.table_version_id].tariff()
        settled = settle_deal(deal=entry.deal, tariff=tariff, players=names)
        words = deal_in_words(settled=settled, names=names)
        status, reason = self._status(entry)
        dealer, had_role = entry.deal.get("dealer"), by_role(shares, names)
        return DealRow(
            contract=Changed(words.contract, self.mentions.with_names),
            result=words.result,
            why=Changed(words.why, self.mentions.with_names),
            note=self.mentions.with_names(words.note),
            evening=entry.evening__number,
            number=entry.number,
            date=entry.evening__date,
            table=entry.table_number,
            dealer="" if dealer is None else names.get(int(dealer), ""),
            declarer=had_role("declarer"),
            attachment=_attachment(entry.deal, tariff.scoring_table),
            vip_turn=entry.deal.get("vip_turn"),
            partner=had_role("partner"),
            going_along=had_role("joiner"),
            tricks=_tricks(entry.deal),
            units={} if entry.reversed_by__reason is not None else self._units(shares),
            status=status,
            reason=self.mentions.with_names(reason),
            recorded_by=self.writers.get(entry.author_id, ""),
            sides=None if entry.kind == Entry.Kind.ADJUSTMENT else self._sides(shares),
            origin=self._origin_of(entry, shares),
        )

    def _origin_of(self, entry: _DealEntry, shares: Iterable[Share]) -> Mapping[str, Any]:
        """A deal as data with the workbook's numbers, and with names where the book has mentions."""
        deal = with_players(entry.deal, lambda player: str(self.numbers[int(player)]))
        texts = {field: self.mentions.with_names(deal[field]) for field in WORDS_OF_A_DEAL if field in deal}
        players = [self.numbers[player] for player in self._names(shares)]
        prices = self.prices[entry.table_version_id]
        void = {"void": True} if entry.reversed_by__reason is not None else {}
        return {"table": entry.table_number, "players": players, "prices": prices, **void, "deal": {**deal, **texts}}

    def _sides(self, shares: Iterable[Share]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The numbers of those who declared, and of their partners."""
        by_part: dict[str, list[int]] = {"declarer": [], "partner": []}
        for share in shares:
            if share.role in by_part:
                by_part[share.role].append(self._number(share.player_id))
        return tuple(by_part["declarer"]), tuple(by_part["partner"])

    def _status(self, entry: _DealEntry) -> tuple[Label | None, str]:
        """What was last done to a deal, and why; if it was only recorded, whether it was booked in doubt."""
        reversal = None
        if entry.replaces_id is not None:
            reversal = ReadEntry(
                deal=entry.replaces__reversed_by__deal,
                sequence=entry.replaces__reversed_by__sequence,
                received_at=entry.replaces__reversed_by__received_at,
            )
        is_voided = entry.reversed_by__reason is not None
        word = what_was_done(entry=entry, reversal=reversal, is_voided=is_voided)
        if word not in STATUS:
            return (IN_DOUBT if entry.imported__doubt else None), ""
        return STATUS[word], (entry.reversed_by__reason if is_voided else entry.reason) or ""

    def _units(self, shares: Iterable[Share]) -> Mapping[int, int]:
        """The units of each player and of the house, without those who sat out."""
        units: dict[int, int] = {}
        for share in shares:
            if share.role != "sits_out":
                # Whoever stands in the opening balances under two names has both.
                number = self._number(share.player_id)
                units[number] = units.get(number, 0) + share.points
        return units

    def _postings(self) -> Iterator[PostingRow]:
        for entry, shares in with_shares(_BookEntry, {"season": self.season}, ("sequence",)):
            scoring_table = self.versions[entry.table_version_id].to_rules()
            played = read_deal(entry.deal, scoring_table, [str(player) for player in self._names(shares)])
            result = played.result(scoring_table)
            contract = Changed(played.name(scoring_table), self.mentions.with_names)
            name = Changed(join([contract, result], " "), str.rstrip)
            text = name if entry.reverses_id is None else fill(REVERSAL, text=name)
            for share in shares:
                yield PostingRow(
                    sequence=entry.sequence,
                    date=entry.evening__date,
                    evening=entry.evening__number,
                    deal=entry.number,
                    player_number=self._number(share.player_id),
                    text=text,
                    units=share.points,
                )

    def _names(self, shares: Iterable[Share]) -> dict[int, str]:
        """The names of everyone at the table by id, in seat order."""
        return {share.player_id: self.names[share.player_id] for share in shares if share.player_id is not None}

    def _number(self, player: int | None) -> int:
        return HOUSE if player is None else self.numbers[player]


def _attachment(deal: Mapping[str, Any], scoring_table: ScoringRules) -> Label | None:
    """What a contract's attachment is called, if it has one."""
    code = deal.get("attachment")
    return TrickDeal.contract_labels(scoring_table)[code] if code else None


def _tricks(deal: Mapping[str, object]) -> int | str | None:
    """A deal's tricks as one number, or each player's own if several took part."""
    tricks = kind_of(deal).tricks_taken(deal)
    return tricks[0] if len(tricks) == 1 else " / ".join(map(str, tricks)) or None
