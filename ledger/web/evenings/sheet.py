"""An evening's sheet as pages draw it: on its own page, live, or by a player's link."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.models import Evening, Player
from ledger.queries.deals.doubts import Doubts, doubts_among
from ledger.queries.evenings.confirming import confirming
from ledger.queries.evenings.result import EveningResult, PlayerPlace, evening_result
from ledger.queries.evenings.seating import hands
from ledger.queries.evenings.sheet import Cell, Sheet, SheetRow, sheet
from ledger.queries.evenings.turns import AtTable, tables_as_read
from ledger.queries.statistics.story import words_of_evening
from ledger.rules.clubs import short_names
from ledger.rules.deals.kinds.trick import JUST_HOME
from ledger.rules.deals.payout import HOME
from ledger.rules.evenings.figures import night_of
from ledger.rules.scoring.scoring_table import SUITS, TURNS
from ledger.rules.site.points import decimals_of, points_text
from ledger.templatetags.ledger_format import comma_pad, on_comma, points
from ledger.templatetags.ledger_labels import label_text, side_names, suit
from ledger.web.site.charts import Curve, CurveLine, CurveSize, bars, curve

# The rows of an evening's sheet, drawn here: cell by cell in a template, they would cost more than all the rest.


ROW = (
    '<tr role="row"><th role="rowheader" class="deal"><details>'
    "<summary><i>{number}</i> <b>{deal}</b>{side}</summary>"
    '<div class="why"><p>{sentence}.</p>{more}</div></details></th>{cells}</tr>'
)
CELL = '<td role="cell" data-who="{who}" class="num{css}">{held}</td>'
AWAY = '<span aria-hidden="true">·{pad}</span><span class="visually-hidden">{why}</span>'
CALCULATION = '<p class="more">{}.</p>'
MORE = '<p class="more">{} {}</p>'
MARK, FAULT = '<span class="mark">{}</span>', '<span class="mark error">{}</span>'
USUAL = (JUST_HOME, HOME)  # results of which a row is silent
ANY_NUMBER = 10**8 + 1  # of a deal, as it would stand in an address


class SheetRows:
    """The rows of a sheet for whoever reads it now; what is alike in all of them is worked out once.

    A voided deal is struck through and counts nothing; one that is `in_doubt`, by its number, says so. The column of
    `own_player` is marked; `leads_on` for the board, whose rows lead to a deal's page and to its correction.
    """

    def __init__(
        self,
        sheet: Sheet,
        *,
        decimals: int,
        house_plays: bool,
        own_player: Player | None = None,
        leads_on: bool = False,
        in_doubt: Collection[int] = (),
    ) -> None:
        self.sheet, self.decimals, self.house_plays, self.leads_on = sheet, decimals, house_plays, leads_on
        self.in_doubt = in_doubt
        self.denominator = sheet.evening.season.unit_denominator
        self.columns = [(escape(player.name), " own" * (player == own_player)) for player in sheet.players]
        names = [player.name for player in sheet.players]
        self.called = dict(zip(names, short_names(names), strict=True))  # what a phone has room for
        self.usual = {"", *map(label_text, USUAL)}
        self.suits = {trump: suit(trump) for trump in SUITS}
        self.drawn: dict[tuple[int, int | None, str, bool], str] = {}  # cells by column, points, role, if they count

    @property
    def heads(self) -> list[tuple[Player, str, int]]:
        """Everybody with what they are called here and their total."""
        return list(zip(self.sheet.players, self.called.values(), self.sheet.totals, strict=True))

    def html(self) -> SafeString:
        """All of them."""
        return SafeString("".join(map(self._row, self.sheet.rows)))

    def _row(self, row: SheetRow) -> str:
        side = hands(entry=row.entry, called=self.called)
        return ROW.format(
            number=row.number,
            deal=self._deal(row),
            side=f" <small>{escape(side_names(side, row.alone))}</small>" if side.declarer else "",
            sentence=escape(label_text(row.sentence)),
            more="".join(self._more(row)),
            cells="".join(self._cells(row)),
        )

    def _deal(self, row: SheetRow) -> str:
        """What was played, a vip with its turn as a number, and what has become of it."""
        contract, turn = label_text(row.contract), row.entry.deal.get("vip_turn")
        contract = contract.replace(label_text(TURNS[turn]), str(turn)) if turn else contract
        played = f"{escape(contract)} {self.suits.get(row.entry.deal.get('trump') or '', '')}"
        result = label_text(row.result)
        played += f' <span class="res">{escape(result)}</span>' if result not in self.usual else ""
        parts = [f"<s>{played}</s>" if row.change == "voided" else played]
        if row.change:
            parts.append(MARK.format(self.changes[row.change][0]))
        if row.number in self.in_doubt:
            parts.append(FAULT.format(gettext("in doubt")))
        if row.repeats:
            repeats = gettext("possible duplicate of %(number)s") % {"number": row.repeats}
            parts.append(FAULT.format(repeats))
        if row.total:
            parts.append(FAULT.format(f"{gettext('Sum')} {points(row.total, self.denominator)}"))
        return " ".join(parts)

    def _more(self, row: SheetRow) -> Iterator[str]:
        """What a deal's sentence is followed by: its arithmetic and note, why it was changed, how everybody stood."""
        if row.calculation:
            yield CALCULATION.format(escape(label_text(row.calculation)))
        if row.note:
            yield MORE.format(self.note_words, escape(row.note))
        if row.reason:
            yield MORE.format(self.changes.get(row.change, self.changes["corrected"])[1], escape(row.reason))
        standing = " · ".join(
            f"{name}&nbsp;{points(cell.running, self.denominator)}"
            for (name, _), cell in zip(self.columns, row.cells, strict=True)
        )
        yield MORE.format(self.standing_words, standing)
        if self.leads_on:
            ways = self.way_on + (self.way_to_correct if row.change != "voided" else "")
            # To make an address takes long, so one is made for all rows.
            yield f'<p class="more">{ways}</p>'.replace(str(ANY_NUMBER), str(row.number))

    def _cells(self, row: SheetRow) -> Iterator[str]:
        is_voided = row.change == "voided"
        for column, cell in enumerate(row.cells):
            known = column, cell.points, cell.role, is_voided
            if known not in self.drawn:
                self.drawn[known] = self._cell(*self.columns[column], cell, is_voided)
            yield self.drawn[known]
        if self.house_plays:
            yield CELL.format(who=self.house, css="", held=self._amount(row.house))

    def _cell(self, who: str, mark: str, cell: Cell, is_voided: bool) -> str:
        css = f"{' side' * cell.is_declaring}{' away' * cell.is_away}{mark}"
        if cell.is_away:
            why = gettext("not at the table") if cell.points is None else gettext("sat out")
            return CELL.format(who=who, css=css, held=AWAY.format(pad=comma_pad(self.decimals), why=why))
        held = self._amount(cell.points or 0)
        return CELL.format(who=who, css=css, held=f"<s>{held}</s>" if is_voided else held)

    def _amount(self, units: int) -> SafeString:
        return on_comma(units, self.denominator, self.decimals)

    @cached_property
    def changes(self) -> dict[str, tuple[str, str]]:
        """What was done to a deal: as a mark beside it, and before the reason."""
        return {
            "voided": (gettext("voided"), gettext("Voided:")),
            "corrected": (gettext("corrected"), gettext("Corrected:")),
            "restored": (gettext("restored"), gettext("Restored:")),
        }

    @cached_property
    def note_words(self) -> str:
        return gettext("Note:")

    @cached_property
    def standing_words(self) -> str:
        return gettext("The standing after it:")

    @cached_property
    def house(self) -> str:
        return gettext("The house")

    @cached_property
    def way_on(self) -> str:
        """The way to a deal's page, with a number in place of each deal's."""
        text = gettext("All about deal %(number)s") % {"number": ANY_NUMBER}
        return f'<a class="go" href="{self._address("deal")}">{text}</a>'

    @cached_property
    def way_to_correct(self) -> str:
        """The way to its correction, while the season takes any."""
        if self.sheet.evening.season.closed_at:
            return ""
        return f' <a class="go" href="{self._address("deal_correct")}">{gettext("Correct")}</a>'

    def _address(self, page: str) -> str:
        evening = self.sheet.evening
        return reverse(page, args=[evening.club.slug, evening.number, ANY_NUMBER])


