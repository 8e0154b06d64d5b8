"""A player who wishes it is shown by initials to whoever is not on the board, wherever a name could come to them."""

import io
import re
import zipfile

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from ledger.models import Club, LoggedChange, Player, SheetLink
from ledger.models.clubs.persons import shown_by
from ledger.queries.book.audit.audit import audit
from ledger.queries.clubs.persons import names_for_outsiders
from ledger.queries.seasons.standings import standings
from ledger.services.clubs.accounts import rename_writer
from ledger.services.clubs.clubs import change_player
from ledger.services.deals import correct_deal
from ledger.services.keeping.forgetting import forget_player
from ledger.services.seasons import change_evening, close_season
from tests.support import people
from tests.support.people import NOW, make_user, season_of, signed
from tests.support.replay import replayed
from tests.web.clubs.closed import AT
from tests.web.reading import in_english, page
from tests.web.site.access.addresses import (
    ADMINISTRATOR,
    BOARD,
    FORMER_MEMBER,
    LINK_HOLDER,
    OTHER_CLUB,
    OUTSIDER,
    PARTS,
    PLAYER,
    RIGHTS,
    SUPERUSER,
    addresses,
    browser_of,
    browsers,
    two_clubs,
)

pytestmark = pytest.mark.django_db

NAME = re.compile(r"\b(dorthe|krag)", re.IGNORECASE)  # within a word it is a random token's
SEES_NO_NAME = (LINK_HOLDER, PLAYER, OTHER_CLUB, SUPERUSER, FORMER_MEMBER)


def by_initials(player, on=True, **changes):
    """Let others than the board see a player's initials alone, or the name again."""
    as_now = {"name": player.name, "is_guest": player.is_guest, "is_active": player.is_active}
    signed_now = people.signed(player.club, people._after_the_last(player.club))
    return change_player(player=player, **(as_now | changes), by_initials=on, **signed_now)


@pytest.fixture
@replayed
def clubs():
    """Two clubs; in the one Dorthe, now Dorthe Krag, plays, is written of, and is shown by initials to outsiders."""
    clubs = two_clubs()
    club = Club.objects.get(slug=clubs.here["slug"])
    evening = club.evenings.get(number=clubs.here["evening_number"])
    entry = evening.entries.get(pk=clubs.here["entry"])
    dorthe = by_initials(club.players.get(name="Dorthe"), on=False, name="Dorthe Krag")
    deal = people.trick(evening, "Bodil", "Dorthe Krag", 9, note="spurgt af Dorthe")
    correct_deal(entry=entry, deal=deal, change=people.change(evening, "Dorthe Krag talte forkert, sagde Dorthe"))
    change_evening(evening=evening, day=evening.date, place="Hos Dorthe Krag", **signed(club))
    by_initials(dorthe)
    rename_writer(club=club, account=make_user("anna"), name="Dorthe Krag", now=NOW)
    return clubs


@pytest.fixture
def open_clubs(clubs):
    Club.objects.filter(slug=clubs.here["slug"]).update(readers=Club.Readers.EVERYBODY)
    return clubs


def text_of(response):
    """All that a visitor gets: the headers and the content, a workbook unpacked."""
    content = response.getvalue()
    text = str(response.headers)
    if not content.startswith(b"PK"):
        return text + content.decode()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return text + " ".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())


def walk_addresses(browser, clubs, turn=0, every=1, names=frozenset(RIGHTS), **changed):
    """What a browser gets at every address that anybody reads, on the way too, by name of the address.

    Only at each so-manyth from some turn on, where `every` says so, and only at those of these names.
    """
    things = clubs.here | changed
    for address in [address for address in addresses() if address.name in names][turn % every :: every]:
        for headers in ({}, {"In-Place": "true"}) if address.name in PARTS else ({},):
            path = address.path(things)
            for _step in range(3):
                response = browser.get(path, headers=headers)
                yield address.name, response, text_of(response)
                path = response.get("Location", "")
                if not path.startswith("/"):
                    break


def leaks(browser, clubs, *which, **changed):
    got = walk_addresses(browser, clubs, *which, **changed)
    return [(name, NAME.search(text)[0]) for name, _, text in got if NAME.search(text)]


