"""Two players of a club whom its board has made one: every page counts both, and the book stays as it is."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.db import IntegrityError, transaction

from ledger.models import Entry, JoinedPlayer, Player, Posting, SheetAnswer, SheetLink
from ledger.models.clubs.persons import shown_by
from ledger.queries.book.audit.audit import audit
from ledger.queries.clubs.persons import persons_of
from ledger.queries.imports import known_names
from ledger.queries.seasons.standings import standings
from ledger.queries.seasons.what_if import what_if
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import add_players, join_players, separate_player
from ledger.services.deals import correct_deal
from ledger.services.evenings.confirming import answer_sheet
from ledger.services.keeping.forgetting import forget_player
from ledger.services.seasons import close_season
from tests.support.people import (
    NOW,
    change,
    give_links,
    make_club,
    make_evening,
    play_evening,
    record,
    season_of,
    seat_again,
    signed,
    trick,
    version_of,
)
from tests.web.clubs.one_person import (
    KEPT,
    OTHER,
    Played,
    book_of,
    evenings_of_chance,
    pages_of,
    workbook_cells,
)
from tests.web.reading import page

pytestmark = pytest.mark.django_db

THREE_EVENINGS = [
    Played((KEPT, "Bodil", "Carl", "Dorthe"), ((KEPT, "Bodil", 9), ("Carl", KEPT, 7)), 0, 1),
    Played((KEPT, "Bodil", "Carl", "Emil"), ((KEPT, None, 0), ("Emil", "Bodil", 10)), 0, 2),
    Played((KEPT, "Bodil", "Carl", "Emil"), ((KEPT, "Emil", 8),), 0, 0),
]


@pytest.fixture
def evening(club):
    """An evening on which Bodil plays with Carl, and later Frida does in Bodil's place."""
    evening = play_evening(club, "Bodil", "Carl", 8)
    seat_again(evening, "Frida", "Carl", "Dorthe", "Emil")
    record(evening, trick(evening, "Frida", "Carl", 9))
    return evening


def player(club, name):
    return club.players.get(name=name)


def made_one(club, name, kept):
    join_players(player=player(club, name), kept=player(club, kept), **signed(club))


def standing_of(club):
    with shown_by(None, persons_of(club=club)):
        rows = standings(season=season_of(club))
        return {row.name: (row.evenings, row.deals, row.points) for row in rows}


@pytest.fixture
def one_person(club, evening):
    """Frida, whom the board has made one with Bodil."""
    made_one(club, "Frida", "Bodil")


def test_whoever_was_entered_under_two_names_has_one_sum_until_they_are_separated(club, evening):
    before, postings = standing_of(club), list(Posting.objects.order_by("pk").values())
    assert (before["Bodil"], before["Frida"]) == ((1, 1, 2), (1, 1, 4))

    made_one(club, "Frida", "Bodil")

    # One evening, two deals, and 2 + 4 units.
    assert standing_of(club) == {name: sums for name, sums in before.items() if name != "Frida"} | {"Bodil": (1, 2, 6)}
    assert list(Posting.objects.order_by("pk").values()) == postings
    assert not audit(club=club).findings
    separate_player(player=player(club, "Frida"), **signed(club))
    assert standing_of(club) == before
    assert not audit(club=club).findings


def test_what_if_counts_both_as_one(club, evening, one_person):
    with shown_by(None, persons_of(club=club)):
        rows = what_if(season=season_of(club), tariff=version_of(club).tariff()).standings

    assert {row.player.name: (row.points_now, row.points_then) for row in rows}["Bodil"] == (6, 6)


@pytest.mark.parametrize(
    ("name", "kept", "sentence"),
    [
        ("Bodil", "Bodil", "Bodil is the same player already"),
        ("Carl", "Bodil", "Carl and Bodil both took part in deal 1 of evening 1: they are two people"),
        ("Dorthe", "Bodil", "Dorthe and Bodil both took part in deal 1 of evening 1: they are two people"),
        ("Frida", "Grethe", "separate them first"),
        ("Grethe", "Frida", "separate them first"),
        ("Bodil", "Grethe", "separate them first"),
    ],
)
def test_two_who_cannot_be_one_are_refused_and_by_the_database_too(club, evening, one_person, name, kept, sentence):
    """Frida is one with Bodil already."""
    add_players(club=club, names=["Grethe"], **signed(club))

    with pytest.raises(Refusal, match=sentence):
        made_one(club, name, kept)
    with pytest.raises(IntegrityError), transaction.atomic():
        JoinedPlayer.objects.create(club=club, player=player(club, name), kept=player(club, kept), joined_at=NOW)


