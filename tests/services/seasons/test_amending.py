"""What stands beside the deals is put right: days, places, names, an evening too many; the log tells of each."""

from datetime import date, timedelta

import pytest

from ledger.models import Evening, FormerAddress, LoggedChange, Membership, Player
from ledger.queries.book.audit.audit import audit
from ledger.queries.clubs.clubs import seasons
from ledger.services.book.posting import EveningClosed, EveningRemoved, SeasonClosed
from ledger.services.clubs.accounts import invite
from ledger.services.clubs.clubs import add_players, change_player, change_settings, start_season
from ledger.services.evenings.approval import approve_evening
from ledger.services.evenings.seating import change_rounds
from ledger.services.keeping.forgetting import forget_player
from ledger.services.seasons import change_evening, change_season, close_season, remove_evening
from tests.support.people import (
    DAY,
    NOW,
    make_club,
    make_evening,
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

LATER = DAY + timedelta(days=7)


@pytest.fixture
@replayed
def club():
    """Two clubs, each with an evening that was played."""
    for name, founder in (("Mandagsklubben", "oda"), ("Torsdagsklubben", "alma")):
        club = make_club(name, founder=founder)
        play_evening(club, "Bodil", "Carl", 8)
    return club


def logged_changes(club, *kinds):
    changes = LoggedChange.objects.filter(club=club, kind__in=kinds).order_by("id")
    return list(changes.values_list("kind", "before", "after"))


def test_an_evenings_new_day_is_in_the_log_and_its_place_is_not(club):
    change_evening(evening=club.evenings.get(), day=LATER, place="Hos Carl", **signed(club))

    assert logged_changes(club, "evening_moved", "place_changed") == [
        ("evening_moved", "2026-09-03", "2026-09-10"),
        ("place_changed", "", ""),
    ]
    assert Evening.objects.exclude(club=club).values_list("date", "place").get() == (DAY, "")
    assert audit().findings == ()


def test_saving_an_evening_as_it_is_leaves_no_line(club):
    change_evening(evening=club.evenings.get(), day=DAY, place="", **signed(club))

    assert logged_changes(club, "evening_moved", "place_changed") == []


def test_an_approved_evening_is_not_removed(club):
    evening = club.evenings.get()
    approve_evening(evening=evening, entry_count=1, **signed(club))

    with pytest.raises(EveningClosed):
        remove_evening(evening=evening, **signed(club))


@pytest.mark.engines
def test_an_evening_opened_by_mistake_leaves_every_list_and_its_number_is_not_given_again(club):
    mistaken = make_evening(club, day=LATER)

    remove_evening(evening=mistaken, **signed(club))

    assert [evening.number for evening in club.evenings.all()] == [1]
    assert [(season.evening_count, season.last_evening) for season in seasons(club=club)] == [(1, DAY)]
    assert make_evening(club).number == 3
    assert logged_changes(club, "evening_removed") == [("evening_removed", "2026-09-10", "")]
    with pytest.raises(EveningRemoved):
        change_rounds(evening=mistaken, deals_per_round=8, **signed(club))
    with pytest.raises(EveningRemoved):
        record(mistaken, trick(mistaken, "Bodil", "Carl", 8))


def test_a_removed_evening_does_not_keep_its_season_open(club):
    remove_evening(evening=make_evening(club), **signed(club))

    closing = close_season(season=season_of(club), entry_count=1, **signed(club))

    assert (closing.evenings, audit().findings) == (1, ())


def present_address(club, kind, slug):
    return club.former_addresses.filter(kind=kind, slug=slug).values_list(f"{kind}__slug", flat=True).first()


@pytest.mark.engines
def test_a_season_gets_another_name_and_its_former_address_leads_on(club):
    season = season_of(club)
    assert season.slug == "2026-27"

    for name in ("2027", "2026–28", "2026/27"):
        change_season(season=season, name=name, starts_on=date(2026, 8, 1), **signed(club))
    changed = change_season(season=season, name="Vinter", starts_on=date(2026, 9, 1), **signed(club))

    assert (changed.slug, changed.starts_on) == ("vinter", date(2026, 9, 1))
    leads = [present_address(club, "season", slug) for slug in ("2026-27", "2027", "2026-28", "2028")]
    assert leads == ["vinter", "vinter", "vinter", None]
    assert logged_changes(club, "season_renamed", "season_moved")[-2:] == [
        ("season_renamed", "2026/27", "Vinter"),
        ("season_moved", "2026-08-01", "2026-09-01"),
    ]
    assert audit().findings == ()


def test_a_former_address_is_never_another_seasons(club):
    season = season_of(club)
    change_season(season=season, name="Vinter", starts_on=season.starts_on, **signed(club))

    other = start_season(club=club, name="2026/27", starts_on=DAY, version=version_of(club), **signed(club))

    assert other.slug == "2026-27-2"
    assert present_address(club, "season", "2026-27") == "vinter"


@pytest.mark.engines
def test_an_evening_of_a_closed_season_keeps_its_day(club):
    close_season(season=season_of(club), entry_count=1, **signed(club))

    with pytest.raises(SeasonClosed):
        change_evening(evening=club.evenings.get(), day=LATER, place="", **signed(club))


@pytest.mark.engines
def test_a_renamed_players_former_address_leads_on_until_they_are_forgotten(club):
    emil = club.players.get(name="Frida")
    renamed = change_player(player=emil, name="Frida Ø.", is_guest=False, is_active=False, **signed(club))
    (namesake,) = add_players(club=club, names=["Frida"], **signed(club))

    assert (renamed.slug, namesake.slug) == ("frida-oe", "frida-2")
    assert present_address(club, "player", "frida") == "frida-oe"
    forget_player(player=renamed, **signed(club, NOW + timedelta(days=1)))
    assert FormerAddress.objects.count() == 0
    assert present_address(club, "player", "frida") is None


def test_a_player_called_add_is_not_at_the_address_of_the_form(club):
    add_players(club=club, names=["Add", "Add."], is_meant=True, **signed(club))

    assert sorted(Player.objects.filter(slug__startswith="add").values_list("slug", flat=True)) == ["add-2", "add-3"]


def test_a_name_in_which_something_cannot_be_seen_is_refused(club):
    season, evening, name = season_of(club), club.evenings.get(), "An\u200bders"
    refused = [
        ("players", lambda: add_players(club=club, names=[name], **signed(club))),
        ("name", lambda: change_settings(club=club, name=name, language="da", **signed(club))),
        ("name", lambda: invite(club=club, name=name, role=Membership.Role.ADMIN, **signed(club))),
        ("season", lambda: change_season(season=season, name=name, starts_on=DAY, **signed(club))),
        ("place", lambda: change_evening(evening=evening, day=DAY, place=name, **signed(club))),
    ]
    for field, change in refused:
        with refused_at(field, "a character here that cannot be seen"):
            change()
    assert not Player.objects.filter(name=name).exists()
