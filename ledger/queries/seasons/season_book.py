"""Everything in a season's workbook, read from the book as it is at one moment."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
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
from ledger.queries.seasons.ranking import PrizeWinners, prizes_won, rank_by_rule
from ledger.queries.seasons.standings import standings
from ledger.queries.seasons.story import count_deals, deal_counts, is_totals, season_in_numbers, season_story
from ledger.queries.site import in_pieces
from ledger.rules.deals.kinds import kind_of
from ledger.rules.deals.settling import sentence
from ledger.rules.scoring.ladder import ladder_steps, ladder_words
from ledger.rules.scoring.scoring_table import ALONE, Price, ScoringRules
from ledger.rules.scoring.wall.sheet import four_numbers, rules_in_words, wall_cells
from ledger.rules.seasons import NAMES, on_podium
from ledger.rules.site.labels import NOTHING, Changed, Label, Phrase, fill, join, same
from ledger.rules.site.spelling import day_in_words, fingerprint
from ledger.spreadsheets.seasons.season_book import (
    HOUSE,
    DealRow,
    EveningRow,
    PostingRow,
    PriceCell,
    PricedScoringTable,
    SeasonBook,
    StandingRow,
)

ENTRIES_AT_A_TIME = 500  # a season may have many thousands


def workbook_name(*, season: Season) -> str:
    """The workbook's file name in ASCII, such as "whistklub-torsdagsklubben-2026-27.xlsx"; the club is loaded."""
    return f"whistklub-{season.club.slug}-{season.slug}.xlsx"


def season_book(*, season: Season, made_at: datetime) -> SeasonBook:
    """A season as its workbook shows it, its players by id in Danish order; ask within `one_moment`.

    `made_at` is an aware time in the club's zone.
    """
    names = _names(season)
    rows = BookRows(season, names)
    entries = Entry.objects.filter(season=season).order_by("sequence").select_related("evening").with_players()
    for entry in in_pieces(entries.annotate(doubt=F("imported__doubt")), ENTRIES_AT_A_TIME):
        rows.add(entry)
    deals = sorted(rows.standing.values(), key=lambda deal: (deal.date, deal.evening, deal.number))
    doubts = doubts_among(club=season.club, seasons=[season])
    evenings = evenings_of_seasons(seasons=[season])
    ranking = rank_by_rule(season=season, rows=standings(season=season))
    steps = on_podium([row.rank for row in ranking.standings if row.rank is not None])
    story = season_story(season=season, ranking=ranking, evenings=evenings, doubts=doubts)
    standing_rows = []
    for at, row in enumerate(ranking.standings):
        counted = row.counted_points / season.unit_denominator if ranking.is_by_rule else None
        standing = StandingRow(row.rank, row.player_id, row.evenings, row.deals, row.points, at < steps, counted)
        standing_rows.append(standing)
    return SeasonBook(
        club=season.club.name,
        season=season.name,
        is_closed=season.closed_at is not None,
        made_at=made_at,
        unit_denominator=season.unit_denominator,
        names=names,
        standings=tuple(standing_rows),
        in_numbers=season_in_numbers(season=season, deals=count_deals(season=season)),
        sentences=tuple(story.sentences()),
        evenings=_evenings(season, deals),
        deals=tuple(deals),
        postings=tuple(rows.postings),
        corrections=tuple(rows.corrections),
        prices=price_tables(season=season),
        prizes=tuple(map(_prize_in_words, prizes_won(season=season))),
        head_digest=season.head,
    )


def _names(season: Season) -> dict[int, str]:
    """The names of everybody with a posting or an evening, by id, in Danish order."""
    posted = Posting.objects.filter(entry__season=season).order_by().values("player_id")
    summed = EveningTotal.objects.filter(evening__season=season).order_by().values("player_id")
    known = Player.objects.filter(pk__in=posted.union(summed)).order_by("sort_key", "pk")
    return dict(known.values_list("pk", "name"))


