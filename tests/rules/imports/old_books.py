"""Old books as clubs keep them, in ten layouts, with errors planted in known cells; the truth is kept beside."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from io import BytesIO
from random import Random
from typing import Any

from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from ledger.rules.deals.settling import read_deal, settle
from ledger.rules.imports.verdict.findings import FindingKind
from ledger.rules.imports.verdict.paying import ReadVersion
from ledger.rules.scoring.document import preset, read_scoring_table
from ledger.rules.scoring.tariff import Tariff, compile_tariff

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
    """A deal as it was played: its evening from 0, its number, the facts and what it paid, and how it is written."""

    evening: int
    number: int
    day: date
    data: dict[str, Any]
    points: dict[str, int]
    contract: str
    declarer: str
    partner: str


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

    def plant(self, at: int, what: str, value: Cell, *kinds: FindingKind) -> None:
        """Write something else in a cell of a deal."""
        sheet, row, column = self.cell(at, what)
        meant = self.sheets[sheet][row - 1][column - 1]
        self.sheets[sheet][row - 1][column - 1] = value
        self.errors.append(PlantedError(kinds, sheet, f"{get_column_letter(column)}{row}", meant))

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
        book.save(content := BytesIO())
        return content.getvalue()


# --- what was played


def played_deals(versions: Sequence[ReadVersion], draw: Random, evenings: int = EVENINGS) -> list[TrueDeal]:
    deals = []
    for evening in range(evenings):
        day = FIRST_DAY + timedelta(weeks=evening)
        tariff = next(version for version in reversed(versions) if version.since is None or version.since <= day).tariff
        deals += [_played_deal(tariff, draw, evening, number, day) for number in range(1, DEALS + 1)]
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


def _new_book(draw: Random, *columns: str, has_changed: bool = False) -> OldBook:
    """A book of deals that are still to be written, with what its columns will hold."""
    versions = tariffs(has_changed=has_changed)
    return OldBook(versions, played_deals(versions, draw), columns=columns_of(*columns))


def one_long_sheet(draw: Random) -> OldBook:
    """One sheet of the whole life, the day where an evening begins."""
    book = _new_book(draw, *WHAT)
    book.sheets["Regnskab"] = [HEADINGS]
    for deal in book.deals:
        book.write("Regnskab", row_of_deal(deal, has_day=_is_first(deal)))
    return book


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
    book = _new_book(draw, *WHAT)
    book.sheets["Løbende"] = [HEADINGS]
    totals = dict.fromkeys(PLAYERS, 0)
    for deal in book.deals:
        totals = {player: totals[player] + deal.points[player] for player in PLAYERS}
        book.write("Løbende", [*row_of_deal(deal, has_day=_is_first(deal))[:5], *totals.values()])
    return book


def danish_decimals(draw: Random) -> OldBook:
    """Points as text with a comma, quarters of them, and days as text."""
    document = preset("call-ace-whist-quarter")
    values = {level: [f"{price}/4" for price in row] for level, row in document["values"].items()}
    nolo = [{**row, "made": f"{row['made']}/4"} for row in document["nolo"]]
    quarters = compile_tariff(read_scoring_table({**document, "unit_denominator": 4, "values": values, "nolo": nolo}))
    versions = [ReadVersion("2014", None, quarters)]
    book = OldBook(versions, played_deals(versions, draw), columns=columns_of(*WHAT))
    book.sheets["Point"] = [HEADINGS]
    for deal in book.deals:
        day = f"{deal.day.day}/{deal.day.month}-{deal.day:%y}"
        points = [_with_comma(Fraction(deal.points[player], 4)) for player in PLAYERS]
        book.write("Point", [day if _is_first(deal) else None, *row_of_deal(deal, has_day=False)[1:5], *points])
    return book


def _with_comma(number: Fraction) -> str:
    return f"{float(number):g}".replace(".", ",")


def merged_headings(draw: Random) -> OldBook:
    """Two rows of headings with merged cells: points, and running totals beside them."""
    book = _new_book(draw, *WHAT, *(f"total {player}" for player in PLAYERS))
    top: list[Cell] = ["Dato", "Nr.", "Melder", "Makker", "Melding", "Point", None, None, None, "Løbende stilling"]
    book.sheets["Spil"] = [["Whistklubben"], top, [None] * 5 + [*PLAYERS, *PLAYERS]]
    book.merged["Spil"] = ["F2:I2", "J2:M2", "A2:A3", "B2:B3", "C2:C3", "D2:D3", "E2:E3"]
    totals = dict.fromkeys(PLAYERS, 0)
    for deal in book.deals:
        totals = {player: totals[player] + deal.points[player] for player in PLAYERS}
        book.write("Spil", [*row_of_deal(deal, has_day=_is_first(deal)), *totals.values()])
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
            sheet, row, column = book.cell(at, what)
            name = book.sheets[sheet][row - 1][column - 1]
            if draw.random() < 0.2 and name in TYPOS:
                book.sheets[sheet][row - 1][column - 1] = TYPOS[str(name)]
    return book


def changed_prices(draw: Random) -> OldBook:
    """Prices that were changed in mid-life, by versions that the club knows."""
    book = _new_book(draw, *WHAT, has_changed=True)
    book.sheets["Bog"] = [HEADINGS]
    for deal in book.deals:
        book.write("Bog", row_of_deal(deal, has_day=True))
    return book


def points_only(draw: Random) -> OldBook:
    """Nothing but the points, each evening's days in every row."""
    book = _new_book(draw, "date", "number", *PLAYERS)
    book.sheets["Kun point"] = [["Dato", "Spil", *PLAYERS]]
    for deal in book.deals:
        book.write("Kun point", row_of_deal(deal, has_day=True, has_side=False))
    return book


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
TIMES_TEN = (FindingKind.DIGIT,)
ANY_SLIP = (FindingKind.SUM, FindingKind.DIGIT, FindingKind.SIGN)


