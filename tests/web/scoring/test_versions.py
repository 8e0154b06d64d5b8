"""A version published in the middle of an evening, and one for a day to come, on every page that shows prices."""

import re
import uuid
from datetime import date

import pytest
from django.utils import timezone

from ledger.models import Entry, ScoringTableVersion, Season
from ledger.services.scoring import publish_version
from tests.support.people import NOW, anna, make_evening, make_user, points_of, record, seat_ids, trick
from tests.web.reading import errors_of, in_english, notices, page

pytestmark = pytest.mark.django_db

CLUB = "/torsdagsklubben"
EVENING = f"{CLUB}/evenings/1/"


def dearer(club, **start):
    """Version 2: 8 plain pays a whole point."""
    [table] = club.scoring_tables.all()
    document = table.versions.get(number=1).document
    values = {**document["values"], "8": [1, *document["values"]["8"][1:]]}
    return publish_version(
        scoring_table=table, document={**document, "values": values}, author=make_user("alma"), now=NOW, **start
    )


def entering(evening, **fields):
    """An 8 by Bodil with Carl as the entry screen sends it."""
    ids = seat_ids(evening)
    sent = {"key": str(uuid.uuid4()), "contract": "8", "column": "plain", "tricks": "8", "save": "1"}
    return sent | {"dealer": ids["Bodil"], "declarer": ids["Bodil"], "partner": ids["Carl"]} | fields


# --- in the middle of an evening


def test_the_next_deal_is_shown_and_booked_at_the_new_price(secretary, club, begun_evening):
    version = dearer(club, from_evening=begun_evening)

    screen = secretary.get(f"{EVENING}deals/new/")
    [seen] = set(re.findall(r'name="prices" value="(\d+)"', screen.content.decode()))
    secretary.post(f"{EVENING}deals/new/", entering(begun_evening, prices=seen))

    assert seen == str(version.pk)
    assert screen.context["tariff"]()["amounts"] == version.tariff().as_json()["amounts"]
    assert points_of(Entry.objects.latest("sequence"))["Bodil"] == 8


def test_the_sheet_keeps_the_old_deal_and_names_both_versions(client, club, begun_evening):
    dearer(club, from_evening=begun_evening)
    begun_evening.refresh_from_db()
    record(begun_evening, trick(begun_evening, "Bodil", "Carl", 8))

    response = in_english(client).get(EVENING)

    assert [row.cells[0].points for row in response.context["sheet"].rows] == [2, 8]
    assert "Prices: Esmakkerwhist (Wikipedia) Prices from deal 2: Esmakkerwhist (Wikipedia)" in page(response)


def test_an_old_deal_is_corrected_at_the_price_it_was_played_for(secretary, club, begun_evening):
    entry = begun_evening.entries.get()
    dearer(club, from_evening=begun_evening)

    screen = secretary.get(f"{EVENING}deals/1/correct/")
    why = {"change-seen": str(entry.pk), "change-key": str(uuid.uuid4()), "change-reason": "talt forkert"}
    secretary.post(f"{EVENING}deals/1/correct/", entering(begun_evening, tricks="9") | why)

    assert screen.context["tariff"]()["amounts"] == entry.table_version.tariff().as_json()["amounts"]
    assert points_of(Entry.objects.latest("sequence"))["Bodil"] == 4


def test_a_deal_shown_at_the_old_price_is_not_booked_at_the_new(secretary, club, begun_evening):
    seen = str(begun_evening.table_version_id)
    version = dearer(club, from_evening=begun_evening)
    sent = entering(begun_evening, prices=seen)

    refused = secretary.post(f"{EVENING}deals/new/", sent)
    second = secretary.post(f"{EVENING}deals/new/", sent | {"prices": str(version.pk)})

    assert (refused.status_code, errors_of(refused)) == (
        409,
        {"": ["The prices have changed meanwhile: look at the points again, then save."]},
    )
    assert f'name="prices" value="{version.pk}"' in refused.content.decode()
    assert refused.context["form"]["tricks"].value() == "8"
    assert (second.status_code, begun_evening.entries.count()) == (302, 2)