def leaks_to(visitors, clubs, every):
    """The leaks to each of these visitors, who ask in turns, each for every so-manyth address."""
    windows = browsers(clubs, visitors)
    return [
        (visitor, *leak)
        for turn, visitor in enumerate(visitors)
        for leak in leaks(windows[visitor], clubs, turn, every, player_slug="player-3")
    ]


def test_no_address_gives_the_name_to_an_outsider(open_clubs):
    assert leaks_to([OUTSIDER], open_clubs, 1) == []


@pytest.mark.parametrize("every", [len(SEES_NO_NAME), pytest.param(1, marks=pytest.mark.long)])
def test_no_address_gives_the_name_to_whoever_else_is_not_on_the_board(open_clubs, every):
    assert leaks_to(SEES_NO_NAME, open_clubs, every) == []


@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.long)])
def test_nor_in_a_club_that_is_read_by_its_link(clubs, every):
    assert leaks_to([LINK_HOLDER, PLAYER], clubs, every) == []


def test_the_board_has_the_name_at_all_these_addresses(open_clubs):
    board = browser_of(ADMINISTRATOR, open_clubs)
    names = {"club", "standings", "season", "evening", "sheet", "deal", "deals_text", "workbook", "log"}
    names |= {"player", "players", "paper", "so_far", "draw", "sheet_by_link"}

    named = {name for name, _ in leaks(board, open_clubs, names=names, player_slug="dorthe-krag")}

    assert named == names


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)])
def test_somebody_of_the_board_who_looks_as_an_outsider_sees_initials(open_clubs, every):
    browser = browser_of(ADMINISTRATOR, open_clubs)
    browser.post(f"{AT}/outsider/", {"has_link": "1"})
    read = {name for name, (reads, _) in RIGHTS.items() if reads > BOARD} - {"sheet_by_link"}
    got = walk_addresses(browser, open_clubs, 0, every, read, player_slug="player-3")
    pages = [(response.resolver_match.url_name, text) for _, response, text in got if response.resolver_match]

    assert [name for name, text in pages if name in read and NAME.search(text)] == []


def test_a_players_own_link_shows_the_own_name_and_of_others_the_initials(clubs):
    club = Club.objects.get(slug=clubs.here["slug"])
    by_initials(club.players.get(name="Carl"))
    link = SheetLink.objects.get(player__slug="dorthe-krag")

    response = in_english(Client()).get(f"{AT}/sheet/{link.token}/")

    assert "Dorthe Krag" in page(response)
    assert "Carl" not in text_of(response)


def test_what_the_player_says_by_the_link_is_kept_under_the_name(clubs, stranger):
    link = SheetLink.objects.exclude(player__slug="dorthe-krag").filter(answers=None).first()
    key = re.search(r'name="key" value="([^"]+)"', stranger.get(f"{AT}/sheet/{link.token}/").content.decode())[1]
    typed = {"complains": "1", "reason": "Dorthe fik 9 stik", "lines": link.evening.entries.count(), "key": key}

    assert "D.K. fik 9 stik" in page(stranger.post(f"{AT}/sheet/{link.token}/", typed, follow=True))
    assert "⟦" in link.answers.get().words.said
    assert audit(club=link.evening.club).findings == ()


# --- addresses


def test_the_page_of_the_player_has_an_address_without_the_name_and_the_others_lead_nowhere(open_clubs, stranger):
    board = browser_of(ADMINISTRATOR, open_clubs)

    assert "D.K." in page(stranger.get(f"{AT}/players/player-3/"))
    for name in ("dorthe-krag", "dorthe", "ingen"):
        assert stranger.get(f"{AT}/players/{name}/").status_code == 404
    assert board.get(f"{AT}/players/dorthe-krag/").status_code == 200
    assert board.get(f"{AT}/players/dorthe/").status_code == 302
    assert board.get(f"{AT}/players/player-3/").status_code == 404


def test_the_log_is_filtered_by_the_same_address(open_clubs, stranger):
    every = page(stranger.get(f"{AT}/log/"))

    filtered = page(stranger.get(f"{AT}/log/?player=player-3"))
    by_name = page(stranger.get(f"{AT}/log/?player=dorthe-krag"))

    assert "D.K." in filtered
    assert len(filtered) < len(every)
    assert "Select a valid choice" in by_name


# --- what a browser has


