"""The page of an evening's seats, and the evening with several tables."""

import re

import pytest

from ledger.models import Attendance, Evening, LoggedChange, Player
from ledger.services.evenings.approval import approve_evening
from ledger.services.evenings.seating import change_rounds, note_attendance
from tests.services.evenings.test_tables_of_an_evening import plain
from tests.support.people import FOUR, make_club, names_at, record, seat_tables, signed
from tests.web.reading import errors_of, form_on, notices, page, words

pytestmark = pytest.mark.django_db
EIGHT = ("Bodil", "Carl", "Dorthe", "Emil", "Frida", "Gerda", "Holger", "Inga")
SEATS = "/torsdagsklubben/evenings/1/seats/"
ATTENDANCE = "/torsdagsklubben/evenings/1/attendance/"
SHEET = "/torsdagsklubben/evenings/1/"


@pytest.fixture
def club():
    return make_club(players=EIGHT)


def ids():
    return {player.name: str(player.pk) for player in Player.objects.filter(club__slug="torsdagsklubben")}


def seats_form(*tables, **more):
    """What the form sends for players in seat order, table by table."""
    known = ids()
    seats = {
        f"seat_{number}_{position}": known.get(name, name)
        for number, names in enumerate(tables, start=1)
        for position, name in enumerate(names, start=1)
    }
    return {"seating": "1", "guest": "", "rotation": "dealer", "deals_per_round": "", **seats, **more}


@pytest.mark.parametrize(
    ("tables", "more", "then"),
    [
        ([("Bodil", "", "Dorthe", "Emil", "Frida")], {}, {1: ["Bodil", "Dorthe", "Emil", "Frida"]}),
        ([(*FOUR, "guest")], {"guest": "Ida Holm"}, {1: [*FOUR, "Ida Holm"]}),
        ([FOUR, EIGHT[4:]], {}, {1: list(FOUR), 2: list(EIGHT[4:])}),
    ],
    ids=["one leaves and one comes", "a guest", "a table more"],
)
def test_the_seats_are_changed_and_the_next_deal_is_played_so(secretary, evening, tables, more, then):
    response = secretary.post(SEATS, seats_form(*tables, **more))

    assert response.headers["Location"] == SHEET
    assert notices(response) == ["The seats are saved; the deals from now on are played so."]
    assert names_at(evening) == then


def test_the_form_sent_as_it_is_shown_changes_nothing(secretary, evening):
    change_rounds(evening=evening, rotation="even", deals_per_round=8, **signed(evening.club))
    told = LoggedChange.objects.count()

    assert secretary.post(SEATS, form_on(secretary.get(SEATS))).status_code == 302
    assert LoggedChange.objects.count() == told


@pytest.mark.parametrize(
    ("theirs", "mine", "then"),
    [
        ({"rotation": "even", "deals_per_round": 8}, {"seat_1_1": "Frida"}, ("even", 8)),
        ({"rotation": "even", "deals_per_round": 8}, {"deals_per_round": "6"}, ("even", 6)),
        ({"rotation": "dealer", "deals_per_round": 8}, {"rotation": "even"}, ("even", 8)),
        ({"rotation": "even", "deals_per_round": 4}, {"rotation": "even", "deals_per_round": ""}, ("even", 4)),
        ({"rotation": "even", "deals_per_round": 8}, {"rotation": ""}, ("even", 8)),
    ],
)
def test_an_older_page_leaves_the_rounds_that_it_does_not_change(secretary, evening, theirs, mine, then):
    known, fields = ids(), form_on(secretary.get(SEATS))
    change_rounds(evening=evening, **theirs, **signed(evening.club))

    secretary.post(SEATS, fields | {name: known.get(value, value) for name, value in mine.items()})

    evening = Evening.objects.get()
    assert (evening.rotation, evening.deals_per_round) == then
    assert names_at(evening)[1][0] == ("Frida" if "seat_1_1" in mine else "Bodil")


def test_a_round_is_done_away_with_by_emptying_its_field(secretary, evening):
    change_rounds(evening=evening, rotation="dealer", deals_per_round=8, **signed(evening.club))
    fields = form_on(secretary.get(SEATS))

    unsure = secretary.post(SEATS, fields | {"deals_per_round": "", "guest": "Ida"})
    secretary.post(SEATS, form_on(unsure) | {"guest": ""})

    assert Evening.objects.get().deals_per_round is None


