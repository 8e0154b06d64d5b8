"""A table's document is read to compile it, once in a process, and not again with each line that it prices."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.models.scoring import scoring_tables
from ledger.queries.book.log import Asked, changes, changes_at
from ledger.queries.deals.history import changes_among, deal_history, last_deals, so_far
from ledger.queries.deals.in_words import DealsInWords
from ledger.queries.evenings.entries import entries_of
from ledger.queries.evenings.lines import evening_text
from ledger.queries.evenings.sheet import sheet
from tests.support.people import make_club, make_evening, publish_prices, record, trick

pytestmark = pytest.mark.django_db

QUESTIONS = {
    "the sheet": lambda evening: sheet(evening=evening).rows,
    "so far": lambda evening: so_far(evening=evening, table_number=1, words=words_of(evening)),
    "a deal": lambda evening: deal_history(evening=evening, number=1),
    "the changes": lambda evening: changes_among(entries=entries_of(evening=evening).entries, words=words_of(evening)),
    "the last deals": lambda evening: last_deals(season=evening.season, evenings=evening.season.evenings.all()),
    "the log": lambda evening: changes_at(club=evening.club, places=changes(club=evening.club, asked=Asked())),
    "the lines": lambda evening: evening_text(evening=evening)["da"],
}


def words_of(evening):
    return DealsInWords(club_id=evening.club_id)


@pytest.fixture
def evening():
    """An evening with two deals by a version of the table, and two by the next."""
    club = make_club()
    evening = make_evening(club)
    for tricks in (8, 9):
        record(evening, trick(evening, "Bodil", "Carl", tricks))
    publish_prices(club, from_evening=evening)
    evening.refresh_from_db()
    for tricks in (10, 11):
        record(evening, trick(evening, "Bodil", "Carl", tricks))
    return evening


def documents_read(question, evening):
    """How many statements of a question read a document, and what it answers."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        answer = question(evening)
    return sum('"ledger_tableversion"."document"' in query["sql"] for query in asked), answer


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_about_lines_reads_a_document_once_for_each_version_and_never_again(name, evening, monkeypatch):
    monkeypatch.setattr(scoring_tables, "_compiled", {})  # as in a process that has just begun

    first, answer = documents_read(QUESTIONS[name], evening)
    second, same = documents_read(QUESTIONS[name], evening)

    assert first <= 2
    assert second == 0
    assert same == answer
