"""An evening of which everybody's points were kept and no deals: an evening that counts, and no figure of a deal."""

from io import BytesIO

import pytest
from openpyxl import load_workbook

from ledger.models import BookImport, Club, Evening, Seat
from ledger.queries.book.audit.audit import audit, short_audit
from ledger.queries.clubs.clubs import register
from ledger.queries.clubs.clubs import seasons as counted_seasons
from ledger.queries.evenings.lines import evening_text
from ledger.queries.evenings.neighbours import evenings_of_seasons
from ledger.queries.keeping.club_file import file_lines
from ledger.queries.seasons.front import latest_deals
from ledger.queries.seasons.ranking import rank_by_rule
from ledger.queries.seasons.standings import courses, period_standings, standings, whole_period
from ledger.queries.seasons.story import count_deals
from ledger.queries.statistics.evenings import dearest_deal, evenings_of_player, records_of
from ledger.queries.statistics.figures import PlayedDeals, contract_figures, figures_of, with_others
from ledger.rules.seasons import RankingRule
from ledger.rules.statistics.records import Presence, is_played, presences_on
from ledger.services.evenings.approval import approve_evening
from ledger.services.imports.booking import undo_import
from ledger.services.seasons import choose_ranking
from tests.services.imports.old_books import with_an_older_book
from tests.services.imports.workbooks import workbook_of
from tests.spreadsheets.seasons import reading
from tests.support.people import NOW, close_as_it_stands, record, season_of, signed

pytestmark = pytest.mark.django_db


@pytest.fixture(name="kept")
def club_with_an_older_book(club):
    return with_an_older_book(club)


def evening_of(club: Club, number: int) -> Evening:
    return Evening.objects.select_related("season", "club", "table_version").get(club=club, number=number)


@pytest.mark.engines
def test_such_an_evening_counts_as_one_and_has_nobody_at_a_table(kept):
    season, units = season_of(kept), season_of(kept).unit_denominator
    third = evenings_of_seasons(seasons=[season])[-1]
    rows = {row.name: row for row in standings(season=season)}

    assert {name: (row.points - third.points[row.player_id]) / units for name, row in rows.items()} == {
        "Bodil": 12 - 2,
        "Carl": -4,
        "Dorthe": 0,
        "Emil": -15,
        "Frida": 7 + 2,
    }
    assert {name: (row.evenings, row.deals) for name, row in rows.items()} == {
        "Bodil": (3, 2),
        **dict.fromkeys(("Carl", "Dorthe", "Emil"), (2, 2)),
        "Frida": (2, 0),
    }
    assert [evening.number for evening in kept.evenings.order_by("date")] == [1, 2, 3]
    assert not Seat.objects.filter(evening__in=[evening_of(kept, 1), evening_of(kept, 2)]).exists()
    assert [row.evening_count for row in counted_seasons(club=kept)] == [3]
    assert {player.name: player.evenings for player in register(club=kept)}["Frida"] == 2
    assert (audit().findings, short_audit()) == ((), ())


def test_the_average_of_a_deal_is_of_what_deals_gave(kept):
    season = season_of(kept)
    third = evenings_of_seasons(seasons=[season])[-1]
    bodil = next(row for row in standings(season=season) if row.name == "Bodil")
    ever = next(row for row in period_standings(period=whole_period(club=kept, season=None)) if row.name == "Bodil")

    assert bodil.average == ever.average == third.points[bodil.player_id] / 2


def test_courses_attendance_and_records_have_them(kept):
    season, units = season_of(kept), season_of(kept).unit_denominator
    totals = {row.player_id: row.points for row in standings(season=season)}
    bodil, frida = (kept.players.get(name=name) for name in ("Bodil", "Frida"))
    evenings = evenings_of_seasons(seasons=[season])

    course = courses(period=whole_period(club=kept, season=season), sums=totals)
    rows = evenings_of_player(player=bodil, seasons=[season])
    records = records_of(player=bodil, evenings=rows, seasons=[season])

    assert course[bodil.pk].totals[:2] == (12 * units, 10 * units)
    assert course[frida.pk].was_there == (True, True, False)
    assert [is_played(evening) for evening in evenings] == [True, True, True]
    assert Presence.AWAY not in presences_on(evenings)[bodil.pk]
    assert (records.best.evening.number, records.best.units) == (1, 12 * units)


