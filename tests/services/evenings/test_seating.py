"""Open an evening, seat it anew, draw who sits where, change its rounds."""

import uuid
from functools import partial

import pytest

from ledger.models import Attendance, Evening, LoggedChange, Player, Season, Seat
from ledger.queries.evenings.lines import read_line
from ledger.queries.evenings.seating import ids_at, players_without_a_seat
from ledger.queries.evenings.turns import at_table
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import EveningClosed, SeasonClosed
from ledger.services.clubs.clubs import change_player
from ledger.services.deals import Seen, record_deal
from ledger.services.evenings.approval import approve_evening
from ledger.services.evenings.seating import change_rounds, note_attendance, open_evening, seat_evening
from tests.services.phones import at_once
from tests.support.people import (
    DAY,
    FOUR,
    NOW,
    make_club,
    make_evening,
    names_at,
    points_of,
    record,
    season_of,
    signed,
    trick,
    version_of,
)
from tests.support.refusing import refused_at

pytestmark = pytest.mark.django_db
SEVEN = ("Bodil", "Carl", "Dorthe", "Emil", "Frida", "Gerda", "Holger")


@pytest.fixture
def evening():
    return make_evening(make_club(players=SEVEN))


def ids(evening, *names):
    """Players as the service takes them: an id where the name is known, otherwise the name."""
    known = dict(Player.objects.filter(club=evening.club).values_list("name", "pk"))
    return [known.get(name, name) for name in names]


def seat(evening, *tables, **options):
    wanted = {number: ids(evening, *names) for number, names in enumerate(tables, start=1)}
    return seat_evening(evening=evening, tables=wanted, **signed(evening.club), **options)


def of_log(evening, kind):
    lines = LoggedChange.objects.filter(evening=evening, kind=kind).order_by("pk")
    return list(lines.values_list("player__name", "before", "after"))


@pytest.mark.parametrize(
    "tables",
    [
        [("Bodil", "Dorthe", "Emil", "Frida")],
        [SEVEN],
        [("Emil", "Bodil", "Carl", "Dorthe", "Frida")],
        [("Frida", "Carl", "Dorthe", "Emil")],
    ],
    ids=["Carl leaves and Frida takes over", "three come", "they change seats and Frida comes", "Frida for Bodil"],
)
def test_the_evening_sits_as_it_was_said(evening, tables):
    record(evening, trick(evening, "Bodil", "Carl", 8))

    seat(evening, *tables)

    assert names_at(evening) == {1: list(tables[0])}
    assert [seat.player.name for seat in evening.seats.filter(seating=1).order_by("position")] == list(FOUR)
    assert of_log(evening, "seats_changed") == [(None, "", "")]


@pytest.mark.parametrize(
    ("first", "dealt", "then", "dealer"),
    [
        ("Bodil Carl Dorthe Emil Frida", 2, "Bodil Dorthe Emil Frida", "Dorthe"),
        ("Bodil Carl Dorthe Emil Frida", 5, "Bodil Carl Dorthe Emil", "Bodil"),
        ("Bodil Carl Dorthe Emil", 2, "Bodil Frida Dorthe Emil", "Dorthe"),
        ("Bodil Carl Dorthe Emil", 2, "Bodil Frida Gerda Emil", "Gerda"),
        ("Bodil Carl Dorthe Emil", 2, "Bodil Dorthe Emil Frida", "Dorthe"),
        ("Bodil Carl Dorthe Emil", 2, "Bodil Carl Frida Dorthe Emil", "Frida"),
        ("Bodil Carl Dorthe Emil", 2, "Emil Dorthe Carl Bodil", "Bodil"),
        ("Bodil Carl Dorthe Emil", 2, "Frida Gerda Holger Ida Inga", "Frida"),
        # However often they change, the seats of the last deal count.
        ("Bodil Carl Dorthe Emil Frida", 5, "Bodil Carl Dorthe Emil, Bodil Carl Dorthe Emil Gerda", "Bodil"),
    ],
)
def test_the_deal_goes_on_to_the_left_of_who_dealt_last(first, dealt, then, dealer):
    evening = make_evening(make_club(players=(*SEVEN, "Ida", "Inga")), names=tuple(first.split()))
    for _ in range(dealt):
        enter_line(evening, "p")

    for names_then in then.split(", "):
        seat(evening, names_then.split())

    assert at_table(evening=evening).dealer_name == dealer


