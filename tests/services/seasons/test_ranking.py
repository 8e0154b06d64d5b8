"""A club chooses its ranking rule and its prizes, and what a closed season gave stands."""

from datetime import date, timedelta

import pytest

from ledger.models import LoggedChange, Player, Prize, PrizeWon, RankingVersion, Season
from ledger.queries.book.audit.audit import audit
from ledger.queries.seasons.ranking import prizes_as_they_stand, prizes_won, rank_by_rule, ranking_in_force
from ledger.queries.seasons.standings import standings
from ledger.rules.seasons import RankingRule, results_by_rule
from ledger.services.clubs.clubs import change_player
from ledger.services.seasons import Given, choose_ranking, close_season
from tests.support.people import DAY, FIVE, make_evening, nolo, record, season_of, signed, trick
from tests.support.refusing import refused_at

pytestmark = pytest.mark.django_db

WEEK = timedelta(days=7)
CUP = {"first": Given("Klubmester", "Vandrepokalen")}


def choose(club, rule, *, day=date(2026, 8, 1), prizes=None):
    return choose_ranking(club=club, rule=rule, prizes=prizes or {}, in_force_from=day, **signed(club))


@pytest.fixture
def two_evenings(club):
    """Bodil and Carl win the first evening twice, Dorthe and Emil the second once; Frida came to the second."""
    first = make_evening(club)
    for _deal in range(2):
        record(first, trick(first, "Bodil", "Carl", 8))
    second = make_evening(club, names=("Frida", "Carl", "Dorthe", "Emil"), day=DAY + WEEK)
    record(second, trick(second, "Dorthe", "Emil", 9))
    return club


def ranking_of(club):
    season = season_of(club)
    return rank_by_rule(season=season, rows=standings(season=season))


def places(club):
    return {row.name: row.rank for row in ranking_of(club).standings}


@pytest.mark.engines
def test_a_rule_is_stored_with_its_prizes_and_told_of_in_the_log(club):
    rule = RankingRule(minimum_evenings=2, best=3, absence="fixed", absence_points=-4)

    choose(club, RankingRule(drop_worst=1))
    version = choose(club, rule, prizes={**CUP, "second": Given("", " En  flaske "), "third": Given("", "")})

    stored = RankingVersion.objects.get(pk=version.pk)
    assert (stored.number, stored.to_rule(), stored.in_force_from) == (2, rule, date(2026, 8, 1))
    assert list(stored.prizes.order_by("pk").values_list("kind", "title", "gift")) == [
        ("first", "Klubmester", "Vandrepokalen"),
        ("second", "", "En flaske"),
    ]
    line = LoggedChange.objects.latest("id")
    assert (line.kind, line.before, line.after) == (
        "ranking_chosen",
        "2026-08-01 0 0 1 nothing 0",
        "2026-08-01 2 3 0 fixed -4",
    )
    assert audit().findings == ()


def test_a_season_is_ranked_by_the_rule_in_force_on_its_last_evening(two_evenings):
    assert ranking_in_force(season=season_of(two_evenings)) is None

    choose(two_evenings, RankingRule(best=1), day=DAY + WEEK + timedelta(days=1))
    assert ranking_in_force(season=season_of(two_evenings)) is None

    chosen = [choose(two_evenings, RankingRule(best=2), day=day) for day in (DAY + WEEK, DAY, DAY + WEEK)]
    assert ranking_in_force(season=season_of(two_evenings)) == chosen[-1]


@pytest.mark.engines
def test_the_rule_ranks_and_the_points_stand_beside(two_evenings):
    before = {row.name: (row.points, row.place) for row in standings(season=season_of(two_evenings))}
    assert before == {"Bodil": (4, 1), "Carl": (0, 2), "Dorthe": (0, 2), "Emil": (0, 2), "Frida": (-4, 5)}

    choose(two_evenings, RankingRule(minimum_evenings=2, best=1))

    ranking = ranking_of(two_evenings)
    assert {row.name: (row.points, row.place) for row in ranking.standings} == before
    assert [(row.name, row.rank) for row in ranking.standings] == [
        ("Carl", 1),
        ("Dorthe", 1),
        ("Emil", 1),
        ("Bodil", None),
        ("Frida", None),
    ]
    assert [row.name for row in ranking.without_place] == ["Bodil", "Frida"]
    assert {row.name: row.counted_points for row in ranking.standings if row.rank} == dict.fromkeys(
        ("Carl", "Dorthe", "Emil"), 4
    )