def _prize_in_words(won: PrizeWinners) -> Label:
    """A prize that was won: "First place: Bodil (the cup, a bottle of wine)"."""
    winners = ", ".join(winner.name for winner in won.winners)
    given = ", ".join(filter(None, (won.title, won.gift)))
    return join([NAMES[won.prize.kind], same(f"{winners} ({given})" if given else winners)], ": ")


def _evenings(season: Season, deals: Sequence[DealRow]) -> tuple[EveningRow, ...]:
    """The evenings as they were played and approved, with opening balances."""
    in_order = Evening.with_openings.filter(season=season).order_by("date", "number")
    evenings = list(in_order.annotate(is_totals=is_totals()))
    approved = approvals(evenings=[evening.pk for evening in evenings])
    counts = deal_counts(evenings=evenings)
    totals: dict[int, Counter[int]] = defaultdict(Counter)
    stored = EveningTotal.objects.filter(evening__season=season)
    for number, player, points in stored.values_list("evening__number", "player_id", "points"):
        totals[number][player] += points
    for deal in deals:
        if HOUSE in deal.units:
            totals[deal.evening][HOUSE] += deal.units[HOUSE]
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


# What a season's book comes to, read once from its first entry to its last: deals, postings and corrections.


REVERSAL = Phrase("Reversed: %(text)s")
IN_DOUBT = Phrase("booked in doubt")
WITH = Phrase("with %(names)s")
STATUS = {
    "corrected": Phrase("corrected"),
    "restored": Phrase("restored"),
    "voided": Phrase("voided"),
}
CORRECTION = Phrase(
    "Evening %(evening)s, deal %(number)s: %(status)s (%(before)s → %(after)s). %(reason)s (%(writer)s)"
)


class BookRows:
    """The rows of a season's workbook, as its entries are added in the book's order.

    `names` are the players' by id. `standing` has the deals that count, by the keys of their entries, and
    `corrections` are sentences.
    """

    def __init__(self, season: Season, names: Mapping[int, str]) -> None:
        self.names = names
        self.named = {str(player): name for player, name in names.items()}
        self.versions = ScoringTableVersion.objects.in_bulk(
            list(season.entries.order_by().values_list("table_version", flat=True).distinct())
        )
        self.mentions = Mentions(season.club_id)
        self.writers = writer_names(club=season.club)
        self.standing: dict[UUID, DealRow] = {}
        self.postings: list[PostingRow] = []
        self.corrections: list[Label] = []
        self._taken_back: dict[UUID | None, tuple[Entry, Label]] = {}

    def add(self, entry: Any) -> None:
        """Add the next entry of the book, with its evening, its postings and the `doubt` it is in."""
        version = self.versions[entry.table_version_id]
        scoring_table = version.to_rules()
        players = [str(share.player_id) for share in entry.in_seats if share.player_id is not None]
        settled = settle_deal(deal=entry.deal, tariff=version.tariff(), players=players)
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
            self.standing[entry.key] = self._deal_row(entry, contract, result, status)
        for share in entry.in_seats:
            place = entry.sequence, entry.evening.date, entry.evening.number, entry.number
            self.postings.append(PostingRow(*place, share.player_id or HOUSE, text, share.points))

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

    def _add_correction(self, entry: Entry, word: str, before: Label | None, after: Label | None) -> None:
        """Tell of a change; a voided deal has nothing after it, one that is restored nothing before."""
        told = fill(
            CORRECTION,
            evening=entry.evening.number,
            number=entry.number,
            status=STATUS[word],
            before=before or NOTHING,
            after=after or NOTHING,
            reason=self.mentions.with_names(entry.reason),
            writer=self.writers.get(entry.author_id, ""),
        )
        self.corrections.append(told)

    def _deal_row(self, entry: Any, contract: Label, result: Label, status: Label | None) -> DealRow:
        by_role: dict[str, list[int]] = defaultdict(list)
        units = Counter[int]()
        for share in entry.in_seats:
            by_role[share.role].append(share.player_id or HOUSE)
            if share.role != "sits_out":
                units[share.player_id or HOUSE] += share.points
        # In place of the partner's name stands who went along, or why there is none.
        partner: Label = same(self._names_of(by_role["partner"]))
        alone = entry.deal.get("alone")
        if by_role["joiner"]:
            partner = fill(WITH, names=self._names_of(by_role["joiner"]))
        elif alone:
            partner = ALONE[alone]
        taken = kind_of(entry.deal).tricks_taken(entry.deal)
        tricks = taken[0] if len(taken) == 1 else " / ".join(map(str, taken))
        dealer = self.named.get(str(entry.deal.get("dealer")), "")
        return DealRow(
            evening=entry.evening.number,
            number=entry.number,
            date=entry.evening.date,
            dealer=dealer,
            declarer=self._names_of(by_role["declarer"]),
            contract=contract,
            partner=partner,
            tricks=tricks,
            result=result,
            status=status,
            note=self.mentions.with_names(entry.deal.get("note", "")),
            units=units,
            declarers=tuple(by_role["declarer"]),
            partners=tuple(by_role["partner"]),
        )

    def _names_of(self, players: Sequence[int]) -> str:
        return ", ".join(self.names[player] for player in players)


