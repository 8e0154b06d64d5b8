"""The parts of an old book: evenings with their deals, few enough that a transaction of them keeps nobody waiting.

They are made before anything is locked, and stored as data until they are booked. Until then a part calls players and
seasons as the plan does; `IdsOfBook` says which they are.
"""

import json
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, time
from functools import cached_property
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import JSONField, Value
from django.db.models.functions import Cast
from django.utils.timezone import make_aware

from ledger.models import (
    BookImport,
    Club,
    Entry,
    Evening,
    ImportedDeal,
    ImportedEvening,
    ImportPart,
    ImportUnderWay,
    Player,
    ScoringTableVersion,
    Season,
)
from ledger.models.book.journal import Share, kind_of_entry
from ledger.models.clubs.club import REASON_LENGTH
from ledger.models.imports.book_import import EVENING_NAME_LENGTH
from ledger.queries.book.next_entry import next_entry
from ledger.queries.clubs.mentions import without_names
from ledger.queries.deals.pricing import units_per_point_unit
from ledger.rules.clubs.mentions import by_number, says
from ledger.rules.deals.reading import WORDS_OF_A_DEAL, with_players
from ledger.rules.site.labels import Phrase, fill
from ledger.services.book.posting import Draft, SeasonClosed, locked_season, post_together
from ledger.services.book.writers import writer_number
from ledger.services.clubs.clubs import SeatedEvening, Signed, start_evenings
from ledger.services.imports.putting_back import mirror_shares

FROM_WORKBOOK = Phrase("From the workbook {file} ({digest})")
LONGEST_FILE = 60  # of its name in a reason
# What is written within 1.5 seconds by a slow machine that is busy with other things.
MOST_DEALS = 50
MOST_EVENINGS = 5
PARTS_AT_A_TIME = 20  # that are stored in one statement
IN_THE_EVENING = time(19)  # when a deal was played of which the day alone is known


@dataclass(frozen=True)
class DealOfPart:
    """A deal with its prices, by the id of their version, and what each seat gets of it in units of that version.

    A share has the place of its player among `players` in place of an id. `sheet` and `row` are the deal's place in the
    file, `doubt` the kind of finding that was left in doubt. `is_void` says that it was void where it comes from.
    """

    sheet: int
    row: int
    deal: dict[str, Any]
    version: int
    doubt: str
    players: Sequence[str]
    shares: Sequence[Share]
    table: int = 1
    is_void: bool = False


@dataclass(frozen=True)
class EveningOfPart:
    """An evening of a season with its deals; `companies` are those who sat together, none where nobody is known to.

    `goes_on` says that the part before has begun it.
    """

    season: str
    day: date
    name: str
    is_guessed: bool
    version: int
    companies: Sequence[Sequence[str]]
    deals: Sequence[DealOfPart]
    goes_on: bool = False
    place: str = ""


Part = Sequence[EveningOfPart]
PartAsData = Sequence[Mapping[str, Any]]


class SpeltPart(NamedTuple):
    """A part as JSON, which takes a small part of the memory that its data would, and how many deals it has."""

    text: str
    deals: int

    def data(self) -> PartAsData:
        """The part as data."""
        data: PartAsData = json.loads(self.text)
        return data


@dataclass(frozen=True)
class IdsOfBook:
    """The ids of the players and seasons of a book, by what it calls them."""

    players: Mapping[str, int]
    seasons: Mapping[str, int]


def parts_of(evenings: Iterable[EveningOfPart]) -> Iterator[Part]:
    """Evenings in parts of few enough deals and evenings; one that is too long by itself goes on in the next part."""
    part: list[EveningOfPart] = []
    room = MOST_DEALS
    for evening in evenings:
        # Whole where it can be, so that an evening is seen as it was.
        if part and (len(evening.deals) > room or len(part) == MOST_EVENINGS):
            yield part
            part, room = [], MOST_DEALS
        deals = iter(evening.deals)
        pieces = [list(islice(deals, MOST_DEALS)) for _ in range(0, len(evening.deals), MOST_DEALS)]
        for at, piece in enumerate(pieces):
            if at:
                yield part
                part, room = [], MOST_DEALS
            part.append(replace(evening, deals=piece, goes_on=at > 0))
            room -= len(piece)
    if part:
        yield part