# The pictures of an evening's result: a bar for each player, and how the evening went.


TALL, BROAD = CurveSize("tall", 336, 230), CurveSize("broad", 1024, 260)
FEWEST_DEALS = 3  # that make a curve


@dataclass(frozen=True)
class EveningCurve:
    """How an evening went, drawn for phones and for wide pages, and the number of the deal with a ring round it."""

    tall: SafeString
    broad: SafeString
    ring: int | None


def places_with_bars(result: EveningResult) -> list[tuple[PlayerPlace, SafeString]]:
    """Everybody's place with a bar."""
    drawn = bars([place.points for place in result.places])
    return list(zip(result.places, drawn, strict=True))


def evening_curve(result: EveningResult, denominator: int) -> EveningCurve | None:
    """Everybody's running points deal by deal, the winner's line the strongest; None before there are three deals."""
    numbers, turning = result.numbers, result.turning
    if len(numbers) < FEWEST_DEALS:
        return None
    ring = turning.number if turning and not turning.is_first and len(result.winners) == 1 else None
    chart = Curve(
        name=gettext("The standing through the evening's deals; the same numbers are in the sheet"),
        lines=[
            CurveLine(name=place.name, totals=totals)
            for place, totals in zip(result.places, result.running, strict=True)
        ],
        ticks=[str(number) for number in numbers],
        say=partial(points, denominator=denominator),
        denominator=denominator,
        highlighted=0 if len(result.winners) == 1 else None,
        ring=(0, numbers.index(ring)) if ring else None,
    )
    return EveningCurve(tall=curve(chart, TALL), broad=curve(chart, BROAD), ring=ring)


