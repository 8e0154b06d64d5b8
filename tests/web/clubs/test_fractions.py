"""A club that writes its points with fractions: on every page, for every reader, and in no file."""

import pytest

from ledger.models import Club, LoggedChange
from ledger.services.clubs.clubs import change_settings
from tests.support.people import make_club, make_evening, record, signed, trick
from tests.web.reading import page

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    club = make_club("Torsdagsklubben")
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Dorthe", 9))
    Club.objects.filter(pk=club.pk).update(readers="everybody")
    return club


@pytest.mark.parametrize("address", ["standings/", "evenings/1/", "evenings/1/deals/1/", "players/bodil/", ""])
def test_every_page_writes_points_as_the_club_does(client, club, address):
    before = page(client.get(f"/torsdagsklubben/{address}"))
    change_settings(club=club, writes_fractions=True, **signed(club))
    after = page(client.get(f"/torsdagsklubben/{address}"))

    assert "+0,5" in before
    assert "+½" in after
    assert "+0,5 " not in after


def test_files_keep_decimals(client, club):
    change_settings(club=club, writes_fractions=True, **signed(club))

    assert "½" not in client.get("/torsdagsklubben/standings/?csv=list").content.decode("utf-8-sig")
    assert "½" not in client.get("/torsdagsklubben/evenings/1/deals.txt").content.decode()


def test_the_choice_is_logged_once(club):
    for _ in range(2):
        change_settings(club=club, writes_fractions=True, **signed(club))

    (change,) = LoggedChange.objects.filter(kind=LoggedChange.Kind.POINTS_WRITTEN)
    assert (change.before, change.after) == ("decimals", "fractions")
