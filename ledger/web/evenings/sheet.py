"""An evening's sheet as pages draw it: on its own page, live, or by a player's link."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Evening, Player
from ledger.queries.deals.doubts import DoubtfulDeal, doubts_among
from ledger.queries.evenings.confirming import confirming
from ledger.queries.evenings.result import EveningResult, evening_result
from ledger.queries.evenings.seating import hands
from ledger.queries.evenings.sheet import Sheet, SheetRow, sheet
from ledger.queries.evenings.turns import tables_as_read
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
CHANGES = {  # what was done to a deal: as a mark beside it, and before the reason
    "voided": (_("voided"), _("Voided:")),
    "corrected": (_("corrected"), _("Corrected:")),
    "restored": (_("restored"), _("Restored:")),
}


class DrawnSheet:
    """A sheet as somebody reads it now.

    A voided deal is struck through and counts nothing; one that is in doubt says so. The column of `own_player` is
    marked; `leads_on` for the board, whose rows lead to a deal's page and to its correction.
    """

    def __init__(
        self, sheet: Sheet, doubts: Sequence[DoubtfulDeal], *, own_player: Player | None = None, leads_on: bool = False
    ) -> None:
        self.sheet, self.own_player, self.leads_on = sheet, own_player, leads_on
        self.denominator = sheet.evening.season.unit_denominator
        numbers = {deal.number for deal in doubts}
        self.in_doubt = [row.number for row in sheet.standing if row.number in numbers]
        self.house_plays = any(row.house for row in sheet.rows)
        in_cells = {cell.points or 0 for row in sheet.rows for cell in row.cells}
        self.amounts = in_cells | {row.house for row in sheet.rows}
        self.sums = [*sheet.totals, sheet.house]
        self.decimals = decimals_of([*self.amounts, *self.sums], self.denominator)
        names = [player.name for player in sheet.players]
        self.called = dict(zip(names, short_names(names), strict=True))  # what a phone has room for
        self.usual = {"", *map(label_text, USUAL)}

    @property
    def heads(self) -> list[tuple[Player, str, int]]:
        """Everybody with what they are called here and their total."""
        return list(zip(self.sheet.players, self.called.values(), self.sheet.totals, strict=True))

    @property
    def has_declarers(self) -> bool:
        """Whether any deal had a declarer's side."""
        return any(cell.is_declaring for row in self.sheet.rows for cell in row.cells)

    @property
    def layout(self) -> str:
        """The CSS classes that lay the sheet out and size its numbers (evenings/sheet.css)."""
        in_rows, in_all = self._longest(self.amounts), self._longest(self.sums)
        columns = max(len(self.sheet.players) + self.house_plays, min(ROOM))
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

    def _longest(self, amounts: Iterable[int]) -> int:
        """How many characters the longest amount takes, aligned on the comma and with its sign."""
        longest = 1
        for units in amounts:
            whole, _comma, after = points_text(abs(units), self.denominator).partition(".")
            length = 1 + len(whole)
            if self.decimals:
                length += 1 + max(self.decimals, len(after))
            longest = max(longest, length)
        return longest

    def html(self) -> SafeString:
        """All rows."""
        running = [0] * len(self.sheet.players)
        drawn = []
        for row in self.sheet.rows:
            if row.change != "voided":
                running = [before + (cell.points or 0) for before, cell in zip(running, row.cells, strict=True)]
            drawn.append(self._row(row, running))
        return SafeString("".join(drawn))

    def _row(self, row: SheetRow, running: list[int]) -> str:
        side = hands(entry=row.entry, called=self.called)
        return ROW.format(
            number=row.number,
            deal=self._deal(row),
            side=f" <small>{escape(side_names(side, row.alone))}</small>" if side.declarer else "",
            sentence=escape(label_text(row.sentence)),
            more="".join(self._more(row, running)),
            cells="".join(self._cells(row)),
        )

    def _deal(self, row: SheetRow) -> str:
        """What was played, a vip with its turn as a number, and what has become of it."""
        contract, turn = label_text(row.contract), row.entry.deal.get("vip_turn")
        if turn:
            contract = contract.replace(label_text(TURNS[turn]), str(turn))
        trump = row.entry.deal.get("trump")
        played = f"{escape(contract)} {suit(trump) if trump in SUITS else ''}"
        result = label_text(row.result)
        if result not in self.usual:
            played += f' <span class="res">{escape(result)}</span>'
        if row.change == "voided":
            played = f"<s>{played}</s>"
        parts = [played]
        if row.change:
            parts.append(MARK.format(CHANGES[row.change][0]))
        if row.number in self.in_doubt:
            parts.append(FAULT.format(gettext("in doubt")))
        if row.repeats:
            repeats = gettext("possible duplicate of %(number)s") % {"number": row.repeats}
            parts.append(FAULT.format(repeats))
        if row.total:
            total = gettext("Sum")
            parts.append(FAULT.format(f"{total} {points(row.total, self.denominator)}"))
        return " ".join(parts)

    def _more(self, row: SheetRow, running: list[int]) -> Iterator[str]:
        """What a deal's sentence is followed by: its arithmetic and note, why it was changed, how everybody stood."""
        if row.calculation:
            yield CALCULATION.format(escape(label_text(row.calculation)))
        if row.note:
            yield MORE.format(gettext("Note:"), escape(row.note))
        if row.reason:
            yield MORE.format(CHANGES[row.change or "corrected"][1], escape(row.reason))
        standing = " · ".join(
            f"{escape(player.name)}&nbsp;{points(units, self.denominator)}"
            for player, units in zip(self.sheet.players, running, strict=True)
        )
        yield MORE.format(gettext("The standing after it:"), standing)
        if self.leads_on:
            text = gettext("All about deal %(number)s") % {"number": row.number}
            ways = [self._way("deal", row, text)]
            if row.change != "voided" and not self.sheet.evening.season.closed_at:
                ways.append(self._way("deal_correct", row, gettext("Correct")))
            yield f'<p class="more">{" ".join(ways)}</p>'

    def _way(self, page: str, row: SheetRow, text: str) -> str:
        evening = self.sheet.evening
        return f'<a class="go" href="{reverse(page, args=[evening.club.slug, evening.number, row.number])}">{text}</a>'

    def _cells(self, row: SheetRow) -> Iterator[str]:
        for player, cell in zip(self.sheet.players, row.cells, strict=True):
            css = f"{' side' * cell.is_declaring}{' away' * cell.is_away}{' own' * (player == self.own_player)}"
            if cell.is_away:
                why = gettext("not at the table") if cell.points is None else gettext("sat out")
                held = AWAY.format(pad=comma_pad(self.decimals), why=why)
            else:
                held = self._amount(cell.points or 0)
                if row.change == "voided":
                    held = f"<s>{held}</s>"
            yield CELL.format(who=escape(player.name), css=css, held=held)
        if self.house_plays:
            yield CELL.format(who=gettext("The house"), css="", held=self._amount(row.house))

    def _amount(self, units: int) -> str:
        return on_comma(units, self.denominator, self.decimals)


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


