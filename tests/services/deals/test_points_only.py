"""Deals of which only the points are known, in the book: counted, told, corrected both ways, carried and proved."""

import pytest

from ledger.models import Entry, EveningTotal
from ledger.queries.book.audit.audit import audit
from ledger.queries.evenings.lines import evening_text, read_line
from ledger.queries.evenings.sheet import sheet
from ledger.queries.evenings.turns import at_table
from ledger.queries.keeping.club_file import file_lines
from ledger.queries.seasons.standings import standings
from ledger.services.keeping.club_file import import_file
from tests.queries.seasons.test_season_book import book_of
from tests.services.keeping.test_club_file import everything_away
from tests.support.people import NOW, make_club, make_evening, points_of, record, season_of, seat_ids
from tests.support.presets import EVERY_SEED

pytestmark = pytest.mark.django_db


def points_only(evening, *points, **known):
    """Points by seat, dealt by the first; `known` has seats from 1 for its players."""
    ids = list(seat_ids(evening).values())
    named = {key: ids[value - 1] if key in ("declarer", "partner") else value for key, value in known.items()}
    by_player = dict(zip(ids, points, strict=True))
    return {"kind": "points_only", "points": by_player, "dealer": ids[0], **named}


@pytest.mark.parametrize("code", EVERY_SEED)
def test_it_counts_as_a_deal_played_under_every_preset(code):
    evening = make_evening(make_club(preset=code))

    entry = record(evening, points_only(evening, 2, -2, 2, -2))

    unit = season_of(evening.club).unit_denominator
    assert (entry.kind, list(points_of(entry).values())) == ("deal", [2 * unit, -2 * unit, 2 * unit, -2 * unit])
    assert set(EveningTotal.objects.values_list("deals", flat=True)) == {1}
    assert {standing.deals for standing in standings(season=evening.season)} == {1}
    table = at_table(evening=evening)
    assert str(table.dealer) == seat_ids(evening)["Carl"]
    line = evening_text(evening=evening)["da"].splitlines()[-1]
    assert line == "? 2 -2 2 -2"
    assert read_line(table=table, line=line).deal["points"] == entry.deal["points"]
    assert audit().findings == ()


def test_the_workbook_and_the_sheet_tell_what_is_known(evening):
    known = {"declarer": 1, "partner": 2, "level": 9, "attachment": "vip"}
    record(evening, points_only(evening, 1, 1, -1, -1, **known))
    record(evening, points_only(evening, 3, -1, -1, -1))

    vip, bare = book_of(evening.club).deals

    assert (vip.contract, vip.result, vip.declarer, vip.partner, vip.tricks) == ("9 vip", "", "Bodil", "Carl", "")
    assert (bare.contract, bare.result, bare.declarer, bare.tricks) == ("Kun point", "", "", "")
    rows = sheet(evening=evening).rows
    assert [[cell.is_declaring for cell in row.cells] for row in rows] == [[True, True, False, False], [False] * 4]


def test_a_player_named_in_a_contract_is_kept_by_number_and_shown_by_name(evening):
    entry = record(evening, points_only(evening, 1, 1, -1, -1, bid="Carls æs"))
    carl = seat_ids(evening)["Carl"]

    assert entry.deal["bid"] == f"⟦{carl}⟧s æs"
    (row,), (told,) = sheet(evening=evening).rows, book_of(evening.club).deals
    assert (row.contract["da"], told.contract) == ("Carls æs", "Carls æs")
    assert evening_text(evening=evening)["da"].splitlines()[-1] == '0"Carls æs"? 1 1 -1 -1'
    assert {posting.text for posting in book_of(evening.club).postings} == {"Carls æs ?"}


def test_it_arrives_beside_other_clubs_with_its_players_and_words(evening):
    record(evening, points_only(evening, 1, 1, -1, -1, declarer=1, partner=2, bid="Carls æs"))
    lines = list(file_lines(club=evening.club, made_at=NOW))
    everything_away()
    make_club("Onsdagsklubben", founder="oda")

    report = import_file(lines=lines)

    entry = Entry.objects.get()
    assert report.audit.findings == ()
    assert points_of(entry) == {"Bodil": 8, "Carl": 8, "Dorthe": -8, "Emil": -8}
    assert sheet(evening=entry.evening).rows[0].contract["da"] == "Carls æs"
    assert entry.deal["partner"] in entry.deal["points"]