def test_what_outsiders_have_is_not_what_the_board_gets(open_clubs):
    board, outsider = browser_of(ADMINISTRATOR, open_clubs), Client()
    part = {"In-Place": "true"}
    address = f"{AT}/evenings/{open_clubs.here['evening_number']}/sheet/"

    of_outsider = outsider.get(address, headers=part)
    of_board = board.get(address, headers=part)
    second = outsider.get(address, headers=part | {"If-None-Match": of_board["ETag"]})

    assert of_outsider["ETag"] != of_board["ETag"]
    assert "Dorthe Krag" in of_board.content.decode()
    assert second.status_code == 200
    assert not NAME.search(second.content.decode())
    assert "private" in of_board["Cache-Control"]
    assert "private" not in of_outsider["Cache-Control"]
    board.post(f"{AT}/outsider/", {})
    assert not NAME.search(board.get(address, headers=part).content.decode())
    assert "Dorthe Krag" in browser_of(ADMINISTRATOR, open_clubs).get(address, headers=part).content.decode()


@pytest.mark.usefixtures("entry")
def test_a_season_that_is_closed_is_drawn_by_initials(club):
    close_season(season=season_of(club), entry_count=1, **signed(club))
    by_initials(club.players.get(name="Dorthe"))
    pages = ["", "seasons/", "seasons/2026-27/", "seasons/2026-27/closing/", "seasons/2026-27/workbook.xlsx"]

    got = {path: Client().get(f"{AT}/{path}") for path in [*pages, "standings/", "evenings/1/"]}

    assert {path: response.status_code for path, response in got.items()} == dict.fromkeys(got, 200)
    assert [path for path, response in got.items() if NAME.search(text_of(response))] == []
    assert "D." in got["seasons/2026-27/closing/"].content.decode()


# --- the workbook from the command line


def test_the_command_that_makes_a_workbook_for_outsiders_names_nobody(clubs, tmp_path):
    for options, is_named in (["--initials"], False), ([], True):
        target = tmp_path / f"{len(options)}.xlsx"
        call_command("export_season", clubs.here["slug"], clubs.here["season_slug"], "--out", str(target), *options)
        with zipfile.ZipFile(target) as archive:
            text = " ".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())
        assert bool(NAME.search(text)) == is_named


# --- how they are called


def test_two_with_the_same_initials_are_told_apart_and_nobody_takes_anothers_name(clubs):
    club = Club.objects.get(slug=clubs.here["slug"])
    by_initials(club.players.get(name="Bodil"), name="Ditte Kjær")
    by_initials(club.players.get(name="Emil"), on=False, name="D.K. 2")

    with shown_by(names_for_outsiders(club=club)):
        rows = [line.name for line in standings(season=season_of(club))]

    assert {"D.K.", "D.K. 3", "D.K. 2"} <= set(rows)
    assert len(rows) == len(set(rows))


# --- the board says so


def test_the_board_says_so_and_the_log_tells_it(secretary, club):
    asked = page(secretary.get(f"{AT}/players/carl/change/"))
    assert "Others than the board see only initials" in asked
    assert "“C.” stands on every page" in asked

    secretary.post(f"{AT}/players/carl/change/", {"name": "Carl", "is_active": "on", "by_initials": "on"})

    assert Player.objects.get(name="Carl").by_initials
    line = LoggedChange.objects.latest("sequence")
    assert (line.kind, line.before, line.after) == ("player_changed", "member", "member, initials")
    assert "Member → Member, shown by initials" in page(secretary.get(f"{AT}/log/"))
    assert "Shown by initials" in page(secretary.get(f"{AT}/players/carl/"))
    assert "Member, shown by initials" in page(secretary.get(f"{AT}/players/"))
    assert audit(club=club).findings == ()


def test_the_anonymised_need_no_initials(club):
    carl = by_initials(club.players.get(name="Carl"), is_active=False)
    forget_player(player=carl, **signed(club))

    assert not Player.objects.get(pk=carl.pk).by_initials
    assert audit(club=club).findings == ()


def test_nothing_is_saved_while_initials_are_shown(club):
    carl = by_initials(club.players.get(name="Carl"))

    names = names_for_outsiders(club=club)
    for save in (carl.save, lambda: by_initials(carl, on=False)):
        with shown_by(names), pytest.raises(RuntimeError), transaction.atomic():
            save()
    assert Player.objects.get(pk=carl.pk).name == "Carl"