class Room(NamedTuple):
    """How many characters of a number fit in a column of a phone 360 pixels wide, its sign and comma included.

    In the rows at their usual size and small, and in the totals.
    """

    usual: int
    small: int
    in_all: int


ROOM = {4: Room(8, 9, 9), 5: Room(6, 7, 7), 6: Room(5, 6, 6), 7: Room(5, 5, 6)}
BESIDE = Room(5, 6, 6)  # where the numbers stand beside what was played
MOST_BESIDE = 5  # columns


def evening_context(evening: Any, *, is_boards: bool) -> dict[str, Any]:
    """An evening's result and sheet for whoever reads; `is_live` while deals may still come.

    `is_ending` where the board has a result to approve, and `lines` is how many entries that would cover.
    """
    is_live = not evening.is_approved and not evening.season.closed_at
    sheet = sheet_context(evening, is_live=is_live, leads_on=is_boards)
    result, asks = evening_result(sheet=sheet["sheet"]), evening.club.players_confirm
    totals = sheet["sheet"].book.only_entry("totals")
    is_over = not is_live or totals is not None or evening.date < night_of(timezone.localtime())
    return {
        **sheet,
        "totals_only": totals,
        "lines": len(sheet["sheet"].book.entries),
        "is_live": is_live,
        "is_over": is_over,
        "is_ending": is_boards and is_live and bool(sheet["rows"]),
        "confirming": asks and confirming(evening=evening, read=sheet["sheet"], has_links=evening.has_links),
        "result": result,
        "told": words_of_evening(sheet=sheet["sheet"], result=result, is_first=not evening.before)
        if result and is_over
        else None,
        "places": places_with_bars(result) if result else [],
        "curve": evening_curve(result, evening.season.unit_denominator) if result else None,
    }