def test_cards_not_played_are_dealt_again_by_whoever_took_over_the_dealers_seat(evening):
    enter_line(evening, "p")
    enter_line(evening, "o")

    seat(evening, ("Bodil", "Frida", "Dorthe", "Emil"))

    assert at_table(evening=evening).dealer_name == "Frida"


def enter_line(evening, line):
    read = read_line(table=at_table(evening=evening), line=line)
    return record(evening, read.deal)


def test_a_guest_gets_a_seat_by_name_on_the_spot(evening):
    seat(evening, ("Bodil", "Carl", "  Ida   Holm ", "Emil"))
    seat(evening, ("Bodil", "Carl", "ida holm", "Frida"))

    assert names_at(evening) == {1: ["Bodil", "Carl", "Ida Holm", "Frida"]}
    assert Player.objects.get(name="Ida Holm").is_guest


@pytest.mark.parametrize(
    ("tables", "field", "sentence"),
    [
        ([("Bodil", "Carl", "Dorthe")], "players", "4 to 7 players"),
        ([(*SEVEN, "Ida")], "players", "4 to 7 players"),
        ([FOUR, ("Frida", "Gerda", "Holger")], "table_2", "4 to 7 players"),
        ([("Bodil", "Carl", "Dorthe", "Bodil")], "players", "same player"),
        ([FOUR, ("Frida", "Gerda", "Holger", "Emil")], "players", "same player"),
        ([("Bodil", "Carl", "Dorthe", "I" * 61)], "guest", "1 to 60"),
        ([("Bodil", "Carl", "Dorthe", "  ")], "guest", "1 to 60"),
        ([], "players", "must sit"),
        ([FOUR, (), (), *[()] * 27, ("Frida", "Gerda", "Holger", "Ida")], "players", "at most 30 tables"),
    ],
    ids=["three", "eight", "three at table 2", "twice", "at both", "long name", "no name", "nobody", "too many tables"],
)
def test_nobody_sits_down_where_it_cannot_be_played(evening, tables, field, sentence):
    with refused_at(field, sentence):
        seat(evening, *tables)
    assert (Seat.objects.count(), evening.club.players.count()) == (4, 7)


def test_nobody_of_another_club_sits_down(evening):
    other = make_club("Onsdagsklubben", founder="oda", players=("Kaj", "Lise", "Mia", "Nils"))
    kaj = other.players.get(name="Kaj").pk

    for chairs in ([*ids(evening, "Bodil", "Carl", "Dorthe"), kaj], [*ids(evening, "Bodil", "Carl", "Dorthe"), 0]):
        with pytest.raises(Refusal, match="not on the club's list"):
            seat_evening(evening=evening, tables={1: chairs}, **signed(evening.club))


def test_a_closed_evening_stays_as_it_sits(evening):
    approve_evening(evening=evening, entry_count=0, **signed(evening.club))
    with pytest.raises(EveningClosed):
        seat(evening, SEVEN)

    Season.objects.update(closed_at=NOW)
    for write in (
        lambda: seat(evening, SEVEN),
        lambda: change_rounds(evening=evening, rotation="even", deals_per_round=8, **signed(evening.club)),
        lambda: note_attendance(evening=evening, came={}, **signed(evening.club)),
    ):
        with pytest.raises(SeasonClosed):
            write()


def test_how_it_is_played_is_changed_and_told(evening):
    for _ in range(2):
        change_rounds(evening=evening, rotation="even", deals_per_round=8, **signed(evening.club))

    evening = Evening.objects.get()
    assert (evening.rotation, evening.deals_per_round) == ("even", 8)
    assert of_log(evening, "seats_changed") == [(None, "dealer, -", "even, 8")]
    for deals in (0, 201):
        with refused_at("deals_per_round"):
            change_rounds(evening=evening, rotation="even", deals_per_round=deals, **signed(evening.club))


def test_who_watched_or_sent_word_is_kept_until_they_sit_down(evening):
    frida, gerda = ids(evening, "Frida", "Gerda")
    note_attendance(evening=evening, came={frida: "watched", gerda: "cancelled"}, **signed(evening.club))
    note_attendance(evening=evening, came={frida: "cancelled", gerda: "cancelled"}, **signed(evening.club))
    seat(evening, (*FOUR, "Frida"))

    assert list(Attendance.objects.values_list("player__name", "kind")) == [("Gerda", "cancelled")]
    assert of_log(evening, "attendance") == [
        ("Frida", "", "watched"),
        ("Gerda", "", "cancelled"),
        ("Frida", "watched", "cancelled"),
        ("Frida", "cancelled", ""),
    ]
    with pytest.raises(Refusal, match="not on the club's list"):
        note_attendance(evening=evening, came={0: "watched"}, **signed(evening.club))