def test_a_deal_sent_again_after_the_change_is_the_one_in_the_book(secretary, club, begun_evening):
    sent = entering(begun_evening, prices=str(begun_evening.table_version_id))
    secretary.post(f"{EVENING}deals/new/", sent)
    dearer(club, from_evening=begun_evening)

    second = secretary.post(f"{EVENING}deals/new/", sent)

    assert (second.status_code, begun_evening.entries.count()) == (302, 2)


@pytest.mark.parametrize("typed", ["x", "9" * 5000, "²", "-1"])
def test_a_broken_page_is_no_reason_to_fall_over(secretary, begun_evening, typed):
    response = secretary.post(f"{EVENING}deals/new/", entering(begun_evening, prices=typed))

    assert response.status_code in (302, 409)


# --- a day to come


def test_a_version_to_come_says_so_and_the_one_in_force_says_what_replaces_it(client, club, time_machine):
    time_machine.move_to("2026-09-10T19:00+02:00")
    first, second = ScoringTableVersion.objects.get(), dearer(club, in_force_from=date(2027, 3, 1))
    visitor = in_english(client)

    now, coming = (page(visitor.get(f"{CLUB}/tables/{version.pk}/")) for version in (first, second))
    time_machine.move_to("2027-03-01T00:10+01:00")
    over, in_force = (page(visitor.get(f"{CLUB}/tables/{version.pk}/")) for version in (first, second))

    assert "Version 2 replaces this one from 1 Mar 2027." in now
    assert "This version is not in force yet." in coming
    assert "Version 2 has replaced this one from 1 Mar 2027." in over
    assert "In force from 1 Mar 2027" in in_force
    assert "not in force yet" not in in_force


# --- saying from when


PRICE = {"nolo.sol.made": "4"}


def prices_page(club):
    return f"{CLUB}/tables/{ScoringTableVersion.objects.filter(scoring_table__club=club).latest('number').pk}/prices/"


def test_the_board_says_from_when(client, dansk, time_machine):
    time_machine.move_to("2026-09-10T19:00+02:00")
    make_evening(dansk)
    client.force_login(anna(dansk))

    form = in_english(client).get(prices_page(dansk)).context["start"]
    response = client.post(prices_page(dansk), PRICE | {"in_force_from": "2027-03-01", "from_evening": ""})

    assert form["in_force_from"].value() == date(2026, 9, 10)
    assert form.fields["from_evening"].choices == [("", "No, from the day above"), ("1", "Evening 1, 3 Sep 2026")]
    assert notices(response) == ["Version 2 is published, in force from 1 Mar 2027."]
    assert str(ScoringTableVersion.objects.latest("number").in_force_from) == "2027-03-01"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"in_force_from": "i morgen"}, "in_force_from"),
        ({"in_force_from": ""}, "in_force_from"),
        ({"in_force_from": "0000-01-01"}, "in_force_from"),
        ({"in_force_from": "2027-03-01", "from_evening": "99"}, "from_evening"),
        ({"in_force_from": "2027-03-01", "from_evening": "🂡"}, "from_evening"),
    ],
)
def test_a_slip_is_said_beside_its_field_with_the_prices_kept(client, dansk, fields, field):
    make_evening(dansk)
    client.force_login(anna(dansk))

    response = client.post(prices_page(dansk), PRICE | fields)

    assert list(response.context["start"].errors) == [field]
    assert f'id="id_{field}_error"' in response.content.decode()
    assert response.context["form"]["nolo.sol.made"].value() == "4"
    assert {name: response.context["start"][name].value() for name in fields} == fields
    assert ScoringTableVersion.objects.count() == 1


def test_an_evening_that_cannot_play_by_the_prices_is_refused_beside_the_choice(client, dansk):
    make_evening(dansk)
    Season.objects.update(unit_denominator=1)
    client.force_login(anna(dansk))

    response = in_english(client).post(prices_page(dansk), PRICE | {"from_evening": "1"})

    assert response.context["start"].errors == {
        "from_evening": ["This table counts in smaller parts of a point than the season's book."]
    }
    assert ScoringTableVersion.objects.count() == 1


def test_only_evenings_of_open_seasons_can_be_chosen(client, dansk):
    make_evening(dansk)
    Season.objects.update(closed_at=timezone.now())
    client.force_login(anna(dansk))

    assert "from_evening" not in client.get(prices_page(dansk)).context["start"].fields
