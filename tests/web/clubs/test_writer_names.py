"""The pages name whoever writes by a name of their own choice, and never by what they sign in with."""

import pytest
from django.contrib.auth.models import User

from ledger.models import LoggedChange, Writer
from ledger.queries.book.audit.audit import audit
from ledger.queries.keeping.club_file import file_lines
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.accounts import accept, end_membership, invite, rename_writer
from ledger.services.keeping.forgetting import forget_again, forget_writer
from tests.support.people import (
    NOW,
    PASSWORD,
    anna,
    make_user,
    signed,
)
from tests.web.clubs.closed import sign_in_as
from tests.web.reading import errors_of, in_english, page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_data")]

LOGIN = "kirsten-logger-ind"
OWN_NAME = "/torsdagsklubben/own-name/"


@pytest.fixture
def kirsten(club):
    """A secretary's browser, whose login nobody else is to see."""
    token = invite(club=club, name="Kirsten", role="secretary", **signed(club))
    accept(token=token, account=make_user(LOGIN), now=NOW, writer_name="Kirsten K.")
    return in_english(sign_in_as(LOGIN))


def writer_of(name):
    return Writer.objects.get(user__username=name)


def former_writer(club, name=LOGIN):
    """Somebody whose membership has ended."""
    end_membership(membership=club.memberships.get(user__username=name), **signed(club))
    return writer_of(name)


@pytest.mark.usefixtures("entry")
def test_no_login_stands_on_any_page_that_names_an_author(client, club, kirsten):
    reader = in_english(client)
    addresses = ["", "log/", "log/?by=2", "evenings/1/", "evenings/1/deals/1/", "standings/", "seasons/"]

    for address in addresses:
        text = reader.get(f"/torsdagsklubben/{address}").content.decode()
        assert LOGIN not in text and "alma" not in text

    log = reader.get("/torsdagsklubben/log/").content.decode()
    assert '<option value="2">Kirsten K.</option>' in log
    assert reader.get("/torsdagsklubben/log/?by=alma").context["form"].errors


def test_a_name_is_chosen_where_an_invitation_is_accepted(club, stranger, time_machine):
    time_machine.move_to(NOW)
    token = invite(club=club, name="Bodil", role="treasurer", **signed(club))
    stranger.get(f"/welcome/{token}/")
    assert 'name="writer_name" value="Bodil"' in stranger.get("/welcome/").content.decode()

    same = stranger.post("/welcome/", {"username": "bodil", "password": "ruder es i tredje", "writer_name": "BODIL"})
    assert "what you sign in with" in errors_of(same)["writer_name"][0]
    assert not User.objects.filter(username="bodil").exists()

    nameless = stranger.post("/welcome/", {"username": "bodil", "password": "ruder es i tredje"})
    assert errors_of(nameless) == {"writer_name": ["This field is required."]}
    stranger.post("/welcome/", {"username": "bodil", "password": "ruder es i tredje", "writer_name": "Bodil B."})
    assert writer_of("bodil").name == "Bodil B."


def test_its_owner_changes_it_and_the_log_tells_without_a_name(club, kirsten):
    before = set(LoggedChange.objects.values_list("digest", flat=True))

    answer = kirsten.post(OWN_NAME, {"writer_name": "  Kirsten   Klør "}, follow=True)

    assert "you are called Kirsten Klør." in page(answer)
    line = LoggedChange.objects.latest("sequence")
    assert (line.kind, line.before, line.after) == ("writer_named", "", "")
    assert before < set(LoggedChange.objects.values_list("digest", flat=True))
    assert audit(club=club).findings == ()
    assert "Kirsten Klør" in kirsten.get("/torsdagsklubben/log/").content.decode()


@pytest.mark.parametrize(
    "name", [LOGIN, LOGIN.upper(), "Sekretær 7", "former board member 1", "administrator 1", "Kir\u200bsten"]
)
def test_nobody_is_called_by_their_login_or_as_somebody_else(club, kirsten, name):
    assert errors_of(kirsten.post(OWN_NAME, {"writer_name": name}))["writer_name"]
    assert writer_of(LOGIN).name == "Kirsten K."


def test_a_name_changed_beside_the_log_is_found(club):
    Writer.objects.filter(club=club).update(name="En anden")

    assert audit(club=club).findings


@pytest.mark.usefixtures("entry")
def test_whoever_has_left_is_anonymised_with_every_digest_as_it_was(club, kirsten):
    writer = former_writer(club)
    digests = list(LoggedChange.objects.order_by("sequence").values_list("digest", flat=True))

    forget_writer(writer=writer, **signed(club))

    club.refresh_from_db()
    after = list(LoggedChange.objects.order_by("sequence").values_list("digest", flat=True))
    assert after[:-1] == digests
    assert audit(club=club).findings == ()
    assert writer_of(LOGIN).name == "Tidligere bestyrelsesmedlem 2"
    assert User.objects.get(username=LOGIN).check_password(PASSWORD)
    content = b"".join(file_lines(club=club, made_at=NOW))
    assert b"Kirsten" not in content and LOGIN.encode() not in content
    assert "Former" not in kirsten.get("/account/").content.decode()


def test_an_older_backup_does_not_bring_the_name_back(club, kirsten):
    writer = former_writer(club)
    forget_writer(writer=writer, **signed(club))
    Writer.objects.filter(pk=writer.pk).update(name="Kirsten K.", salt="ab" * 16)

    assert forget_again(now=NOW) == 1
    assert forget_again(now=NOW) == 0
    assert writer_of(LOGIN).is_forgotten


def test_whoever_comes_back_gets_a_name_again(club, kirsten):
    forget_writer(writer=former_writer(club), **signed(club))
    token = invite(club=club, name="K", role="treasurer", **signed(club))

    accept(token=token, account=User.objects.get(username=LOGIN), now=NOW)

    assert writer_of(LOGIN).name == "Kasserer 2"
    assert audit(club=club).findings == ()


def test_the_board_anonymises_on_the_page_of_its_members(alma, club, kirsten):
    former_writer(club)
    assert "Kirsten K." in page(alma.get("/torsdagsklubben/members/"))

    alma.post("/torsdagsklubben/members/former/2/forget/")

    assert writer_of(LOGIN).is_forgotten
    assert "Kirsten" not in page(alma.get("/torsdagsklubben/members/"))
    assert alma.post("/torsdagsklubben/members/former/9/forget/").status_code == 404


def test_a_taken_name_is_refused_and_whoever_is_on_the_board_is_not_anonymised(club, kirsten):
    anna(club)
    with pytest.raises(Refusal, match="end the membership first"):
        forget_writer(writer=writer_of(LOGIN), **signed(club))

    with pytest.raises(Refusal, match="Somebody else"):
        rename_writer(club=club, account=User.objects.get(username="anna"), name="kirsten k.", now=NOW)
