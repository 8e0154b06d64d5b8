"""Every preset works from end to end: prices, an evening, deals of every kind, standings, the workbook, the audit."""

import pytest

from ledger.queries.book.audit.audit import audit
from ledger.queries.seasons.season_book import season_book
from ledger.queries.seasons.standings import standings
from ledger.rules.scoring.document import PRESETS, SEEDS
from tests.spreadsheets.seasons import reading
from tests.support.every_sort import club_of_every_sort
from tests.support.people import (
    NOW,
    points_of,
    season_of,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "code", [code if code in SEEDS else pytest.param(code, marks=pytest.mark.long) for code in PRESETS]
)
def test_a_season_under_a_preset(code):
    season = season_of(club_of_every_sort(code))

    lines = standings(season=season)
    house = sum(points_of(entry).get("house", 0) for entry in season.entries.all())
    assert sum(line.points for line in lines) + house == 0
    assert any(line.points for line in lines)
    book = season_book(season=season, made_at=NOW)
    workbook = reading.open_workbook(reading.written_file(book))
    written = {row["Spiller"]: row["Point"] for row in reading.table(workbook, "Årsberetning", "Plads")}
    assert written == {line.name: pytest.approx(line.points / season.unit_denominator) for line in lines}
    assert [text for text in reading.texts(workbook, "Årsberetning") if text.startswith("Regnskabet går op: ")]
    assert audit().findings == ()
