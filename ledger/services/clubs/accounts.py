"""Accounts, and what each may do for a club."""

from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.contrib.sessions.models import Session
from django.core import signing
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django_otp import verify_token
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice
from django_otp.util import random_hex

from ledger.models import Club, Invitation, LatestPasswordLink, Membership, Writer
from ledger.models.clubs.club import NAME_LENGTH, RECOVERY_CODES, RecoveryCode, digest_of_token, new_salt, new_token
from ledger.queries.clubs.clubs import invitation_with, second_factor_of
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import danish_sort_key, normalize_name
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import first_name, is_first_name, locked_club, writer_number


class PasswordLink(NamedTuple):
    """The two parts of a link for choosing a password: the account, and a token."""

    uidb64: str
    token: str


class LatestLinkTokens(PasswordResetTokenGenerator):
    """Django's tokens for choosing a password, except that an account's next one invalidates the one before."""

    key_salt = "django.contrib.auth.tokens.PasswordResetTokenGenerator"  # links from before this class still work

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        latest = LatestPasswordLink.objects.filter(account_id=user.pk).first()
        return super()._make_hash_value(user, timestamp) + (latest.salt if latest else "")


link_tokens = LatestLinkTokens()


@transaction.atomic
def password_link(*, account: User) -> PasswordLink:
    """A link that works for 72 hours, until the next link, a sign-in, or another password or address of the account."""
    LatestPasswordLink.objects.update_or_create(account=account, defaults={"salt": new_token()})
    return PasswordLink(urlsafe_base64_encode(force_bytes(account.pk)), link_tokens.make_token(account))


def make_account(*, username: str, password: str) -> User:
    """Create an account whose user name nobody has in any capitalisation.

    Raises Refusal (field "username").
    """
    accounts = get_user_model().objects
    taken = Refusal(gettext_noop("The user name %(name)s is taken."), field="username", name=username)
    if accounts.filter(username__iexact=username).exists():
        raise taken
    try:
        # A savepoint, since PostgreSQL would answer nothing more in a transaction that was refused a row.
        with transaction.atomic():
            account: User = accounts.create_user(username, password=password)
    except IntegrityError:  # somebody else took it at the same moment
        raise taken from None
    return account


def end_other_sessions(*, user: User, but: str) -> None:
    """End all of somebody's sessions except the one with the key `but`."""
    for session in Session.objects.exclude(pk=but):
        # Whose it is stands in what Django has signed.
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()


# E-mail, if the installation has a mail server: links that confirm an address, and links for signing in again.


ADDRESS_SALT = "ledger.address"
CONFIRMED_WITHIN = 60 * 60 * 24  # seconds


def address_token(*, account: User, address: str) -> str:
    """A signed token that an account's owner typed an address; it is good until the account gets another."""
    return signing.dumps([account.pk, account.email, address], salt=ADDRESS_SALT)


def confirm_address(*, account: User, token: str) -> bool:
    """Store the address in a token for the account that typed it; False if the token is another's or too old."""
    try:
        pk, before, address = signing.loads(token, salt=ADDRESS_SALT, max_age=CONFIRMED_WITHIN)
    except signing.BadSignature:
        return False
    # By the address of then too: a token cannot undo a later change.
    return bool(User.objects.filter(pk=account.pk, email=before).filter(pk=pk).update(email=address))


def forget_address(*, account: User) -> None:
    """Delete an account's address."""
    User.objects.filter(pk=account.pk).update(email="")


def accounts_with(*, address: str) -> list[User]:
    """Active accounts with a password that have confirmed an address; one query."""
    # Most accounts have no address: an empty one would find them all.
    accounts = User.objects.filter(email__iexact=address, is_active=True).exclude(email="")
    return [account for account in accounts if account.has_usable_password()]


def send(*, to: str, subject: str, text: str) -> None:
    """Send an e-mail, which may take long."""
    EmailMessage(subject, text, settings.DEFAULT_FROM_EMAIL, [to]).send(fail_silently=True)


# An optional second factor: six digits from an app on a phone, or a recovery code.


WRONG_CODE = gettext_noop("That is not the code that the app shows now. Is the phone's clock right?")
DIGITS = 6


def new_app(*, user: User, key: str = "") -> TOTPDevice:
    """An app that is not stored yet, with the given key or a new one."""
    return TOTPDevice(user=user, name="app", key=key or random_hex(20))


