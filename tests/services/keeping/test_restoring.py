"""After a restore: nothing older lets anybody in, each board is told what to look through, and the books still hold."""

from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django_otp.plugins.otp_totp.models import TOTPDevice

from ledger.models import LoggedChange, Membership, SheetLink
from ledger.queries.book.audit.audit import audit
from ledger.queries.clubs.clubs import invitation_with
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.accounts import (
    accounts_with,
    invite,
    link_tokens,
    new_app,
    new_recovery_codes,
    password_link,
    use_code,
)
from ledger.services.clubs.addresses import choose_readers, make_reading_link
from ledger.services.keeping.club_file import bring_club, leave_address, packed_club
from ledger.services.keeping.restoring import close_every_door
from tests.support.people import NOW, PASSWORD, anna, give_links, make_club, make_evening, make_user, signed
from tests.web.clubs.closed import BOARD, EVERYBODY, LINK
from tests.web.reading import in_english, page

pytestmark = pytest.mark.django_db


def test_no_link_invitation_or_sheet_of_a_club_from_before_opens_anything():
    club = make_club(readers=LINK)
    evening = make_evening(club)
    give_links(evening)
    of_players = set(SheetLink.objects.values_list("token", flat=True))
    to_the_board = invite(club=club, name="Ny", role=Membership.Role.ADMIN, **signed(club))
    to_read = make_reading_link(club=club, name="Spillerne", **signed(club)).token
    holder = Client()
    assert holder.get(f"/{club.slug}/read/{to_read}/").status_code == holder.get(f"/{club.slug}/").status_code == 200

    close_every_door(now=NOW)

    assert Client().get(f"/{club.slug}/read/{to_read}/").status_code == holder.get(f"/{club.slug}/").status_code == 404
    kinds = LoggedChange.objects.order_by("-sequence").values_list("kind", flat=True)
    assert set(kinds[:2]) == {"link_withdrawn", "readers_chosen"}
    assert invitation_with(token=to_the_board, now=NOW) is None
    assert of_players.isdisjoint(SheetLink.objects.values_list("token", flat=True))
    assert SheetLink.objects.filter(evening=evening).count() == len(of_players) == 4
    assert audit(club=club).findings == ()


def test_no_password_second_factor_or_address_of_an_account_from_before_lets_anybody_in():
    account = make_user("oda")
    User.objects.update(email="oda@example.org")
    token = password_link(account=account).token
    new_app(user=account).save()
    codes = new_recovery_codes(user=account, now=NOW)

    close_every_door(now=NOW)

    account.refresh_from_db()
    assert not Client().login(username="oda", password=PASSWORD)
    assert not link_tokens.check_token(account, token)
    assert link_tokens.check_token(account, password_link(account=account).token)
    assert not TOTPDevice.objects.exists()
    assert not use_code(user=account, code=codes[0])
    account.set_password(PASSWORD)
    account.save()
    assert accounts_with(address="oda@example.org") == []  # no link is sent there


@pytest.mark.parametrize("readers", [EVERYBODY, LINK, BOARD])
def test_each_club_is_read_by_its_board_alone_and_its_book_holds(readers):
    club = make_club(readers=readers)

    close_every_door(now=NOW)
    close_every_door(now=NOW)

    club.refresh_from_db()
    assert (club.readers, club.is_listed) == (BOARD, False)
    assert Client().get(f"/{club.slug}/").status_code == 404
    assert audit(club=club).findings == ()


def test_a_clubs_file_with_which_it_could_be_claimed(club):
    close_every_door(now=NOW)
    packed = packed_club(club=club, now=NOW)

    with pytest.raises(Refusal, match="is here already"):
        bring_club(file=BytesIO(packed))


def test_a_club_that_has_moved(club):
    invite(club=club, name="Ny", role=Membership.Role.ADMIN, **signed(club))
    leave_address(club=club, address="https://whist.example.dk/torsdag/", here="", **signed(club))

    close_every_door(now=NOW)

    assert Client().get(f"/{club.slug}/").status_code == 404
    assert audit(club=club).findings == ()


def test_the_board_is_told_what_to_look_through_until_it_has_chosen_who_reads(club):
    browser, told = in_english(Client()), "The club comes from a backup, and the board alone reads it."
    close_every_door(now=NOW)
    browser.force_login(club.memberships.get(role="admin").user)

    front = browser.get(f"/{club.slug}/")
    assert told in page(front)
    for address in ("members", "players", "settings"):
        assert f'<a href="/{club.slug}/{address}/">' in front.text
    choose_readers(club=club, readers=BOARD, is_listed=False, **signed(club))

    assert told not in page(browser.get(f"/{club.slug}/"))


def test_the_command_signs_everybody_out_after_a_restore_and_otherwise_nobody(client, club, capsys):
    anna(club)
    client.force_login(make_user("oda"))
    call_command("forget_again")
    assert Session.objects.count() == 1
    assert club.memberships.count() == 2

    call_command("forget_again", "--restored")

    assert Session.objects.count() == 0
    assert "manage.py password_link" in capsys.readouterr().out
