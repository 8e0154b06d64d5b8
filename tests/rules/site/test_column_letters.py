"""Columns are called as openpyxl calls them."""

from openpyxl.utils import get_column_letter

from ledger.rules.site.spelling import column_of, letters_of


def test_every_column_has_its_letters_and_they_lead_back() -> None:
    columns = range(1, 18_279)  # to ZZZ

    assert [letters_of(column) for column in columns] == [get_column_letter(column) for column in columns]
    assert [column_of(letters_of(column)) for column in columns] == [*columns]
