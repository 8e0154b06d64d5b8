"""What the headings of an old book mean, in Danish or English, with the map that they suggest."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice, pairwise, zip_longest
from typing import Any

from ledger.rules.imports.written.cells import (
    BookRow,
    BookSheet,
    amount_in,
    pays_like_a_deal,
    read_day,
    sheets_of,
    text_of,
)
from ledger.rules.imports.written.columns import EVERY_SHEET, BookMap, SheetMap, entry_map
from ledger.rules.imports.written.rows import TOTAL_WORDS
from ledger.rules.site.fields import UNPRINTABLE

FIRST_ROWS = 40  # in which the headings are looked for
SAMPLE = 60  # rows below them that show what the columns hold
LONGEST_NAME = 40

WORDS = {
    "date": "dato dag date day spilledato",
    "evening": "aften aftennr aftennummer evening session gang møde mødenr mødenummer spilleaften klubaften runde"
    " round",
    "number": "nr nummer no number spilnr spilnummer dealno dealnumber gamenr giv hånd hand # løbenr",
    "declarer": "melder spilfører melderen declarer bidder hovedmelder meldtaf caller",
    "partner": "makker makkeren partner medspiller med mate",
    "dealer": "giver kortgiver dealer giveren",
    "contract": "melding kontrakt meldingen contract bid call trin level type art påhæng attachment tillæg vip tur"
    " turn trumf trump farve selvmakker alene meldt",
    "joiners": "gårmed medspillere joiners gikmed",
    "tricks": "stik tricks antalstik stiktaget taget",
    "note": "bemærkning bemærkninger note noter notes kommentar kommentarer remark remarks comment",
}
WHAT = {word: what for what, words in WORDS.items() for word in words.split()}
OF_A_DEAL = {"declarer", "partner", "joiners", "dealer", "contract", "tricks"}
UNCLEAR = {"spil", "deal", "game", "spillet"}  # a number or a contract: what stands below tells
LEFT_OUT = re.compile(
    r"sum|kontrol|check|difference|diff|i ?alt|total|tjek|plads|place|^(bord|table|huset|the house)\b", re.IGNORECASE
)
OF_TOTALS = re.compile(r"løbende|total|saldo|stilling|akkumuleret|i ?alt|sum|running|standing|balance", re.IGNORECASE)


def guess_map(sheets: Sequence[BookSheet]) -> BookMap:
    """The map that a book's headings suggest; the usual one stands for every sheet.

    A sheet in which nothing looks like deals gets None. The site's own workbook to type in says what it holds.
    """
    if of_entry := entry_map(sheets):
        return of_entry
    guesses = {sheet.title: guess_sheet_map(sheet) for sheet in sheets}
    known = [sheet_map for sheet_map in guesses.values() if sheet_map]
    usual = max(known, key=known.count, default=None)
    others = {title: sheet_map for title, sheet_map in guesses.items() if sheet_map != usual}
    return BookMap({EVERY_SHEET: usual, **others})


def guess_sheet_map(sheet: BookSheet) -> SheetMap | None:
    """The map that a sheet's headings suggest; None where nothing in it looks like deals."""
    best = max(_maps(sheet), key=_weight, default=None)
    if best and _is_by_evening(sheet, best):
        # A guest may have come once.
        best = replace(max(_maps(sheet, least=1), key=_weight), by_evening=True)
    return best if best and len(best.players) >= 3 else None


def _is_by_evening(sheet: BookSheet, sheet_map: SheetMap) -> bool:
    """Whether each row says an evening of its own and nothing of a deal.

    Rows that are paid like deals are deals, but where the dates run across.
    """
    players = [*sheet_map.points, *sheet_map.totals]
    at = [sheet_map.column(what) for what in ("date", "evening")]
    rows = [row for row in sheet.rows if row.number > sheet_map.header_row and not _is_total(row)]
    rows = [row for row in rows if any(row.text(column) for column in players)]
    evenings = [tuple(row.text(column) for column in at) for row in rows]
    named = [evening for evening in evenings if any(evening)]
    is_each_its_own = len(named) == len(set(named)) > 1 and len(named) * 3 >= len(rows) * 2
    is_of_deals = not OF_A_DEAL.isdisjoint(sheet_map.columns.values())
    is_paid_so = not sheet.is_turned and _looks_like_deals(sheet_map.points, rows) * 2 >= 1
    return is_each_its_own and not is_of_deals and not is_paid_so


