"""What was withdrawn stays so in an older database: withdrawn, put back as it was, and withdrawn again."""

import re
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django_otp.plugins.otp_totp.models import TOTPDevice

from ledger.models import (
    Club,
    Invitation,
    LatestPasswordLink,
    LoggedChange,
    Membership,
    Player,
    ReadingLink,
    RecoveryCode,
    Session,
    SheetLink,
)
from ledger.queries.book.audit.audit import audit
from ledger.queries.clubs.clubs import invitation_with
from ledger.services.clubs import mailing
from ledger.services.clubs.accounts import link_tokens, password_link, withdraw_password
from ledger.services.clubs.clubs import change_player
from ledger.services.clubs.members import accept, end_membership, invite, withdraw
from ledger.services.clubs.reading import choose_readers, make_reading_link, withdraw_reading_link
from ledger.services.clubs.second_factor import new_app, new_recovery_codes, turn_off, use_code
from ledger.services.evenings.confirming import let_players_confirm, make_links, renew_link
from ledger.services.keeping.forgetting import forget_again
from ledger.services.keeping.withdrawing import withdraw_again
from ledger.services.site.withdrawn import LIST, decide
from tests.support.people import NOW, PASSWORD, anna, make_club, make_evening, make_user, signed

pytestmark = pytest.mark.django_db
EVERYBODY, LINK, BOARD = Club.Readers.EVERYBODY, Club.Readers.LINK, Club.Readers.BOARD


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def committed_block(django_capture_on_commit_callbacks):
    """A block after which everything is as after a commit."""

    @contextmanager
    def block():
        with django_capture_on_commit_callbacks(execute=True):
            yield

    return block


@contextmanager
def put_back(*rows):
    """What a block deletes or changes stands there as before, as in a backup that is restored."""
    yield
    for row in rows:
        if type(row).objects.filter(pk=row.pk).exists():
            type(row).objects.filter(pk=row.pk).update(
                **{field.attname: getattr(row, field.attname) for field in row._meta.local_concrete_fields}
            )
        else:
            row.save(force_insert=True)


def test_a_reading_link_that_was_withdrawn(committed_block):
    club = make_club(readers=LINK)
    token = make_reading_link(club=club, **signed(club))
    link = ReadingLink.objects.get()
    with committed_block(), put_back(link):
        withdraw_reading_link(club=club, **signed(club))
    assert Client().get(f"/{club.slug}/read/{token}/").status_code == 302

    assert (withdraw_again(now=NOW), withdraw_again(now=NOW)) == (1, 0)

    assert Client().get(f"/{club.slug}/read/{token}/").status_code == 404
    assert LoggedChange.objects.latest("sequence").kind == "link_withdrawn"
    assert audit(club=club).findings == ()


def test_a_reading_link_made_since_is_left_alone(committed_block):
    club = make_club(readers=LINK)
    with committed_block():
        make_reading_link(club=club, **signed(club))
        make_reading_link(club=club, **signed(club))

    assert withdraw_again(now=NOW) == 0


@pytest.mark.parametrize("ended", ["withdrawn", "used"])
def test_an_invitation(committed_block, club, ended):
    token = invite(club=club, name="Ny", role=Membership.Role.ADMIN, **signed(club))
    invitation = Invitation.objects.get()
    with committed_block(), put_back(invitation):
        if ended == "withdrawn":
            withdraw(invitation=invitation, **signed(club))
        else:
            accept(token=token, account=make_user("ny"), now=NOW)
    assert invitation_with(token=token, now=NOW)

    assert withdraw_again(now=NOW) == 1
    assert invitation_with(token=token, now=NOW) is None


@pytest.mark.parametrize("ended", ["by the next", "used"])
def test_a_link_to_choose_a_password(committed_block, ended):
    account = make_user("oda")
    token = password_link(account=account).token
    with committed_block(), put_back(User.objects.get(), LatestPasswordLink.objects.get()):
        if ended == "used":
            withdraw_password(account=account)
            account.set_password("ruder es i tredje")
            account.save()
        else:
            password_link(account=account)
    account.refresh_from_db()
    assert link_tokens.check_token(account, token)

    withdraw_again(now=NOW)

    account.refresh_from_db()
    assert not link_tokens.check_token(account, token)


