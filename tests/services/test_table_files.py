"""A scoring table as files: what goes out comes back unchanged, and a fault is named by its place."""

import io
import json
import time
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from ledger.queries.table_files import table_sheets
from ledger.rules.json_text import json_text
from ledger.rules.presets import PRESETS, preset
from ledger.rules.refusal import Refusal
from ledger.services.table_files import document_from_file
from ledger.spreadsheets.table_book import TableBook
from ledger.spreadsheets.table_writing import write_table_book
from tests.conftest import Convert
from tests.rules.test_checking import documents

MADE_AT = datetime(2026, 9, 3, tzinfo=UTC)


def book_of(document, language="da"):
    return write_table_book(TableBook("Takst", language, MADE_AT, table_sheets(document, language)))


def read(data, language="da"):
    return document_from_file(data, language=language)


def without_empty_lists(document):
    return {key: value for key, value in document.items() if value not in ([], {}) or key == "rules"}


# --- out and back


@pytest.mark.parametrize("language", ["da", "en"])
@pytest.mark.parametrize("code", PRESETS)
def test_a_preset_comes_back_unchanged(code, language):
    assert read(book_of(preset(code), language)) == preset(code)


@settings(max_examples=15, deadline=None)
@given(documents())
def test_a_readable_document_comes_back_unchanged(document):
    try:
        read(json.dumps(document).encode())
    except Refusal:
        return
    assert read(book_of(document)) == without_empty_lists(document)
