"""The hidden sheet of a season's workbook, read back: what the workbook says that it was made from.

It came back by anybody's hand, so it is a claim: the club's own book is asked before any of it counts.
"""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from ledger.rules.deals.reading import with_players
from ledger.rules.deals.seating import MOST_TABLES
from ledger.rules.imports.plan import DealData
from ledger.rules.imports.written.sheets import BookSheet
from ledger.rules.site import fields
from ledger.rules.site.refusal import Refusal, gettext_noop

FORMAT = 1
MOST = 10_000_000
LONGEST = 200
MOST_PLAYERS, MOST_VERSIONS = 5000, 1000
KINDS = ("book", "player", "evening", "deal")

Place = tuple[int, int]
"""The numbers of an evening and of a deal of it."""

UNREADABLE = gettext_noop("The hidden sheet of the workbook was changed by hand.")


@dataclass(frozen=True)
class OriginPlayer:
    """A player of a workbook: the club's own number, the name, and the heading above the points."""

    number: int
    name: str
    heading: str


@dataclass(frozen=True)
class OriginDeal:
    """A deal of a workbook as data, with everybody by the names of the file, and the digest of its prices."""

    table: int
    players: tuple[str, ...]
    prices: str
    deal: DealData
    is_void: bool


@dataclass(frozen=True)
class FileOrigin:
    """What a workbook was made from: a season by the club's own number, after so many entries, the last with `head`.

    Its deals call the players by the numbers of `names`, and their prices by the place of a digest in `prices`.
    `places` are where evenings were played, by their numbers.
    """

    season: int
    entries: int
    head: str
    name: str
    starts_on: date
    players: tuple[OriginPlayer, ...]
    names: Mapping[int, str]
    prices: Sequence[str]
    places: Mapping[int, str]
    sheet: BookSheet

    @cached_property
    def deals(self) -> dict[Place, OriginDeal]:
        """Every deal, worked out when somebody asks: the club's own book is not told them by a file."""
        return dict(self.each_deal())

    def each_deal(self) -> Iterator[tuple[Place, OriginDeal]]:
        """One deal after the other; raises Refusal for one that was changed by hand."""
        for record in _records(self.sheet, "deal"):
            place = _number(record, "evening"), _number(record, "number")
            yield place, _deal(record, self.names, self.prices)


def read_origin(sheets: Sequence[BookSheet]) -> FileOrigin | None:
    """What the workbook was made from; None for one without such a sheet, or with one that was changed by hand."""
    sheet = next((sheet for sheet in sheets if _is_origin(sheet)), None)
    if sheet is None:
        return None
    try:
        return _read_sheet(sheet)
    except Refusal:
        return None


def _is_origin(sheet: BookSheet) -> bool:
    return bool(sheet.rows) and sheet.rows[0].number == 1 and sheet.rows[0].text(1) == KINDS[0]


def _records(sheet: BookSheet, kind: str) -> Iterator[Mapping[str, object]]:
    """The records of a kind, each read from its text when its turn comes."""
    for row in sheet.rows:
        if row.text(1) == kind:
            yield fields.record(fields.parse_json(str(row.value(2) or "")), None, optional=None)


def _read_sheet(sheet: BookSheet) -> FileOrigin:
    kinds = Counter(fields.one_of(row.text(1), None, KINDS) for row in sheet.rows)
    if kinds["book"] != 1:
        raise Refusal(UNREADABLE)
    [book] = _records(sheet, "book")
    fields.integer(_fact(book, "format"), "format", FORMAT, FORMAT)
    players = _players(_records(sheet, "player"))
    places = {_number(record, "number"): _text(_fact(record, "place")) for record in _records(sheet, "evening")}
    origin = FileOrigin(
        season=_number(book, "season"),
        entries=_number(book, "entries"),
        head=str(_fact(book, "head"))[:64],
        name=_text(_fact(book, "name")),
        starts_on=_day(_fact(book, "starts_on")),
        prices=[_text(digest) for digest in fields.sequence(_fact(book, "prices"), "prices", 0, MOST_VERSIONS)],
        players=tuple(players.values()),
        names={number: player.name for number, player in players.items()},
        places=places,
        sheet=sheet,
    )
    # A deal that was changed by hand shows here, and no deal is kept.
    deque(origin.each_deal(), maxlen=0)
    return origin


def _players(records: Iterator[Mapping[str, object]]) -> dict[int, OriginPlayer]:
    players: dict[int, OriginPlayer] = {}
    for record in records:
        name, heading = _text(_fact(record, "name")), _text(_fact(record, "heading"))
        players[_number(record, "number")] = OriginPlayer(_number(record, "own"), name, heading)
    # Two alike would let one stand for the other.
    if len({player.name for player in players.values()}) < len(players) or len(players) > MOST_PLAYERS:
        raise Refusal(UNREADABLE)
    return players


def _deal(record: Mapping[str, object], names: Mapping[int, str], prices: Sequence[str]) -> OriginDeal:
    at = fields.integer(_fact(record, "prices"), "prices", 0, max(len(prices) - 1, 0))
    numbers = fields.sequence(_fact(record, "players"), "players", 1, MOST_PLAYERS)
    players = tuple(_name(str(number), names) for number in numbers)
    deal = fields.record(_fact(record, "deal"), "deal", required=("kind",), optional=None)
    table_number = fields.integer(_fact(record, "table"), "table", 1, MOST_TABLES)
    return OriginDeal(
        table=table_number,
        players=players,
        prices=prices[at] if prices else "",
        deal=with_players(dict(deal), lambda number: _name(number, names)),
        is_void=fields.boolean(record.get("void", False), "void"),
    )


def _name(number: str, names: Mapping[int, str]) -> str:
    if not number.isdecimal() or int(number[:9]) not in names:
        raise Refusal(UNREADABLE)
    return names[int(number[:9])]


def _fact(record: Mapping[str, object], key: str) -> object:
    if key not in record:
        raise Refusal(UNREADABLE)
    return record[key]


def _number(record: Mapping[str, object], key: str) -> int:
    return fields.integer(_fact(record, key), key, 0, MOST)


def _text(value: object) -> str:
    return fields.words(value, None, LONGEST)


def _day(value: object) -> date:
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise Refusal(UNREADABLE) from None
