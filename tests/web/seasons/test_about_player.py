"""What is kept about a player, in one file for that player."""

import pytest

from ledger.models import Player
from ledger.services.clubs.clubs import change_player
from ledger.services.deals import correct_deal
from tests.support.people import change, give_links, record, signed, trick

pytestmark = pytest.mark.django_db

KEPT = "/torsdagsklubben/players/bodil/kept.txt"
COVERED = {
    *("NameChange.player", "FormerAddress.player", "Seat.player", "Attendance.player", "Posting.player"),
    *("EveningTotal.player", "SeasonTotal.player", "SeasonBalance.player", "PaperPoints.player"),
    *("PrizeWon.player", "PlayerAlias.player"),
    *("SheetLink.player", "LoggedChange.player", "JoinedPlayer.player", "JoinedPlayer.kept"),
}


def text_of(response):
    return response.content.decode("utf-8-sig")


def test_it_has_names_seats_deals_links_words_and_the_log_and_neither_others_nor_links(secretary, club, evening):
    entry = record(evening, trick(evening, "Bodil", "Carl", 8, note="Bodil og Emil var i tvivl"))
    deal = trick(evening, "Bodil", "Carl", 9)
    correct_deal(entry=entry, deal=deal, change=change(evening, "Bodil talte, ikke Carl"))
    give_links(evening)
    player = Player.objects.get(name="Bodil")
    change_player(player=player, name="Bodil Holm", is_guest=False, is_active=True, **signed(club))

    told_file = text_of(secretary.get("/torsdagsklubben/players/bodil-holm/kept.txt"))

    for words in (
        *(
            "What Torsdagsklubben keeps about Bodil Holm",
            "Former name: Bodil (until 3 Sep 2026)",
            "Former address: bodil",
        ),
        *("Evening 1, 3 Sep 2026: table 1, seat 1", "Evening 1, 3 Sep 2026, deal 1: taken back,", "link made"),
        *("“Bodil Holm talte, ikke another player”", "“Bodil Holm og another player var i tvivl”"),
        *("Player added", "Player renamed: Bodil → Bodil Holm"),
    ):
        assert words in told_file
    unsaid = ["Carl", "Dorthe", "Emil", "Frida", "anna", "Anna", *(link.token for link in evening.links.all())]
    assert [words for words in unsaid if words in told_file] == []


def test_no_table_about_players_is_forgotten():
    """A new table with a player is to be in the file, and here."""
    relations = {
        f"{relation.related_model.__name__}.{relation.field.name}" for relation in Player._meta.related_objects
    }
    hidden = {
        f"{field.model.__name__}.{field.name}"
        for field in Player._meta.get_fields(include_hidden=True)
        if field.auto_created and not field.concrete
        for field in [field.field]
    }

    assert relations | hidden == COVERED


def test_it_is_a_file_that_every_device_opens(secretary, club):
    response = secretary.get(KEPT)

    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert response.headers["Content-Disposition"] == 'attachment; filename="torsdagsklubben-bodil.txt"'
    assert response.content.startswith(b"\xef\xbb\xbf")
    assert "no-store" in response.headers["Cache-Control"]


def test_it_speaks_the_readers_language(danish_secretary):
    assert "Hvad Torsdagsklubben gemmer om Bodil" in text_of(danish_secretary.get(KEPT))


def test_the_players_page_leads_the_board_there_and_nobody_else(secretary, client, club):
    assert f'href="{KEPT}"' in secretary.get("/torsdagsklubben/players/bodil/").content.decode()

    client.logout()
    assert f'href="{KEPT}"' not in client.get("/torsdagsklubben/players/bodil/").content.decode()
