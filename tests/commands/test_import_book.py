"""An old book by command: a guess at its map, the verdict without booking, and the booking."""

import json
from random import Random

import pytest
from django.core.management import CommandError, call_command

from ledger.models import BookImport, Entry, ScoringTableVersion, Season
from ledger.queries.book.audit.audit import audit
from ledger.queries.seasons.standings import standings
from tests.rules.imports.old_books import PLAYERS, changed_prices
from tests.rules.imports.verdict.public_book import LAYOUTS, public_book
from tests.support.people import make_club

pytestmark = pytest.mark.django_db

BOOK = """Dato;Nr;Melder;Makker;Melding;Bo;Carl;Dorthe;Emil
12-03-2014;1;Bo;Carl;noget;4;4;-4;-4
12-03-2014;2;Carl;Bo;noget;4;4;-4;-3
12-03-2014;3;Dorthe;Emil;;-2;-2;2;2
19-03-2014;1;Emil;Bo;;1;-1;-1;1
"""


@pytest.fixture
def file(tmp_path):
    make_club()
    path = tmp_path / "gammel.csv"
    path.write_text(BOOK, "utf-8")
    return path


def guess_map_file(path, capsys):
    """The file of the map that the command guesses of a book."""
    call_command("import_book", str(path))
    map_file = path.with_name("map.json")
    map_file.write_text(capsys.readouterr().out, "utf-8")
    return map_file


@pytest.fixture
def map_file(file, capsys):
    """The map that the command guesses, with its answer about Bo."""
    return guess_map_file(file, capsys)


def dry_run(path, map_file, capsys):
    """What a dry run says."""
    call_command("import_book", str(path), map=map_file, dry_run=True)
    return capsys.readouterr().out


def change_map(path, **about):
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | about), "utf-8")


def sums():
    return {row.name: row.points for row in standings(season=Season.objects.get(name="2013/14"))}


def test_the_guess_says_which_column_is_what_and_asks_who_is_meant(map_file):
    guess = json.loads(map_file.read_text("utf-8"))

    assert guess["names"] == {"Bo": "Bodil"}
    assert guess["sheets"]["*"]["columns"]["F"] == {"points": "Bo"}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_columns_of_a_book_that_numbers_its_evenings_and_its_deals_are_guessed(tmp_path, capsys, layout):
    make_club(preset="call-ace-whist-quarter", players=PLAYERS)
    path = tmp_path / "gammel.xlsx"
    path.write_bytes(public_book(layout).as_workbook())

    map_file = guess_map_file(path, capsys)
    told = dry_run(path, map_file, capsys)

    guess = json.loads(map_file.read_text("utf-8"))
    columns = guess["sheets"]["*"]["columns"]
    assert guess["sheets"].keys() == {"*"}
    assert {letters: columns[letters] for letters in "ABCDEG"} == {
        "A": "evening",
        "B": "date",
        "C": "number",
        "D": "declarer",
        "E": "partner",
        "G": "contract",
    }
    assert "Rækker: 90. Udeladt: 0. Bogført i tvivl: 0." in told
    [about_day] = [line for line in told.splitlines() if "celle" in line]  # of nine rows that nobody knows the day of
    assert about_day.endswith("»?« er ikke en dato. Nok 29.01.2014."), told


def test_columns_that_leave_more_than_a_quarter_of_the_rows_in_doubt_are_told_first(file, map_file, capsys):
    file.write_text(BOOK.replace(";2;", ";1;").replace(";3;", ";1;"), "utf-8")

    assert dry_run(file, map_file, capsys).startswith("2 af 4 rækker er i tvivl. Som regel ")


def test_a_dry_run_says_what_is_wrong_and_books_nothing(file, map_file, capsys):
    told = dry_run(file, map_file, capsys)

    assert "I3: " in told and "Spil 3" in told
    assert (Entry.objects.count(), BookImport.objects.count()) == (0, 0)


