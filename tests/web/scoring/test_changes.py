"""What a version of a table changed in the one before it, cell by cell, for anybody to read."""

import re

import pytest

from ledger.models import ScoringTable, ScoringTableVersion
from ledger.rules.scoring.document import preset
from ledger.services.scoring import freeze_version, publish_version
from tests.support.people import NOW, make_club, make_user, version_of
from tests.web.reading import errors_of, page, rows_of

pytestmark = pytest.mark.django_db

TABLES = "/torsdagsklubben/tables/"
ONE_PLUS = "The price, and the price once more for each trick missing."


def next_version(club, **rules):
    """The club's table published again, with other house rules."""
    version = version_of(club)
    document = {**version.document, "rules": version.document["rules"] | rules}
    return publish_version(scoring_table=version.scoring_table, document=document, author=make_user("alma"), now=NOW)


def changes_of(visitor, version):
    return visitor.get(f"{TABLES}{version.pk}/changes/")


def test_only_the_numbers_that_differ_are_shown(visitor):
    club = make_club()
    version = next_version(club, lost="double_under")

    response = changes_of(visitor, version)

    assert "7 Plain 0.125 lost 0.125 per undertrick 0 lost 0.25 per undertrick 7 Gode" in page(response)
    assert rows_of(response)[0][0] == "A contract that is lost"
    assert rows_of(response)[0][1:] == [ONE_PLUS, "Twice the price for each trick missing."]


def test_many_changes_come_a_page_at_a_time(visitor):
    club = make_club()
    version = next_version(club, lost="flat")

    last = visitor.get(f"{TABLES}{version.pk}/changes/", {"page": "3"})

    assert "Page 3 of 3" in page(last)
    assert "13 Vip 3 " in page(last)


def test_two_equal_versions_say_the_same(visitor):
    club = make_club()
    version = next_version(club)

    assert "The two versions say the same." in page(changes_of(visitor, version))


def test_the_first_version_changed_nothing(visitor):
    assert changes_of(visitor, version_of(make_club())).status_code == 404


def other_table(club):
    """A second table of the club, call-ace whist."""
    table = ScoringTable.objects.create(club=club, name="Anden takst", preset="call-ace-whist")
    return freeze_version(scoring_table=table, document=preset("call-ace-whist"), author=make_user("alma"), now=NOW)


def test_any_two_versions_of_the_club_are_compared(visitor):
    club = make_club()
    first, second, third = version_of(club), next_version(club, lost="flat"), next_version(club, lost="under")

    response = visitor.get(f"{TABLES}{third.pk}/changes/", {"with": first.pk})
    back = visitor.get(f"{TABLES}{first.pk}/changes/", {"with": third.pk})

    assert "Esmakkerwhist (Wikipedia): from version 1 to version 3" in page(response)
    assert rows_of(response)[0][1:] == [ONE_PLUS, "The price for each trick missing."]
    assert rows_of(back)[0][1:] == ["The price for each trick missing.", ONE_PLUS]
    assert [str(label) for _pk, label in response.context["form"].fields["with"].choices] == [
        "Esmakkerwhist (Wikipedia), version 2",
        "Esmakkerwhist (Wikipedia), version 1",
    ]
    assert changes_of(visitor, third).context["before"] == second


def test_versions_of_two_tables_are_compared_in_a_common_unit(visitor):
    club = make_club()
    other = other_table(club)

    first = ScoringTableVersion.objects.get(scoring_table__preset="esmakker-wikipedia")

    text = page(visitor.get(f"{TABLES}{first.pk}/changes/", {"with": other.pk}))

    assert "From Anden takst, version 1, to Esmakkerwhist (Wikipedia), version 1" in text
    assert re.search(r"8 Plain 20 made 20 per overtrick [\d.]+ lost [\d.]+ per undertrick 0.25 made", text)


@pytest.mark.parametrize("asked", ["x", "", "99999", "0", "another club's"])
def test_what_cannot_be_compared_is_said_beside_the_choice(visitor, asked):
    club, other = make_club(), version_of(make_club("Onsdagsklubben", founder="oda"))
    sent = {"with": other.pk if asked == "another club's" else asked}

    response = visitor.get(f"{TABLES}{next_version(club).pk}/changes/", sent)

    assert (response.status_code, list(errors_of(response))) == (200, ["with"])
    assert "<table" not in response.content.decode()


def test_a_version_shows_the_way_when_there_is_one_before_it(visitor):
    club = make_club()
    first = version_of(club)
    second = next_version(club)

    seen = [visitor.get(f"{TABLES}{version.pk}/").content.decode() for version in (first, second)]

    assert [f"{TABLES}{second.pk}/changes/" in page for page in seen] == [False, True]
    assert f"{TABLES}{first.pk}/changes/" not in seen[0]
