"""Everything in a season's workbook, read from the book as it is at one moment."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Q

from ledger.models import Entry, Evening, EveningTotal, Player, Posting, ScoringTableVersion, Season
from ledger.queries.clubs.clubs import writer_names
from ledger.queries.clubs.persons import Mentions
from ledger.queries.deals.doubts import doubts_among
from ledger.queries.deals.history import is_one_write, what_was_done
from ledger.queries.deals.pricing import settle_deal, units_per_point_unit
from ledger.queries.evenings.approval import approvals
from ledger.queries.evenings.neighbours import evenings_of_seasons
from ledger.queries.seasons.ranking import Ranking, prizes_won, rank_by_rule
from ledger.queries.seasons.standings import standings
from ledger.queries.seasons.story import count_deals, deal_counts, is_totals, season_in_numbers, whole_story
from ledger.queries.site import in_pieces
from ledger.rules.deals.kinds import kind_of
from ledger.rules.deals.settling import sentence
from ledger.rules.scoring.ladder import ladder_steps, ladder_words
from ledger.rules.scoring.scoring_table import ALONE, Nolo, Price, ScoringRules
from ledger.rules.scoring.wall.sheet import Cell, four_numbers, rules_in_words, wall_cells
from ledger.rules.seasons import NAMES, on_podium
from ledger.rules.site.labels import Changed, Label, Phrase, fill, join, same
from ledger.rules.site.spelling import fingerprint
from ledger.spreadsheets.seasons.season_book import (
    HOUSE,
    CorrectionRow,
    DealRow,
    EveningRow,
    PostingRow,
    PriceCell,
    PricedScoringTable,
    PrizeRow,
    SeasonBook,
    StandingRow,
)


def workbook_name(*, season: Season) -> str:
    """The workbook's file name in ASCII, such as "whistklub-torsdagsklubben-2026-27.xlsx"; the club is loaded."""
    return f"whistklub-{season.club.slug}-{season.slug}.xlsx"


def season_book(*, season: Season, made_at: datetime) -> SeasonBook:
    """A season as its workbook shows it; ask within `one_moment`.

    `made_at` is an aware time in the club's zone. Players are numbered from 1 in Danish order.
    """
    names = _names(season)
    numbers: dict[int | None, int] = {None: HOUSE, **{player: number for number, player in enumerate(names, start=1)}}
    used = season.entries.order_by().values("table_version")
    versions = ScoringTableVersion.objects.in_bulk(list(used.distinct().values_list("table_version", flat=True)))
    rows = BookRows(names, numbers, versions, Mentions(season.club_id), writer_names(club=season.club))
    for entry in entries_of_book(season):
        rows.add(entry)
    deals = sorted(rows.standing.values(), key=lambda deal: (deal.date, deal.evening, deal.number))
    doubts = doubts_among(club=season.club, seasons=[season])
    evenings = evenings_of_seasons(seasons=[season])
    ranking = rank_by_rule(season=season, rows=standings(season=season))
    story = whole_story(season=season, ranking=ranking, evenings=evenings, doubts=doubts)
    return SeasonBook(
        club=season.club.name,
        season=season.name,
        is_closed=season.closed_at is not None,
        made_at=made_at,
        unit_denominator=season.unit_denominator,
        names={numbers[player]: name for player, name in names.items()},
        standings=_standings(ranking, numbers, season.unit_denominator),
        in_numbers=season_in_numbers(season=season, deals=count_deals(season=season)),
        sentences=tuple(story.sentences()),
        evenings=_evenings(season, numbers, deals),
        deals=tuple(deals),
        postings=tuple(rows.postings),
        corrections=tuple(rows.corrections),
        prices=price_tables(season=season),
        prizes=_prizes(season),
        head_digest=season.head,
    )


def _names(season: Season) -> dict[int, str]:
    """The names of everybody with a posting or an evening, by id, in Danish order."""
    posted = Posting.objects.filter(entry__season=season).order_by().values("player_id")
    summed = EveningTotal.objects.filter(evening__season=season).order_by().values("player_id")
    known = Player.objects.filter(pk__in=posted.union(summed)).order_by("sort_key", "pk")
    return dict(known.values_list("pk", "name"))


