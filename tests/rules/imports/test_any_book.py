"""Whatever stands in a file, it is read, judged and said in both languages, or nothing in it looks like deals."""

from collections.abc import Sequence
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.deals.settling import read_deal
from ledger.rules.imports.plan import points_only_deal
from ledger.rules.imports.verdict.judging import judge_book
from ledger.rules.imports.verdict.paying import version_in_force
from ledger.rules.imports.written.cells import BookRow, BookSheet, Value
from ledger.rules.imports.written.columns import BookMap, SheetMap, read_map
from ledger.rules.imports.written.headings import guess_map
from ledger.rules.imports.written.rows import read_rows
from tests.rules.imports.old_books import PLAYERS, tariffs
from tests.rules.imports.states import state_of

HEADINGS = (
    "Dato",
    "Aften",
    "Nr",
    "Melder",
    "Makker",
    "Melding",
    "Giver",
    "Går med",
    "Stik",
    "Sum",
    "I alt",
    "Spil",
    *PLAYERS,
)
WORDS = (
    "9 vip",
    "sol",
    "ren sol",
    "10 halve (selvmakker)",
    "I alt",
    "Stilling",
    "12/3-14",
    "19. marts",
    "Aften 2",
    "x",
    "-",
    "4-",
)
NUMBERS = st.integers(-40, 40) | st.fractions(-9, 9, max_denominator=8) | st.integers(-(10**12), 10**12)
DAYS = st.dates(date(1900, 1, 1), date(2100, 1, 1))
CELLS: st.SearchStrategy[Value] = st.one_of(
    st.none(), NUMBERS, DAYS, st.sampled_from([*WORDS, *PLAYERS, "Ana", "1", "0,5", "-4"]), st.text(max_size=12)
)
VERSIONS = tariffs(has_changed=True)


def book_of(rows: Sequence[Sequence[Value]], title: str) -> BookSheet:
    return BookSheet(title, [BookRow(number, tuple(row)) for number, row in enumerate(rows, 1)])


@given(
    st.lists(st.sampled_from(HEADINGS), min_size=4, max_size=14),
    st.lists(st.lists(CELLS, max_size=14), max_size=12),
    st.text(max_size=9),
)
def test_any_sheet_is_read_and_judged(headings: list[str], rows: list[list[Value]], title: str) -> None:
    sheet = book_of([headings, *rows], title)
    guess = guess_map([sheet])

    assert read_map(guess.as_plain_data()) == guess
    judge_and_say(sheet, guess)


@given(st.lists(st.lists(CELLS, min_size=9, max_size=9), max_size=12), st.booleans(), st.booleans())
def test_any_rows_are_judged_under_a_map(rows: list[list[Value]], is_totals: bool, restart: bool) -> None:
    columns = {1: "date", 2: "number", 3: "declarer", 4: "partner", 5: "contract"}
    players = dict(enumerate(PLAYERS, 6))
    sheet_map = SheetMap(0, columns, {} if is_totals else players, players if is_totals else {}, 2014, restart)

    judge_and_say(book_of(rows, "Ark"), BookMap({"*": sheet_map}))


def judge_and_say(sheet: BookSheet, book_map: BookMap) -> None:
    rows = list(read_rows([sheet], book_map))
    verdicts = list(judge_book(rows, VERSIONS))

    assert len(verdicts) == len(rows)
    for verdict in verdicts:
        for finding in verdict.findings:
            assert finding.label_with_place["da"] and finding.label_with_place["en"]
        if state_of(verdict) == "deal":
            assert verdict.version is not None
            in_play = [
                player for player, won in zip(verdict.row.players, verdict.row.points, strict=True) if won is not None
            ]
            if len(in_play) == 4:
                read_deal(verdict.readings[0], verdict.version.tariff.scoring_table, in_play)
        version = version_in_force(VERSIONS, verdict.row.day)
        points_only_deal(verdict, version, verdict.row.players[:4])
