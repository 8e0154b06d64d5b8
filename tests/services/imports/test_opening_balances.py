"""What each stood at when a club began here counts in every sum, and the day of it is no evening anywhere."""

from datetime import date, timedelta
from fractions import Fraction
from io import BytesIO

import pytest
from openpyxl import load_workbook

from ledger.models import BookImport, Club, Entry, Evening, Posting
from ledger.models.clubs.persons import shown_by
from ledger.queries.book.audit.audit import audit, short_audit
from ledger.queries.clubs.clubs import register
from ledger.queries.clubs.clubs import seasons as counted_seasons
from ledger.queries.clubs.persons import persons_of
from ledger.queries.evenings.neighbours import evening_among_others, opening_balances
from ledger.queries.evenings.seating import last_evening
from ledger.queries.keeping.club_file import file_lines
from ledger.queries.seasons.front import season_front
from ledger.queries.seasons.ranking import rank_by_rule
from ledger.queries.seasons.standings import courses, latest_period, period_standings, standings, whole_period
from ledger.queries.statistics.evenings import evenings_of_player
from ledger.rules.imports.names import read_name_list
from ledger.rules.seasons import RankingRule
from ledger.services.clubs.clubs import join_players
from ledger.services.imports.booking import undo_import
from ledger.services.imports.drafts import bring_in_balances
from ledger.services.seasons import choose_ranking
from tests.services.imports.workbooks import workbook_of
from tests.spreadsheets.seasons import reading
from tests.support.people import NOW, close_as_it_stands, make_evening, record, season_of, signed, trick, version_of
from tests.web.reading import grid_of, page

pytestmark = pytest.mark.django_db

BROUGHT = {"Bodil": 12, "Carl": -4, "Dorthe": 0, "Emil": -5, "Frida": 7}


def bring(club: Club) -> BookImport:
    """The balances of BROUGHT as one entry of the season; the house has what is lacking."""
    listed = read_name_list("\n".join(f"{name}\t{points}" for name, points in BROUGHT.items()))
    meant = dict(club.players.filter(name__in=BROUGHT).values_list("name", "pk"))
    return bring_in_balances(
        season=season_of(club), version=version_of(club), listed=listed, meant=meant, **signed(club)
    )


@pytest.fixture(name="begun")
def club_begun_with_balances(club):
    """A club with balances and then two evenings, of which Frida came to neither."""
    bring(club)
    for days, tricks in ((1, 8), (2, 9)):
        evening = make_evening(club, day=season_of(club).starts_on + timedelta(days=days))
        record(evening, trick(evening, "Bodil", "Carl", tricks))
    return club


@pytest.fixture
def season(begun):
    """Its season, as it stands after the second evening."""
    return season_of(begun)


def test_two_who_stand_in_them_can_be_one_whose_sums_count_both(client, begun):
    season, (emil, frida) = season_of(begun), (begun.players.get(name=name) for name in ("Emil", "Frida"))
    before = {row.name: row.points for row in standings(season=season)}

    join_players(player=frida, kept=emil, **signed(begun))

    with shown_by(None, persons_of(club=begun)):
        after = {row.name: row.points for row in standings(season=season)}
        entry = Entry.objects.get(evening__is_opening=True)
    before["Emil"] += before.pop("Frida")
    assert after == before
    assert entry.deal["amounts"][str(emil.pk)] == 2
    assert Posting.objects.filter(entry=entry, player__in=[emil.pk, frida.pk]).count() == 2
    assert audit().findings == ()
    deal = client.get(f"/{begun.slug}/evenings/0/deals/1/")
    assert (deal.status_code, "Frida" in deal.content.decode()) == (200, False)


@pytest.mark.engines
def test_they_count_and_are_no_evening(begun, season):
    units = season.unit_denominator
    rows = {row.name: row for row in standings(season=season)}

    played = {name: sum(e.points[rows[name].player_id] for e in whole_period(club=begun, season=season).evenings)
              for name in ("Bodil", "Carl", "Dorthe", "Emil")}  # fmt: skip
    assert {name: row.points - played.get(name, 0) for name, row in rows.items()} == {
        name: points * units for name, points in BROUGHT.items()
    }
    assert {name: (row.evenings, row.deals) for name, row in rows.items()} == {
        **dict.fromkeys(("Bodil", "Carl", "Dorthe", "Emil"), (2, 2)),
        "Frida": (0, 0),
    }
    assert [evening.number for evening in begun.evenings.order_by("number")] == [1, 2]
    assert (season_front(season=season, today=date.max).played.number, last_evening(club=begun).number) == (2, 2)
    assert [row.evening_count for row in counted_seasons(club=begun)] == [2]
    assert {player.name: player.evenings for player in register(club=begun)}["Frida"] == 0
    first = evening_among_others(club_id=begun.pk, number=1)
    assert (first.before, first.others) == (None, 1)
    assert (audit().findings, short_audit()) == ((), ())