def _standings(ranking: Ranking, numbers: Mapping[int | None, int], unit_denominator: int) -> tuple[StandingRow, ...]:
    steps = on_podium([row.rank for row in ranking.standings if row.rank is not None])
    return tuple(
        StandingRow(
            place=standing.rank,
            player_number=numbers[standing.player_id],
            evenings=standing.evenings,
            deals=standing.deals,
            units=standing.points,
            is_on_podium=at < steps,
            counted=standing.counted_points / unit_denominator if ranking.is_by_rule else None,
        )
        for at, standing in enumerate(ranking.standings)
    )


def _prizes(season: Season) -> tuple[PrizeRow, ...]:
    if season.closed_at is None:
        return ()
    return tuple(
        PrizeRow(NAMES[row.prize.kind], row.title, row.gift, tuple(winner.name for winner in row.winners))
        for row in prizes_won(season=season)
    )


def _evenings(season: Season, numbers: Mapping[int | None, int], deals: list[DealRow]) -> tuple[EveningRow, ...]:
    """The evenings as they were played and approved, with opening balances."""
    in_order = Evening.with_openings.filter(season=season).order_by("date", "number")
    evenings = list(in_order.annotate(is_totals=is_totals()))
    ids = [evening.pk for evening in evenings]
    approved, counts, totals = approvals(evenings=ids), deal_counts(evenings=evenings), _totals(season, numbers)
    for deal in deals:
        if HOUSE in deal.units:
            totals[deal.evening][HOUSE] = totals[deal.evening].get(HOUSE, 0) + deal.units[HOUSE]
    return tuple(
        EveningRow(
            number=evening.number,
            date=evening.date,
            place_name=evening.place,
            deals=0 if evening.is_opening else counts[evening.pk],
            totals=totals[evening.number],
            fingerprint=fingerprint(approved[evening.pk][1]) if evening.pk in approved else "",
            is_opening=evening.is_opening,
            is_totals=evening.is_totals,
        )
        for evening in evenings
    )


def _totals(season: Season, numbers: Mapping[int | None, int]) -> dict[int, dict[int, int]]:
    """Everybody's units on each evening, by its number."""
    totals: dict[int, dict[int, int]] = defaultdict(dict)
    stored = EveningTotal.objects.filter(evening__season=season)
    for evening, player, points in stored.values_list("evening__number", "player_id", "points"):
        of_evening, number = totals[evening], numbers[player]  # of one who is shown as one person there may be several
        of_evening[number] = of_evening.get(number, 0) + points
    return totals


# What a season's book comes to, read once from its first entry to its last: deals, postings and corrections.


REVERSAL = Phrase("Reversed: %(text)s")
IN_DOUBT = Phrase("booked in doubt")
WITH = Phrase("with %(names)s")
STATUS = {
    "corrected": Phrase("corrected"),
    "restored": Phrase("restored"),
    "voided": Phrase("voided"),
}


