"""Whatever an old book says, the sums change by the points of the rows that are booked, and undoing gives them back."""

from collections import Counter
from datetime import date, timedelta

import pytest
from django.db import transaction
from django.db.models import Sum
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.models import Evening, Posting
from ledger.queries.book.audit.audit import audit, short_audit
from ledger.queries.imports import look_through
from ledger.queries.seasons.standings import standings
from ledger.rules.imports.choices import BOOK, LEAVE, Choices
from ledger.rules.imports.plan import deals_of
from ledger.rules.imports.verdict.findings import FindingKind
from ledger.rules.imports.written.cells import sheets_of
from ledger.rules.imports.written.columns import read_map
from ledger.rules.site.refusal import Refusal
from ledger.services.imports.booking import book_plan, undo_import
from tests.support.people import FOUR, make_club, make_evening, record, season_of, signed, trick

FIRST_DAY = date(2026, 10, 1)  # in the club's own season, where others count already
BIDS = ("", "8", "9 vip", "sol", "noget")
PAID = st.sampled_from([(4, 4, -4, -4), (2, 2, -2, -2), (-3, -3, 3, 3), (9, -3, -3, -3)])
ANYTHING = st.tuples(*[st.integers(-12, 12)] * 4)
ROWS = st.lists(
    st.tuples(st.integers(0, 8), st.sampled_from(["", *FOUR]), st.sampled_from(BIDS), PAID | ANYTHING),
    min_size=1,
    max_size=9,
).map(lambda rows: sorted(rows, key=lambda row: row[0]))
KINDS = st.dictionaries(st.sampled_from([kind.code for kind in FindingKind]), st.sampled_from([BOOK, LEAVE]))
BOOK_MAP = read_map(
    {
        "sheets": {
            "*": {
                "header_row": 1,
                "columns": {"A": "date", "B": "number", "C": "declarer", "D": "contract"}
                | {column: {"points": name} for column, name in zip("EFGH", FOUR, strict=True)},
            }
        }
    }
)


def sheets_with(rows):
    headings = ["Dato", "Nr", "Melder", "Melding", *FOUR]
    written = [
        [(FIRST_DAY + timedelta(weeks=week)).strftime("%d-%m-%Y"), at, declarer, bid, *points]
        for at, (week, declarer, bid, points) in enumerate(rows, start=1)
    ]
    in_order = list(enumerate([headings, *written], start=1))
    return sheets_of([{"title": "Ark1", "rows": in_order}])


def sums_of(season):
    """What everybody's points come to, the house's too, and the standings as they are shown."""
    posted = Posting.objects.filter(entry__season=season).order_by().values_list("player__name")
    points = {name or "": units for name, units in posted.annotate(units=Sum("points")) if units}
    return Counter(points), [
        (row.place, row.name, row.evenings, row.deals, row.points) for row in standings(season=season)
    ]


@pytest.mark.long
@pytest.mark.engines
@pytest.mark.django_db
@settings(max_examples=25)
@given(rows=ROWS, kinds=KINDS)
def test_the_sums_change_by_the_points_of_the_booked_rows_and_undoing_gives_them_back(rows, kinds):
    with transaction.atomic():
        club = make_club()
        evening = make_evening(club)
        record(evening, trick(evening, "Bodil", "Carl", 9))
        season, sheets = season_of(club), sheets_with(rows)
        choices = Choices(kinds=kinds)
        looked = look_through(club=club, sheets=sheets, book_map=BOOK_MAP, answers={}, choices=choices)
        plan = looked.plan(file_name="x", digest="a" * 64, today=date.max)
        points, before = sums_of(season)
        try:
            made = book_plan(club=club, plan=plan, **signed(club))
        except Refusal:
            assert not deals_of(plan.seasons)
        else:
            assert (audit().findings, short_audit()) == ((), ())
            owed = Counter()
            for deal in deals_of(plan.seasons):
                written = rows[deal.row - 2][3]
                owed.update(dict(zip(FOUR, written, strict=True)))
                owed[""] -= sum(written)
            after, _ = sums_of(season)
            unit = season.unit_denominator
            assert {name: after[name] - points[name] for name in after | points} == {
                name: unit * owed[name] for name in after | points
            }
            undo_import(book_import=made, **signed(club))
            assert (audit().findings, short_audit()) == ((), ())
            assert sums_of(season) == (points, before)
            assert list(Evening.objects.filter(club=club)) == [evening]
        transaction.set_rollback(True)