def test_a_place_on_the_board(committed_block, club):
    anna(club)
    membership = club.memberships.get(user__username="anna")
    with committed_block(), put_back(Membership.objects.get(pk=membership.pk)):
        end_membership(membership=membership, **signed(club))

    assert withdraw_again(now=NOW) == 1

    assert not club.memberships.filter(user__username="anna").exists()
    assert LoggedChange.objects.latest("sequence").kind == "member_ended"
    assert audit(club=club).findings == ()


def test_a_place_that_was_given_again_stays(committed_block, club):
    account = anna(club)
    with committed_block():
        end_membership(membership=club.memberships.get(user=account), **signed(club))
        token = invite(club=club, name="Anna", role=Membership.Role.SECRETARY, **signed(club))
        accept(token=token, account=account, now=NOW)

    assert withdraw_again(now=NOW) == 0
    assert club.memberships.filter(user=account).exists()


def test_the_lists_of_two_machines_are_put_together_in_any_order(committed_block, club, folder):
    account = anna(club)
    with committed_block():
        end_membership(membership=club.memberships.get(user=account), **signed(club))
    ended = (folder / LIST).read_text()
    token = invite(club=club, name="Anna", role=Membership.Role.SECRETARY, **signed(club))
    with committed_block():
        accept(token=token, account=account, now=NOW + timedelta(hours=1))
    given = (folder / LIST).read_text().removeprefix(ended)

    (folder / LIST).write_text(given + ended + "12+torn")

    assert withdraw_again(now=NOW) == 0
    assert club.memberships.filter(user=account).exists()


def test_without_a_restore_nothing_is_withdrawn(committed_block, club):
    anna(club)
    membership = club.memberships.get(user__username="anna")
    with committed_block(), put_back(Membership.objects.get(pk=membership.pk)):
        end_membership(membership=membership, **signed(club))

    call_command("forget_again")

    assert club.memberships.filter(user__username="anna").exists()


def test_the_only_administrator_of_the_older_database_stays_and_is_named(committed_block, club, capsys):
    founder = club.memberships.get()
    with committed_block(), put_back(Membership.objects.get(pk=founder.pk)):
        newcomer = Membership.objects.create(club=club, user=make_user("ny"), role=Membership.Role.ADMIN)
        end_membership(membership=founder, author=newcomer.user, now=NOW)
    newcomer.delete()

    call_command("forget_again", "--restored")

    assert club.memberships.filter(user__username="alma").exists()
    assert "alma" in capsys.readouterr().err


@pytest.mark.parametrize(("wider", "narrower"), [(EVERYBODY, LINK), (EVERYBODY, BOARD), (LINK, BOARD)])
def test_a_club_is_not_opened_to_more(committed_block, wider, narrower):
    club = make_club(readers=wider)
    with committed_block():
        choose_readers(club=club, readers=narrower, is_listed=False, **signed(club))
    choose_readers(club=club, readers=wider, is_listed=wider == EVERYBODY, **signed(club))  # as before; not on the list

    assert withdraw_again(now=NOW) == 1

    club.refresh_from_db()
    assert (club.readers, club.is_listed) == (narrower, False)
    assert audit(club=club).findings == ()


def test_a_club_that_was_opened_since_is_left_as_it_was(committed_block):
    club = make_club(readers=BOARD)
    with committed_block():
        choose_readers(club=club, readers=EVERYBODY, is_listed=True, **signed(club))

    assert withdraw_again(now=NOW) == 0


def test_a_password_that_was_changed(committed_block, client):
    user = make_user("oda")
    client.force_login(user)
    with committed_block(), put_back(User.objects.get(pk=user.pk)):
        typed = {"old_password": PASSWORD, "new_password1": "ruder es i tredje", "new_password2": "ruder es i tredje"}
        assert client.post("/password/", typed).status_code == 302
    assert Client().login(username="oda", password=PASSWORD)

    assert withdraw_again(now=NOW) == 1
    assert not Client().login(username="oda", password=PASSWORD)
    assert not Client().login(username="oda", password="ruder es i tredje")


