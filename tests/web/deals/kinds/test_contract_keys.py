"""The keys of the contracts, in rows."""

import pytest

from tests.support.people import anna, make_club, make_evening
from tests.web.deals.test_deals import new_url

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("preset", "first_row"),
    [
        ("dansk-whist", ["7", "nolo", "sol", "free_for_all", "passed_out"]),
        ("esmakker-wikipedia", ["7", "8", "9", "10", "11", "12", "13"]),
    ],
)
def test_levels_have_a_row_of_their_own_unless_there_is_but_one(client, preset, first_row):
    evening = make_evening(make_club(preset=preset))
    client.force_login(anna(evening.club))

    rows = client.get(new_url(evening)).context["form"].contract_rows()

    assert [key.data["value"] for key in rows[0][1]] == first_row
