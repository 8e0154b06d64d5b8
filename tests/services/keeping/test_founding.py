"""The first club of an installation makes its founder's sign-in; no later club does."""

from dataclasses import replace
from datetime import date

import pytest
from django.contrib.auth.models import User

from ledger.models import Club
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import NewClub
from ledger.services.keeping.club_file import found_club
from tests.support.people import NOW, PASSWORD, make_club

pytestmark = pytest.mark.django_db

NEW = NewClub(
    name="Fredagsklubben",
    language="da",
    preset="esmakker-wikipedia",
    players=("Bodil", "Carl"),
    season="2026",
    starts_on=date(2026, 8, 1),
)


def found_new_club(username="alma", new=NEW):
    return found_club(new=new, username=username, password=PASSWORD, now=NOW)


def test_the_sample_club_does_not_count():
    make_club("Prøveklubben", founder="sample")
    Club.objects.update(is_sample=True)

    assert found_new_club().club.slug == "fredagsklubben"


@pytest.mark.usefixtures("club")
def test_where_there_is_a_club_strangers_sign_in_first():
    with pytest.raises(Refusal) as refused:
        found_new_club(username="fremmed")

    assert (refused.value.message, refused.value.field) == ("Sign in to start another club here.", None)


@pytest.mark.engines
def test_a_refused_club_leaves_no_sign_in_behind():
    with pytest.raises(Refusal):
        found_new_club(new=replace(NEW, players=("Bodil", "bodil")))

    assert (User.objects.count(), Club.objects.count()) == (0, 0)
