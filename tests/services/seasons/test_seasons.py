"""What a board does to a season: choose a ranking, close it."""

from datetime import timedelta

import pytest
from django.db import connection

from ledger.models import (
    EveningClosing,
    LoggedChange,
    Player,
    Prize,
    PrizeWon,
    RankingVersion,
    Season,
    SeasonBalance,
    SeasonClosing,
)
from ledger.models.book import guards
from ledger.queries.book.audit.audit import audit
from ledger.queries.seasons.ranking import prizes_as_they_stand, prizes_won, rank_by_rule, ranking_in_force
from ledger.queries.seasons.standings import standings
from ledger.rules.seasons import RankingRule, results_by_rule
from ledger.services.book.posting import SeasonClosed
from ledger.services.clubs.clubs import change_player, change_settings, start_evening
from ledger.services.deals import correct_deal
from ledger.services.seasons import Given, close_season
from tests.services.evenings.test_approval import approve, reopen
from tests.support.people import (
    DAY,
    FIVE,
    NOW,
    change,
    choose_rule,
    close_as_it_stands,
    make_club,
    make_evening,
    nolo,
    play_evening,
    record,
    season_of,
    signed,
    trick,
    version_of,
)
from tests.support.refusing import refused_at
from tests.support.replay import replayed

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def evening():
    """Three entries: a deal and its correction."""
    evening = make_evening(make_club())
    entry = record(evening, trick(evening, "Bodil", "Carl", 8))
    correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 9), change=change(evening))
    return evening


def close(club, entry_count=3):
    return close_season(season=season_of(club), entry_count=entry_count, **signed(club))


@pytest.mark.parametrize("hours", [-1, 24 * 366 + 1])
def test_a_window_is_nothing_to_a_year(evening, hours):
    with refused_at("hours"):
        change_settings(club=evening.club, correction_window_hours=hours, **signed(evening.club))


@pytest.mark.engines
def test_a_closed_season_keeps_every_balance_and_approves_its_evenings(evening):
    open_one = make_evening(evening.club)
    approve(evening)

    closing = close(evening.club)

    season = season_of(evening.club)
    assert (closing.evenings, closing.deals, closing.entry_count, closing.head) == (2, 1, 3, season.head)
    balances = SeasonBalance.objects.values_list("player__name", "points", "evenings", "deals")
    assert set(balances) == {("Bodil", 4, 1, 1), ("Carl", 4, 1, 1), ("Dorthe", -4, 1, 1), ("Emil", -4, 1, 1)}
    assert open_one.closings.get().kind == EveningClosing.Kind.APPROVED
    assert audit().findings == ()


def test_the_house_has_a_balance_too():
    club = make_club(preset="call-ace-euchre")
    evening = make_evening(club)
    maker = str(evening.seats.get(position=1).player_id)
    record(evening, {"kind": "role_table", "maker": maker, "partner": None, "outcome": "march_alone"})

    close(club, entry_count=1)

    assert SeasonBalance.objects.get(player=None).points < 0
    assert sum(SeasonBalance.objects.values_list("points", flat=True)) == 0
    assert audit().findings == ()


@pytest.mark.engines
def test_a_closed_season_takes_nothing_more_and_is_not_opened_again(evening):
    approve(evening)
    stale = season_of(evening.club)
    close(evening.club)

    players = list(evening.club.players.all()[:4])
    writes = [
        lambda: record(evening, trick(evening, "Bodil", "Carl", 8)),
        lambda: reopen(evening),
        lambda: close(evening.club),
        lambda: start_evening(
            season=stale, day=DAY, players=players, version=version_of(evening.club), **signed(evening.club)
        ),
    ]
    for write in writes:
        with pytest.raises(SeasonClosed):
            write()
    assert SeasonClosing.objects.count() == 1


def test_a_season_without_a_deal_is_closed_too(club):
    make_evening(club)

    closing = close(club, entry_count=0)

    assert (closing.evenings, closing.deals, closing.head, closing.balances.count()) == (1, 0, "", 0)
    assert audit().findings == ()


@pytest.fixture
def behind_the_guards(evening):
    """A closed season, in the hands of somebody who has the database file."""
    approve(evening)
    close(evening.club)
    guards.drop(connection)
    LoggedChange.objects.update(closing=None)  # or the foreign key alone would give a missing approval away
    yield evening
    guards.install(connection)


TAMPERED = {
    "a balance": lambda: SeasonBalance.objects.filter(player__name="Carl").update(points=8),
    "a balance gone": lambda: SeasonBalance.objects.filter(player__name="Carl")._raw_delete("default"),
    "the season's digest": lambda: SeasonClosing.objects.update(head="0" * 64),
    "the season's entries": lambda: SeasonClosing.objects.update(entry_count=2),
    "the evening's deals": lambda: EveningClosing.objects.update(deals=2),
    "the evening's digest": lambda: EveningClosing.objects.update(head="0" * 64),
    "the evening's entries": lambda: EveningClosing.objects.update(entry_count=2),
    "the evening's place in the book": lambda: EveningClosing.objects.update(season_entry_count=99, head=""),
    "a season opened again": lambda: Season.objects.update(closed_at=None),
    "a closing without its approval": lambda: EveningClosing.objects.all()._raw_delete("default"),
}


ON_BOTH = ("a balance gone", "the evening's digest", "a closing without its approval")


@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=pytest.mark.engines) if what in ON_BOTH else what for what in TAMPERED]
)
def test_the_audit_finds_what_was_closed_otherwise(behind_the_guards, what):
    TAMPERED[what]()

    findings = [str(finding) for finding in audit().findings if "guard" not in finding.message]

    assert len(findings) >= 1
    assert all("closed" in finding or "approved" in finding for finding in findings)
    told = f"Evening {behind_the_guards.club_id}/1 was approved or reopened with other entries than it had."
    assert (told in findings) == what.startswith("the evening's")