class BookRows:
    """The rows of a season's workbook, as its entries are added in the book's order.

    `names` are the players' by id, `numbers` their numbers in the workbook. `standing` has the deals that count, by
    the keys of their entries.
    """

    def __init__(
        self,
        names: Mapping[int, str],
        numbers: Mapping[int | None, int],
        versions: Mapping[int, ScoringTableVersion],
        mentions: Mentions,
        writers: Mapping[int, str],
    ) -> None:
        self.names = names
        self.named = {str(player): name for player, name in names.items()}
        self.numbers = numbers
        self.versions = versions
        self.mentions = mentions
        self.writers = writers
        self.standing: dict[UUID, DealRow] = {}
        self.postings: list[PostingRow] = []
        self.corrections: list[CorrectionRow] = []
        self._taken_back: dict[UUID | None, tuple[Entry, Label]] = {}

    def add(self, entry: Any) -> None:
        """Add the next entry of the book, one of `entries_of_book`."""
        shares = entry.in_seats
        scoring_table = self.versions[entry.table_version_id].to_rules()
        players = [str(share.player_id) for share in shares if share.player_id is not None]
        settled = settle_deal(deal=entry.deal, tariff=self.versions[entry.table_version_id].tariff(), players=players)
        deal = settled.deal
        contract = self.mentions.label_with_names(deal.name(scoring_table))
        text: Label = Changed(join([contract, deal.result(scoring_table)], " "), str.rstrip)
        told = self.mentions.label_with_names(sentence(deal, scoring_table, settled.payout, self.named))
        if entry.reverses_id is not None:
            del self.standing[entry.reverses_id]
            self._taken_back[entry.reverses_id] = entry, told
            self._add_correction(entry, "voided", told, None)
            text = fill(REVERSAL, text=text)
        else:
            status = self._note_change(entry, told)
            result = self.mentions.label_with_names(deal.result_in_words(scoring_table, self.named))
            self.standing[entry.key] = self._deal_row(entry, shares, contract, result, status)
        for share in shares:
            number = self.numbers[share.player_id]
            place = entry.sequence, entry.evening.date, entry.evening.number, entry.number
            self.postings.append(PostingRow(*place, number, text, share.points))

    def _note_change(self, entry: Any, told: Label) -> Label | None:
        """Add a correction if the entry is one; returns the word for what was last done to its deal."""
        reversal, before = self._taken_back.get(entry.replaces_id, (None, None))
        if reversal is None:
            return IN_DOUBT if entry.doubt else None
        word = what_was_done(entry=entry, reversal=reversal)
        is_one = is_one_write(reversal=reversal, entry=entry)
        if is_one:
            self.corrections.pop()  # the reversal alone would read as a voided deal
        self._add_correction(entry, word, before if is_one else None, told)
        return STATUS[word]

    def _deal_row(
        self,
        entry: Entry,
        shares: Sequence[Posting],
        contract: Label,
        result: Label,
        status: Label | None,
    ) -> DealRow:
        tricks = kind_of(entry.deal).tricks_taken(entry.deal)
        return DealRow(
            evening=entry.evening.number,
            number=entry.number,
            date=entry.evening.date,
            dealer=self.named.get(str(entry.deal.get("dealer")), ""),
            declarer=self._names_of(shares, "declarer"),
            contract=contract,
            partner=self._partner(entry, shares),
            tricks=tricks[0] if len(tricks) == 1 else " / ".join(map(str, tricks)),
            result=result,
            status=status,
            note=self.mentions.with_names(entry.deal.get("note", "")),
            units=self._units(shares),
            declarers=self._numbers(shares, "declarer"),
            partners=self._numbers(shares, "partner"),
        )

    def _partner(self, entry: Entry, shares: Sequence[Posting]) -> Label:
        """The partner's name, or why there is none, or who went along."""
        joiners, alone = self._names_of(shares, "joiner"), entry.deal.get("alone")
        if joiners:
            return fill(WITH, names=joiners)
        return ALONE[alone] if alone else same(self._names_of(shares, "partner"))

    def _units(self, shares: Sequence[Posting]) -> Mapping[int, int]:
        """The units of each player and of the house, without those who sat out."""
        units: dict[int, int] = {}
        for share in shares:
            if share.role != "sits_out":
                # Whoever stands in the opening balances under two names has both.
                number = self.numbers[share.player_id]
                units[number] = units.get(number, 0) + share.points
        return units

    def _add_correction(self, entry: Entry, word: str, before: Label | None, after: Label | None) -> None:
        reason, writer = self.mentions.with_names(entry.reason), self.writers.get(entry.author_id, "")
        row = CorrectionRow(entry.evening.number, entry.number, STATUS[word], before, after, reason, writer)
        self.corrections.append(row)

    def _names_of(self, shares: Iterable[Posting], role: str) -> str:
        return ", ".join(self.names[share.player_id] for share in shares if share.role == role and share.player_id)

    def _numbers(self, shares: Iterable[Posting], role: str) -> tuple[int, ...]:
        return tuple(self.numbers[share.player_id] for share in shares if share.role == role)


# The entries of a season, read some at a time: a season may have many thousands.


ENTRIES_AT_A_TIME = 500


def entries_of_book(season: Season) -> Iterator[Any]:
    """Every entry of a season in the book's order, each with its evening, its postings and the `doubt` it is in."""
    entries = Entry.objects.filter(season=season).order_by("sequence").select_related("evening").with_players()
    return in_pieces(entries.annotate(doubt=F("imported__doubt")), ENTRIES_AT_A_TIME)


# The scoring tables that priced a season, written out as on the club's wall.


Row = tuple[Label | int | None, ...]

CONTRACT = Phrase("Contract")
PRICE = Phrase("Price", "a column")
MAKER = Phrase("Declarer's side, %(count)s players")
OTHERS = Phrase("The others, %(count)s players")
AT_MOST = Phrase("%(nolo)s (tricks: at most %(most)s)")
EXACTLY = Phrase("%(nolo)s (tricks: exactly %(most)s)")
ABOVE_FEWEST = Phrase("%(name)s, per trick above the fewest")
ABOVE_BOOK = Phrase("%(name)s, per trick above %(tricks)s")
LADDER = Phrase("What beats what, lowest first: %(ladder)s")
SOURCE = Phrase("Source: %(source)s")


