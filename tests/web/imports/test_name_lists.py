"""A club brings its members along from a list, and what each stood at as one entry that is no deal."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ledger.models import BookImport, Entry, Evening, Player, PlayerAlias
from ledger.queries.book.audit.audit import audit, short_audit
from ledger.queries.seasons.standings import standings
from ledger.services.imports.booking import undo_import
from tests.support.people import make_evening, record, season_of, signed, trick
from tests.web.imports.test_imports import fields_of, send

pytestmark = pytest.mark.django_db

PAGE = "/torsdagsklubben/imports/list/"
MANY = [
    "Agnes",
    "Bertha",
    "Christa",
    "Ditlev",
    "Ebbe",
    "Otto",
    "Gunver",
    "Hjalmar",
    "Inger",
    "Jytte",
    "Kresten",
    "Lauge",
]
TWELVE = [f"{name} {points}" for name, points in zip(MANY, range(30, -30, -5), strict=True)]
BALANCES = "Bodil\t12\nCarl\t-4,5\nDorthe\t0\nEmil\t-5\nNyt Medlem\t-1\tgæst\n"


def take_in(secretary, text, **fields):
    return send(secretary, PAGE, names=text, **fields)


def test_members_and_guests_are_added_and_those_there_are_known(secretary, club):
    taken = take_in(secretary, "Navn;\nbodil\nOle Olsen\nPer Hansen; gæst\n")

    assert taken["Location"] == "/torsdagsklubben/players/"
    added = Player.objects.filter(name__in=("Ole Olsen", "Per Hansen")).order_by("name")
    assert [(player.name, player.is_guest) for player in added] == [("Ole Olsen", False), ("Per Hansen", True)]
    assert (Player.objects.filter(name__iexact="bodil").count(), Entry.objects.count()) == (1, 0)


def test_a_name_that_may_be_anothers_is_asked_about_once(secretary, club):
    asked = secretary.post(PAGE, {**fields_of(secretary.get(PAGE)), "names": "Bodl\nIb Holm"})
    assert list(asked.context["form"].errors) == ["who0"]
    assert "Bodl" in asked.content.decode()

    bodil = str(club.players.get(name="Bodil").pk)
    secretary.post(PAGE, {**fields_of(asked), "who0": bodil})

    assert PlayerAlias.objects.get().player.name == "Bodil"
    assert not Player.objects.filter(name="Bodl").exists()
    assert take_in(secretary, "Bodl").status_code == 302


def test_balances_are_one_entry_that_sums_to_zero_with_the_house_and_is_no_deal(secretary, club):
    made = take_in(secretary, BALANCES, season=str(season_of(club).pk))

    entry = Entry.objects.get()
    units = entry.season.unit_denominator
    assert (entry.kind, entry.evening.date, entry.evening.imported.name) == (
        "adjustment",
        entry.season.starts_on,
        "Primo",
    )
    assert entry.postings.get(role="house").points == -3 * units // 2
    rows = {row.name: (row.deals, row.points) for row in standings(season=entry.season)}
    assert rows["Bodil"] == (0, 12 * units)
    assert rows["Nyt Medlem"] == (0, -units)
    assert sum(points for _deals, points in rows.values()) == 3 * units // 2
    assert club.players.get(name="Nyt Medlem").is_guest
    assert made["Location"] == "/torsdagsklubben/imports/1/"
    assert (audit().findings, short_audit()) == ((), ())


def test_the_same_list_counts_once_and_is_taken_out_again(secretary, club):
    record(evening := make_evening(club), trick(evening, "Bodil", "Carl", 8))
    before = standings(season=season_of(club))
    season = str(season_of(club).pk)
    take_in(secretary, BALANCES, season=season)

    refused = take_in(secretary, BALANCES.replace("\t", ";"), season=season)

    assert refused.context["form"].errors["names"]
    undo_import(book_import=BookImport.objects.get(), **signed(club))
    assert standings(season=season_of(club)) == before
    assert list(Evening.objects.all()) == [evening]
    assert take_in(secretary, BALANCES, season=season).status_code == 302
    assert (audit().findings, short_audit()) == ((), ())


def test_a_whole_club_and_the_house_are_one_entry(secretary, club):
    take_in(secretary, "\n".join(TWELVE), season=str(season_of(club).pk))

    assert Entry.objects.get().seats == 13


def test_a_file_is_put_into_the_text_where_it_can_be_mended(secretary, club):
    file = SimpleUploadedFile("liste.csv", "Navn;Saldo\nBodil;12\nCarl;vrøvl\n".encode())

    refused = secretary.post(PAGE, {**fields_of(secretary.get(PAGE)), "file": file})

    assert refused.context["form"]["names"].value() == "Navn\tSaldo\nBodil\t12\nCarl\tvrøvl"
    assert "vrøvl" in str(refused.context["form"].errors["names"])


@pytest.mark.parametrize(
    "text", ["", "Bodil;1", "Bodil;1/7\nCarl;2\nEmil;3\nDorthe;4", "Bodil;99999999999\nCarl;1\nEmil;1\nDorthe;1"]
)
def test_what_cannot_be_booked_is_said_and_nothing_is_kept(secretary, club, text):
    refused = take_in(secretary, text, season=str(season_of(club).pk))

    assert (refused.status_code, bool(refused.context["form"].errors)) == (200, True)
    assert (Entry.objects.count(), BookImport.objects.count()) == (0, 0)


def test_the_evening_of_the_balances_is_shown_as_such_and_nobody_won_it(secretary, club):
    take_in(secretary, BALANCES, season=str(season_of(club).pk))

    evening = secretary.get("/torsdagsklubben/evenings/0/").content.decode()
    deal = secretary.get("/torsdagsklubben/evenings/0/deals/1/").content.decode()

    made = secretary.get("/torsdagsklubben/imports/1/").content.decode()
    assert "<h1>Opening balances</h1>" in evening
    assert "Deals booked" not in made
    assert "deals/new/" not in evening
    assert 'href="/torsdagsklubben/evenings/0/deals/1/correct/"' not in deal
    assert "Deal 1" not in deal
    of_evenings = ["deals/new/", "deals/1/correct/", "approve/", "seats/", "paper/", "deals.txt"]
    answers = {page: secretary.get(f"/torsdagsklubben/evenings/0/{page}").status_code for page in of_evenings}
    assert answers == dict.fromkeys(of_evenings, 404)
