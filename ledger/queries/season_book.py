"""Everything the season's workbook shows, read from the book in a number of queries that does not grow with it."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from ledger.models import Entry, Player, Posting, Season
from ledger.queries.evenings import contract_and_result, is_one_deed, why_in_words
from ledger.queries.mentions import Mentions
from ledger.queries.price_sheet import price_tables
from ledger.queries.season_evenings import deal_counts, evenings_of
from ledger.queries.seating import hands
from ledger.queries.standings import standings
from ledger.rules.vocabulary import Label
from ledger.spreadsheets.season_book import (
    HOUSE,
    BookPlayer,
    DealRow,
    EveningRow,
    Language,
    PostingRow,
    SeasonBook,
    StandingRow,
)

CORRECTED = Label("rettet", "corrected")
RESTORED = Label("gendannet", "restored")
VOIDED = Label("annulleret", "voided")
REVERSAL = Label("Tilbageført: {}", "Reversed: {}")


def workbook_name(*, season: Season) -> str:
    """The workbook's file name, in ASCII: "whistklub-torsdagsklubben-2026-27.xlsx"; the season's club is loaded."""
    return f"whistklub-{season.club.slug}-{season.slug}.xlsx"


def season_book(*, season: Season, language: Language, made_at: datetime, made_by: str) -> SeasonBook:
    """A season as its workbook shows it, names and words in a language; ten queries whatever its length.

    `made_at` is an aware time in the club's zone. Players are numbered from 1 in Danish order.
    """
    return _Reader(season, language).book(made_at, made_by)


class _Reader:
    """One season's lines, read once, and the numbers its players have in the workbook."""

    def __init__(self, season: Season, language: Language) -> None:
        self.season = season
        self.language = language
        self.entries = _lines_of(season)
        self.reversals = {entry.reverses_id: entry for entry in self.entries if entry.reverses_id}
        self.players = sorted(set(self._everyone()), key=lambda player: (player.sort_key, player.pk))
        self.mentions = Mentions(season.club_id)
        self.numbers = {player.pk: number for number, player in enumerate(self.players, start=1)}

    def book(self, made_at: datetime, made_by: str) -> SeasonBook:
        return SeasonBook(
            club=self.season.club.name,
            season=self.season.name,
            language=self.language,
            made_at=made_at,
            made_by=made_by,
            unit_denominator=self.season.unit_denominator,
            players=tuple(BookPlayer(number=self.numbers[player.pk], name=player.name) for player in self.players),
            standings=self._standings(),
            evenings=self._evenings(),
            deals=self._deals(),
            postings=tuple(posting for entry in self.entries for posting in self._postings(entry)),
            prices=price_tables(season=self.season, language=self.language),
            head_digest=self.season.head,
        )

    def _everyone(self) -> Iterator[Player]:
        for entry in self.entries:
            yield from (line.player for line in entry.postings.all() if line.player is not None)

    def _standings(self) -> tuple[StandingRow, ...]:
        return tuple(
            StandingRow(
                place=standing.place,
                player_number=self.numbers[standing.player_id],
                evenings=standing.evenings,
                deals=standing.deals,
                units=standing.points,
            )
            for standing in standings(season=self.season)
        )

    def _evenings(self) -> tuple[EveningRow, ...]:
        """The evenings as they were played; what the house won or paid is summed from its lines."""
        house: dict[int, int] = {}
        for entry in self.entries:
            for line in entry.postings.all():
                if line.player_id is None:
                    house[entry.evening_id] = house.get(entry.evening_id, 0) + line.points
        evenings: list[Any] = list(evenings_of(season=self.season).order_by("date", "number"))
        counts = deal_counts(evenings=evenings)
        return tuple(
            EveningRow(
                number=evening.number,
                date=evening.date,
                place_name=evening.place,
                deals=counts[evening.pk],
                totals={self.numbers[total.player_id]: total.points for total in evening.bottom_lines}
                | ({HOUSE: house[evening.pk]} if evening.pk in house else {}),
            )
            for evening in evenings
        )

    def _deals(self) -> tuple[DealRow, ...]:
        """Each deal's last line that is no reversal, in the order of the evenings."""
        replaced = {entry.replaces_id for entry in self.entries}
        last = [entry for entry in self.entries if not entry.reverses_id and entry.pk not in replaced]
        last.sort(key=lambda entry: (entry.evening.date, entry.evening.number, entry.number))
        return tuple(self._deal(entry) for entry in last)

    def _deal(self, entry: Entry) -> DealRow:
        contract, result = contract_and_result(entry=entry, language=self.language)
        parts = hands(entry=entry)
        status, reason = self._status(entry)
        return DealRow(
            evening=entry.evening.number,
            number=entry.number,
            date=entry.evening.date,
            table=entry.table_number,
            dealer=parts.dealer,
            declarer=parts.declarer,
            contract=contract,
            partner=parts.partner or parts.joiners,
            tricks=_tricks(entry.deal),
            result=result,
            why=why_in_words(entry=entry, language=self.language, mentions=self.mentions),
            note=self.mentions.said(entry.deal.get("note", "")),
            units={} if entry.pk in self.reversals else self._units(entry.postings.all()),
            status=status,
            reason=self.mentions.said(reason),
            recorded_by=entry.author.get_username(),
        )

    def _status(self, entry: Entry) -> tuple[str, str]:
        if reversal := self.reversals.get(entry.pk):
            return VOIDED[self.language], reversal.reason
        if entry.replaces_id is None:
            return "", ""
        corrected = is_one_deed(reversal=self.reversals[entry.replaces_id], entry=entry)
        return (CORRECTED if corrected else RESTORED)[self.language], entry.reason

    def _units(self, lines: Iterable[Posting]) -> Mapping[int, int]:
        """What each player at the table, and the house, got; who sat out was not in the deal."""
        return {self._number(line): line.points for line in lines if line.role != "sits_out"}

    def _postings(self, entry: Entry) -> Iterator[PostingRow]:
        text = " ".join(filter(None, contract_and_result(entry=entry, language=self.language)))
        for line in entry.postings.all():
            yield PostingRow(
                line=entry.sequence,
                date=entry.evening.date,
                evening=entry.evening.number,
                deal=entry.number,
                player_number=self._number(line),
                text=REVERSAL[self.language].format(text) if entry.reverses_id else text,
                units=line.points,
            )

    def _number(self, line: Posting) -> int:
        return HOUSE if line.player_id is None else self.numbers[line.player_id]


def _lines_of(season: Season) -> list[Entry]:
    loaded = Entry.objects.select_related("table_version", "evening", "author").with_players()
    return list(loaded.filter(season=season).order_by("sequence"))


def _tricks(deal: Mapping[str, object]) -> int | str | None:
    """The tricks of a deal as one figure, or each player's own where several took part."""
    match deal:
        case {"kind": "trick", "tricks": int(tricks)}:
            return tricks
        case {"kind": "nolo", "participants": [{"tricks": int(tricks)}]}:
            return tricks
        case {"kind": "nolo", "participants": list(participants)}:
            return " / ".join(str(one["tricks"]) for one in participants)
        case {"kind": "pair_book", "pair_tricks": list(tricks)}:
            return " / ".join(map(str, tricks))
        case {"kind": "free_for_all", "tricks": dict(tricks)}:
            return " / ".join(map(str, tricks.values()))
        case _:
            return None
