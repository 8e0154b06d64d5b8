"""Every preset works from end to end: prices, an evening, deals of every kind, standings, the workbook, the audit."""

import pytest

from ledger.queries.book.audit.audit import audit
from ledger.queries.seasons.season_book import season_book
from ledger.queries.seasons.standings import standings
from ledger.rules.deals.settling import deal_data, every_deal
from ledger.rules.scoring.document import PRESETS, SEEDS
from ledger.services.scoring import publish_prices
from tests.spreadsheets.seasons import reading
from tests.support.people import (
    FIVE,
    FOUR,
    NOW,
    make_club,
    make_evening,
    make_user,
    points_of,
    record,
    season_of,
    version_of,
)

pytestmark = pytest.mark.django_db


def one_of_each(table, players):
    """A deal of every contract: the last one of each, so a made one for tricks and a lost one for nolo."""
    last = {}
    for deal in every_deal(table, players[-table.seats.max :]):
        data = {**deal_data(deal), "dealer": players[0]}
        contract = data.get("contract") or data.get("outcome") or (data.get("level"), data.get("attachment"))
        last[data["kind"], contract] = data
    return list(last.values())


def some_of_each(deals):
    """So many of some deals that every level, attachment, nolo and outcome among them is there."""
    seen, some_deals = set(), []
    for deal in deals:
        parts = {(name, deal.get(name)) for name in ("kind", "level", "attachment", "contract", "outcome")}
        if parts - seen:
            some_deals.append(deal)
        seen |= parts
    return some_deals


EVERY_CONTRACT = [pytest.param(code, list, marks=pytest.mark.long) for code in PRESETS]


@pytest.mark.parametrize(("code", "chosen"), [*((code, some_of_each) for code in SEEDS), *EVERY_CONTRACT])
def test_a_season_under_a_preset(code, chosen):
    club = make_club(preset=code)
    version = version_of(club)
    missing = version.to_rules().missing_prices
    if missing:
        prices = dict.fromkeys(missing, "24")
        version = publish_prices(version=version, prices=prices, author=make_user("alma"), now=NOW)
    scoring_table = version.to_rules()
    evening = make_evening(club, names=FIVE if scoring_table.partner == "called" else FOUR)
    players = [str(seat.player_id) for seat in evening.seats.order_by("position")]

    entries = [record(evening, deal) for deal in chosen(one_of_each(scoring_table, players))]

    season = season_of(club)
    lines = standings(season=season)
    house = sum(points_of(entry).get("house", 0) for entry in entries)
    assert sum(line.points for line in lines) + house == 0
    assert any(line.points for line in lines)
    book = season_book(season=season, made_at=NOW)
    workbook = reading.open_workbook(reading.written_file(book))
    written = {row["Spiller"]: row["Point"] for row in reading.table(workbook, "Årsberetning", "Plads")}
    assert written == {line.name: pytest.approx(line.points / season.unit_denominator) for line in lines}
    assert [text for text in reading.texts(workbook, "Årsberetning") if text.startswith("Regnskabet går op: ")]
    assert audit().findings == ()
