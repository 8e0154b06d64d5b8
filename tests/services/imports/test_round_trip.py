"""Exported, saved by LibreOffice, taken into an empty club and exported again: the workbook says the same."""

import re
from datetime import timedelta
from io import BytesIO

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from ledger.models import Entry, Season
from ledger.queries.book.audit.audit import audit
from ledger.queries.imports import season_deals
from ledger.queries.imports.file_differences import FileDifferences
from ledger.rules.imports.differences.origin import read_origin
from ledger.rules.imports.written.sheets import sheets_of
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import start_evening
from ledger.services.deals.recording import correct_deal, void_deal
from ledger.services.imports import parts, taking
from ledger.services.imports.book_files import MOST_ENTRIES, MOST_OF_A_COMMAND, claim_of_book, limits_of_season
from ledger.services.imports.reading import book_of_a_command, book_of_a_page
from ledger.services.imports.under_way import carry_on
from ledger.services.imports.undoing import undo_import
from tests.conftest import Convert
from tests.services.imports.workbooks import (
    compare,
    in_brief,
    put,
    sheets_in,
    take,
    with_edits,
    with_hidden_fact,
    without_row,
    workbook_of,
)
from tests.spreadsheets.seasons import reading
from tests.support.people import (
    DAY,
    FIVE,
    NOW,
    change,
    make_club,
    make_evening,
    nolo,
    record,
    season_of,
    seat_ids,
    signed,
    trick,
    version_of,
)

pytestmark = pytest.mark.django_db

# The columns that must differ, by list: approvals stay behind, what was corrected comes as it stands, and whoever
# brings a deal in has noted it; a void deal comes along. Of the other sheets, the postings and the corrections tell
# how the book came about, and the overview when and by whom the file was made.
COMPARED = {
    "tblStandings": (),
    "tblEvenings": ("Godkendt til postering", "Fingeraftryk"),
    "tblCurve": (),
    "tblHeadToHead": (),
    "tblDeals": ("Status", "Begrundelse", "Noteret af"),
}
NINE = ("Bodil", "Carl", "Dorthe", "Emil", "Frida", "Gerda", "Hans", "Inger Åse", "O'Neill, P.")


def lists_of(content: bytes) -> dict[str, list[dict[str, object]]]:
    """The rows of the lists that are compared, without what must differ."""
    workbook = reading.open_workbook(content, values=True)
    return {
        name: [
            {title: _any_order(value) for title, value in row.items() if title not in without}
            for row in reading.table(workbook, name)
        ]
        for name, without in COMPARED.items()
    }


def _any_order(value: object) -> object:
    """A value as it is, but what an adjustment moved in any order: PostgreSQL keeps it in one of its own."""
    return sorted(re.findall(r"[+−]?\w+(?:,\w+)*", value)) if str(value).startswith("Regulering: ") else value


@pytest.fixture
def season() -> Season:
    """A season of what a sheet of deals can show: two tables, five at one, corrected and void deals, points only."""
    club = make_club(players=NINE)
    five = make_evening(club, names=FIVE)
    record(five, trick(five, "Carl", "Dorthe", 9, level=9, attachment="vip", vip_turn=2, note="Emil sov"))
    record(five, trick(five, "Carl", None, 9, level=9, attachment="gode", alone="self_called"))
    wrong = record(five, trick(five, "Dorthe", "Emil", 7))
    correct_deal(entry=wrong, deal={**wrong.deal, "tricks": 8}, change=change(five))
    four = make_evening(club)
    ids = seat_ids(four)
    record(four, nolo(four, "sol", {"Carl": 1, "Emil": 3}))
    record(four, {"kind": "passed_out", "dealer": ids["Carl"]})
    won = dict(zip(ids.values(), (4, "1/2", -4, "-1/2"), strict=True))
    record(four, {"kind": "points_only", "points": won, "declarer": ids["Bodil"], "bid": "noget med Carl"})
    void = record(four, trick(four, "Bodil", "Emil", 8))
    void_deal(entry=void, change=change(four))
    amounts = dict(zip(ids.values(), (-3, 1, 1, 1), strict=True))
    record(four, {"kind": "adjustment", "amounts": amounts, "reason": "Bodil kom for sent"})
    at_two_tables = start_evening(
        season=season_of(club),
        day=DAY + timedelta(days=14),
        players=list(club.players.filter(name__in=NINE[:4]).order_by("pk")),
        more_tables=[list(club.players.filter(name__in=NINE[4:]).order_by("pk"))],
        place="Hos Bodil",
        version=version_of(club),
        **signed(club),
    )
    record(at_two_tables, trick(at_two_tables, "Bodil", "Carl", 8))
    second = {str(player.pk): player.name for player in club.players.filter(name__in=NINE[4:])}
    declarer, partner, dealer, *_ = second
    deal = {"kind": "trick", "level": 8, "attachment": "halve", "tricks": 7, "dealer": dealer}
    record(at_two_tables, deal | {"declarer": declarer, "partner": partner}, table_number=2)
    return season_of(club)