@pytest.mark.parametrize(
    ("tables", "more", "fields"),
    [
        ([("Bodil", "Carl", "Bodil", "Emil")], {}, ["seat_1_3"]),
        ([("Bodil", "Carl", "Dorthe")], {}, ["seat_1_4"]),
        ([FOUR, ("Frida", "Gerda")], {}, ["seat_2_3"]),
        ([FOUR, ("Emil",)], {}, ["seat_2_1"]),
        ([], {}, ["seat_1_1"]),
        ([("Bodil", "Carl", "Dorthe", "guest")], {}, ["guest"]),
        ([("guest", "guest", "Dorthe", "Emil")], {"guest": "Ida"}, ["seat_1_2"]),
        ([FOUR], {"guest": "Ida"}, ["guest"]),
        ([("Bodil", "Carl", "Dorthe", "guest")], {"guest": "I" * 61}, ["guest"]),
        ([("Bodil", "Carl", "Dorthe", "99999")], {}, ["seat_1_4"]),
        ([FOUR], {"deals_per_round": "0"}, ["deals_per_round"]),
        ([FOUR], {"rotation": "🂡"}, ["rotation"]),
        ([FOUR], {"seating": "x"}, ["seating"]),
    ],
)
def test_a_slip_is_shown_beside_its_field_and_nothing_is_stored(secretary, evening, tables, more, fields):
    sent = seats_form(*tables, **more)

    response = secretary.post(SEATS, sent)

    assert list(errors_of(response)) == fields
    assert {name: response.context["seats"][name].value() for name in sent} == sent
    assert (names_at(evening), Player.objects.count()) == ({1: list(FOUR)}, 8)


def test_who_comes_second_is_shown_how_they_sit_now_and_may_save_then(secretary, evening):
    known = ids()
    seat_tables(evening, EIGHT[:5])

    refused = secretary.post(SEATS, seats_form(("Holger", *FOUR[1:])))
    fields = {**seats_form(("Holger", *FOUR[1:])), "seating": str(refused.context["seats"]["seating"].value())}
    secretary.post(SEATS, fields)

    assert refused.status_code == 409
    assert "The seats have changed meanwhile" in page(refused)
    beside = {name: errors for name, errors in errors_of(refused).items() if name}
    assert beside == {"seat_1_1": ["Bodil sits here now."], "seat_1_5": ["Frida sits here now."]}
    assert refused.context["seats"]["seat_1_2"].value() == known["Carl"]
    assert names_at(evening) == {1: ["Holger", *FOUR[1:]]}


def test_a_table_that_somebody_opened_or_dissolved_meanwhile_is_told_seat_by_seat(secretary, evening):
    seat_tables(evening, FOUR, EIGHT[4:])

    opened = errors_of(secretary.post(SEATS, seats_form(FOUR)))
    seat_tables(evening, FOUR)
    dissolved = errors_of(secretary.post(SEATS, seats_form(FOUR, EIGHT[4:], seating="2")))

    assert [opened[f"seat_2_{n}"] for n in (1, 2, 3, 4)] == [[f"{name} sits here now."] for name in EIGHT[4:]]
    assert [dissolved[f"seat_2_{n}"] for n in (1, 2, 3, 4)] == [["Nobody sits here now."]] * 4


def test_who_watched_and_who_sent_word_is_shown_with_the_evening_and_the_player(secretary, evening):
    known = ids()
    secretary.post(ATTENDANCE, {"watched": [known["Frida"]], "cancelled": [known["Gerda"], known["Holger"]]})

    text, player = page(secretary.get(SHEET)), page(secretary.get("/torsdagsklubben/players/frida/"))
    assert "Watched: Frida Sent word: Gerda, Holger" in text
    assert "Watched Evening 1" in player
    assert Attendance.objects.count() == 3


@pytest.mark.parametrize(
    ("theirs", "mine", "then"),
    [
        (
            {"Gerda": "cancelled"},
            {"watched": ["Frida", "Holger"]},
            {"Frida": "watched", "Gerda": "cancelled", "Holger": "watched"},
        ),
        ({"Frida": "cancelled"}, {"watched": ["Frida", "Holger"]}, {"Frida": "cancelled", "Holger": "watched"}),
        ({"Frida": ""}, {"cancelled": ["Holger"]}, {"Holger": "cancelled"}),
        ({"Gerda": "cancelled"}, {"watched": []}, {"Gerda": "cancelled"}),
        ({"Gerda": "cancelled"}, {"watched": ["Frida", "Gerda"]}, {"Frida": "watched", "Gerda": "watched"}),
        ({"Gerda": "cancelled"}, {"watched": [], "cancelled": ["Frida"]}, {"Frida": "cancelled", "Gerda": "cancelled"}),
    ],
    ids=["one more", "said otherwise", "taken back", "none any more", "both say it of one", "from one to the other"],
)
def test_an_older_page_changes_only_those_whom_it_shows_otherwise(secretary, evening, theirs, mine, then):
    known = ids()
    secretary.post(ATTENDANCE, {"watched": [known["Frida"]]})
    fields = form_on(secretary.get(SEATS), ATTENDANCE)
    came = {int(known[name]): kind for name, kind in theirs.items()}
    note_attendance(evening=evening, came=came, **signed(evening.club))

    secretary.post(ATTENDANCE, fields | {kind: [known[name] for name in names] for kind, names in mine.items()})

    assert dict(Attendance.objects.values_list("player__name", "kind")) == then