def price_tables(*, season: Season) -> tuple[PricedScoringTable, ...]:
    """The table versions of a season's evenings and deals, prices in the season's units, oldest first; one query.

    The cells are those of the sheet on the wall: the value that the rules below it speak of, four numbers as text where
    a contract has numbers of its own, None where the club has typed nothing.
    """
    is_used = Q(pk__in=season.evenings.values("table_version")) | Q(pk__in=season.entries.values("table_version"))
    its_clubs = ScoringTableVersion.objects.filter(
        scoring_table__club=season.club_id
    )  # PostgreSQL has no index for that "or"
    used = its_clubs.filter(is_used).select_related("scoring_table").order_by("in_force_from", "pk")
    return tuple(
        PricedScoringTable(
            name=version.scoring_table.name,
            version=version.number,
            in_force_from=version.in_force_from,
            columns=_headings(version.to_rules()),
            rows=tuple(_cells(row, _scale(season, version)) for row in _rows(version.to_rules())),
            notes=_notes(version.to_rules()),
        )
        for version in used
    )


def _scale(season: Season, version: ScoringTableVersion) -> int:
    return units_per_point_unit(season_denominator=season.unit_denominator, version=version)


def _cells(row: Row, scale: int) -> tuple[PriceCell, ...]:
    """A row in words, its prices in units of the season."""
    return tuple(cell if isinstance(cell, Label) else cell and cell * scale for cell in row)


def _headings(scoring_table: ScoringRules) -> tuple[Label, ...]:
    if scoring_table.roles:
        sides = (fill(side, count=n) for n in _numbers(scoring_table) for side in (MAKER, OTHERS))
        return (CONTRACT, *sides)
    columns = [column.label for column in scoring_table.columns] or [PRICE]
    return (CONTRACT, *columns)


def _numbers(scoring_table: ScoringRules) -> list[int]:
    """The numbers of players for which a game paid by role has prices."""
    return sorted({number for row in scoring_table.roles.values() for number in row.maker})


def _rows(scoring_table: ScoringRules) -> Iterator[Row]:
    width = len(_headings(scoring_table))
    parts = (_level_rows, _contract_rows, _role_rows)
    for name, *prices in (row for part in parts for row in part(scoring_table)):
        yield (name, *prices, *[None] * (width - 1 - len(prices)))


def _level_rows(scoring_table: ScoringRules) -> Iterator[Row]:
    for level, row in wall_cells(scoring_table).items():
        yield (same(str(level)), *(_cell(cell, scoring_table) for cell in row.values()))


def _cell(cell: Cell, scoring_table: ScoringRules) -> Label | int | None:
    return four_numbers(cell, scoring_table.unit_denominator) if isinstance(cell, Price) else cell


def _contract_rows(scoring_table: ScoringRules) -> Iterator[Row]:
    for nolo in scoring_table.nolo.values():
        yield _nolo_name(nolo), nolo.price.made if nolo.price else None
    if pot := scoring_table.free_for_all:
        yield fill(ABOVE_FEWEST, name=pot.label), pot.price
    if book := scoring_table.pair_book:
        yield fill(ABOVE_BOOK, name=book.label, tricks=book.tricks), book.price


def _nolo_name(nolo: Nolo) -> Label:
    limit = EXACTLY if nolo.min_tricks == nolo.max_tricks and nolo.max_tricks else AT_MOST
    return fill(limit, nolo=nolo.label, most=nolo.max_tricks)


def _role_rows(scoring_table: ScoringRules) -> Iterator[Row]:
    for row in scoring_table.roles.values():
        sides = ((row.maker.get(number), row.others.get(number)) for number in _numbers(scoring_table))
        yield (row.label, *(cell for pair in sides for cell in pair))


def _notes(scoring_table: ScoringRules) -> tuple[Label, ...]:
    """The notes below the prices: the order of the bids, the rules in words, and the source."""
    ladder = join(ladder_steps(scoring_table), ", ")
    return (
        *([fill(LADDER, ladder=ladder)] if scoring_table.ladder else []),
        *ladder_words(scoring_table),
        *rules_in_words(scoring_table),
        fill(SOURCE, source=scoring_table.source),
    )