@pytest.mark.engines
def test_a_line_that_slipped_into_an_approved_evening_is_found(evening):
    approve(evening)
    guards.drop(connection)
    LoggedChange.objects.update(closing=None)
    evening.closings.all()._raw_delete("default")
    record(evening, trick(evening, "Bodil", "Carl", 8))
    EveningClosing(
        evening=evening, number=1, kind="approved", entry_count=3, deals=1, season_entry_count=3, at=NOW,
        by=signed(evening.club)["author"], head=evening.entries.get(sequence=3).digest,
    ).save()  # fmt: skip
    guards.install(connection)

    told = f"Evening {evening.club_id}/1 was approved with 3 entries, and has 4."
    assert told in [str(finding) for finding in audit().findings]


# A club chooses its ranking rule and its prizes, and what a closed season gave stands.


WEEK = timedelta(days=7)
CUP = {"first": Given("Klubmester", "Vandrepokalen")}


@pytest.fixture
def two_evenings(club):
    """Bodil and Carl win the first evening twice, Dorthe and Emil the second once; Frida came to the second."""
    first = make_evening(club)
    for _deal in range(2):
        record(first, trick(first, "Bodil", "Carl", 8))
    play_evening(club, "Dorthe", "Emil", 9, names=("Frida", "Carl", "Dorthe", "Emil"), day=DAY + WEEK)
    return club


def ranking_of(club):
    season = season_of(club)
    return rank_by_rule(season=season, rows=standings(season=season))


def places(club):
    return {row.name: row.rank for row in ranking_of(club).standings}


def test_a_season_is_ranked_by_the_rule_in_force_on_its_last_evening(two_evenings):
    assert ranking_in_force(season=season_of(two_evenings)) is None

    choose_rule(two_evenings, RankingRule(best=1), day=DAY + WEEK + timedelta(days=1))
    assert ranking_in_force(season=season_of(two_evenings)) is None

    chosen = [choose_rule(two_evenings, RankingRule(best=2), day=day) for day in (DAY + WEEK, DAY, DAY + WEEK)]
    assert ranking_in_force(season=season_of(two_evenings)) == chosen[-1]


@pytest.mark.parametrize("at", [0, 1])
def test_the_arrow_is_from_the_rules_place_before_the_last_evening(two_evenings, at):
    choose_rule(two_evenings, RankingRule(best=1))
    for week in range(2, 2 + at):
        play_evening(two_evenings, "Emil", "Frida", 10, names=FIVE, day=DAY + week * WEEK)

    season = season_of(two_evenings)
    ranking = ranking_of(two_evenings)
    last = {row.player_id: row.moved for row in ranking.standings}
    then = results_by_rule(RankingRule(best=1), ranking.evenings[:-1], denominator=season.unit_denominator)
    now = {row.player_id: row.rank for row in ranking.standings}
    assert last == {player: then[player].place - place if player in then else None for player, place in now.items()}


@pytest.mark.parametrize("points", [-100_001, 100_001])
def test_an_evening_missed_gives_no_boundless_points(club, points):
    with refused_at("absence_points"):
        choose_rule(club, RankingRule(absence="fixed", absence_points=points))
    assert not RankingVersion.objects.exists()


def test_the_places_of_a_closed_season_stand(two_evenings):
    choose_rule(two_evenings, RankingRule(best=1), **CUP)
    close_as_it_stands(two_evenings)
    before = places(two_evenings)

    for day in (DAY, DAY + WEEK):
        with refused_at("in_force_from"):
            choose_rule(two_evenings, RankingRule(), day=day)
    choose_rule(two_evenings, RankingRule(), day=DAY + WEEK + timedelta(days=1))

    assert places(two_evenings) == before
    assert audit().findings == ()


@pytest.mark.engines
def test_closing_keeps_who_won_what(two_evenings):
    evening = make_evening(two_evenings, day=DAY + 2 * WEEK)
    record(evening, nolo(evening, "sol", {"Emil": 0}))
    prizes = {kind: Given(f"Titel {kind}", "") for kind in Prize.Kind.values}
    choose_rule(two_evenings, RankingRule(minimum_evenings=2), **prizes)
    standing = prizes_as_they_stand(season=season_of(two_evenings), ranking=ranking_of(two_evenings))

    close_as_it_stands(two_evenings)

    won = prizes_won(season=Season.objects.get())
    by_kind = winners_by_kind(won)
    assert by_kind == winners_by_kind(row for row in standing if row.winners)
    assert by_kind["sols"] == ["Emil"]
    assert by_kind["first"] == [row.name for row in ranking_of(two_evenings).standings if row.rank == 1]
    assert audit().findings == ()


def winners_by_kind(rows):
    return {row.prize.kind: [winner.name for winner in row.winners] for row in rows}


def test_a_title_knows_a_player_by_number_and_a_winner_by_todays_name(two_evenings):
    choose_rule(two_evenings, RankingRule(), first=Given("Carls pokal", ""))
    assert "Carl" not in Prize.objects.get().title
    close_as_it_stands(two_evenings)

    for name in ("Bodil", "Carl"):
        player = Player.objects.get(name=name)
        change_player(player=player, name=f"{name} Ny", is_guest=False, is_active=True, **signed(two_evenings))

    (won,) = prizes_won(season=season_of(two_evenings))
    assert (won.title, [winner.name for winner in won.winners]) == ("Carl Nys pokal", ["Bodil Ny"])


def test_a_season_without_a_rule_gives_no_prizes(two_evenings):
    close_as_it_stands(two_evenings)

    assert not PrizeWon.objects.exists()