def test_a_slip_in_who_came_is_put_right(secretary, evening):
    frida = ids()["Frida"]
    fields = form_on(secretary.get(SEATS), ATTENDANCE)

    slip = secretary.post(ATTENDANCE, fields | {"watched": [frida], "cancelled": [frida], "shown": "x 🂡 watched-0"})
    secretary.post(ATTENDANCE, form_on(slip, ATTENDANCE) | {"cancelled": []})

    assert errors_of(slip) == {"cancelled": ["Somebody cannot both watch and stay away."]}
    assert Attendance.objects.get().kind == "watched"


def test_a_closed_evening_is_led_back_to_its_sheet(secretary, evening):
    approve_evening(evening=evening, entry_count=0, **signed(evening.club))

    assert secretary.get(SEATS).headers["Location"] == SHEET
    for address, sent in ((SEATS, seats_form(EIGHT[:5])), (ATTENDANCE, {})):
        assert "Evening 1 is approved" in page(secretary.post(address, sent))
    assert names_at(evening) == {1: list(FOUR)}


# --- the evening's page


def test_an_evening_of_two_tables_has_a_sheet_for_each_and_one_total(secretary, evening, time_machine):
    time_machine.move_to("2026-09-03T20:00+02:00")
    seat_tables(evening, FOUR, EIGHT[4:])
    for table, tricks in ((1, 8), (2, 9), (2, 7)):
        record(evening, plain(evening, table, tricks), table_number=table)

    response = secretary.get(SHEET)
    parts = response.context["parts"]

    assert [[row.number for row in part["drawn"].sheet.rows] for part in parts] == [[1], [2, 3]]
    assert [[player.name for player, *_ in part["drawn"].heads] for part in parts] == [list(FOUR), list(EIGHT[4:])]
    assert [part["drawn"].sheet.control for part in parts] == [0, 0]
    assert sum(response.context["sheet"].totals) == 0
    assert len(response.context["sheet"].totals) == 8
    links = re.findall(r'href="([^"]+/deals/new/)"', response.content.decode())
    # The second time within what a newer deal puts in its place.
    assert links == 2 * [f"/torsdagsklubben/evenings/1/tables/{table}/deals/new/" for table in (1, 2)]
    text = page(response)
    assert len(response.context["places"]) == 8
    assert "Table 1" in text
    assert re.findall(r'href="([^"]+/deals.txt)"', response.content.decode()) == [f"{SHEET}deals.txt"]


def test_somebody_who_moves_has_their_points_of_each_table_and_of_the_evening(secretary, evening):
    record(evening, plain(evening))
    seat_tables(evening, FOUR, EIGHT[4:])
    seat_tables(evening, ["Frida", *FOUR[1:]], ["Bodil", *EIGHT[5:]])
    record(evening, plain(evening, 2), table_number=2)

    context = secretary.get(SHEET).context

    at_1, at_2, in_all = (
        {player.name: units for player, _, units in drawn.heads}["Bodil"]
        for drawn in (*(part["drawn"] for part in context["parts"]), context["drawn"])
    )
    assert (at_1, at_2, in_all) == (2, 2, 4)
    assert context["parts"][0]["seatings"] == [(1, list(FOUR)), (3, ["Frida", *FOUR[1:]])]


def test_who_deals_has_forehand_and_sits_out_is_told_where_the_deal_is_entered(secretary, evening, time_machine):
    time_machine.move_to("2026-09-03T20:00+02:00")
    seat_tables(evening, EIGHT[:6])
    change_rounds(evening=evening, rotation="dealer", deals_per_round=2, **signed(evening.club))
    evening = Evening.objects.get()

    first = page(secretary.get(f"{SHEET}deals/new/"))
    for _ in range(2):
        record(evening, plain(evening))
    third = page(secretary.get(f"{SHEET}deals/new/"))

    sentence = "Carl, Dorthe; then Dorthe, Emil; then Emil, Frida. Round 1, deal 1 of 2."
    assert f"Sits out after this: {sentence}" in first
    assert "Round 2, deal 1 of 2." in third and "The round is over: change seats?" in third
    assert "The round is over" not in first


def test_the_log_tells_of_seats_and_attendance(secretary, evening):
    secretary.post(SEATS, seats_form(EIGHT[:5], deals_per_round="8"))
    secretary.post(ATTENDANCE, {"watched": [ids()["Gerda"]]})

    text = page(secretary.get("/torsdagsklubben/log/"))

    assert "Seats changed" in text and "Attendance changed: Gerda" in text and "Watched" in text
    assert "The dealer and the next ones clockwise, 8" in text
    assert LoggedChange.objects.filter(evening=evening).count() == 4


def test_each_table_is_a_tap_from_the_other_and_the_button_says_which_it_saves_to(secretary, evening):
    seat_tables(evening, FOUR, EIGHT[4:])
    here, there = (f"/torsdagsklubben/evenings/1/tables/{number}/deals/new/" for number in (1, 2))

    page = secretary.get(there).content.decode()

    assert f'<a href="{here}">' in page
    assert f'<a href="{there}" aria-current="page">' in page
    assert "Save deal 1 at table 2" in page
    assert "Table 1 Deal 1 Table 2 Deal 1" in words(page)
