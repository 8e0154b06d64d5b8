"""Old books as clubs keep them, in ten layouts, with errors planted in known cells; the truth is kept beside."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any

from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from ledger.rules.deals.settling import read_deal, settle
from ledger.rules.imports.verdict.findings import FindingKind
from ledger.rules.imports.verdict.paying import ReadVersion
from ledger.rules.scoring.document import preset, read_scoring_table
from ledger.rules.scoring.tariff import Tariff, compile_tariff
from tests.spreadsheets.imports.workbooks import file_of

PLAYERS = ("Anna", "Bodil", "Carl", "Dorthe")
FIRST_DAY = date(2014, 1, 8)
EVENINGS, DEALS = 10, 9
CHANGED = FIRST_DAY + timedelta(weeks=EVENINGS // 2)
MADE_IN_MID_LIFE = 3  # times dearer

Cell = str | int | Fraction | date | None


def tariffs(*, has_changed: bool = False) -> list[ReadVersion]:
    """The versions of a scoring table in which nearly every outcome pays something of its own."""
    document = preset("call-ace-whist-quarter")
    today = compile_tariff(read_scoring_table(document))
    if not has_changed:
        return [ReadVersion("2014", None, today)]
    values = {level: [price * MADE_IN_MID_LIFE for price in row] for level, row in document["values"].items()}
    nolo = [{**row, "made": row["made"] * MADE_IN_MID_LIFE} for row in document["nolo"]]
    older = compile_tariff(read_scoring_table({**document, "values": values, "nolo": nolo}))
    return [ReadVersion("1998", None, older), ReadVersion("2014", CHANGED, today)]


@dataclass
class TrueDeal:
    """A deal as it was played: its evening from 0, its number, the facts, what it paid, and how it is written.

    `totals` are what everybody had won after it.
    """

    evening: int
    number: int
    day: date
    data: dict[str, Any]
    points: dict[str, int]
    contract: str
    declarer: str
    partner: str
    totals: dict[str, int] = field(default_factory=dict)


@dataclass
class PlantedError:
    """An error and the cell it was planted in."""

    kinds: tuple[FindingKind, ...]
    sheet: str
    cell: str
    meant: Cell


@dataclass
class OldBook:
    """A book: its sheets as rows of cells, the place of every deal, the areas made one, and the errors planted."""

    versions: list[ReadVersion]
    deals: list[TrueDeal]
    sheets: dict[str, list[list[Cell]]] = field(default_factory=dict)
    merged: dict[str, list[str]] = field(default_factory=dict)
    places: list[tuple[str, int]] = field(default_factory=list)  # of each deal: sheet and row
    columns: dict[str, int] = field(default_factory=dict)  # of what a deal says
    errors: list[PlantedError] = field(default_factory=list)

    def cell(self, at: int, what: str) -> tuple[str, int, int]:
        """The sheet, row and column of what a deal says."""
        sheet, row = self.places[at]
        return sheet, row, self.columns[what]

    def read(self, at: int, what: str) -> Cell:
        sheet, row, column = self.cell(at, what)
        return self.sheets[sheet][row - 1][column - 1]

    def write(self, sheet: str, row: list[Cell]) -> None:
        """Append the row of the next deal to a sheet."""
        self.sheets[sheet].append(row)
        self.places.append((sheet, len(self.sheets[sheet])))

    def change(self, at: int, what: str, value: Cell) -> None:
        """Write something else in a cell of a deal."""
        sheet, row, column = self.cell(at, what)
        self.sheets[sheet][row - 1][column - 1] = value

    def plant(self, at: int, what: str, value: Cell, *kinds: FindingKind) -> None:
        """Change a cell of a deal, and note it as an error."""
        sheet, row, column = self.cell(at, what)
        self.errors.append(PlantedError(kinds, sheet, f"{get_column_letter(column)}{row}", self.read(at, what)))
        self.change(at, what, value)

    def as_workbook(self) -> bytes:
        """The book as an xlsx file."""
        book = Workbook()
        del book[book.sheetnames[0]]
        for title, rows in self.sheets.items():
            sheet = book.create_sheet(title)
            for number, row in enumerate(rows, 1):
                for column, value in enumerate(row, 1):
                    if value is not None:
                        sheet.cell(number, column, float(value) if isinstance(value, Fraction) else value)
            for area in self.merged.get(title, ()):
                sheet.merge_cells(area)
        return file_of(book)


# --- what was played


def played_deals(versions: Sequence[ReadVersion], draw: Random, evenings: int = EVENINGS) -> list[TrueDeal]:
    deals = []
    for evening in range(evenings):
        day = FIRST_DAY + timedelta(weeks=evening)
        tariff = next(version for version in reversed(versions) if version.since is None or version.since <= day).tariff
        deals += [_played_deal(tariff, draw, evening, number, day) for number in range(1, DEALS + 1)]
    totals = dict.fromkeys(PLAYERS, 0)
    for deal in deals:
        totals = deal.totals = {player: totals[player] + deal.points[player] for player in PLAYERS}
    return deals


def _played_deal(tariff: Tariff, draw: Random, evening: int, number: int, day: date) -> TrueDeal:
    declarer, partner = draw.sample(PLAYERS, 2)
    data: dict[str, Any]
    if draw.random() < 0.12:
        code = draw.choice([*tariff.scoring_table.nolo])
        limit = tariff.scoring_table.nolo[code].max_tricks
        tricks = max(0, limit + draw.choice((0, 0, 1, 2)) - (limit and draw.choice((0, 1))))
        data = {"kind": "nolo", "contract": code, "participants": [{"player": declarer, "tricks": tricks}]}
        contract, with_whom = str(tariff.scoring_table.nolo[code].label["da"]), ""
    else:
        data, contract, with_whom = _trick_deal(draw, declarer, partner)
    units = settle(read_deal(data, tariff.scoring_table, PLAYERS), tariff, PLAYERS).units
    return TrueDeal(
        evening, number, day, data, dict(units), draw.choice((str, str.lower))(contract), declarer, with_whom
    )


def _trick_deal(draw: Random, declarer: str, partner: str) -> tuple[dict[str, Any], str, str]:
    level, attachment = (
        draw.choice((8, 8, 9, 9, 9, 10, 10, 11)),
        draw.choice(("plain", "vip", "gode", "halve", "sans", "kvarte")),
    )
    tricks = min(13, max(0, level + draw.choice((-2, -1, 0, 0, 0, 1, 1, 2))))
    data = {"kind": "trick", "level": level, "attachment": attachment, "declarer": declarer, "tricks": tricks}
    name = "" if attachment == "plain" else f" {attachment}"
    contract = draw.choice((f"{level}{name}", f"{level}.{name}", f"{level} {name.strip()}".strip()))
    if attachment == "kvarte":
        return {**data, "partner": None, "alone": "declared"}, contract, ""
    if draw.random() < 0.1:
        return (
            {**data, "partner": None, "alone": "self_called"},
            f"{contract} (selvmakker)",
            draw.choice(("", "selvmakker")),
        )
    if attachment == "vip" and draw.random() < 0.5:
        contract = f"{level} vip i {draw.choice((1, 2, 3))}."
    return {**data, "partner": partner}, contract, partner


# --- how it is written


def row_of_deal(deal: TrueDeal, *, has_day: bool, has_side: bool = True) -> list[Cell]:
    side: list[Cell] = [deal.declarer, deal.partner or None, deal.contract] if has_side else []
    return [deal.day if has_day else None, deal.number, *side, *(deal.points[player] for player in PLAYERS)]


HEADINGS: list[Cell] = ["Dato", "Nr.", "Melder", "Makker", "Melding", *PLAYERS]
WHAT = ("date", "number", "declarer", "partner", "contract", *PLAYERS)


def columns_of(*what: str) -> dict[str, int]:
    return {name: column for column, name in enumerate(what, 1) if name}


def _is_first(deal: TrueDeal) -> bool:
    return deal.number == 1


def _written_book(
    versions: list[ReadVersion],
    draw: Random,
    title: str,
    above: list[list[Cell]],
    columns: Sequence[str],
    row: Callable[[TrueDeal], list[Cell]],
) -> OldBook:
    """A book in one sheet: what stands above, what its columns hold, and the row of each deal."""
    book = OldBook(versions, played_deals(versions, draw), columns=columns_of(*columns))
    book.sheets[title] = above
    for deal in book.deals:
        book.write(title, row(deal))
    return book


def _new_book(draw: Random, *columns: str) -> OldBook:
    """A book of deals that are still to be written, with what its columns will hold."""
    versions = tariffs()
    return OldBook(versions, played_deals(versions, draw), columns=columns_of(*columns))


def _row_with_first_day(deal: TrueDeal) -> list[Cell]:
    return row_of_deal(deal, has_day=_is_first(deal))


def one_long_sheet(draw: Random) -> OldBook:
    """One sheet of the whole life, the day where an evening begins."""
    return _written_book(tariffs(), draw, "Regnskab", [HEADINGS], WHAT, _row_with_first_day)


def sheet_an_evening(draw: Random) -> OldBook:
    """A sheet an evening, its day in the title, and English headings."""
    book = _new_book(draw, "number", "declarer", "partner", "contract", *PLAYERS)
    for deal in book.deals:
        title = f"{deal.day.day}.{deal.day.month}.{deal.day.year}"
        book.sheets.setdefault(title, [["The evening"], ["No.", "Declarer", "Partner", "Contract", *PLAYERS]])
        book.write(title, row_of_deal(deal, has_day=False)[1:])
    return book


def running_totals(draw: Random) -> OldBook:
    """Nothing but running totals, through all evenings."""

    def row(deal: TrueDeal) -> list[Cell]:
        return [*_row_with_first_day(deal)[:5], *deal.totals.values()]

    return _written_book(tariffs(), draw, "Løbende", [HEADINGS], WHAT, row)


def danish_decimals(draw: Random) -> OldBook:
    """Points as text with a comma, quarters of them, and days as text."""
    document = preset("call-ace-whist-quarter")
    values = {level: [f"{price}/4" for price in row] for level, row in document["values"].items()}
    nolo = [{**row, "made": f"{row['made']}/4"} for row in document["nolo"]]
    quarters = compile_tariff(read_scoring_table({**document, "unit_denominator": 4, "values": values, "nolo": nolo}))

    def row(deal: TrueDeal) -> list[Cell]:
        day = f"{deal.day.day}/{deal.day.month}-{deal.day:%y}" if _is_first(deal) else None
        points = [_with_comma(Fraction(deal.points[player], 4)) for player in PLAYERS]
        return [day, *row_of_deal(deal, has_day=False)[1:5], *points]

    return _written_book([ReadVersion("2014", None, quarters)], draw, "Point", [HEADINGS], WHAT, row)


def _with_comma(number: Fraction) -> str:
    return f"{float(number):g}".replace(".", ",")


def merged_headings(draw: Random) -> OldBook:
    """Two rows of headings with merged cells: points, and running totals beside them."""
    top: list[Cell] = ["Dato", "Nr.", "Melder", "Makker", "Melding", "Point", None, None, None, "Løbende stilling"]
    above = [["Whistklubben"], top, [None] * 5 + [*PLAYERS, *PLAYERS]]
    columns = (*WHAT, *(f"total {player}" for player in PLAYERS))

    def row(deal: TrueDeal) -> list[Cell]:
        return [*_row_with_first_day(deal), *deal.totals.values()]

    book = _written_book(tariffs(), draw, "Spil", above, columns, row)
    book.merged["Spil"] = ["F2:I2", "J2:M2", "A2:A3", "B2:B3", "C2:C3", "D2:D3", "E2:E3"]
    return book


def blank_rows(draw: Random) -> OldBook:
    """Blank rows and rows of words between the evenings, headings far down, a column of checks, the day in words."""
    book = _new_book(draw, "", *WHAT)
    rows = book.sheets["Ark1"] = [["Regnskab for klubben"], [], [None, "Alle år"], [], [None, *HEADINGS, "Kontrol"]]
    months = ["januar", "februar", "marts", "april", "maj"]
    for deal in book.deals:
        if _is_first(deal):
            rows += [[], [None, None, None, "Hos Bodil"], []]
        day = f"{deal.day.day}. {months[deal.day.month - 1]} {deal.day.year}" if _is_first(deal) else None
        book.write("Ark1", [None, day, *row_of_deal(deal, has_day=False)[1:], 0])
    return book


def totals_between(draw: Random) -> OldBook:
    """A total below each evening, with its word or without, and one of everything at the end."""
    book = _new_book(draw, "evening", *WHAT)
    rows = book.sheets["Sæson"] = [["Aften", *HEADINGS]]
    sums, season = dict.fromkeys(PLAYERS, 0), dict.fromkeys(PLAYERS, 0)
    for deal in book.deals:
        name = f"{deal.evening + 1}a" if _is_first(deal) else None
        book.write("Sæson", [name, *row_of_deal(deal, has_day=_is_first(deal))])
        sums = {player: sums[player] + deal.points[player] for player in PLAYERS}
        if deal.number == DEALS:
            season = {player: season[player] + sums[player] for player in PLAYERS}
            rows.append(["I alt" if deal.evening % 2 else None, *[None] * 5, *sums.values()])
            sums = dict.fromkeys(PLAYERS, 0)
    rows.append(["Stilling", *[None] * 5, *season.values()])
    return book


TYPOS = {"Anna": "Ana", "Bodil": "Bodli", "Carl": "Karl", "Dorthe": "Dorte"}


def misspelt_names(draw: Random) -> OldBook:
    """Names that are written in more than one way."""
    book = one_long_sheet(draw)
    for at, _deal in enumerate(book.deals):
        for what in ("declarer", "partner"):
            name = book.read(at, what)
            if draw.random() < 0.2 and name in TYPOS:
                book.change(at, what, TYPOS[str(name)])
    return book


def changed_prices(draw: Random) -> OldBook:
    """Prices that were changed in mid-life, by versions that the club knows."""
    versions = tariffs(has_changed=True)
    return _written_book(versions, draw, "Bog", [HEADINGS], WHAT, lambda deal: row_of_deal(deal, has_day=True))


def points_only(draw: Random) -> OldBook:
    """Nothing but the points, each evening's days in every row."""

    def row(deal: TrueDeal) -> list[Cell]:
        return row_of_deal(deal, has_day=True, has_side=False)

    above: list[list[Cell]] = [["Dato", "Spil", *PLAYERS]]
    return _written_book(tariffs(), draw, "Kun point", above, ("date", "number", *PLAYERS), row)