def test_a_second_factor_and_recovery_codes(committed_block):
    user = make_user("oda")
    new_app(user=user).save()
    codes = new_recovery_codes(user=user, now=NOW)
    app, rows = TOTPDevice.objects.get(), list(RecoveryCode.objects.all())
    with committed_block(), put_back(app, *rows):
        turn_off(user=user)

    assert withdraw_again(now=NOW) == 11
    assert not TOTPDevice.objects.exists()
    assert not use_code(user=user, code=codes[0])


def test_a_recovery_code_that_was_used(committed_block):
    user = make_user("oda")
    code, *_others = new_recovery_codes(user=user, now=NOW)
    row = RecoveryCode.objects.get(digest=RecoveryCode.digest_of(code))
    with committed_block(), put_back(row):
        assert use_code(user=user, code=code)

    assert withdraw_again(now=NOW) == 1
    assert not use_code(user=user, code=code)
    assert RecoveryCode.objects.count() == 9


def test_an_address_and_one_that_is_confirmed_again(committed_block):
    user = make_user("oda")
    User.objects.filter(pk=user.pk).update(email="oda@example.org")
    user.refresh_from_db()
    with committed_block(), put_back(User.objects.get(pk=user.pk)):
        mailing.forget_address(account=user, now=NOW)

    assert withdraw_again(now=NOW) == 1
    assert User.objects.get(pk=user.pk).email == ""
    user.refresh_from_db()
    with committed_block():
        token = mailing.address_token(account=user, address="oda@example.org")
        assert mailing.confirm_address(account=user, token=token, now=NOW)
    assert withdraw_again(now=NOW) == 0


def test_a_players_link_that_was_renewed(committed_block, club):
    let_players_confirm(club=club, on=True, **signed(club))
    evening = make_evening(club)
    make_links(evening=evening, **signed(club))
    link = SheetLink.objects.first()
    with committed_block(), put_back(link):
        renew_link(evening=evening, player=link.player, **signed(club))

    assert withdraw_again(now=NOW) == 1
    assert not SheetLink.objects.filter(token=link.token).exists()
    assert SheetLink.objects.filter(evening=evening).count() == 4


def test_initials(committed_block, club):
    carl = club.players.get(name="Carl")
    standing = {"name": "Carl", "is_guest": False, "is_active": True}
    with committed_block():
        change_player(player=carl, **standing, by_initials=True, **signed(club))
    change_player(player=carl, **standing, by_initials=False, **signed(club))  # as before; not on the list

    assert withdraw_again(now=NOW) == 1
    assert Player.objects.get(pk=carl.pk).by_initials
    assert audit(club=club).findings == ()


def test_initials_in_the_place_of_a_name_that_is_refused_today(committed_block, club):
    carl, unseen = club.players.get(name="Carl"), "ca\u200brl"
    with committed_block():
        decide("name", club.slug, carl.number, unseen, is_withdrawn=True, now=NOW)
    Player.objects.filter(pk=carl.pk).update(name=unseen)

    assert withdraw_again(now=NOW) == 1
    assert Player.objects.get(pk=carl.pk).by_initials


def test_another_player_with_the_number_keeps_the_name(committed_block, club):
    carl = club.players.get(name="Carl")
    with committed_block():
        change_player(player=carl, name="Carl", is_guest=False, is_active=True, by_initials=True, **signed(club))
    Player.objects.filter(pk=carl.pk).update(name="Gerda", by_initials=False)

    assert withdraw_again(now=NOW) == 0


def test_what_is_kept_says_nothing_and_what_was_not_committed_is_not_kept(committed_block, folder, club):
    anna(club)
    end_membership(membership=club.memberships.get(user__username="anna"), **signed(club))
    assert not (folder / LIST).exists()

    with committed_block():
        withdraw_reading_link(club=club, **signed(club))
        choose_readers(club=club, readers=BOARD, is_listed=False, **signed(club))

    lines = (folder / LIST).read_text().split()
    assert all(re.fullmatch(r"\d*[+-][0-9a-f]{64}", line) for line in lines)


def test_the_command_signs_everybody_out_after_a_restore_and_otherwise_nobody(client, club):
    client.force_login(make_user("alma"))
    call_command("forget_again")
    assert Session.objects.count() == 1

    call_command("forget_again", "--restored")

    assert Session.objects.count() == 0
    assert forget_again(now=NOW) == 0