def plant_errors(layout: str, book: OldBook) -> None:
    """Plant three errors in a book of a layout, in rows far enough apart to be told from each other."""
    for number, error in enumerate(ERRORS[layout]):
        error(book, 12 + 27 * number)


def _wrong_sign(book: OldBook, at: int) -> None:
    at, player = _first(book, at, "kvarte")
    won = book.read(at, player)
    assert won is not None
    opposite = f"-{won}".replace("--", "") if isinstance(won, str) else -int(str(won))
    book.plant(at, player, opposite, FindingKind.SIGN)


def _digits_too_many(book: OldBook, at: int) -> None:
    """-104 for -4."""
    at, player = _first(book, at)
    won = str(book.read(at, player))
    digits = won.lstrip("-")
    text = f"{'-' if won.startswith('-') else ''}10{digits}"
    book.plant(at, player, text if "," in won else int(text), *TIMES_TEN)


def _times_ten(book: OldBook, at: int) -> None:
    at, player = _first(book, at)
    won = book.read(at, player)
    book.plant(at, player, int(str(won)) * 10, *TIMES_TEN)


def _off_by_three(book: OldBook, at: int) -> None:
    at, player = _first(book, at)
    book.plant(at, player, int(str(book.read(at, player))) + 3, *ANY_SLIP)


def _left_blank(book: OldBook, at: int) -> None:
    at, player = _first(book, at)
    book.plant(at, player, None, FindingKind.BLANK)


def _number_twice(book: OldBook, at: int) -> None:
    at = at if book.deals[at].number > 1 else at + 1
    book.plant(at, "number", book.deals[at].number - 1, FindingKind.DUPLICATE)


def _total_jumps(book: OldBook, at: int) -> None:
    what = "total Anna" if "total Anna" in book.columns else "Anna"
    book.plant(at, what, int(str(book.read(at, what))) + 30, FindingKind.JUMP)


def _no_such_price(book: OldBook, at: int) -> None:
    at, player = _first(book, at)
    sheet, row = book.places[at]
    for other in PLAYERS:
        column = book.columns[other]
        won = int(str(book.sheets[sheet][row - 1][column - 1]))
        book.sheets[sheet][row - 1][column - 1] = UNPAYABLE if won > 0 else -UNPAYABLE
    declarer = book.deals[at].declarer if "declarer" in book.columns else player
    book.plant(at, declarer, book.read(at, declarer), FindingKind.NO_PRICE)


def _another_partner(book: OldBook, at: int, what: str = "partner") -> None:
    at, _player = _first(book, at)
    deal = book.deals[at]
    other = next(player for player in PLAYERS if player not in (deal.declarer, deal.partner))
    book.plant(at, what, other, FindingKind.OTHER_SIDE)


def _another_declarer(book: OldBook, at: int) -> None:
    _another_partner(book, at, "declarer")


def _stranger(book: OldBook, at: int) -> None:
    at, _player = _first(book, at)
    book.plant(at, "partner", "Xenofon", FindingKind.UNKNOWN_NAME)


def _no_day(book: OldBook, at: int) -> None:
    book.plant(_evening(book, at), "date", None, FindingKind.NO_DAY)


def _not_a_day(book: OldBook, at: int) -> None:
    book.plant(_evening(book, at), "date", "32/3-14", FindingKind.NOT_A_DAY)


def _day_of_another_year(book: OldBook, at: int) -> None:
    at = _evening(book, at)
    day = book.read(at, "date")
    if isinstance(day, date):
        book.plant(at, "date", day.replace(year=day.year - 1), FindingKind.DAY_ORDER)
    else:
        book.plant(at, "date", str(day).replace("14", "13"), FindingKind.DAY_ORDER)


def _not_a_number(book: OldBook, at: int) -> None:
    book.plant(at, "Carl", "fire", FindingKind.NOT_A_NUMBER)


def _first(book: OldBook, at: int, attachment: str = "") -> tuple[int, str]:
    """The next deal of a pair that won or lost something, and its declarer."""
    deal = next(
        number
        for number, deal in enumerate(book.deals)
        if number >= at and deal.partner in PLAYERS and deal.data["kind"] == "trick" and deal.number > 1
    )
    return deal, book.deals[deal].declarer


def _evening(book: OldBook, at: int) -> int:
    """The first deal of the next evening."""
    return next(number for number, deal in enumerate(book.deals) if number >= at and deal.number == 1)


ERRORS: Mapping[str, Sequence[Callable[[OldBook, int], None]]] = {
    "one_long_sheet": (_wrong_sign, _no_day, _another_partner),
    "sheet_an_evening": (_number_twice, _digits_too_many, _another_declarer),
    "running_totals": (_total_jumps, _not_a_day, _total_jumps),
    "danish_decimals": (_wrong_sign, _digits_too_many, _day_of_another_year),
    "merged_headings": (_total_jumps, _times_ten, _left_blank),
    "blank_rows": (_not_a_number, _stranger, _no_such_price),
    "totals_between": (_off_by_three, _number_twice, _day_of_another_year),
    "misspelt_names": (_stranger, _another_partner, _wrong_sign),
    "changed_prices": (_no_such_price, _times_ten, _another_declarer),
    "points_only": (_digits_too_many, _no_such_price, _number_twice),
}
