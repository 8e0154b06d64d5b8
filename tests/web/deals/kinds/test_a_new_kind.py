"""The worked example of docs/architecture.md: one module and its part of the form, and a kind is known everywhere."""

import json
import re
import sys
import types
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.urls import reverse

from ledger.models import Entry
from ledger.queries.book.audit.audit import audit
from ledger.queries.seasons.season_book import season_book
from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.kinds import KINDS
from ledger.rules.deals.settling import deal_data, every_deal, read_deal, score_line, with_players
from ledger.rules.evenings.figures import boxes_of, control_sum
from ledger.web.deals.kinds import PARTS
from tests.rules.deals.playing import table_of
from tests.rules.site.languages import add_danish
from tests.support.people import points_of, season_of, seat_ids
from tests.web.deals.test_deals import form_for, new_url
from tests.web.reading import errors_of, words

ROOT = Path(__file__).parents[4]
TABLE = "esmakker-wikipedia"
FOUR = ("A", "B", "C", "D")
LOT = {"kind": "lot", "winner": "B", "dealer": "A"}


@pytest.fixture(autouse=True)
def section(monkeypatch, tmp_path):
    """The kind of deal that the page shows, among the others."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("## A new kind of deal, worked")[2].partition("\n## ")[0]
    lot = types.ModuleType("lot")
    monkeypatch.setitem(sys.modules, "lot", lot)
    for code in re.findall(r"```python\n(.+?)```", section, re.DOTALL):
        exec(code, lot.__dict__)
    add_danish(monkeypatch, tmp_path, section)
    monkeypatch.setitem(KINDS, "lot", lot.Lot)
    monkeypatch.setitem(PARTS, "lot", lot.LotPart)
    return section


def test_every_file_of_the_example_is_there(section):
    named = re.findall(r"`((?:ledger|tests)/[^` ]+)`", section)

    assert len(named) == 7
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_it_is_read_settled_and_explained():
    line = json.dumps({"table": TABLE, "players": list(FOUR), "deal": LOT}).encode()

    answer = score_line(line)

    assert answer["points"] == {"A": "-1", "B": "3", "C": "-1", "D": "-1"}
    assert answer["why"]["en"] == "Drawing lots: B. The other three paid 1 each"
    assert answer["why"]["da"].startswith("Lodtrækning: ")


def test_it_is_typed_printed_and_counted():
    scoring_table = table_of(TABLE)
    deal = read_deal(LOT, scoring_table, FOUR)
    notation = Notation(scoring_table)

    assert notation.write(deal, FOUR, "A") == "2%"
    assert notation.read("2%", FOUR, "A") == deal
    assert "%" in [box.text for boxes in boxes_of(scoring_table, 4).values() for box in boxes]
    assert control_sum([deal_data(deal)]) == (1, 0)
    assert "lot" in {deal.kind for deal in every_deal(scoring_table, FOUR)}
    assert with_players(LOT, str.lower) == {"kind": "lot", "winner": "b", "dealer": "a"}


@pytest.mark.django_db
def test_it_is_entered_told_corrected_audited_and_exported(danish_secretary, evening):
    bodil, carl = (seat_ids(evening)[name] for name in ("Bodil", "Carl"))
    page = danish_secretary.get(new_url(evening))
    assert '<div class="winner" data-for="lot">' in page.content.decode()
    assert page.context["form"].kinds()["by_contract"]["lot"] == "lot"

    danish_secretary.post(new_url(evening), form_for(evening, contract="lot", winner=bodil))

    entry = Entry.objects.get()
    assert points_of(entry) == {"Bodil": 24, "Carl": -8, "Dorthe": -8, "Emil": -8}
    place = [evening.club.slug, evening.number, entry.number]
    assert "Lodtrækning" in danish_secretary.get(reverse("deal", args=place)).content.decode()
    form = danish_secretary.get(reverse("deal_correct", args=place)).context["form"]
    assert (form["contract"].value(), form["winner"].value()) == ("lot", bodil)
    assert carl in dict(form.fields["winner"].choices)
    assert audit().findings == ()
    figures = danish_secretary.get(reverse("player", args=[evening.club.slug, "bodil"])).context
    named = [re.findall(r'<th scope="row">(.*?)<small', figures[rows]) for rows in ("parts", "contracts")]
    assert [[*map(words, names)] for names in named] == [["Melder alene"], ["Lodtrækning"]]
    book = season_book(season=season_of(evening.club), made_at=datetime.now(tz=UTC))
    assert [deal.contract["da"] for deal in book.deals] == ["Lodtrækning"]


@pytest.mark.django_db
def test_what_is_missing_is_told_beside_its_own_field(danish_secretary, evening):
    response = danish_secretary.post(new_url(evening), form_for(evening, contract="lot"))

    assert list(errors_of(response)) == ["winner"]