def test_evenings_of_which_the_points_alone_are_known_are_told_as_no_deals(tmp_path, capsys):
    make_club()
    path = tmp_path / "aftener.csv"
    path.write_text("Dato;Bodil;Carl;Dorthe;Emil\n04-09-2014;12;12;-12;-12\n11-09-2014;9;-3;-3;-3\n", "utf-8")
    map_file = guess_map_file(path, capsys)
    change_map(map_file, sheets={"*": json.loads(map_file.read_text("utf-8"))["sheets"]["*"] | {"by_evening": True}})

    told = dry_run(path, map_file, capsys)

    assert "Aftener 2, Aftener, hvor kun pointene er kendt 2" in told and "Spil" not in told


def test_what_is_chosen_is_booked_once_and_what_lacks_goes_to_the_house(file, map_file, capsys):
    call_command("import_book", str(file), map=map_file, author="alma")
    unit = Season.objects.get(name="2013/14").unit_denominator
    assert sums() == {"Bodil": 3 * unit, "Carl": unit, "Dorthe": -3 * unit, "Emil": -unit}
    call_command("import_book", str(file), map=map_file, author="alma")
    assert "indhentning 1" in capsys.readouterr().out.splitlines()[-1]
    assert (Entry.objects.count(), audit().findings) == (3, ())


def test_a_row_in_doubt_is_booked_if_its_kind_is_chosen(file, map_file):
    change_map(map_file, choices={"kinds": {"sum": "book", "digit": "book", "sign": "book", "blank": "book"}})

    call_command("import_book", str(file), map=map_file, author="alma")

    unit = Season.objects.get(name="2013/14").unit_denominator
    assert sums()["Emil"] == -4 * unit
    marked = Entry.objects.exclude(imported__doubt="").get()
    assert (marked.deal["house"], marked.postings.get(role="house").points) == (-1, -unit)
    assert audit().findings == ()


@pytest.mark.parametrize(
    "about, why",
    [
        ({"names": {}}, "Sig først, hvem der menes med Bo"),
        ({"names": {"Bo": "Ingen"}}, "there is no player Ingen"),
        ({"sheets": {"*": {"columns": {"A": "date"}}}}, "sheets.*.columns: "),
        ({"choices": {"kinds": {"sum": "maybe"}}}, "choices.kinds.sum: "),
        ({"choices": {"rows": {"17": "book"}}}, "er ikke en række"),
    ],
)
def test_a_wrong_map_is_refused_with_its_place(file, map_file, about, why):
    change_map(map_file, **about)

    with pytest.raises(CommandError, match=why.replace("*", r"\*")):
        call_command("import_book", str(file), map=map_file, author="alma")

    assert Entry.objects.count() == 0


def test_deals_to_choose_from_are_told_in_the_words_of_the_choices(file, map_file, capsys):
    file.write_text(BOOK.replace("19-03-2014;1;Emil;Bo;;1;-1;-1;1", "19-03-2014;1;Emil;;sol;-1;-1;-1;3"), "utf-8")

    told = dry_run(file, map_file, capsys)

    assert "1 × nolo sol A 0 | " in told, told


@pytest.mark.long
def test_earlier_prices_are_begun_first_or_denied_before_a_book_of_theirs_is_booked(tmp_path, capsys):
    make_club(preset="call-ace-whist-quarter", players=PLAYERS)
    path = tmp_path / "gammel.xlsx"
    path.write_bytes(changed_prices(Random(1)).as_workbook())
    map_file = guess_map_file(path, capsys)
    with pytest.raises(CommandError, match=r"same_prices: .*--begin-earlier-version"):
        call_command("import_book", str(path), map=map_file, author="alma")
    assert (Entry.objects.count(), ScoringTableVersion.objects.count()) == (0, 1)

    call_command("import_book", str(path), map=map_file, author="alma", begin_earlier_version=True)

    assert (Entry.objects.count(), ScoringTableVersion.objects.count(), audit().findings) == (90, 3, ())
    assert "points_only" not in {entry.deal["kind"] for entry in Entry.objects.exclude(deal__kind="nolo")}