@transaction.atomic
def turn_on(*, user: User, key: str, code: str, now: datetime) -> list[str]:
    """Require a second factor from now on, by an app that has shown its code, and return the recovery codes.

    Raises Refusal for a wrong code (field "code") and if the second factor is on.
    """
    _lock(user)
    if second_factor_of(user=user):
        raise Refusal(gettext_noop("The second factor is on already."))
    app = new_app(user=user, key=key)
    totp = TOTP(app.bin_key, app.step, app.t0, app.digits)
    # By the service's clock, as everything else is, and not by the library's own.
    totp.time = now.timestamp()
    # `isdigit` alone takes ² for a digit, of which `int` makes no number.
    if not (code.isascii() and code.isdigit() and totp.verify(int(code), app.tolerance)):
        raise Refusal(WRONG_CODE, field="code")
    app.last_t, app.drift = totp.t(), totp.drift  # this code is used
    app.save()
    return new_recovery_codes(user=user, now=now)


@transaction.atomic
def new_recovery_codes(*, user: User, now: datetime) -> list[str]:
    """Replace somebody's recovery codes, each of which signs in once, and return the new ones."""
    _lock(user)
    user.recovery_codes.all().delete()
    codes = [RecoveryCode.new_code() for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.bulk_create(
        [RecoveryCode(user=user, digest=RecoveryCode.digest_of(code), made_at=now) for code in codes]
    )
    return codes


@transaction.atomic
def turn_off(*, user: User) -> bool:
    """Require only the password from now on; returns whether a second factor was on."""
    _lock(user)
    user.recovery_codes.all().delete()
    deleted, _ = TOTPDevice.objects.filter(user=user).delete()
    return bool(deleted)


def use_code(*, user: User, code: str) -> bool:
    """Use up a code of the app or a recovery code; returns whether it was good."""
    digits = "".join(code.split())
    if len(digits) == DIGITS and digits.isascii() and digits.isdigit():
        app = second_factor_of(user=user)
        # The library locks the app's row, so that of two who use a code at the same moment one gets in.
        return app is not None and verify_token(user, app.persistent_id, digits) is not None
    digest = RecoveryCode.digest_of(code)
    # Deleting it is the question: of two who use a code at the same moment one deletes a row.
    used, _ = user.recovery_codes.filter(digest=digest).delete()
    return bool(used)


def _lock(user: User) -> None:
    """Lock an account until the transaction ends, so that changes of its second factor queue up."""
    User.objects.select_for_update().get(pk=user.pk)


# A club's board: invitations made by the club and accepted by whoever receives them, and the end of a membership.
# A role is never changed: the membership is ended, and somebody invited again.


class InvitationGone(Refusal):
    """Refusal of a link that was used or withdrawn, or is too old."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("This link has been used, was withdrawn, or is too old."))


@transaction.atomic
def invite(*, club: Club, name: str, role: Membership.Role, author: User, now: datetime) -> str:
    """Reserve a place on the board for whoever opens a link, and return the link's token, which is not stored.

    `name` is only what the board calls the receiver; an earlier invitation of the same name is withdrawn.
    Raises Refusal (field "name") for a name that is empty, too long or invisible.
    """
    club = locked_club(club_id=club.pk)
    name = normalize_name(name, field="name")
    if not 1 <= len(name) <= NAME_LENGTH:
        raise Refusal(gettext_noop("A name has 1 to %(most)s characters."), field="name", most=NAME_LENGTH)
    # Whoever has lost a link is invited again, and the lost one ends.
    earlier = [invitation for invitation in club.invitations.all() if invitation.name.casefold() == name.casefold()]
    for invitation in earlier:
        _withdraw(invitation, author, now)
    token = new_token()
    club.invitations.create(name=name, role=role, invited_by=author, made_at=now, token_digest=digest_of_token(token))
    note(club=club, kind=Kind.INVITED, author=author, now=now, after=role)
    return token


@transaction.atomic
def withdraw(*, invitation: Invitation, author: User, now: datetime) -> None:
    """Withdraw an invitation; one that has been accepted meanwhile stays accepted.

    Raises InvitationGone.
    """
    club = locked_club(club_id=invitation.club_id)
    if not club.invitations.filter(pk=invitation.pk).exists():
        raise InvitationGone
    _withdraw(invitation, author, now)


@transaction.atomic
def accept(*, token: str, account: User, now: datetime, writer_name: str = "") -> Membership:
    """Take the place that a link offers; the link then stops working.

    Raises InvitationGone, Refusal for somebody who is on the board already, and as `name_writer`.
    """
    # Looked up without a lock only to know its club, whose row is locked first.
    alive = invitation_with(token=token, now=now)
    if alive is None:
        raise InvitationGone
    club = locked_club(club_id=alive.club_id)
    invitation = invitation_with(token=token, now=now)  # of two who accept at once, the second finds it gone
    if invitation is None:
        raise InvitationGone
    if club.memberships.filter(user=account).exists():
        message = gettext_noop("You are on the board of %(club)s already: the link is for somebody else.")
        raise Refusal(message, club=club.name)
    membership = club.memberships.create(user=account, role=invitation.role)
    name_writer(club=club, account=account, name=writer_name)
    note(club=club, kind=Kind.MEMBER_ADDED, author=account, now=now, member=account, after=invitation.role)
    invitation.delete()
    return membership


@transaction.atomic
def accept_with_new_account(
    *, token: str, username: str, password: str, now: datetime, writer_name: str = ""
) -> Membership:
    """Create an account and take the place with it.

    Raises InvitationGone, Refusal as `make_account`, `accept`.
    """
    if invitation_with(token=token, now=now) is None:
        raise InvitationGone
    account = make_account(username=username, password=password)
    return accept(token=token, account=account, now=now, writer_name=writer_name)


@transaction.atomic
def end_membership(*, membership: Membership, author: User, now: datetime) -> None:
    """End a membership and withdraw the invitations made by its member, whose account stays.

    Raises Refusal for the club's last administrator.
    """
    # Locked before it counts: two administrators could otherwise end each other's membership.
    club = locked_club(club_id=membership.club_id)
    if not club.memberships.filter(role=Membership.Role.ADMIN).exclude(pk=membership.pk).exists():
        raise Refusal(gettext_noop("A club keeps at least one administrator: invite another one first."))
    user = membership.user
    membership.delete()
    note(club=club, kind=Kind.MEMBER_ENDED, author=author, now=now, member=user, before=membership.role)
    # Or they could come back by a link that they made themselves.
    for invitation in club.invitations.filter(invited_by=user):
        _withdraw(invitation, author, now)


@transaction.atomic
def link_to_choose(*, membership: Membership, author: User, now: datetime) -> PasswordLink:
    """A link for a member whose account has never had a password to choose one, as after a club has moved here.

    Raises Refusal for an account that has a password, belongs to another club too, or runs the installation: links for
    those are made by whoever runs the server, with a command.
    """
    club, account = locked_club(club_id=membership.club_id), membership.user
    # By who has written and not by who is on a board: whoever left a club wrote there all the same.
    has_another_club = Writer.objects.filter(user=account).exclude(club=club).exists()
    if account.has_usable_password() or account.is_superuser or account.is_staff or has_another_club:
        raise Refusal(gettext_noop("This password is its owner's alone: whoever runs the server has a command for it."))
    note(club=club, kind=Kind.LINK_MADE, author=author, now=now, member=account)
    return password_link(account=account)


def _withdraw(invitation: Invitation, author: User, now: datetime) -> None:
    note(club=invitation.club, kind=Kind.UNINVITED, author=author, now=now, before=invitation.role)
    invitation.delete()


# The name of a writer on a club's pages, which they choose themselves and which is never their user name.


FIELD = "writer_name"
LOGIN = gettext_noop("This is what you sign in with, which nobody else needs to know: choose another name.")


def name_writer(*, club: Club, account: User, name: str) -> Writer:
    """Name an account's writer in a club as its owner chooses, without logging it; the club is locked.

    Without a name they keep theirs, or get the first name of their role and number.
    Raises Refusal (field "writer_name") for a name that is too long, invisible, another writer's, or their user name.
    """
    number = writer_number(club_id=club.pk, user=account)
    writer = Writer.objects.get(club=club, number=number)
    chosen = _checked_name(writer, account, normalize_name(name, field=FIELD))
    if not chosen and writer.is_forgotten:
        chosen = first_name(club_id=club.pk, user=account, number=number)
    if chosen and chosen != writer.name:
        writer.name, writer.salt = chosen, new_salt()
        writer.save(update_fields=["name", "salt"])
    return writer


@transaction.atomic
def rename_writer(*, club: Club, account: User, name: str, now: datetime) -> Writer:
    """Change one's name on a club's pages; the log tells of it without either name.

    Raises Refusal as `name_writer`.
    """
    club = locked_club(club_id=club.pk)
    before = Writer.objects.get(club=club, user=account).name
    writer = name_writer(club=club, account=account, name=name)
    if writer.name != before:
        note(club=club, kind=Kind.WRITER_NAMED, author=account, now=now, member=account)
    return writer


def _checked_name(writer: Writer, account: User, name: str) -> str:
    if len(name) > NAME_LENGTH:
        raise Refusal(gettext_noop("A name has 1 to %(most)s characters."), field=FIELD, most=NAME_LENGTH)
    key = danish_sort_key(name)
    if key == danish_sort_key(account.get_username()):
        raise Refusal(LOGIN, field=FIELD)
    others = Writer.objects.filter(club=writer.club_id).exclude(pk=writer.pk).values_list("name", flat=True)
    # "Secretary 2" is kept for the second secretary: nobody else may choose to be taken for one.
    if key in map(danish_sort_key, others) or (is_first_name(name) and name != writer.name):
        raise Refusal(gettext_noop("Somebody else is called %(name)s here."), field=FIELD, name=name)
    return name