@pytest.mark.parametrize("at", [0, 1, 6])
def test_the_arrow_is_from_the_rules_place_before_the_last_evening(two_evenings, at):
    choose(two_evenings, RankingRule(best=1))
    for week in range(2, 2 + at):
        evening = make_evening(two_evenings, names=FIVE, day=DAY + week * WEEK)
        record(evening, trick(evening, "Emil", "Frida", 10))

    season = season_of(two_evenings)
    ranking = ranking_of(two_evenings)
    last = {row.player_id: row.moved for row in ranking.standings}
    then = results_by_rule(RankingRule(best=1), ranking.evenings[:-1], denominator=season.unit_denominator)
    now = {row.player_id: row.rank for row in ranking.standings}
    assert last == {player: then[player].place - place if player in then else None for player, place in now.items()}


def test_a_rule_that_cannot_be_meant_is_refused_and_nothing_is_stored(club):
    with refused_at("best"):
        choose(club, RankingRule(best=0))
    assert not RankingVersion.objects.exists()


def test_the_places_of_a_closed_season_stand(two_evenings):
    choose(two_evenings, RankingRule(best=1), prizes=CUP)
    season = season_of(two_evenings)
    close_season(season=season, entry_count=season.entry_count, **signed(two_evenings))
    before = places(two_evenings)

    for day in (DAY, DAY + WEEK):
        with refused_at("in_force_from"):
            choose(two_evenings, RankingRule(), day=day)
    choose(two_evenings, RankingRule(), day=DAY + WEEK + timedelta(days=1))

    assert places(two_evenings) == before
    assert audit().findings == ()


@pytest.mark.engines
def test_closing_keeps_who_won_what(two_evenings):
    evening = make_evening(two_evenings, day=DAY + 2 * WEEK)
    record(evening, nolo(evening, "sol", {"Emil": 0}))
    prizes = {kind: Given(f"Titel {kind}", "") for kind in Prize.Kind.values}
    choose(two_evenings, RankingRule(minimum_evenings=2), prizes=prizes)
    season = season_of(two_evenings)
    standing = prizes_as_they_stand(season=season, ranking=ranking_of(two_evenings))

    close_season(season=season, entry_count=season.entry_count, **signed(two_evenings))

    won = prizes_won(season=Season.objects.get())
    assert won == [row for row in standing if row.winners]
    by_kind = {row.prize.kind: [winner.name for winner in row.winners] for row in won}
    assert by_kind["sols"] == ["Emil"]
    assert by_kind["first"] == [row.name for row in ranking_of(two_evenings).standings if row.rank == 1]
    assert audit().findings == ()


def test_a_title_knows_a_player_by_number_and_a_winner_by_todays_name(two_evenings):
    choose(two_evenings, RankingRule(), prizes={"first": Given("Carls pokal", "")})
    assert "Carl" not in Prize.objects.get().title
    season = season_of(two_evenings)
    close_season(season=season, entry_count=season.entry_count, **signed(two_evenings))

    for name in ("Bodil", "Carl"):
        player = Player.objects.get(name=name)
        change_player(player=player, name=f"{name} Ny", is_guest=False, is_active=True, **signed(two_evenings))

    (won,) = prizes_won(season=season)
    assert (won.title, [winner.name for winner in won.winners]) == ("Carl Nys pokal", ["Bodil Ny"])


def test_a_season_without_a_rule_gives_no_prizes(two_evenings):
    season = season_of(two_evenings)
    close_season(season=season, entry_count=season.entry_count, **signed(two_evenings))

    assert not PrizeWon.objects.exists()