def _maps(sheet: BookSheet, least: int = 2) -> Iterator[SheetMap]:
    """The maps that each of the first rows suggests as that of the headings."""
    above: dict[int, str] = {}
    last = 0
    for at, row in enumerate(sheet.rows[:FIRST_ROWS]):
        if row.number != last + 1:
            above = {}
        texts = _texts(row)
        # Above an empty cell, whose cells may have been made one, what stands there.
        headings = {column: text for column, text in above.items() if row.value(column) is None} | texts
        if len(headings) >= 3:
            yield _map_below(sheet, at, headings, above, least)
        above, last = texts, row.number


def _weight(sheet_map: SheetMap) -> tuple[int, int, int]:
    return (
        len(sheet_map.players) >= 3,
        len(sheet_map.columns) + len(sheet_map.points) + len(sheet_map.totals),
        -sheet_map.header_row,
    )


def _map_below(sheet: BookSheet, at: int, headings: Mapping[int, str], above: dict[int, str], least: int) -> SheetMap:
    every = sheet.rows[at + 1 :]
    below = every[:SAMPLE]
    meanings = _meanings(headings, below)
    columns: dict[int, str] = {}
    players: dict[int, str] = {}
    for column, heading in sorted(headings.items()):
        what = meanings[column]
        if what in ("contract", "note") or (what and what not in columns.values()):
            columns[column] = what
        # Whoever came late has a column that is blank for long.
        elif not what and _is_of_a_player(
            heading, column, islice((row for row in every if row.text(column)), SAMPLE), least
        ):
            players[column] = UNPRINTABLE.sub("\ufffd", heading[:LONGEST_NAME])
    points, totals = _points_and_totals(players, above, below)
    restart = bool(totals) and not points and _restarts(totals, columns, below)
    return SheetMap(sheet.rows[at].number, columns, points, totals, restart=restart)


def _meanings(headings: Mapping[int, str], below: Sequence[BookRow]) -> dict[int, str | None]:
    """What the headings say, and of two columns of numbers what stands below them."""
    meanings = {column: _meaning(heading, column, below) for column, heading in sorted(headings.items())}
    numbers = [column for column, what in meanings.items() if what == "number"]
    if len(numbers) > 1 and "contract" not in meanings.values():  # "Spil" twice: its number, and what was bid
        meanings |= dict.fromkeys(numbers[1:], "contract")
    elif len(numbers) > 1 and "evening" not in meanings.values():
        changes = {column: _changes(column, below) for column in numbers}
        evening = min(numbers, key=changes.__getitem__)
        # One says the same from deal to deal: the evening's number.
        if changes[evening] * 2 < len(below):
            meanings[evening] = "evening"
    return meanings


def _changes(column: int, below: Sequence[BookRow]) -> int:
    """How often something else stands in a column than above."""
    texts = [text for row in below if (text := row.text(column))]
    return sum(text != above for above, text in pairwise(texts))


def _meaning(heading: str, column: int, below: Sequence[BookRow]) -> str | None:
    word = re.sub(r"[^a-zæøå#]", "", heading.lower())
    if word in UNCLEAR:
        texts = [row.text(column) for row in below if row.text(column)]
        is_number = sum(text.rstrip(".").isdecimal() for text in texts) * 2 > len(texts)
        return "number" if is_number else "contract"
    parts = re.findall(r"[a-zæøå]{2,}|#", heading.lower())
    what = WHAT.get(word) or next((WHAT[part] for part in parts if part in WHAT), None)
    return None if what == "number" and "spiller" in word else what


def _is_of_a_player(heading: str, column: int, below: Iterable[BookRow], least: int) -> bool:
    """Whether below a heading that could be a name mostly numbers stand, and as many as `least`."""
    if LEFT_OUT.search(heading) or not any(map(str.isalpha, heading)) or read_day(heading):
        return False
    values = [row.value(column) for row in below]
    numbers = sum(amount_in(value) is not None or text_of(value) in "-–" for value in values)
    return numbers >= least and numbers * 10 >= len(values) * 7


def _texts(row: BookRow) -> dict[int, str]:
    """The texts of a row by column, on one line each."""
    texts = {column: text_of(value) for column, value in enumerate(row.values, 1) if isinstance(value, str)}
    return {column: text for column, text in texts.items() if text}


