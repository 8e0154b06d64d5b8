"""Opening an evening: a guest, the same form twice, and what is refused."""

import pytest
from django.utils import timezone

from ledger.models import Evening, Player, Season
from ledger.queries.evenings.seating import ids_at
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import SeasonClosed
from ledger.services.clubs.clubs import change_player
from ledger.services.evenings.seating import NewEvening, open_evening, seat_evening
from tests.support.people import DAY, FOUR, record, season_of, signed, trick, version_of
from tests.support.refusing import refused_at

pytestmark = pytest.mark.django_db


def new(club, *, names=FOUR, **facts):
    players = [Player.objects.get(club=club, name=name) for name in names]
    return NewEvening(day=DAY, players=players, version=version_of(club), **facts)


def open_again(club, **facts):
    return open_evening(season=season_of(club), new=new(club, **facts), **signed(club))


def names_seated(evening):
    return list(evening.seats.order_by("position").values_list("player__name", flat=True))


def test_the_players_sit_as_they_were_named(club):
    evening = open_again(club, names=("Emil", "Bodil", "Frida", "Carl"), place="Hos Emil")

    assert names_seated(evening) == ["Emil", "Bodil", "Frida", "Carl"]
    assert (evening.number, evening.date, evening.place) == (1, DAY, "Hos Emil")


def test_a_guest_gets_the_last_seat_and_a_place_among_the_players(club):
    evening = open_again(club, guests=["  Gerda   Holm "])

    assert names_seated(evening) == [*FOUR, "Gerda Holm"]
    assert Player.objects.get(name="Gerda Holm").is_guest


def test_a_guest_whose_name_is_known_is_that_player(club):
    frida = Player.objects.get(name="Frida")
    change_player(player=frida, name="Frida", is_guest=True, is_active=False, **signed(frida.club))

    assert names_seated(open_again(club, guests=["frida"])) == [*FOUR, "Frida"]
    assert Player.objects.filter(club=club).count() == 5


def test_a_guest_without_an_evening_is_not_put_on_the_register(club):
    with pytest.raises(Refusal) as refused:
        open_again(club, names=("Bodil", "Carl"), guests=["Gerda"])

    assert (refused.value.field, str(refused.value)) == (
        "players",
        "This game is played with 4 to 7 players at the table.",
    )
    assert not Player.objects.filter(name="Gerda").exists()


def test_a_guests_name_that_is_too_long_is_refused_as_the_guests(club):
    with refused_at("guest"):
        open_again(club, guests=["G" * 61])


def test_the_same_evening_again_before_any_deal_is_the_same_evening(club):
    assert open_again(club, guests=["Gerda"]) == open_again(club, guests=["Gerda"])
    assert Evening.objects.count() == 1


@pytest.mark.parametrize("changes", [{"place": "Hos Inger"}, {"rotation": "even"}, {"deals_per_round": 6}])
def test_the_same_players_by_another_plan_are_another_evening(club, changes):
    assert open_again(club) != open_again(club, **changes)
    assert [getattr(Evening.objects.get(number=2), name) for name in changes] == [*changes.values()]


def test_the_same_players_at_one_table_are_not_an_evening_at_two(club):
    first = open_again(club)
    guests = ["Gerda", "Holger", "Inga", "Jens"]
    seat_evening(evening=first, tables={**ids_at(evening=first), 2: guests}, **signed(club))

    assert open_again(club) != first


def test_the_same_players_again_after_a_deal_are_a_new_evening(club):
    first = open_again(club)
    record(first, trick(first, "Bodil", "Carl", 8))

    assert open_again(club).number == 2


def test_other_seats_are_another_evening(club):
    assert open_again(club) != open_again(club, names=FOUR[::-1])


def test_a_closed_season_takes_no_evening(club):
    Season.objects.update(closed_at=timezone.now())

    with pytest.raises(SeasonClosed):
        open_again(club)
