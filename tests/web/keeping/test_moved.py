"""A club that has moved: its front page says where, nothing is written here, and it can be taken back."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from ledger.models import Club, Entry, LoggedChange, SheetLink
from ledger.queries.book.audit.audit import audit
from ledger.queries.keeping.club_file import file_lines
from ledger.rules.clubs import LONGEST_ADDRESS
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import ClubMoved
from ledger.services.clubs.accounts import invite
from ledger.services.clubs.clubs import add_players
from ledger.services.keeping import forgetting
from ledger.services.keeping.club_file import import_file, leave_address
from tests.services.keeping.test_club_file import everything_away
from tests.support.people import NOW, give_links, make_club, play_evening, record, signed, trick
from tests.web.clubs.closed import LINK, holder_of, new_link
from tests.web.reading import errors_of, in_english, page

pytestmark = pytest.mark.django_db

AT, THERE = "/torsdagsklubben/", "https://whist.example.dk/torsdag-2/"
MOVED, BACK = f"{AT}hand-over/moved/", f"{AT}hand-over/moved/take-back/"
HERE = "http://testserver/torsdagsklubben/"


@pytest.fixture
def club():
    return play_evening(make_club(), "Bodil", "Carl", 9).club


def move(club, address=THERE):
    leave_address(club=club, address=address, here=HERE, **signed(club))
    return Club.objects.get(pk=club.pk)


def say(alma, address, **fields):
    return alma.post(MOVED, {"address": address, "is_whole": "on", **fields})


def test_the_board_says_where_it_is_logged_and_taken_back(alma, club):
    answer = say(alma, f" {THERE}standings/?x=1 ")
    assert (answer.status_code, answer["Location"]) == (302, MOVED)
    assert THERE in page(alma.get(MOVED))
    assert Club.objects.get().moved_to == THERE
    assert audit().findings == ()

    assert MOVED in alma.get(AT).text
    assert alma.post(BACK)["Location"] == f"{AT}hand-over/"

    assert alma.get(AT).status_code == 200
    assert audit().findings == ()
    told = LoggedChange.objects.filter(kind="club_moved").order_by("sequence").values_list("before", "after")
    assert list(told) == [("", THERE), (THERE, "")]
    assert THERE in page(alma.get(f"{AT}log/"))


@pytest.mark.parametrize(
    "address",
    [
        *("", "torsdag", "http://whist.example.dk/torsdag/", "https://whist.example.dk/", "https:///torsdag/"),
        *("https://a:b@whist.example.dk/torsdag/", "https://whist.example.dk/sign-in/", "javascript:alert(1)"),
        *("https://whist.example.dk:x/torsdag/", "https://-x.dk/torsdag/", "https://[::1/torsdag/"),
        "https://x.dk/a.b/",
        *("https://x.dk\\@y.dk/torsdag/", "https://x.dk/tors dag/", f"https://{'x' * LONGEST_ADDRESS}.dk/torsdag/"),
    ],
)
def test_what_is_no_address_of_a_club_is_refused_beside_the_field(alma, address):
    refused = say(alma, address)

    assert list(errors_of(refused)) == ["address"]
    assert Club.objects.get().moved_to == ""


def test_a_club_does_not_move_to_where_it_is(alma, club):
    refused = alma.post(MOVED, {"address": "https://testserver/torsdagsklubben/log/", "is_whole": "on"}, secure=True)

    assert "the club's address here" in errors_of(refused)["address"][0]


def test_it_is_asked_whether_the_club_is_there_whole(alma, club):
    assert list(errors_of(alma.post(MOVED, {"address": THERE}))) == ["is_whole"]


def test_the_front_page_says_in_one_sentence_where_the_club_is_and_the_others_stay(alma, club):
    move(club)
    for reader in (in_english(Client()), alma):
        assert f"The club has moved to {THERE} : nothing is written here any more." in page(reader.get(AT))
    assert MOVED not in Client().get(AT).text
    assert '<p class="actions">' not in alma.get(AT).text
    for page_here in ("standings/", "evenings/1/", "players/bodil/", "log/", "deals.csv"):
        assert Client().get(AT + page_here).status_code == 200
    for page_here in ("evenings/1/deals/new/", "settings/", "members/", "tables/drafts/1/"):
        assert alma.get(AT + page_here)["Location"] == AT


@pytest.mark.parametrize("in_place", [{}, {"In-Place": "true"}])
def test_what_is_entered_is_refused_with_the_new_address(alma, club, in_place):
    move(club)
    for address in ("evenings/1/deals/new/", "players/add/", "evenings/1/approve/", "settings/"):
        refused = alma.post(AT + address, {"reason": "x"}, headers=in_place)
        assert refused.status_code == 409
        assert f'href="{THERE}"' in refused.content.decode()
    assert Entry.objects.count() == 1


def test_the_services_refuse_too(club):
    moved, evening = move(club), club.evenings.get()
    with pytest.raises(ClubMoved, match="The club has moved to https"):
        record(evening, trick(evening, "Bodil", "Carl", 8))
    with pytest.raises(ClubMoved):
        add_players(club=moved, names=["Ib"], **signed(club))
    with pytest.raises(Refusal, match="fetch its complete file there"):
        list(file_lines(club=moved, made_at=NOW))


def test_an_outsider_does_not_learn_that_a_closed_club_was_here():
    club = make_club(readers=LINK)
    reader = holder_of(new_link(club))
    move(club)

    for address in (AT, f"{AT}standings/", f"{AT}read/wrong/"):
        assert Client().get(address).status_code == 404
    assert THERE in reader.get(AT).text


def test_the_clubs_link_works_where_the_club_arrives():
    club = make_club(readers=LINK)
    link = new_link(club)
    lines = list(file_lines(club=club, made_at=NOW))
    everything_away()
    make_club("Mandagsklubben", founder="oda")
    import_file(lines=lines)
    reader = Client()

    assert f'content="0; url={AT}"' in reader.get(link).content.decode()
    assert reader.get(f"{AT}players/bodil/").status_code == 200


def test_nothing_is_answered_by_a_players_link_and_no_invitation_is_accepted_here(club, stranger):
    give_links(club.evenings.get())
    token = SheetLink.objects.first().token
    invited = invite(club=club, name="Ny", role="secretary", **signed(club, timezone.now()))
    move(club)

    sheet = f"{AT}sheet/{token}/"
    assert Client().get(f"{AT}sheet/wrong/").status_code == 404
    assert THERE in in_english(Client()).post(sheet, {"lines": 1, "agrees": "1"}).text
    accepting = stranger.get(f"/welcome/{invited}/")["Location"]
    account = {"username": "ny", "password": "whist og kaffe 1", "writer_name": "Gerda Holm"}
    assert THERE in stranger.post(accepting, account).text
    assert not User.objects.filter(username="ny").exists()
    assert audit().findings == ()


def test_everything_of_an_installation_takes_along_that_a_club_has_moved(club):
    move(club)
    lines = list(file_lines(club=None, made_at=NOW))
    everything_away()

    import_file(lines=lines)

    assert Club.objects.get().moved_to == THERE
    assert audit().findings == ()


def test_after_a_restore_somebody_is_forgotten_in_a_moved_club_too(club, own_data):
    bodil = club.players.get(name="Bodil")
    forgetting._remember({"club": club.slug, "player": bodil.number, "names": [forgetting._digest("Bodil")]})
    move(club)

    assert forgetting.forget_again(now=NOW) == 1
    assert audit().findings == ()
