"""After a restore nobody is let in by what is older than it."""

from datetime import datetime

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django_otp.plugins.otp_totp.models import TOTPDevice

from ledger.models import Club, Invitation, RecoveryCode, SheetLink
from ledger.rules.site.refusal import gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.clubs.reading import Readers, choose_readers

LET_IN = gettext_noop(
    "No password, link or sign-in from before works any more, and every club is read by its board alone. "
    "`manage.py password_link NAME` lets a club's first administrator in."
)


@transaction.atomic
def close_every_door(*, now: datetime) -> None:
    """End every session, link, password and second factor, and let each club be read by its board alone.

    Addresses go too: by one that was changed since the backup, whoever has it would be sent a link.
    """
    Session.objects.all().delete()
    TOTPDevice.objects.all().delete()
    RecoveryCode.objects.all().delete()
    for account in User.objects.order_by("pk"):
        account.set_unusable_password()  # which ends the links to choose one
        account.email = ""
        # Or whoever has the club's file could claim it, as one whose board never had a password.
        account.last_login = account.last_login or now
        account.save(update_fields=["password", "email", "last_login"])
    for link in SheetLink.objects.order_by("pk"):
        link.token = SheetLink.new_token()
        link.save(update_fields=["token"])
    for invitation in Invitation.objects.select_related("club").order_by("pk"):
        note(club=invitation.club, kind=Kind.UNINVITED, author=None, now=now, before=invitation.role)
        invitation.delete()
    for club in Club.objects.order_by("pk"):
        choose_readers(club=club, readers=Readers.BOARD, is_listed=False, has_chosen=False, author=None, now=now)
