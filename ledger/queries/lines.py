"""Deals as keyboard lines: what typed or pasted lines say and pay, and an evening written as its lines."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from ledger.models import Entry, Evening, Seat, TableVersion
from ledger.queries.mentions import Mentions
from ledger.queries.play import AtTable, price, seats_of, why
from ledger.rules.deals import deal_data, read_deal
from ledger.rules.evening_text import COMMENT, Line, deal_lines, read_deals, write_deals
from ledger.rules.explaining import contract_name, result_text
from ledger.rules.kinds import Deal
from ledger.rules.notation import Notation, NotationFault
from ledger.rules.refusal import Refusal, gettext_noop
from ledger.rules.vocabulary import Label

TRICKS = gettext_noop("Tricks: %(fault)s")  # beside a line that says more than tricks
EVENING = Label("{club}, aften {number}, {date}", "{club}, evening {number}, {date}")
PRICES = Label("Priser: {table}, udgave {number}", "Prices: {table}, version {number}")


@dataclass(frozen=True)
class ReadLine:
    """A line that is a deal: its `number` in the evening, the deal as data with player ids, and what it pays.

    `place` is the line's number in the text, from 1; `points` are integer units per player in seat order, `running`
    everybody's bottom line of the evening after it.
    """

    place: int
    text: str
    number: int
    deal: dict[str, Any]
    contract: str
    result: str
    why: str
    points: tuple[int, ...]
    house: int
    running: tuple[int, ...]


@dataclass(frozen=True)
class FaultyLine:
    """A line that is no deal: why, and the place of the first character that does not fit, from 0, where known."""

    place: int
    text: str
    number: int
    refusal: Refusal
    at: int | None


@dataclass(frozen=True)
class ReadText:
    """The lines of a text in their order, without those for people."""

    lines: tuple[ReadLine | FaultyLine, ...]

    @property
    def faults(self) -> list[FaultyLine]:
        """The lines that are no deals."""
        return [line for line in self.lines if isinstance(line, FaultyLine)]

    @property
    def deals(self) -> list[dict[str, Any]]:
        """The deals as data with player ids."""
        return [line.deal for line in self.lines if isinstance(line, ReadLine)]


def read_line(*, table: AtTable, line: str, language: str) -> ReadLine | FaultyLine:
    """What one line says and pays; no query."""
    return _read(table=table, lines=[(1, line)], language=language).lines[0]


def read_text(*, table: AtTable, text: str, language: str) -> ReadText:
    """What the lines of a text say and pay, one deal after the other; no query. Raises Refusal for too many lines."""
    return _read(table=table, lines=deal_lines(text), language=language)


def evening_text(*, evening: Evening, language: str) -> str:
    """The deals of an evening that stand, as lines that `read_text` reads back; two queries, three to say a name.

    Notes for people say whose evening it is, who sat where, and which prices counted from where on.
    """
    seats = seats_of(evening=evening)
    players = [str(seat.player_id) for seat in seats]
    entries = list(_standing(evening))
    deals = [
        (Notation(rules := entry.table_version.to_rules()), read_deal(entry.deal, rules, players)) for entry in entries
    ]
    version: TableVersion | None = None
    mentions = Mentions(evening.club_id)
    lines = [_note(_heading(evening, language)), _note(", ".join(f"{n} {name}" for n, name in _numbered(seats)))]
    for entry, line in zip(entries, write_deals(deals, players), strict=True):
        if entry.table_version != version:
            version = entry.table_version
            lines.append(_note(PRICES[language].format(table=version.table.name, number=version.number)))
        lines.append(mentions.said(line))
    return "\n".join(lines) + "\n"


def _read(*, table: AtTable, lines: Iterable[tuple[int, str]], language: str) -> ReadText:
    reader = _Reader(table, language)
    notation = Notation(table.evening.table_version.to_rules())
    return ReadText(
        tuple(reader.priced(line) for line in read_deals(lines, notation, table.players, str(table.dealer)))
    )


class _Reader:
    """Prices read lines one after another, and keeps the evening's number and bottom lines as it goes."""

    def __init__(self, table: AtTable, language: str) -> None:
        self.table = table
        self.version = table.evening.table_version
        self.language = language
        self.number = table.number
        self.running = list(table.totals)

    def priced(self, line: Line) -> ReadLine | FaultyLine:
        number, self.number = self.number, self.number + 1
        if isinstance(line.said, Refusal):
            return self._faulty(line, number, line.said)
        try:
            return self._read(line, number, line.said)
        except Refusal as refusal:
            return self._faulty(line, number, refusal)

    def _read(self, line: Line, number: int, deal: Deal) -> ReadLine:
        rules, said = self.version.to_rules(), deal_data(deal)
        players = [seat.player_id for seat in self.table.seats]
        priced = price(players=players, evening=self.table.evening, version=self.version, deal=said)
        points = tuple(priced.units.values())
        self.running = [before + units for before, units in zip(self.running, points, strict=True)]
        return ReadLine(
            place=line.place,
            text=line.text,
            number=number,
            deal=said,
            contract=contract_name(deal, rules, self.language),
            result=result_text(deal, rules),
            why=why(version=self.version, deal=said, players=self.table.names, language=self.language),
            points=points,
            house=priced.house,
            running=tuple(self.running),
        )

    def _faulty(self, line: Line, number: int, refusal: Refusal) -> FaultyLine:
        at = refusal.at if isinstance(refusal, NotationFault) else None
        said = _by_name(refusal, self.table.names)
        if refusal.field == "tricks":
            said = Refusal(TRICKS, refusal.field, fault=said)
        return FaultyLine(place=line.place, text=line.text, number=number, refusal=said, at=at)


def _by_name(refusal: Refusal, names: Mapping[str, str]) -> Refusal:
    """A refusal that calls a player by name where the rules know only an id; what was typed stays as it was typed."""
    player = str(refusal.params.get("player"))
    said = {**refusal.params, "player": names[player]} if player in names else refusal.params
    return Refusal(refusal.message, refusal.field, **said)


def _standing(evening: Evening) -> QuerySet[Entry]:
    standing = Entry.objects.standing().filter(evening=evening)
    return standing.select_related("table_version__table").order_by("number")


def _heading(evening: Evening, language: str) -> str:
    day = evening.date.isoformat()
    return EVENING[language].format(club=evening.club.name, number=evening.number, date=day)


def _numbered(seats: Sequence[Seat]) -> Iterable[tuple[int, str]]:
    """The seats as lines name them."""
    return enumerate((seat.player.name for seat in seats), start=1)


def _note(text: str) -> str:
    return f"{COMMENT} {' '.join(text.split())}"