def _points_and_totals(
    players: Mapping[int, str], above: dict[int, str], below: Sequence[BookRow]
) -> tuple[dict[int, str], dict[int, str]]:
    """Which columns of the players hold what they won, and which their running totals.

    What stands `above` the headings counts as far as the next such text: cells were made one to hold it.
    """
    names: dict[int, str] = {}
    of_totals: set[int] = set()
    for column, heading in players.items():
        names[column] = heading
        if OF_TOTALS.search(heading):
            names[column] = OF_TOTALS.sub("", heading).strip(" .:-()") or heading
            of_totals.add(column)
        elif OF_TOTALS.search(next((text for first, text in reversed(above.items()) if first <= column), "")):
            of_totals.add(column)
    first = {name: column for column, name in reversed(names.items()) if column not in of_totals}
    # A name above two columns has its points in one and its totals in the other, in either order.
    twice = {column for column, name in names.items() if column not in of_totals and column != first.get(name)}
    points: dict[int, str] = {}
    totals: dict[int, str] = {}
    for column, name in sorted(names.items()):
        group = totals if column in of_totals | twice else points
        if name not in group.values():
            group[column] = name
    likeness = _looks_like_deals(points, below)
    if totals:
        is_swapped = bool(twice) and _looks_like_deals(totals, below) > likeness
    else:
        is_swapped = _looks_like_deals(points, below, as_totals=True) > likeness
    return (totals, points) if is_swapped else (points, totals)


def _looks_like_deals(columns: Mapping[int, str], below: Sequence[BookRow], *, as_totals: bool = False) -> Fraction:
    """The share of the rows whose numbers are as a deal pays them: alike for two and two, or three times for one."""
    rows = [[amount_in(row.value(column)) for column in columns] for row in below if not _is_total(row)]
    rows = [row for row in rows if sum(number is not None for number in row) > 2]
    vectors = [[number or 0 for number in row] for row in rows]
    if as_totals:
        vectors = [
            [now - then for now, then in zip(*pair, strict=True)] for pair in zip(vectors[1:], vectors, strict=False)
        ]
    return Fraction(sum(map(pays_like_a_deal, vectors)), max(len(vectors), 1))


def _is_total(row: BookRow) -> bool:
    return any(isinstance(value, str) and TOTAL_WORDS.search(value) for value in row.values)


def _restarts(totals: Mapping[int, str], columns: Mapping[int, str], below: Sequence[BookRow]) -> bool:
    """Whether the running totals begin anew where an evening does: the first of each are those of one deal."""
    at = [column for column, what in columns.items() if what in ("evening", "date")]
    last: tuple[str, ...] = ()
    anew = later = 0
    for row in below:
        texts = tuple(row.text(column) for column in at)
        numbers = [amount_in(row.value(column)) for column in totals]
        if any(texts) and texts != last and any(number is not None for number in numbers):
            later += bool(last)
            anew += bool(last) and pays_like_a_deal(numbers)
            last = texts
    return not at or anew * 2 > later


# A sheet that runs crosswise, players down and dates across: turned, so that each date is a row.


FEWEST_DAYS = 3
MOST_ROWS = 300  # a club has at most 200 players
CORNER = "Dato / Date"  # the heading that the days get


def with_dates_down(plain: Mapping[str, Any]) -> Mapping[str, Any]:
    """A sheet as plain data, its columns made rows if its dates run across; any other as it is."""
    [sheet] = sheets_of([plain])
    heads = next((row for row in sheet.rows[:FIRST_ROWS] if len(_days_of(row)) >= FEWEST_DAYS), None)
    if heads is None or sheet.rows[-1].number > MOST_ROWS or guess_sheet_map(sheet):
        return plain
    rows = dict(plain["rows"])
    columns = [list(column) for column in zip_longest(*[rows.get(at, ()) for at in range(1, max(rows) + 1)])]
    names = max(columns[: _days_of(heads)[0]], key=lambda column: sum(isinstance(value, str) for value in column))
    names[heads.number - 1] = CORNER
    turned = {**plain, "rows": [*enumerate(columns, 1)], "turned": True}
    return turned if guess_sheet_map(sheets_of([turned])[0]) else plain


def _days_of(row: BookRow) -> list[int]:
    """The columns of a row's days behind its first one, where most of what stands there are days; from 0."""
    filled = [at for at, value in enumerate(row.values) if at and value is not None]
    days = [at for at in filled if read_day(row.values[at])]
    return days if len(days) * 2 > len(filled) else []
