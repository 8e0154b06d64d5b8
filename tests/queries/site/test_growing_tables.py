"""PostgreSQL decides anew how it finds rows while one transaction fills tables that were short."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.queries.site.plans import GrowingTables

pytestmark = pytest.mark.django_db


@pytest.mark.engines
def test_plans_are_made_anew_as_often_as_the_rows_have_doubled():
    growing = GrowingTables()

    with CaptureQueriesContext(connection) as asked:
        for _ in range(40):
            growing.add(50)

    at_200_400_800_and_1600 = ["DISCARD PLANS"] * 4
    wanted = at_200_400_800_and_1600 if connection.vendor == "postgresql" else []
    assert [query["sql"] for query in asked.captured_queries] == wanted