# The scoring tables that priced a season, written out as on the club's wall.


TITLE = Phrase("%(name)s, version %(version)s, in force from %(day)s %(year)s")
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
    # PostgreSQL has no index for that "or"
    its_clubs = ScoringTableVersion.objects.filter(scoring_table__club=season.club_id)
    used = its_clubs.filter(is_used).select_related("scoring_table").order_by("in_force_from", "pk")
    return tuple(_price_table(version, season.unit_denominator) for version in used)


def _price_table(version: ScoringTableVersion, season_denominator: int) -> PricedScoringTable:
    scoring_table = version.to_rules()
    scale = units_per_point_unit(season_denominator=season_denominator, version=version)
    # A game paid by role has prices for several numbers of players.
    numbers = sorted({number for row in scoring_table.roles.values() for number in row.maker})
    headings: list[Label] = [fill(side, count=number) for number in numbers for side in (MAKER, OTHERS)]
    headings = headings or [column.label for column in scoring_table.columns] or [PRICE]
    rows = []
    for name, *cells in _price_rows(scoring_table, numbers):
        prices = [cell * scale if isinstance(cell, int) else cell for cell in cells]
        rows.append((name, *prices, *[None] * (len(headings) - len(prices))))
    begins = version.in_force_from
    notes = [*ladder_words(scoring_table), *rules_in_words(scoring_table), fill(SOURCE, source=scoring_table.source)]
    if scoring_table.ladder:
        notes.insert(0, fill(LADDER, ladder=join(ladder_steps(scoring_table), ", ")))
    return PricedScoringTable(
        title=fill(
            TITLE, name=version.scoring_table.name, version=version.number, day=day_in_words(begins), year=begins.year
        ),
        columns=(CONTRACT, *headings),
        rows=tuple(rows),
        notes=tuple(notes),
    )


def _price_rows(scoring_table: ScoringRules, numbers: Sequence[int]) -> Iterator[list[PriceCell]]:
    """A contract's name and its prices in units of the scoring table, row by row."""
    for level, row in wall_cells(scoring_table).items():
        cells = [
            four_numbers(cell, scoring_table.unit_denominator) if isinstance(cell, Price) else cell
            for cell in row.values()
        ]
        yield [same(str(level)), *cells]
    for nolo in scoring_table.nolo.values():
        limit = EXACTLY if nolo.min_tricks == nolo.max_tricks and nolo.max_tricks else AT_MOST
        yield [fill(limit, nolo=nolo.label, most=nolo.max_tricks), nolo.price.made if nolo.price else None]
    if pot := scoring_table.free_for_all:
        yield [fill(ABOVE_FEWEST, name=pot.label), pot.price]
    if book := scoring_table.pair_book:
        yield [fill(ABOVE_BOOK, name=book.label, tricks=book.tricks), book.price]
    for role in scoring_table.roles.values():
        yield [role.label, *(side.get(number) for number in numbers for side in (role.maker, role.others))]
