"""A club moves by its complete file without a terminal: fetched by its administrator, brought in, digests kept."""

import gzip
import html
import io

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from ledger.models import Club, Entry
from ledger.models.book import guards
from ledger.services.keeping import club_file
from ledger.services.keeping.backups import backups_folder
from ledger.services.keeping.club_file import founding_code
from tests.services.keeping.test_club_file import everything_away
from tests.support.people import NOW, PASSWORD, make_club, make_member
from tests.web.reading import errors_of, in_english, page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("entry")]

NEW = "ruder es i tredje"
FETCH, BACKUP, BRING = (
    "/torsdagsklubben/hand-over/club-file/",
    "/torsdagsklubben/hand-over/backup/",
    "/start/from-file/",
)


@pytest.fixture
def content(alma):
    """The club's file, as its administrator fetches it."""
    return fetch(alma)


def fetch(alma):
    answer = alma.post(FETCH, {"own_password": PASSWORD})
    assert answer.status_code == 200
    return answer.content


def hand_in(client, content, **fields):
    return client.post(BRING, {"file": SimpleUploadedFile("klub.jsonl.gz", content), **fields})


def test_a_club_that_refers_to_what_is_another_clubs_is_not_packed_and_the_page_and_the_command_say_so(
    alma, club, tmp_path
):
    others = make_club("Tirsdagsklubben", founder="oda").scoring_tables.get().versions.get()
    guards.drop(connection)
    club.evenings.update(table_version=others)
    guards.install(connection)

    answer = alma.post(FETCH, {"own_password": PASSWORD}, follow=True)
    with pytest.raises(CommandError) as refused:
        call_command("export_club", club.slug, str(tmp_path / "club.jsonl.gz"))

    assert answer.status_code == 200
    assert "The club's book refers to what is another club's (tableversion, row" in html.unescape(answer.text)
    assert "Klubbens regnskab henviser til noget, der er en anden klubs (tableversion, række" in str(refused.value)
    assert list(tmp_path.glob("club*")) == []


def test_a_club_that_is_fetched_and_brought_in_is_the_same_to_its_digests(alma, stranger, content, settings):
    digests = list(Entry.objects.values_list("digest", flat=True))
    alma.logout()
    everything_away()
    User.objects.all().delete()
    settings.PUBLIC_HOST = "testserver"

    wrong = hand_in(stranger, content, code="AAAA-BBBB")
    assert "code" in errors_of(wrong)
    answer = hand_in(stranger, content, code=founding_code())

    assert list(Entry.objects.values_list("digest", flat=True)) == digests
    assert Club.objects.get().name == "Torsdagsklubben"
    assert answer.status_code == 302 and answer["Location"].startswith("/password/")
    choosing = stranger.get(answer["Location"], follow=True)
    assert "Torsdagsklubben is here, with its whole book. Choose a password for alma" in page(choosing)


@pytest.fixture
def brought_in(alma, club):
    """The content of a club's file, and the link to a password by which it came into an empty installation."""
    make_member(club, "bent", "secretary")
    content = fetch(alma)
    alma.logout()
    everything_away()
    User.objects.all().delete()
    return content, hand_in(Client(), content)["Location"]


@pytest.mark.parametrize("host", ["", "testserver"])
def test_a_club_that_is_nobodys_yet_is_claimed_again_by_whoever_has_its_file(
    brought_in, stranger, settings, host, monkeypatch
):
    content, first = brought_in
    settings.PUBLIC_HOST = host
    # A long file, of which no more is read than whose it is.
    monkeypatch.setattr(club_file, "MOST_BESIDE_OTHERS", 0.9 * len(gzip.decompress(content)) / 2**20)

    claimed = hand_in(stranger, content, code=founding_code())

    choosing = stranger.get(claimed["Location"], follow=True)
    assert "Torsdagsklubben is here, with its whole book. Choose a password for alma" in page(choosing)
    assert "too old" in page(in_english(Client()).get(first, follow=True))
    stranger.post(choosing.redirect_chain[-1][0], {"new_password1": NEW, "new_password2": NEW})
    assert stranger.post("/sign-in/", {"username": "alma", "password": NEW}).status_code == 302
    assert (Club.objects.count(), User.objects.count()) == (1, 2)


@pytest.mark.parametrize("owner", ["alma", "bent"])
@pytest.mark.parametrize("sign", [{"password": "pbkdf2"}, {"last_login": NOW}])
def test_a_club_in_which_anybody_ever_had_a_password_is_claimed_by_nobody(brought_in, settings, owner, sign):
    content, _link = brought_in
    settings.PUBLIC_HOST = "testserver"
    User.objects.filter(username=owner).update(**sign)

    refused = hand_in(in_english(Client()), content, code=founding_code())

    assert errors_of(refused)["file"] == ["This club is here already: an entry of its book is in this installation."]
    assert Club.objects.count() == 1


def test_a_file_without_the_end_of_the_clubs_log_claims_nothing(brought_in):
    content, first = brought_in
    head = Club.objects.get().log_head
    forged = gzip.decompress(content).replace(head.encode(), b"0" * 64)

    refused = hand_in(in_english(Client()), gzip.compress(forged))

    assert "Line " in errors_of(refused)["file"][0]
    assert "too old" not in page(in_english(Client()).get(first, follow=True))


def test_why_a_file_is_refused_is_said_in_the_readers_language(alma, content):
    alma.get("/language/da/")
    of_the_club, of_a_line = (hand_in(alma, sent) for sent in (content, gzip.compress(b"[]\n")))

    sentence = "Klubben er her allerede: en postering i dens regnskab findes i denne installation."
    assert errors_of(of_the_club)["file"] == [sentence]
    assert errors_of(of_a_line)["file"] == ["Linje 1 i filen: Det er ikke en eksport herfra."]
    assert Club.objects.count() == 1


@pytest.mark.parametrize(
    "content",
    [
        b"k\xc3\xa6re kasserer",
        gzip.compress(b"[]\n"),
        gzip.compress(b"{}\n")[:-4],
        gzip.compress(b'{"whistklub": 99}\n'),
    ],
)
def test_what_is_no_complete_file_is_refused_and_nothing_is_made(alma, content):
    refused = hand_in(alma, content)

    assert (refused.status_code, list(errors_of(refused))) == (200, ["file"])
    assert Club.objects.count() == 1


def test_what_unpacks_to_too_much_is_refused_before_it_is_read(alma):
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb") as bomb:
        for _ in range(club_file.MOST_BESIDE_OTHERS + 1):
            bomb.write((b" " * 1023 + b"\n") * 1024)

    refused = hand_in(alma, packed.getvalue())

    assert "Line 1 of the file" in errors_of(refused)["file"][0] or "Other clubs" in errors_of(refused)["file"][0]


def test_a_long_file_keeps_other_clubs_from_saving_and_is_left_to_the_server(alma, content, monkeypatch):
    monkeypatch.setattr(club_file, "MOST_BESIDE_OTHERS", 0)

    assert errors_of(hand_in(alma, content))["file"][0].endswith("ask whoever runs the server to bring it in.")


def test_the_newest_backup_is_the_administrators_where_there_is_no_other_club(alma, club):
    file = backups_folder() / "whistklub-20260903-220000.sqlite3"
    file.write_bytes(b"a proved copy")

    alone = alma.post(BACKUP, {"own_password": PASSWORD})
    assert alone.getvalue() == b"a proved copy"

    make_club("Tirsdagsklubben", founder="oda")
    assert alma.post(BACKUP).status_code == 404
    file.unlink()
