"""Former board members who are on it again, since an older database has no other administrator of the club."""

from collections.abc import Iterator

from django.utils.translation import gettext

from ledger.services.keeping.withdrawing import last_administrators
from ledger.services.site.withdrawn import WithdrawnList


def returned_administrators() -> Iterator[str]:
    """A sentence about each of them, for whoever has restored the database."""
    text = gettext("%(name)s had left the board of %(club)s, which has no other administrator in this database.")
    for membership in last_administrators(WithdrawnList()):
        yield text % {"name": membership.user.username, "club": membership.club.name}