def spell_part(part: Part) -> SpeltPart:
    """A part as it is stored."""
    data = [asdict(evening) | {"day": evening.day.isoformat()} for evening in part]
    return SpeltPart(json.dumps(data), deals_in(data))


def reason_of(*, club: Club, file_name: str, digest: str) -> str:
    """The reason of a workbook's changes: the file's name without players in it, and the beginning of its digest."""
    told = fill(FROM_WORKBOOK, file=file_name[-LONGEST_FILE:], digest=digest[:12])[club.language]
    return without_names(club_id=club.pk, text=told)[:REASON_LENGTH]


def deals_in(part: PartAsData) -> int:
    """The number of deals of a part."""
    return sum(len(evening["deals"]) for evening in part)


def store_parts(
    *, book_import: BookImport, parts: Sequence[SpeltPart], ids: IdsOfBook, author: User, now: datetime
) -> None:
    """Leave parts of a stored import to `carry_on`."""
    ImportPart.objects.bulk_create(
        [
            ImportPart(book_import=book_import, number=number, evenings=Cast(Value(part.text), JSONField()))
            for number, part in enumerate(parts, 1)
        ],
        batch_size=PARTS_AT_A_TIME,
    )
    deals = sum(part.deals for part in parts)
    begun = {"book_import": book_import, "ids": asdict(ids), "deals": deals, "by": author, "worked_at": now}
    ImportUnderWay.objects.create(club=book_import.club, **begun)


def book_part(*, book_import: BookImport, part: PartAsData, ids: IdsOfBook, signed: Signed) -> None:
    """Start the evenings of a part and post its deals, in a transaction that has locked the club.

    Raises SeasonClosed, and Refusal as `start_evening`.
    """
    evenings = [_read_evening(evening) for evening in part]
    for name, of_season in groupby(evenings, attrgetter("season")):
        season = Season.objects.get(pk=ids.seasons[name])
        _PartOfSeason(book_import, season, list(of_season), ids, signed).book()


def _read_evening(evening: Mapping[str, Any]) -> EveningOfPart:
    deals = [DealOfPart(**{**deal, "shares": [Share(*share) for share in deal["shares"]]}) for deal in evening["deals"]]
    return EveningOfPart(**{**evening, "day": date.fromisoformat(evening["day"]), "deals": deals})