def sheet_context(
    evening: Evening, *, is_live: bool = False, own_player: Player | None = None, leads_on: bool = False
) -> dict[str, Any]:
    """An evening's sheet alone, for whom SheetRows says; while `is_live`, `tables` are those that are played at."""
    read = sheet(evening=evening)
    doubts = doubts_among(club=evening.club, evenings=[evening.pk])
    return {
        "club": evening.club,
        "season": evening.season,
        "evening": evening,
        **_rows_context(read, doubts, own_player=own_player, leads_on=leads_on),
        "parts": _table_parts(read, doubts, leads_on=leads_on),
        "tables": _tables_as_read(read) if is_live else [],
    }


def _tables_as_read(read: Sheet) -> list[AtTable]:
    standing = [row.entry for row in read.standing]
    return tables_as_read(evening=read.evening, seats=read.seats, standing=standing, number=read.book.next_number)


def _rows_context(sheet: Sheet, doubts: Doubts, *, own_player: Player | None = None, leads_on: bool) -> dict[str, Any]:
    """What _sheet.html asks of a sheet.

    What draws its rows, everybody's total, the deals in doubt, whether the house plays, how many decimals the numbers
    have, and the classes that lay the sheet out.
    """
    denominator = sheet.evening.season.unit_denominator
    house_plays, amounts = any(row.house for row in sheet.rows), _amounts(sheet)
    in_doubt = [row.number for row in sheet.standing if row.number in doubts.numbers]
    decimals = decimals_of([*amounts, *sheet.totals, sheet.house], denominator)
    return {
        "sheet": sheet,
        "rows": sheet.rows,
        "drawn": SheetRows(
            sheet,
            decimals=decimals,
            house_plays=house_plays,
            own_player=own_player,
            leads_on=leads_on,
            in_doubt=in_doubt,
        ),
        "in_doubt": in_doubt,
        "own_player": own_player,
        "totals": list(zip(sheet.players, sheet.totals, strict=True)),
        "house_plays": house_plays,
        "decimals": decimals,
        "layout": _layout(sheet, amounts, len(sheet.players) + house_plays, decimals),
        "has_declarers": any(cell.is_declaring for row in sheet.rows for cell in row.cells),
    }


def _amounts(sheet: Sheet) -> set[int]:
    """Every number in the rows of a sheet, once."""
    in_cells = {cell.points for row in sheet.rows for cell in row.cells if cell.points is not None}
    return in_cells | {row.house for row in sheet.rows}


def _layout(sheet: Sheet, amounts: Collection[int], columns: int, decimals: int) -> str:
    """The CSS classes of a sheet with so many columns, which size its numbers (evenings/sheet.css)."""
    denominator = sheet.evening.season.unit_denominator
    in_rows = _longest(amounts, denominator, decimals)
    in_all = _longest([*sheet.totals, sheet.house], denominator, decimals)
    columns = max(columns, min(ROOM))
    room = ROOM.get(columns)
    classes = [f"n{columns}"]
    if room is None or in_rows > room.small or in_all > room.in_all:
        classes.append("lines")
    elif columns <= MOST_BESIDE and in_rows <= BESIDE.small and in_all <= BESIDE.in_all:
        classes.append("beside")
        room = BESIDE
    if room is None or in_rows > room.usual:
        classes.append("small-numbers")
    return " ".join(classes)


def _longest(amounts: Collection[int], denominator: int, decimals: int) -> int:
    """How many characters the longest amount takes, aligned on the comma and with its sign."""
    return max((_length(units, denominator, decimals) for units in amounts), default=1)


def _length(units: int, denominator: int, decimals: int) -> int:
    whole, _, after = points_text(abs(units), denominator).partition(".")
    return 1 + len(whole) + (1 + max(decimals, len(after)) if decimals else 0)


def _table_parts(read: Sheet, doubts: Doubts, *, leads_on: bool) -> list[dict[str, Any]]:
    """A sheet in parts, one per table; the number is 0 if there is only one."""
    sheets = read.tables
    return [
        {
            "number": number if len(sheets) > 1 else 0,
            "heading": f"sheet-{number}",
            "seatings": table_sheet.seatings,
            **_rows_context(table_sheet, doubts, leads_on=leads_on),
        }
        for number, table_sheet in sheets.items()
    ]
