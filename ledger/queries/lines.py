"""Deals as keyboard lines: what typed or pasted lines say and pay, and an evening written as its lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet

from ledger.models import Entry, Evening, Posting, TableVersion
from ledger.queries.evenings import names_at_table
from ledger.queries.mentions import Mentions
from ledger.queries.play import AtTable, first_seats, price, why
from ledger.queries.seating import check_number_of_players
from ledger.rules.deals import deal_data, read_deal
from ledger.rules.evening_text import COMMENT, Course, Line, Seats, deal_lines, read_deals, says_seats, write_deals
from ledger.rules.explaining import contract_name, result_text
from ledger.rules.kinds import Deal
from ledger.rules.notation import Notation, NotationFault
from ledger.rules.refusal import Refusal, gettext_noop
from ledger.rules.vocabulary import Label

SEATS_ALONE = gettext_noop("Who sits there is said on the page of the evening's seats, or among many lines.")
TRICKS = gettext_noop("Tricks: %(fault)s")  # beside a line that says more than tricks
EVENING = Label("{club}, aften {number}, {date}", "{club}, evening {number}, {date}")
TABLE = Label("bord {}", "table {}")
PRICES = Label("Priser: {table}, udgave {number}", "Prices: {table}, version {number}")


@dataclass(frozen=True)
class ReadLine:
    """A line that is a deal: its `number` in the evening, the deal as data with player ids, and what it pays.

    `place` is the line's number in the text, from 1; `players` are the ids in seat order, `points` integer units for
    each of them, `running` their bottom lines of the evening after it.
    """

    place: int
    text: str
    number: int
    deal: dict[str, Any]
    contract: str
    result: str
    why: str
    players: tuple[str, ...]
    points: tuple[int, ...]
    house: int
    running: tuple[int, ...]


@dataclass(frozen=True)
class SeatsLine:
    """A line that says who sits there from then on: ids and names in seat order; `number` is that of the next deal."""

    place: int
    text: str
    number: int
    players: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True)
class FaultyLine:
    """A line that is no deal, or says no seats: why, and the place of the first character that does not fit, from 0.

    That place is None where it is not known; `number` is that of the deal which it would be, or which comes next.
    """

    place: int
    text: str
    number: int
    refusal: Refusal
    at: int | None


AnyLine = ReadLine | SeatsLine | FaultyLine


@dataclass(frozen=True)
class Part:
    """Deals, as data with player ids, that follow one another among the same players.

    `players` are those who sit down for them, by id in seat order; None: those who sit there already.
    """

    players: tuple[int, ...] | None
    deals: list[dict[str, Any]]


@dataclass(frozen=True)
class ReadText:
    """The lines of a text in their order, without those for people; `names` has everybody at the table by id."""

    lines: tuple[AnyLine, ...]
    names: Mapping[str, str]

    @property
    def faults(self) -> list[FaultyLine]:
        """The lines that are no deals."""
        return [line for line in self.lines if isinstance(line, FaultyLine)]

    @property
    def deals(self) -> list[dict[str, Any]]:
        """The deals as data with player ids."""
        return [line.deal for line in self.lines if isinstance(line, ReadLine)]

    @property
    def parts(self) -> list[Part]:
        """The deals, divided where the seats change; at least one."""
        parts = [Part(players=None, deals=[])]
        for line in self.lines:
            if isinstance(line, ReadLine):
                parts[-1].deals.append(line.deal)
            elif isinstance(line, SeatsLine):
                parts.append(Part(players=tuple(map(int, line.players)), deals=[]))
        return parts if parts[0].deals or len(parts) == 1 else parts[1:]


def read_line(*, table: AtTable, line: str, language: str) -> ReadLine | FaultyLine:
    """What one line says and pays; no query. Who sits there is not for a single line to say."""
    if says_seats(line):
        return FaultyLine(place=1, text=line, number=table.number, refusal=Refusal(SEATS_ALONE, "line"), at=None)
    (read,) = _read(table=table, lines=[(1, line)], language=language).lines
    assert not isinstance(read, SeatsLine)
    return read


def read_text(*, table: AtTable, text: str, language: str) -> ReadText:
    """What the lines of a text say and pay, one deal after the other. Raises Refusal for too many lines.

    No query; two where a line says who sits there.
    """
    return _read(table=table, lines=deal_lines(text), language=language)


def evening_text(*, evening: Evening, language: str, table_number: int = 1) -> str | None:
    """The deals of a table of an evening that stand, as lines that `read_text` reads back.

    They are read back where those sit who sat there first. Notes for people say whose evening it is, who they were,
    and which prices counted from where on. None for a table that nobody ever sat at. Three queries, four to say a name.
    """
    seats = first_seats(evening=evening, table_number=table_number)
    if not seats:
        return None
    entries = list(_standing(evening, table_number))
    seated = [names_at_table(entry) for entry in entries]
    names = {str(seat.player_id): seat.player.name for seat in seats}
    players = tuple(names)
    notations = {version: Notation(version.to_rules()) for version in {entry.table_version for entry in entries}}
    deals = [
        (notation := notations[entry.table_version], read_deal(entry.deal, notation.table, list(those)), list(those))
        for entry, those in zip(entries, seated, strict=True)
    ]
    for those in seated:
        names |= those
    course = Course(players=players, dealer=players[0], way=evening.rotation)
    lines = [_note(_heading(evening, table_number, language))]
    lines.append(_note(", ".join(f"{n} {names[player]}" for n, player in enumerate(players, start=1))))
    prices = {n: entry.table_version for n, entry in enumerate(entries)}
    version: TableVersion | None = None
    mentions = Mentions(evening.club_id)
    written, count = write_deals(deals, course, names), 0
    for line in written:
        if prices[count] != version:
            version = prices[count]
            lines.append(_note(PRICES[language].format(table=version.table.name, number=version.number)))
        lines.append(line if says_seats(line) else mentions.said(line))
        count += not says_seats(line)
    return "\n".join(lines) + "\n"


def _read(*, table: AtTable, lines: Sequence[tuple[int, str]], language: str) -> ReadText:
    reader = _Reader(table, language)
    known: dict[str, str] = {}
    if any(says_seats(line) for _, line in lines):
        known = reader.meet_the_club()
    notation = Notation(table.evening.table_version.to_rules())
    course = Course(
        players=tuple(table.players),
        dealer=str(table.dealer),
        last=table.last,
        way=table.evening.rotation,
        history=table.history,
    )
    read = tuple(reader.read(line) for line in read_deals(lines, notation, course, known))
    sat = {player for line in read if not isinstance(line, FaultyLine) for player in line.players} | {*table.players}
    return ReadText(read, {player: name for player, name in reader.names.items() if player in sat})


class _Reader:
    """Prices read lines one after another, and keeps the evening's number and bottom lines as it goes."""

    def __init__(self, table: AtTable, language: str) -> None:
        self.table = table
        self.version = table.evening.table_version
        self.language = language
        self.number = table.number
        self.names = dict(table.names)
        self.running = dict(zip(table.players, table.totals, strict=True))

    def meet_the_club(self) -> dict[str, str]:
        """Learn the names and bottom lines of everybody who may sit down; gives the ids by casefolded name."""
        evening = self.table.evening
        members = {str(pk): name for pk, name in evening.club.players.values_list("pk", "name")}
        self.names |= members
        self.running |= {str(pk): points for pk, points in evening.totals.values_list("player_id", "points")}
        return {name.casefold(): player for player, name in members.items()}

    def read(self, line: Line) -> AnyLine:
        if isinstance(line.said, Seats):
            return self._seated(line, line.said)
        number = self.number
        self.number += not says_seats(line.text)
        if isinstance(line.said, Refusal):
            return self._faulty(line, number, line.said)
        try:
            return self._read(line, number, line.said)
        except Refusal as refusal:
            return self._faulty(line, number, refusal)

    def _seated(self, line: Line, said: Seats) -> AnyLine:
        try:
            check_number_of_players(table=self.version.to_rules(), count=len(said.players), field="line")
        except Refusal as refusal:
            return self._faulty(line, self.number, refusal)
        names = tuple(self.names[player] for player in said.players)
        return SeatsLine(place=line.place, text=line.text, number=self.number, players=said.players, names=names)

    def _read(self, line: Line, number: int, deal: Deal) -> ReadLine:
        rules, said = self.version.to_rules(), deal_data(deal)
        players = [int(player) for player in line.players]
        priced = price(players=players, evening=self.table.evening, version=self.version, deal=said)
        points = {str(player): units for player, units in priced.units.items()}
        self.running |= {player: self.running.get(player, 0) + units for player, units in points.items()}
        return ReadLine(
            place=line.place,
            text=line.text,
            number=number,
            deal=said,
            contract=contract_name(deal, rules, self.language),
            result=result_text(deal, rules),
            why=why(
                version=self.version,
                deal=said,
                players={player: self.names[player] for player in line.players},
                language=self.language,
            ),
            players=line.players,
            points=tuple(points.values()),
            house=priced.house,
            running=tuple(self.running[player] for player in line.players),
        )

    def _faulty(self, line: Line, number: int, refusal: Refusal) -> FaultyLine:
        at = refusal.at if isinstance(refusal, NotationFault) else None
        said = _by_name(refusal, self.names)
        if refusal.field == "tricks":
            said = Refusal(TRICKS, refusal.field, fault=said)
        return FaultyLine(place=line.place, text=line.text, number=number, refusal=said, at=at)


def _by_name(refusal: Refusal, names: Mapping[str, str]) -> Refusal:
    """A refusal that calls a player by name where the rules know only an id; what was typed stays as it was typed."""
    player = str(refusal.params.get("player"))
    said = {**refusal.params, "player": names[player]} if player in names else refusal.params
    return Refusal(refusal.message, refusal.field, **said)


def _standing(evening: Evening, table_number: int) -> QuerySet[Entry]:
    standing = Entry.objects.standing().filter(evening=evening, table_number=table_number)
    postings = Prefetch("postings", Posting.objects.select_related("player").order_by("seat"))
    return standing.select_related("table_version__table").prefetch_related(postings).order_by("number")


def _heading(evening: Evening, table_number: int, language: str) -> str:
    day = evening.date.isoformat()
    said = EVENING[language].format(club=evening.club.name, number=evening.number, date=day)
    return said if table_number == 1 else f"{said}, {TABLE[language].format(table_number)}"


def _note(text: str) -> str:
    return f"{COMMENT} {' '.join(text.split())}"
