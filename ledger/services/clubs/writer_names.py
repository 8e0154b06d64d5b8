"""The name of a writer on a club's pages, which they choose themselves and which is never their user name."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Club, Writer
from ledger.models.clubs.club import NAME_LENGTH, new_salt
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import danish_sort_key, normalize_name
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import locked_club
from ledger.services.book.writers import first_name, is_first_name, writer_number

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