def bring_into_empty_club(content: bytes) -> Season:
    empty = make_club("Onsdagsklubben", players=(), founder="olga")
    answers = {question.name: question.name for question in compare(empty, content).questions}
    assert set(answers) == set(NINE)
    made = take(empty, content, answers=answers)
    while carry_on(club=empty, now=NOW):
        pass
    assert made.deals == compare(empty, content).rows
    return empty.seasons.get(name="2026/27")


@pytest.mark.engines
def test_a_workbook_taken_into_an_empty_club_is_exported_as_it_was(season: Season) -> None:
    content = workbook_of(season)

    brought = bring_into_empty_club(content)

    assert lists_of(workbook_of(brought)) == lists_of(content)
    assert audit().findings == ()


@pytest.mark.engines
@pytest.mark.long
def test_so_is_a_long_one_that_is_booked_in_parts(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taking, "MOST_EVENINGS", 1)
    monkeypatch.setattr(parts, "MOST_DEALS", 3)
    content = workbook_of(season)

    brought = bring_into_empty_club(content)

    assert brought.entries.count() > 3
    assert lists_of(workbook_of(brought)) == lists_of(content)
    made = brought.club.book_imports.get()
    undo_import(book_import=made, **signed(brought.club))
    while carry_on(club=brought.club, now=NOW):
        pass
    assert (Entry.objects.standing().filter(season=brought).count(), audit().findings) == (0, ())


def test_so_is_one_that_libreoffice_has_saved(season: Season, convert: Convert) -> None:
    content = workbook_of(season)
    saved = convert(content, "xlsx")
    assert in_brief(compare(season.club, saved)) == []

    brought = bring_into_empty_club(saved)

    assert lists_of(workbook_of(brought)) == lists_of(content)


@pytest.mark.engines
def test_a_season_read_an_evening_at_a_time_has_the_same_differences(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = [put(2, Stik=10), put(4, Spil=99), put(7, Bemærkning="slettet næste"), without_row(8), turn_round]
    content = with_edits(workbook_of(season), *changed)
    at_once = compare(season.club, content)

    monkeypatch.setattr(season_deals, "EVENINGS_AT_A_TIME", 1)
    one_by_one = compare(season.club, content)

    assert {kind for kind, *_ in in_brief(at_once)} == {"new", "changed", "missing"}
    assert in_brief(one_by_one) == in_brief(at_once)
    assert deals_to_book(one_by_one) == deals_to_book(at_once)


def deals_to_book(unlike: FileDifferences) -> list[object]:
    """The deal that each difference books."""
    return [difference.after and difference.after.deal for difference in unlike.differences]


def turn_round(sheet: Worksheet) -> None:
    """Sort the deals backwards, so that those of every evening are apart from where they were."""
    last = max(row for row in range(2, sheet.max_row) if isinstance(sheet.cell(row, 1).value, int))
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2, max_row=last)]
    for at, row in enumerate(reversed(rows), start=2):
        for to, value in enumerate(row, start=1):
            cell = sheet.cell(at, to, value)
            # What explains a deal may begin with "=", and is no formula.
            cell.data_type = "s" if isinstance(value, str) else cell.data_type


@pytest.mark.engines
def test_a_long_workbook_is_read_as_its_own_season_allows_and_another_as_any_file(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.services.imports.reading.SHORT", 0)
    content = workbook_of(season)

    ours = sheets_of(book_of_a_page(content, club=season.club))
    by_command = book_of_a_command(content, club=season.club)
    others = sheets_of(book_of_a_page(with_hidden_fact(content, head="0" * 64), club=season.club))

    assert [sheet.title for sheet in ours] == ["Spil", "whistklub"]
    assert by_command == ours
    assert ours == tuple(sheet for sheet in sheets_in(content) if sheet.title in ("Spil", "whistklub"))
    assert "Posteringer" in [sheet.title for sheet in others]


@pytest.mark.parametrize("read", [book_of_a_command, book_of_a_page])
def test_a_season_too_long_to_be_taken_back_is_told_so(read, season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.services.imports.reading.SHORT", 0)
    content = with_hidden_fact(workbook_of(season), entries=MOST_ENTRIES + 1)

    with pytest.raises(Refusal, match="at most 20000 entries in its book, and this one is of 20001"):
        read(content, club=season.club)


def test_a_command_looks_at_a_longer_one_if_it_is_the_clubs_own(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.services.imports.reading.MOST_ENTRIES", 3)
    content = workbook_of(season)

    assert read_origin(book_of_a_command(content, club=season.club))
    with pytest.raises(Refusal, match="at most 3 entries"):
        book_of_a_command(content, club=make_club("Onsdagsklubben", players=(), founder="olga"))


@pytest.mark.parametrize("claim", ["", "{", "[1]", '{"entries": "all"}', '{"entries": 10000000000000000000000}'])
def test_what_claims_nothing_that_can_be_proved_is_any_file(season: Season, claim: str) -> None:
    workbook = load_workbook(BytesIO(workbook_of(season)))
    workbook["whistklub"]["B1"] = claim
    changed = BytesIO()
    workbook.save(changed)

    assert (claim_of_book(changed.getvalue()) or {}).get("entries", 0) in (0, 10**22)
    assert limits_of_season(10**22) == limits_of_season(MOST_OF_A_COMMAND)
    assert claim_of_book(b"PK") is claim_of_book(b"Navn;Point") is None
