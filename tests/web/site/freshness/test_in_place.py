"""What a page that stays is answered: notices in place of pages, and parts that cost one question if unchanged."""

from urllib.parse import quote

import pytest

from ledger.models import Entry
from tests.support.people import anna, make_user, record, torben, trick
from tests.web.deals.test_deals import form_for, new_url
from tests.web.reading import page

pytestmark = pytest.mark.django_db

IN_PLACE = {"In-Place": "true"}
PARTS = ["/torsdagsklubben/evenings/1/tables/1/so-far/", "/torsdagsklubben/evenings/1/sheet/"]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_the_same_for_all_readers_and_asks_little_while_nothing_has_changed(
    client, club, begun_evening, part, django_assert_num_queries
):
    as_stranger = client.get(part, headers=IN_PLACE)
    for user, etag, queries in ((None, as_stranger["ETag"], 1), (make_user("nobody"), as_stranger["ETag"], 4)):
        if user:
            client.force_login(user)
        with django_assert_num_queries(queries):
            assert client.get(part, headers=IN_PLACE | {"If-None-Match": etag}).status_code == 304
    assert client.get(part, headers=IN_PLACE).content == as_stranger.content


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_the_same_for_all_of_the_board(client, club, begun_evening, part):
    secretary, other = anna(club), torben(club)
    as_stranger = client.get(part, headers=IN_PLACE)
    client.force_login(secretary)
    boards = client.get(part, headers=IN_PLACE | {"If-None-Match": as_stranger["ETag"]})
    client.force_login(other)
    same = client.get(part, headers=IN_PLACE | {"If-None-Match": boards["ETag"]})

    assert (boards.status_code, same.status_code) == (200, 304)
    record(begun_evening, trick(begun_evening, "Dorthe", "Emil", 9))
    changed = client.get(part, headers=IN_PLACE | {"If-None-Match": boards["ETag"]})
    assert changed.status_code == 200
    assert "deals/2/" in changed.content.decode()


ENTRY = "/torsdagsklubben/evenings/1/tables/1/deals/new/"


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        ("/torsdagsklubben/evenings/1/sheet/", "/torsdagsklubben/evenings/1/"),
        ("/torsdagsklubben/evenings/1/tables/1/so-far/", ENTRY),
        ("/torsdagsklubben/evenings/1/tables/1/deals/said/?contract=9", ENTRY),
        ("/torsdagsklubben/evenings/1/deals/1/said/?contract=9", "/torsdagsklubben/evenings/1/deals/1/correct/"),
        ("/torsdagsklubben/evenings/1/deals/line/?line-text=18", "/torsdagsklubben/evenings/1/deals/new/?line=1"),
    ],
)
def test_the_bare_address_of_a_part_leads_to_its_page(secretary, begun_evening, part, whole):
    part_itself = secretary.get(part, headers=IN_PLACE)
    bare = secretary.get(part, follow=True)

    assert "<html" not in part_itself.content.decode()
    assert (bare.status_code, bare.redirect_chain) == (200, [(whole, 302)])
    assert "<title>" in bare.content.decode()
    assert "In-Place" in part_itself["Vary"] or "line-text" in part


def test_a_part_of_no_table_or_evening_is_404(client, club, begun_evening):
    for part in ("1/tables/2/so-far/", "2/tables/1/so-far/", "2/sheet/"):
        assert client.get(f"/torsdagsklubben/evenings/{part}", headers=IN_PLACE).status_code == 404


def test_whoever_is_signed_out_meanwhile_is_asked_to_sign_in_where_they_are(visitor, begun_evening):
    fields = form_for(begun_evening)

    next_page = quote(new_url(begun_evening), safe="")
    answer = visitor.post(new_url(begun_evening), fields, headers=IN_PLACE)

    assert (answer.status_code, "<main" in answer.text, 'class="notice' in answer.text) == (401, False, True)
    assert f"/sign-in/?next={next_page}" in answer.content.decode()
    assert Entry.objects.count() == 1


def test_the_same_hand_from_two_phones_is_told_with_the_saving_and_on_its_page(secretary, begun_evening):
    for _ in range(2):
        saved = secretary.post(new_url(begun_evening), form_for(begun_evening), follow=True)

    messages = [str(message) for message in saved.context["messages"]]

    assert messages == ["Deal 3 is saved.", "Deal 3 is a possible duplicate of deal 2."]
    assert "Possible duplicate of deal 2" in page(secretary.get("/torsdagsklubben/evenings/1/deals/3/"))
    assert "possible duplicate of 2" in page(secretary.get("/torsdagsklubben/evenings/1/"))