def test_pages_say_where_the_rest_is_and_no_figure_of_play_has_them(client, begun):
    slug = begun.slug
    standings_page, review = (
        page(client.get(f"/{slug}/{place}")) for place in ("standings/", "seasons/2026-27/review/")
    )
    bodil = client.get(f"/{slug}/players/bodil/").content.decode()
    list_of_deals = page(client.get(f"/{slug}/deals/?player=bodil"))

    assert "Sum Huset −10, fra begyndelsessaldi" in standings_page
    assert "Sum Huset −10, fra begyndelsessaldi +10" in review
    assert "Huset" not in page(client.get(f"/{slug}/standings/?last=1"))
    others = grid_of(bodil.split('id="others"')[1].split("</table>")[0])
    assert [row[0] for row in others] == ["Spiller", "Carl", "Dorthe", "Emil"]
    assert others[2][-1] == "+0,375 2 spil"
    assert "Regulering" not in bodil.split('id="parts"')[1].split("</table>")[0]
    assert "2 spil, +0,75" in list_of_deals


def test_curves_and_running_sums_begin_at_them(begun, season):
    units = season.unit_denominator
    totals = {row.player_id: row.points for row in standings(season=season)}
    bodil = begun.players.get(name="Bodil")

    course = courses(period=latest_period(club=begun, season=season), sums=totals)[bodil.pk]
    evenings = evenings_of_player(player=bodil, seasons=[season])[season]
    brought = opening_balances(seasons=[season])[season.pk][bodil.pk]

    assert (course.before, len(course.totals), course.totals[-1]) == (12 * units, 2, totals[bodil.pk])
    assert [evening.running + brought for evening in evenings] == list(course.totals)


@pytest.mark.long
def test_all_seasons_together_count_them_and_a_part_of_one_does_not(begun):
    whole = whole_period(club=begun, season=None)
    ever = {row.name: (row.evenings, row.points) for row in period_standings(period=whole)}

    assert ever == {row.name: (row.evenings, row.points) for row in standings(season=season_of(begun))}


@pytest.mark.long
@pytest.mark.parametrize(("rule", "has_place"), [(RankingRule(best=1), True), (RankingRule(minimum_evenings=1), False)])
def test_a_ranking_rule_counts_them_beside_the_evenings(begun, rule, has_place, season):
    choose_ranking(club=begun, rule=rule, in_force_from=season.starts_on, prizes={}, **signed(begun))
    frida, bodil = (begun.players.get(name=name).pk for name in ("Frida", "Bodil"))
    units = season.unit_denominator
    best = max(evening.points[bodil] for evening in whole_period(club=begun, season=season).evenings)

    ranking = rank_by_rule(season=season, rows=standings(season=season))
    results = {row.player_id: row.by_rule for row in ranking.standings}

    assert results[frida].counted == 7 * units
    assert (results[frida].place is not None) == has_place
    if rule.best:
        assert results[bodil].counted == Fraction(best + 12 * units)


def test_a_closed_season_counts_its_evenings_alone(begun, season):
    closing = close_as_it_stands(begun)

    assert (closing.evenings, closing.deals) == (2, 2)
    balances = {balance.player.name: (balance.evenings, balance.points) for balance in closing.balances.all()
                if balance.player}  # fmt: skip
    assert balances == {row.name: (row.evenings, row.points) for row in standings(season=season)}
    assert audit().findings == ()


def test_the_workbook_lists_them_first_and_counts_the_evenings_without(begun, season):
    workbook = load_workbook(BytesIO(workbook_of(season)))

    texts = reading.texts(workbook, "Årsberetning")
    assert texts[3].startswith("2 aftener, 2 spil. ")
    assert [text for text in texts if text.startswith("Regnskabet går op: ")]
    won = {row[0].value: row for row in workbook["Indbyrdes"]}
    names = [cell.value for cell in next(row for row in workbook["Indbyrdes"] if row[1].value)]
    assert {cell.value for cell in won["Frida"][1:-1]} == {None}
    assert won["Bodil"][names.index("Dorthe")].value == 0.375
    evenings = reading.table(workbook, "Aftener", "Dato")
    assert [(row["Aften"], row["Hvor"] == "Primo", row["Spil"]) for row in evenings] == [
        ("", True, ""),
        (1, False, 1),
        (2, False, 1),
    ]
    courses = reading.table(workbook, "Aftener", "Efter")
    assert [courses[at]["Bodil"] for at in (0, 1)] == [0, 12]


@pytest.mark.engines
def test_they_travel_with_the_club_and_leave_when_taken_out(begun, season):
    before = {row.name: (row.evenings, row.points) for row in standings(season=season)}
    lines = list(file_lines(club=begun, made_at=NOW))
    undo_import(book_import=BookImport.objects.get(), **signed(begun))
    assert {row.name for row in standings(season=season_of(begun))} == {"Bodil", "Carl", "Dorthe", "Emil"}
    assert not Evening.with_openings.filter(is_opening=True).exists()
    assert (audit().findings, short_audit()) == ((), ())
    assert bring(begun).number == 2
    assert Entry.objects.standing().filter(deal__opening=True).get().evening.is_opening

    assert before == {row.name: (row.evenings, row.points) for row in standings(season=season_of(begun))}
    assert b'"is_opening"' in lines[0]


def test_a_deal_on_the_day_of_them_is_found(begun):
    Evening.everything.filter(club=begun, number=1).update(is_opening=True)

    assert len(audit().findings) >= 2
