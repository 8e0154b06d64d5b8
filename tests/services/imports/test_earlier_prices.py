"""An earlier version is begun for a time, after which prices are as they were, whatever versions there are."""

from datetime import date, timedelta

import pytest

from ledger.models import ScoringTableVersion
from ledger.queries.book.audit.audit import audit
from ledger.queries.scoring import in_force
from ledger.rules.site.refusal import Refusal
from ledger.services.imports.drafts import begin_earlier_version
from tests.support.people import DAY, publish_prices, signed, version_of

pytestmark = pytest.mark.django_db

SINCE, UNTIL = date(2014, 1, 8), date(2014, 6, 30)
NEXT = UNTIL + timedelta(days=1)


def begin(club, since=SINCE, until=UNTIL):
    version = version_of(club)
    document = {**version.document, "name": {"da": "Før", "en": "Before"}}
    return begin_earlier_version(
        version=version, document=document, since=since, until=until, today=DAY, **signed(club)
    )


def document_on(day):
    return in_force(list(ScoringTableVersion.objects.all()), day).document


def test_the_prices_of_before_and_after_stay(club):
    now = version_of(club).document

    begin(club)

    before = SINCE - timedelta(days=1)
    assert [document_on(day) == now for day in (before, SINCE, UNTIL, NEXT, DAY)] == [True, False, False, True, True]
    assert audit().findings == ()


def test_a_version_that_began_meanwhile_does_not_end_its_time(club):
    publish_prices(club)
    later = begin(club, since=date(2015, 1, 1), until=date(2015, 12, 31))
    first = document_on(NEXT)

    begin(club, since=SINCE, until=date(2015, 6, 30))

    assert document_on(date(2015, 3, 1)) == document_on(SINCE) != first
    assert document_on(date(2015, 9, 1)) == later.document
    assert document_on(date(2016, 1, 1)) == first


@pytest.mark.parametrize("until", [SINCE - timedelta(days=1), DAY])
def test_a_time_that_is_none_or_not_over_is_refused(club, until):
    with pytest.raises(Refusal) as refused:
        begin(club, until=until)

    assert (refused.value.field, ScoringTableVersion.objects.count()) == ("until", 1)