def test_a_day_on_which_points_were_moved_is_no_evening_played_for_it(club, evening):
    moved = {str(club.players.get(name=name).pk): points for name, points in (("Bodil", 1), ("Carl", -1))}
    record(evening, {"kind": "adjustment", "amounts": moved, "reason": "aftalt"})

    assert not any(map(is_played, evenings_of_seasons(seasons=[season_of(club)])))


def test_a_ranking_rule_counts_them_among_the_evenings(kept):
    season = season_of(kept)
    choose_ranking(
        club=kept,
        rule=RankingRule(best=1, minimum_evenings=2),
        in_force_from=season.starts_on,
        prizes={},
        **signed(kept),
    )

    ranking = rank_by_rule(season=season, rows=standings(season=season))
    results = {row.player_id: row.by_rule for row in ranking.standings}

    bodil, frida = (results[kept.players.get(name=name).pk] for name in ("Bodil", "Frida"))
    assert (bodil.counted, bodil.place) == (12 * season.unit_denominator, 1)
    assert (frida.counted, frida.place) == (7 * season.unit_denominator, 2)


def test_figures_of_deals_leave_them_out(kept):
    season = season_of(kept)
    bodil, frida = (kept.players.get(name=name) for name in ("Bodil", "Frida"))
    played = PlayedDeals(player=bodil, season=season, seasons=(season,))
    figures = figures_of(played=played)

    assert {figure.key: figure.deals for figure in figures.parts} == {"declarer": 2}
    assert sum(figure.deals for figure in figures.contracts) == 2
    assert sum(contract.deals for contract in contract_figures(seasons=[season])) == 2
    assert {other.name: (other.together, other.against) for other in with_others(played=played)} == {
        "Carl": (2, 0),
        "Dorthe": (0, 2),
        "Emil": (0, 2),
    }
    assert dearest_deal(seasons=[season], player__isnull=False).entry.evening.number == 3
    assert dearest_deal(seasons=[season], player=frida) is None
    counted = count_deals(season=season)
    assert (counted.deal, counted.adjustment, counted.totals) == (2, 0, 2)
    assert counted.words["da"] == "2 spil og 2 aftener kun med point"
    assert [step.entry.evening.number for step in latest_deals(season=season)] == [3, 3]


def test_they_are_approved_and_closed_as_others(kept):
    evening, season = evening_of(kept, 1), season_of(kept)

    approve_evening(evening=evening, entry_count=1, **signed(kept))
    closing = close_as_it_stands(kept)

    assert closing.evenings == 3
    balances = {row.player.name: (row.evenings, row.deals, row.points) for row in closing.balances.all()}
    assert balances == {row.name: (row.evenings, row.deals, row.points) for row in standings(season=season)}
    assert audit().findings == ()


def test_the_workbook_counts_the_evenings_and_no_deal(kept):
    season = season_of(kept)

    workbook = load_workbook(BytesIO(workbook_of(season)))

    texts = reading.texts(workbook, "Årsberetning")
    assert texts[3].startswith("3 aftener, 2 spil og 2 aftener kun med point. ")
    assert [text for text in texts if text.startswith("Regnskabet går op: ")]
    first, _, third = reading.table(workbook, "Aftener", "Dato")[:3]
    assert [first[heading] for heading in ("Aften", "Hvor", "Spil")] == [1, "kun aftenens point", ""]
    assert (third["Aften"], third["Spil"]) == (3, 2)
    won = {row[0].value: row for row in workbook["Indbyrdes"]}
    assert won["Frida"][-1].value == 0
    points = next(row.points - row.apart for row in standings(season=season) if row.name == "Bodil")
    assert won["Bodil"][-1].value == points / season.unit_denominator
    assert reading.table(workbook, "Spil", "Dato")[0]["Melding"] == "Aftenens point"


@pytest.mark.engines
def test_they_travel_with_the_club_and_leave_when_taken_out(kept):
    assert b'"totals":true' in b"".join(file_lines(club=kept, made_at=NOW)).replace(b" ", b"")

    undo_import(book_import=BookImport.objects.get(), **signed(kept))

    assert [evening.number for evening in kept.evenings.all()] == [3]
    assert {row.name: row.evenings for row in standings(season=season_of(kept))} == dict.fromkeys(
        ("Bodil", "Carl", "Dorthe", "Emil"), 1
    )
    assert (audit().findings, short_audit()) == ((), ())


def test_they_are_a_line_among_the_lines_of_an_evening(kept):
    text = evening_text(evening=evening_of(kept, 1))["da"]

    assert text.splitlines()[-1] == "== 12 -4 0 -15 7"