LAYOUTS: Mapping[str, Callable[[Random], OldBook]] = {
    layout.__name__: layout
    for layout in (
        one_long_sheet,
        sheet_an_evening,
        running_totals,
        danish_decimals,
        merged_headings,
        blank_rows,
        totals_between,
        misspelt_names,
        changed_prices,
        points_only,
    )
}
UNPAYABLE = 37  # points, by any contract of the tables above


@dataclass(frozen=True)
class Slip:
    """A slip of the pen: what it makes of a cell of a deal, its declarer's points unless `what` is said.

    It is in the next deal that `fits`, and of `everybody` where the points of all are written so.
    """

    kinds: tuple[FindingKind, ...]
    change: Callable[[Cell, TrueDeal], Cell]
    what: str = ""
    fits: Callable[[TrueDeal], bool] = lambda deal: deal.partner in PLAYERS and deal.number > 1
    everybody: bool = False


def plant_errors(layout: str, book: OldBook) -> None:
    """Plant three errors in a book of a layout, in rows far enough apart to be told from each other."""
    for number, slip in enumerate(ERRORS[layout]):
        at = next(at for at in range(12 + 27 * number, len(book.deals)) if slip.fits(book.deals[at]))
        what = slip.what or book.deals[at].declarer
        for player in PLAYERS if slip.everybody else ():
            book.change(at, player, slip.change(book.read(at, player), book.deals[at]))
        book.plant(at, what, slip.change(book.read(at, what), book.deals[at]), *slip.kinds)


