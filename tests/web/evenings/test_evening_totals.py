"""The pages of a club that kept everybody's points of an evening, and no deals."""

from datetime import date

import pytest

from ledger.models import Entry
from ledger.queries.book.audit.audit import audit
from ledger.queries.evenings.sheet import sheet
from ledger.queries.seasons.front import season_front
from tests.services.imports.old_books import KEPT, bring_totals, with_an_older_book
from tests.support.people import season_of
from tests.web.reading import errors_of, grid_of, in_english, page

pytestmark = pytest.mark.django_db


@pytest.fixture(name="kept")
def club_with_an_older_book(club):
    return with_an_older_book(club)


def test_the_club_can_begin_with_nothing_else(client, club):
    bring_totals(club, KEPT)

    front = page(client.get(f"/{club.slug}/"))
    figures, season_page = (page(client.get(f"/{club.slug}/{place}")) for place in ("figures/", "seasons/2026-27/"))

    assert season_front(season=season_of(club), today=date.max).played.number == 2
    assert "Frida" in front
    assert "2 aftener, kun aftenens point." in figures
    assert "2 aftener, kun aftenens point." in season_page


def test_the_pages_say_so(client, kept):
    slug = kept.slug
    first, english = page(client.get(f"/{slug}/evenings/1/")), page(in_english(client).get(f"/{slug}/evenings/1/"))
    del client.cookies["django_language"]
    evenings = page(client.get(f"/{slug}/seasons/2026-27/"))
    deal = page(client.get(f"/{slug}/evenings/1/deals/1/"))

    assert "Aften 1 · kun aftenens point" in first
    assert "Kun aftenens point er gemt, og ingen spil." in first
    assert "Bodil vandt med +12" in first
    assert "Evening 1 · only the evening's points" in english
    assert evenings.count("kun aftenens point") == 2
    assert "Aftenens point Hvad hver vandt eller tabte Bodil +12" in deal


def test_a_players_page_says_what_its_figures_leave_out(client, kept):
    bodil = client.get(f"/{kept.slug}/players/bodil/")
    frida = page(client.get(f"/{kept.slug}/players/frida/"))
    deals, of_bodil = (page(client.get(f"/{kept.slug}/deals/{query}")) for query in ("", "?player=bodil"))

    assert "er +10 fra aftener, hvor kun aftenens point er gemt" in page(bodil)
    parts = grid_of(bodil.content.decode().split('id="parts"')[1].split("</table>")[0])
    assert [row[0].split()[0] for row in parts] == ["Rolle", "Melder"]
    assert "2 aftener" in frida and "Bedste aften" in frida and "Rolle" not in frida
    assert "Aftenens point" not in deals
    assert "2 spil, +0,75" in of_bodil


@pytest.mark.parametrize(
    "place",
    [
        *("seats/", "draw/", "paper/", "deals.txt", "change/", "links/", "ladder/", "sheet/", "?csv=sheet"),
        *("deals/new/", "deals/1/correct/", "deals/paste/"),
    ],
)
def test_no_page_about_such_an_evening_fails(secretary, kept, place):
    answer = secretary.get(f"/{kept.slug}/evenings/1/{place}")

    assert answer.status_code in (200, 302, 404), place


def test_the_evening_after_one_is_opened_as_any(secretary, club):
    bring_totals(club, KEPT)

    assert secretary.get(f"/{club.slug}/evenings/new/").status_code == 200


def test_what_is_corrected_stays_the_evenings_points(secretary, kept):
    entry = Entry.objects.select_related("evening__club", "evening__season").get(evening__number=1)
    address = f"/{kept.slug}/evenings/1/deals/1/correct/"
    drawn = secretary.get(address).context
    sent = {name: value for name, value in drawn["form"].initial.items() if name.startswith(("contract", "points_"))}
    bodil, emil = (kept.players.get(name=name).pk for name in ("Bodil", "Emil"))
    sent |= {f"points_{bodil}": "13", f"points_{emil}": "-16", "reason": ""}
    sent |= {"change-key": drawn["change"]["key"].value(), "change-seen": entry.pk, "change-reason": "talt forkert"}

    assert secretary.post(address, sent).status_code == 302

    now = Entry.objects.standing().get(evening=entry.evening)
    assert (now.deal["totals"], now.deal["amounts"][str(bodil)]) == (True, "13")
    assert sheet(evening=entry.evening).book.only_entry("totals") == now
    assert audit().findings == ()


def test_of_a_refused_correction_the_points_are_named_before_the_reason(secretary, kept):
    bodil = kept.players.get(name="Bodil").pk
    sent = {"contract": "adjustment", f"points_{bodil}": "1" * 21, "reason": "talt forkert " * 50}

    refused = secretary.post(f"/{kept.slug}/evenings/1/deals/1/correct/", sent)

    assert list(errors_of(refused))[-2:] == [f"points_{bodil}", "reason"]