def test_a_third_is_made_one_with_the_same_and_nobody_with_another_clubs_player(club, evening, one_person):
    aage = player(make_club("Tirsdagsklubben", founder="oda", players=("Aage", "Bent")), "Aage")
    add_players(club=club, names=["Grethe"], **signed(club))

    with pytest.raises(Refusal, match="Aage is no player of this club"):
        join_players(player=player(club, "Carl"), kept=aage, **signed(club))
    with pytest.raises(IntegrityError), transaction.atomic():
        JoinedPlayer.objects.create(club=club, player=player(club, "Carl"), kept=aage, joined_at=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        JoinedPlayer.objects.update(kept=player(club, "Grethe"))
    made_one(club, "Grethe", "Bodil")
    with pytest.raises(Refusal, match="Carl is nobody else"):
        separate_player(player=player(club, "Carl"), **signed(club))


def test_nobody_plays_a_deal_twice_from_then_on(club, evening, one_person):
    seat_again(evening, "Frida", "Bodil", "Dorthe", "Emil")

    with pytest.raises(Refusal, match="have been made one person"):
        record(evening, trick(evening, "Dorthe", "Emil", 8))
    assert Entry.objects.count() == 2


def test_a_deal_of_the_joined_player_is_corrected_as_it_was_entered(client, club, evening, one_person):
    entry = Entry.objects.get(number=2)

    corrected = correct_deal(entry=entry, deal={**entry.deal, "tricks": 10}, change=change(evening))

    assert corrected.postings.filter(player=player(club, "Frida")).exists()
    assert "Frida" not in page(client.get(f"/{club.slug}/evenings/1/"))
    assert not audit(club=club).findings


@pytest.mark.parametrize("name", ["Bodil", "Frida"])
def test_who_answered_by_one_of_two_links_does_not_stand_in_the_boards_way(secretary, club, evening, name):
    give_links(evening)
    link = SheetLink.objects.get(player__name=name)
    answer_sheet(link=link, kind=SheetAnswer.Kind.AGREES, entry_count=2, now=NOW)

    made_one(club, "Frida", "Bodil")

    assert "What the players say" in page(secretary.get(f"/{club.slug}/evenings/1/"))


def test_who_sat_first_on_two_seats_stands_in_the_text_of_the_evening_once(client, club):
    make_evening(club, names=("Bodil", "Carl", "Frida", "Emil"))
    made_one(club, "Frida", "Bodil")

    text = client.get(f"/{club.slug}/evenings/1/deals.txt").content.decode()

    assert text.splitlines()[1] == "# 1 Bodil, 2 Carl, 3 Emil"


def test_the_other_address_leads_to_the_one_who_is_kept(client, club, evening, one_person):
    moved = client.get(f"/{club.slug}/players/frida/?season=2026-27")
    assert (moved.status_code, moved["Location"]) == (302, f"/{club.slug}/players/bodil/?season=2026-27")
    moved = client.get(f"/{club.slug}/deals/?player=carl&partner=frida")
    assert moved["Location"] == f"/{club.slug}/deals/?player=carl&partner=bodil"


def test_one_who_is_shown_by_initials_is_not_known_by_the_other_name(client, club, evening, one_person):
    Player.objects.filter(name="Bodil").update(by_initials=True)
    club.refresh_from_db()

    for address in ("", "standings/", "evenings/1/", "deals/", "players/", "log/"):
        content = page(client.get(f"/{club.slug}/{address}"))
        assert ("Frida" not in content, "Bodil" not in content) == (True, True), address


def in_any_order_of_lines(text):
    """A page, with the lines of a chart, of which nobody sees which was drawn first, in one order."""
    return [part for chart in re.split(r"(?=<svg)", text) for part in sorted_tags(*chart.partition("</svg>"))]


def sorted_tags(before, end, after):
    return [*(sorted(before.split("<")) if end else [before]), after]


def compare(played, client, *, most):
    """Compare every page, and the workbook, with those of the book in which the person had one name."""
    with transaction.atomic():
        club = book_of(played, by_two_names=False)
        expected, cells = pages_of(club, client, most=most), workbook_cells(club)
        transaction.set_rollback(True)
    club = book_of(played, by_two_names=True)
    apart = pages_of(club, client, most=most)
    made_one(club, OTHER, KEPT)
    joined = pages_of(club, client, most=most)
    assert joined.keys() == expected.keys()
    for address, text in expected.items():
        assert in_any_order_of_lines(joined[address]) == in_any_order_of_lines(text), address
    assert workbook_cells(club) == cells
    assert not audit(club=club).findings
    separate_player(player=player(club, OTHER), **signed(club))
    assert pages_of(club, client, most=most) == apart != joined


def test_pages_are_as_if_the_person_had_always_had_one_name(client):
    compare(THREE_EVENINGS, client, most=12)


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_page_of_a_season_of_chance_is_as_if_the_person_had_always_had_one_name(client, seed):
    compare(evenings_of_chance(Random(seed), evenings=7, deals=6), client, most=300)


SAME = "/torsdagsklubben/players/frida/same/"


def test_the_board_sees_what_both_have_before_it_says_so_and_separates_them_on_the_same_page(secretary, club, evening):
    content = page(secretary.get(f"{SAME}?kept=bodil"))

    assert re.search(r"Frida 1 1 \+0.5 0? ?Bodil 1 1 \+0.25 Bodil, together 1 2 \+0.75", content)

    answer = secretary.post(SAME, {"kept": "bodil"})

    assert answer["Location"] == "/torsdagsklubben/players/bodil/"
    assert "Also entered as: Frida" in page(secretary.get(answer["Location"]))
    assert "Frida" not in page(secretary.get("/torsdagsklubben/players/"))
    assert "They are two people" in page(secretary.get(SAME))

    answer = secretary.post(SAME, {})

    assert answer["Location"] == "/torsdagsklubben/players/frida/"
    assert secretary.get(answer["Location"]).status_code == 200
    told = page(secretary.get("/torsdagsklubben/log/?group=players"))
    assert "Two players separated again: Frida ≠ Bodil" in told
    assert "Two players made one: Frida = Bodil" in told


def test_why_two_are_two_people_stands_beside_the_choice(secretary, club, evening):
    for answer in (secretary.get(f"{SAME}?kept=carl"), secretary.post(SAME, {"kept": "carl"})):
        assert "Frida and Carl both took part in deal 2 of evening 1: they are two people." in page(answer)
    assert "Choose a player" in page(secretary.get(SAME))
    assert not JoinedPlayer.objects.exists()


def test_who_is_joined_is_offered_for_no_seat_and_all_that_is_kept_is_kept_about_every_name(
    secretary, evening, one_person
):
    told = secretary.get("/torsdagsklubben/players/bodil/kept.txt").content.decode()

    assert "Frida" not in page(secretary.get("/torsdagsklubben/evenings/new/"))
    assert "What Torsdagsklubben keeps about Bodil" in told
    assert "What Torsdagsklubben keeps about Frida" in told


def test_who_is_forgotten_is_forgotten_under_every_name(club, evening, one_person):
    club.players.filter(name__in=["Bodil", "Frida"]).update(is_active=False)

    forget_player(player=player(club, "Bodil"), **signed(club, NOW + timedelta(days=2)))

    assert set(club.players.filter(forgotten_at=None).values_list("name", flat=True)) == {"Carl", "Dorthe", "Emil"}


def test_a_closing_sheet_stays_as_it_was_signed(client, club, evening):
    close_season(season=season_of(club), entry_count=2, **signed(club))
    join_players(player=player(club, "Frida"), kept=player(club, "Bodil"), **signed(club, NOW + timedelta(days=1)))

    assert {"Bodil", "Frida"} <= set(page(client.get(f"/{club.slug}/seasons/2026-27/closing/")).split())
    assert "Frida" not in page(client.get(f"/{club.slug}/standings/"))
    assert not audit(club=club).findings


def test_who_was_one_before_a_season_was_closed_is_one_on_its_sheet(client, club, evening, one_person):
    close_season(season=season_of(club), entry_count=2, **signed(club))

    sheet = page(client.get(f"/{club.slug}/seasons/2026-27/closing/"))

    assert ("Frida" in sheet, "+0,75 1 2" in sheet) == (False, True)
    assert not audit(club=club).findings


def test_an_old_book_by_the_other_name_is_the_persons(club, evening, one_person):
    ids, aliases = known_names(club=club)

    assert "Frida" not in ids
    assert aliases["Frida"] == "Bodil"