def _opposite(won: Cell, _deal: TrueDeal) -> Cell:
    return f"-{won}".replace("--", "") if isinstance(won, str) else -int(str(won))


def _ten_in_front(won: Cell, _deal: TrueDeal) -> Cell:
    text = re.sub(r"^-?", r"\g<0>10", str(won))  # -104 for -4
    return text if "," in text else int(text)


def _a_year_early(day: Cell, _deal: TrueDeal) -> Cell:
    return day.replace(year=day.year - 1) if isinstance(day, date) else str(day).replace("14", "13")


def _another(_name: Cell, deal: TrueDeal) -> Cell:
    return next(player for player in PLAYERS if player not in (deal.declarer, deal.partner))


def _more(points: int) -> Callable[[Cell, TrueDeal], Cell]:
    return lambda won, _deal: int(str(won)) + points


WRONG_SIGN = Slip((FindingKind.SIGN,), _opposite)
DIGITS_TOO_MANY = Slip((FindingKind.DIGIT,), _ten_in_front)
TIMES_TEN = Slip((FindingKind.DIGIT,), lambda won, _deal: int(str(won)) * 10)
OFF_BY_THREE = Slip((FindingKind.SUM, FindingKind.DIGIT, FindingKind.SIGN), _more(3))
LEFT_BLANK = Slip((FindingKind.BLANK,), lambda _won, _deal: None)
NUMBER_TWICE = Slip((FindingKind.DUPLICATE,), _more(-1), "number", fits=lambda deal: deal.number > 1)
TOTAL_JUMPS = Slip((FindingKind.JUMP,), _more(30), "Anna", fits=lambda _deal: True)
NO_SUCH_PRICE = Slip(
    (FindingKind.NO_PRICE,), lambda won, _deal: UNPAYABLE if int(str(won)) > 0 else -UNPAYABLE, everybody=True
)
ANOTHER_PARTNER = Slip((FindingKind.OTHER_SIDE,), _another, "partner")
ANOTHER_DECLARER = Slip((FindingKind.OTHER_SIDE,), _another, "declarer")
STRANGER = Slip((FindingKind.UNKNOWN_NAME,), lambda _name, _deal: "Xenofon", "partner")
NO_DAY = Slip((FindingKind.NO_DAY,), lambda _day, _deal: None, "date", fits=_is_first)
NOT_A_DAY = Slip((FindingKind.NOT_A_DAY,), lambda _day, _deal: "32/3-14", "date", fits=_is_first)
DAY_OF_ANOTHER_YEAR = Slip((FindingKind.DAY_ORDER,), _a_year_early, "date", fits=_is_first)
NOT_A_NUMBER = Slip((FindingKind.NOT_A_NUMBER,), lambda _won, _deal: "fire", "Carl", fits=lambda _deal: True)

ERRORS: Mapping[str, Sequence[Slip]] = {
    "one_long_sheet": (WRONG_SIGN, NO_DAY, ANOTHER_PARTNER),
    "sheet_an_evening": (NUMBER_TWICE, DIGITS_TOO_MANY, ANOTHER_DECLARER),
    "running_totals": (TOTAL_JUMPS, NOT_A_DAY, TOTAL_JUMPS),
    "danish_decimals": (WRONG_SIGN, DIGITS_TOO_MANY, DAY_OF_ANOTHER_YEAR),
    "merged_headings": (replace(TOTAL_JUMPS, what="total Anna"), TIMES_TEN, LEFT_BLANK),
    "blank_rows": (NOT_A_NUMBER, STRANGER, NO_SUCH_PRICE),
    "totals_between": (OFF_BY_THREE, NUMBER_TWICE, DAY_OF_ANOTHER_YEAR),
    "misspelt_names": (STRANGER, ANOTHER_PARTNER, WRONG_SIGN),
    "changed_prices": (NO_SUCH_PRICE, TIMES_TEN, ANOTHER_DECLARER),
    "points_only": (DIGITS_TOO_MANY, NO_SUCH_PRICE, NUMBER_TWICE),
}