def test_who_has_sat_down_meanwhile_or_has_played_did_not_come_to_watch(evening):
    carl, frida = ids(evening, "Carl", "Frida")
    record(evening, trick(evening, "Bodil", "Carl", 8))
    seat(evening, ("Bodil", "Frida", "Dorthe", "Emil"))

    for player in (carl, frida):
        with refused_at("came", "has a seat this evening"):
            note_attendance(evening=evening, came={player: "watched"}, **signed(evening.club))

    assert not Attendance.objects.exists()


def test_who_gave_up_a_seat_before_playing_may_have_sent_word(evening):
    (carl,) = ids(evening, "Carl")
    seat(evening, ("Bodil", "Frida", "Dorthe", "Emil"))

    assert [player.name for player in players_without_a_seat(evening=evening)] == ["Carl", "Gerda", "Holger"]
    note_attendance(evening=evening, came={carl: "cancelled"}, **signed(evening.club))

    assert list(Attendance.objects.values_list("player__name", "kind")) == [("Carl", "cancelled")]


# --- who sits out


# --- two phones


def test_seats_that_change_while_a_deal_is_saved_never_mix(real_commits):
    evening = make_evening(make_club(players=SEVEN))
    author, deal, four = evening.club.memberships.get().user, trick(evening, "Bodil", "Carl", 9), ids(evening, *FOUR)
    wanted = [ids(evening, "Frida", *FOUR[1:]), four]

    def record_one():
        seen = Seen(players=four)
        return record_deal(evening=evening, deal=deal, key=uuid.uuid4(), author=author, now=NOW, seen=seen)

    def run(turn):
        if turn % 3:
            return record_one()
        return seat_evening(evening=evening, tables={1: wanted[turn // 3 % 2]}, author=author, now=NOW)

    outcomes = at_once(partial(run, turn) for turn in range(18))

    stored = list(evening.entries.order_by("number"))
    assert len(stored) == sum(type(outcome).__name__ == "Entry" for outcome in outcomes)
    assert [set(points_of(entry)) for entry in stored] == [set(FOUR)] * len(stored)
    seatings = Seat.objects.values_list("seating", flat=True)
    assert len(seatings) == 4 * len(set(seatings)) == 4 * max(seatings)


# Opening an evening: a guest, the same form twice, and what is refused.


def open_again(club, *, names=FOUR, **facts):
    players = [Player.objects.get(club=club, name=name) for name in names]
    new = {"day": DAY, "players": players, "version": version_of(club), **facts}
    return open_evening(season=season_of(club), **new, **signed(club))


def test_a_guest_whose_name_is_known_is_that_player(club):
    frida = Player.objects.get(name="Frida")
    change_player(player=frida, name="Frida", is_guest=True, is_active=False, **signed(frida.club))

    assert names_at(open_again(club, guests=["frida"])) == {1: [*FOUR, "Frida"]}
    assert Player.objects.filter(club=club).count() == 5


def test_the_same_evening_again_before_any_deal_is_the_same_evening(club):
    assert open_again(club, guests=["Gerda"]) == open_again(club, guests=["Gerda"])
    assert Evening.objects.count() == 1


def seat_another_table(evening):
    guests = ["Gerda", "Holger", "Inga", "Jens"]
    seat_evening(evening=evening, tables={**ids_at(evening=evening), 2: guests}, **signed(evening.club))


@pytest.mark.parametrize(
    ("meanwhile", "names", "changes"),
    [
        (None, FOUR, {"place": "Hos Inger"}),
        (None, FOUR, {"rotation": "even"}),
        (None, FOUR, {"deals_per_round": 6}),
        (None, FOUR[::-1], {}),
        (seat_another_table, FOUR, {}),
        (lambda first: record(first, trick(first, "Bodil", "Carl", 8)), FOUR, {}),
    ],
    ids=["another place", "another way", "rounds", "other seats", "at two tables by now", "after a deal"],
)
def test_what_is_not_the_same_evening_is_another(club, meanwhile, names, changes):
    first = open_again(club)
    if meanwhile:
        meanwhile(first)

    second = open_again(club, names=names, **changes)

    assert second.number == 2
    assert [getattr(second, name) for name in changes] == [*changes.values()]
