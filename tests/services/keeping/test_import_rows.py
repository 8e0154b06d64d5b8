"""A value of a file that its column cannot hold is refused, whatever it is."""

import pytest

from ledger.queries.keeping.club_file import carried_models, columns_of
from ledger.rules.site.refusal import Refusal
from ledger.services.keeping.imported_rows import _value

HOSTILE = [[], {}, [[]], 10**39, "\x00", "\ud800", "0001-01-01T00:00:00+14:00"]


@pytest.mark.parametrize("given", HOSTILE, ids=repr)
def test_no_value_stops_the_reading_otherwise_than_by_a_refusal(given):
    refused = set()
    for model in carried_models():
        for field in columns_of(model, whole=True).values():
            try:
                _value(field, given)
            except Refusal:
                refused.add(field.get_internal_type())
    assert "DateTimeField" in refused