# The pictures of an evening's result: a bar for each player, and how the evening went.


TALL, BROAD = CurveSize("tall", 336, 230), CurveSize("broad", 1024, 260)
FEWEST_DEALS = 3  # that make a curve


def evening_curve(result: EveningResult, denominator: int) -> dict[str, Any] | None:
    """Everybody's running points deal by deal, the winner's line the strongest; None before there are three deals.

    Drawn `tall` for phones and `broad` for wide pages, with the number of the deal that has a `ring` round it.
    """
    numbers, turning = result.numbers, result.turning
    if len(numbers) < FEWEST_DEALS:
        return None
    ring = turning.number if turning and not turning.is_first and len(result.winners) == 1 else None
    by_player = zip(result.places, result.running, strict=True)
    chart = Curve(
        name=gettext("The standing through the evening's deals; the same numbers are in the sheet"),
        lines=[CurveLine(name=place.name, totals=totals) for place, totals in by_player],
        ticks=[str(number) for number in numbers],
        say=partial(points, denominator=denominator),
        denominator=denominator,
        highlighted=0 if len(result.winners) == 1 else None,
        ring=(0, numbers.index(ring)) if ring else None,
    )
    return {"tall": curve(chart, TALL), "broad": curve(chart, BROAD), "ring": ring}


def evening_context(evening: Any, *, is_boards: bool) -> dict[str, Any]:
    """An evening's result and sheet for whoever reads; `is_live` while deals may still come.

    `is_ending` where the board has a result to approve, and `lines` is how many entries that would cover.
    """
    is_live = not evening.is_approved and not evening.season.closed_at
    context = sheet_context(evening, is_live=is_live, leads_on=is_boards)
    read = context["sheet"]
    totals = read.book.only_entry("totals")
    is_over = not is_live or totals is not None or evening.date < night_of(timezone.localtime())
    context |= {
        "totals_only": totals,
        "lines": len(read.book.entries),
        "is_live": is_live,
        "is_over": is_over,
        "is_ending": is_boards and is_live and bool(read.rows),
        "confirming": evening.club.players_confirm
        and confirming(evening=evening, read=read, has_links=evening.has_links),
        "result": None,
    }
    if result := evening_result(sheet=read):
        drawn = bars([place.points for place in result.places])
        context["result"] = result
        context["places"] = list(zip(result.places, drawn, strict=True))
        context["curve"] = evening_curve(result, evening.season.unit_denominator)
        if is_over:
            context["told"] = words_of_evening(sheet=read, result=result, is_first=not evening.before)
    return context


def sheet_context(
    evening: Evening, *, is_live: bool = False, own_player: Player | None = None, leads_on: bool = False
) -> dict[str, Any]:
    """An evening's sheet alone, for whom DrawnSheet says; while `is_live`, `tables` are those that are played at."""
    read = sheet(evening=evening)
    doubts = doubts_among(club=evening.club, evenings=[evening.pk])
    drawn = DrawnSheet(read, doubts, own_player=own_player, leads_on=leads_on)
    tables = []
    if is_live:
        standing = [row.entry for row in read.standing]
        tables = tables_as_read(evening=evening, seats=read.seats, standing=standing, number=read.book.next_number)
    sheets = read.tables
    parts = [
        {
            "number": number if len(sheets) > 1 else 0,
            "heading": f"sheet-{number}",
            "seatings": table_sheet.seatings,
            "drawn": DrawnSheet(table_sheet, doubts, leads_on=leads_on),
        }
        for number, table_sheet in sheets.items()
    ]
    return {
        "club": evening.club,
        "season": evening.season,
        "evening": evening,
        "sheet": read,
        "rows": read.rows,
        "drawn": drawn,
        "decimals": drawn.decimals,
        "parts": parts,  # one per table; the number is 0 if there is only one
        "tables": tables,
    }