@dataclass(frozen=True)
class _PartOfSeason:
    """What of a part belongs to one season."""

    book_import: BookImport
    season: Season
    evenings: Part
    ids: IdsOfBook
    signed: Signed

    def book(self) -> None:
        """Start the evenings and post the deals."""
        if self.season.closed_at is not None:
            raise SeasonClosed(self.season)
        # One that goes on is the first of its part.
        begun = list(zip(self._evenings(), self.evenings, strict=True))
        season = locked_season(season_id=self.season.pk)
        author = self.signed["author"]
        numbers = {pk: player.number for pk, player in self._players.items()}
        writer = writer_number(club_id=season.club_id, user=author)
        # Read once for all; without them each deal would ask for the numbers of those at its table.
        place = replace(next_entry(evening=begun[0][0], author=author), player_numbers=numbers, writer=writer)
        rows = [
            (deal, self._draft(evening, deal, number))
            for evening, of_part in begun
            for number, deal in enumerate(of_part.deals, start=place.number if of_part.goes_on else 1)
        ]
        written = [(draft, self._shares(deal)) for deal, draft in rows]
        entries = post_together(season=season, written=written, place=place)
        ImportedDeal.objects.bulk_create(
            ImportedDeal(
                book_import=self.book_import,
                season=season,
                entry=entry,
                sheet=deal.sheet,
                row=deal.row,
                doubt=deal.doubt,
            )
            for (deal, _), entry in zip(rows, entries, strict=True)
        )
        void = [
            self._void(entry, draft, shares)
            for entry, (draft, shares), (deal, _) in zip(entries, written, rows, strict=True)
            if deal.is_void
        ]
        post_together(season=season, written=void, place=place)

    def _void(self, entry: Entry, draft: Draft, shares: Sequence[Share]) -> tuple[Draft, Sequence[Share]]:
        """The reversal of a deal that was void in the book that it comes from."""
        key, kind = uuid.uuid5(entry.key, "reversal"), Entry.Kind.REVERSAL
        return replace(draft, key=key, kind=kind, reverses=entry, reason=self._reason, noted_at=None), mirror_shares(
            shares
        )

    @cached_property
    def _reason(self) -> str:
        made = self.book_import
        return reason_of(club=made.club, file_name=made.file_name, digest=made.digest)

    @cached_property
    def _players(self) -> Mapping[int, Player]:
        return self.book_import.club.players.in_bulk()

    @cached_property
    def _names(self) -> Mapping[int, str]:
        """What the club's players are called, by id, but for those who are forgotten."""
        return {pk: player.name for pk, player in self._players.items() if player.forgotten_at is None}

    @cached_property
    def _versions(self) -> Mapping[int, ScoringTableVersion]:
        of_deals = {deal.version for evening in self.evenings for deal in evening.deals}
        return ScoringTableVersion.objects.in_bulk(of_deals | {evening.version for evening in self.evenings})

    def _evenings(self) -> list[Evening]:
        """The evenings of the part: started, but for the one that the part before has begun."""
        begun = [of_part for of_part in self.evenings if not of_part.goes_on]
        # Asked for first: it is the latest only until others are started.
        earlier = [
            Evening.objects.filter(imported__book_import=self.book_import).latest("number")
            for of_part in self.evenings
            if of_part.goes_on
        ]
        seated = [self._seat(of_part) for of_part in begun]
        started = start_evenings(season=self.season, begun=seated, **self.signed) if seated else []
        ImportedEvening.objects.bulk_create(
            ImportedEvening(
                book_import=self.book_import,
                evening=evening,
                name=self._name_of(of_part),
                guessed_day=of_part.day if of_part.is_guessed else None,
            )
            for evening, of_part in zip(started, begun, strict=True)
        )
        return [*earlier, *started]

    def _seat(self, of_part: EveningOfPart) -> SeatedEvening:
        companies = [[self._players[self.ids.players[name]] for name in names] for names in of_part.companies]
        is_opening = any(deal.deal.get("opening") for deal in of_part.deals)
        version = self._versions[of_part.version]
        return SeatedEvening(of_part.day, version, companies, of_part.place, is_opening=is_opening)

    def _name_of(self, of_part: EveningOfPart) -> str:
        """What the old book called an evening; nothing if that names a player, who may have to be forgotten."""
        name = of_part.name[:EVENING_NAME_LENGTH]
        return "" if name and any(says(name, player) for player in self._names.values()) else name

    def _draft(self, evening: Evening, deal: DealOfPart, number: int) -> Draft:
        made = self.book_import
        # With the import's number, or a file taken out and brought in again would meet its own former keys.
        of_book = uuid.uuid5(uuid.NAMESPACE_URL, f"{made.club_id}/{made.number}/{made.digest}")
        by_ids = self._by_ids(deal)
        return Draft(
            key=uuid.uuid5(of_book, f"{deal.sheet}/{deal.row}"),
            evening=evening,
            number=number,
            kind=Entry.Kind(kind_of_entry(by_ids)),
            table_version=self._versions[deal.version],
            deal=by_ids,
            author=self.signed["author"],
            received_at=self.signed["now"],
            noted_at=make_aware(datetime.combine(evening.date, IN_THE_EVENING)),
            table_number=deal.table,
        )

    def _by_ids(self, deal: DealOfPart) -> dict[str, Any]:
        """A deal with its players as the book has them, in its texts too."""
        by_ids = with_players(deal.deal, lambda name: str(self.ids.players[name]))
        for field in WORDS_OF_A_DEAL:
            if by_ids.get(field):
                by_ids[field] = by_number(by_ids[field], self._names)[:REASON_LENGTH]
        return by_ids

    def _shares(self, deal: DealOfPart) -> list[Share]:
        version = self._versions[deal.version]
        scale = units_per_point_unit(season_denominator=self.season.unit_denominator, version=version)
        ids = [self.ids.players[name] for name in deal.players]
        return [
            Share(
                seat=share.seat,
                player_id=None if share.player_id is None else ids[share.player_id],
                role=share.role,
                tricks=share.tricks,
                points=share.points * scale,
            )
            for share in deal.shares
        ]
