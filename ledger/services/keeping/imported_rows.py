"""The rows of a club's file on their way in: read strictly, with ids of this installation.

No account here is joined to a name in a file: whoever wrote the file could otherwise open another club's book.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import NOT_PROVIDED, Model

from ledger.models import Club, Entry, Evening, Player, Posting, ReadingLink, Season, SheetLink, Writer
from ledger.models.book.journal import SHARE_COLUMNS, Numbers, OwnNumbers, Share
from ledger.queries.book.audit.database import Finding
from ledger.queries.book.covered import MENTIONING, column_name, plain
from ledger.queries.keeping.club_file import columns_of
from ledger.rules.site.fields import excerpt
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import variants

OTHER_ADDRESS = gettext_noop("The address %(taken)s is another club's here: this one has the address %(free)s.")
OTHER_NAME = gettext_noop("The user name %(taken)s is somebody else's here: the club's %(taken)s is called %(free)s.")
HERE_ALREADY = gettext_noop("This club is here already: an entry of its book is in this installation.")
# What a club numbers: where its numbers are kept, and by what.
NUMBERED: dict[type[Model], tuple[str, str]] = {
    Player: ("players", "pk"),
    Season: ("seasons", "pk"),
    Evening: ("evenings", "pk"),
    Writer: ("writers", "user_id"),
}
# Drawn from 192 bits and more: nobody but the same club has this one.
TOKENS: dict[type[Model], str] = {SheetLink: "token", ReadingLink: "token_digest"}
MOST_KEPT = 50  # of a name that gets a number behind it


class HereAlready(Refusal):
    """A club's file was brought in whose log ends as that of a club here; carries that club."""

    def __init__(self, club: Club) -> None:
        super().__init__(HERE_ALREADY)
        self.club = club


class Importer:
    """Makes the rows of a file ones of this installation.

    Those of a whole installation come into an empty one and stay as they are; a club's get new ids beside other clubs'.
    """

    def __init__(self, *, is_whole: bool) -> None:
        self.is_whole = is_whole
        self.renamed: list[Finding] = []
        self._numbers: dict[int, OwnNumbers] = {}
        self._ids: dict[type[Model], dict[Any, Any]] = defaultdict(dict)

    def row(self, row: Any) -> Any:
        """A row as it is to be stored here.

        Raises Refusal for what is not in the file, for a second club, and for a club that is here already.
        """
        if self.is_whole:
            return row
        for field in (column for column in row._meta.concrete_fields if column.is_relation):
            value = getattr(row, field.attname)
            if value is not None:
                setattr(row, field.attname, self._id(field.related_model, value))
        known = self._ids[type(row)]
        if row.pk in known or (isinstance(row, Club) and known):
            raise Refusal(NOT_A_ROW)
        known[row.pk] = row.number_in_file = row.pk
        self._adapt(row)
        # An entry keeps its key, which digests, reversals and forms sent again know it by.
        if not isinstance(row, Entry):
            row.pk = None
        return row

    def player(self, number: int | None) -> int | None:
        """The id of a posting's player; None for the house."""
        return number if number is None or self.is_whole else int(self._id(Player, number))

    def learn_ids(self, rows: Sequence[Any]) -> None:
        """Learn the ids of rows of one table that were stored."""
        for row in rows:
            if type(row) in NUMBERED:
                numbered, key = NUMBERED[type(row)]
                getattr(self.numbers(row.club_id), numbered)[getattr(row, key)] = row.number
            if not self.is_whole:
                self._ids[type(row)][row.number_in_file] = row.pk

    def numbers(self, club_id: int) -> OwnNumbers:
        """A club's own numbers by ids here, of what is stored so far."""
        return self._numbers.setdefault(club_id, OwnNumbers())

    @cached_property
    def _players(self) -> OwnNumbers:
        """The map from the file's numbers in deals and texts to ids; read once every player is stored."""
        return OwnNumbers(players=Numbers(self._ids[Player]))

    def _id(self, model: type[Model], number: Any) -> Any:
        try:
            return self._ids[model][number]
        except KeyError:
            raise Refusal(NOT_A_ROW) from None

    def _adapt(self, row: Any) -> None:
        """Replace what differs between installations in a row: addresses, user names, and mentions of players."""
        if isinstance(row, Club):
            addresses = Club.objects.filter(slug__startswith=row.slug[:MOST_KEPT])
            # Nobody but who has the file knows how a log ends, and no two logs end alike.
            if here := addresses.filter(log_head=row.log_head).exclude(log_head="").first():
                raise HereAlready(here)
            row.slug = self._free(row.slug, addresses.values_list("slug", flat=True), OTHER_ADDRESS)
        elif isinstance(row, User):
            names = User.objects.filter(username__istartswith=row.username[:MOST_KEPT])
            row.username = self._free(row.username, names.values_list("username", flat=True), OTHER_NAME)
            # Passwords are for the installation that they were typed in.
            row.password = make_password(None)
        elif type(row) in TOKENS:
            token = TOKENS[type(row)]
            if type(row).objects.filter(**{token: getattr(row, token)}).exists():
                raise Refusal(HERE_ALREADY)
        elif isinstance(row, Entry) and isinstance(row.deal, dict):
            row.deal = self._players.deal(row.deal)
        for name in MENTIONING.get(type(row), ()):
            setattr(row, name, self._players.text(getattr(row, name)))

    def _free(self, name: str, taken: Iterable[str], message: str) -> str:
        """A name, or else the first free variant of it, which is reported."""
        used = {name_taken.casefold() for name_taken in taken}
        free = next(free for free in variants(name, f"%.{MOST_KEPT}s-%d") if free.casefold() not in used)
        if free != name:
            self.renamed.append(Finding(message, {"taken": name, "free": free}))
        return free


# Strict reading of an export's rows: every column is known, and every value is one that its column can hold.


NOT_A_ROW = gettext_noop("This is no row of a table that was announced.")
FORMER_COLUMNS = {(ReadingLink, "purpose")}  # of release 0.2.0, whose links all had the same


def fields_of(model: type[Model], names: object, *, whole: bool) -> list[Any]:
    """The fields of the columns that a file has of a table; None for a former one.

    Raises Refusal for an unknown column, and for a missing one without a default.
    """
    known = columns_of(model, whole=whole)
    if not isinstance(names, list) or len(set(map(str, names))) != len(names):
        raise Refusal(NOT_A_ROW)
    for name in names:
        if name not in known and (model, name) not in FORMER_COLUMNS:
            raise Refusal(gettext_noop("“%(column)s” is not known here."), column=excerpt(str(name)))
    for name in set(known) - set(names):
        if known[name].default is NOT_PROVIDED and not known[name].null:
            raise Refusal(gettext_noop("“%(column)s” is missing."), column=name)
    return [known.get(name) for name in names]


def row_of(model: type[Model], fields: Sequence[Any], values: object) -> Any:
    """A row of a table, as a file has it.

    Raises Refusal for a value that its column cannot hold.
    """
    if not isinstance(values, list) or len(values) != len(fields):
        raise Refusal(NOT_A_ROW)
    row = model()
    for field, given in zip(fields, values, strict=True):
        if field is not None:
            setattr(row, field.attname, _value(field, given))
    return row


def share_of(given: object) -> Share:
    """A share, as a file has it.

    Raises Refusal for one that is malformed.
    """
    fields = [Posting._meta.get_field(name.removesuffix("_id")) for name in SHARE_COLUMNS]
    if not isinstance(given, list) or len(given) != len(fields):
        raise Refusal(NOT_A_ROW)
    return Share(*(_value(field, value) for field, value in zip(fields, given, strict=True)))


def _value(field: Any, given: object) -> Any:
    """A value that the database gives back exactly as the file has it: nothing is coerced or truncated.

    Raises Refusal for what its column cannot hold.
    """
    try:
        return _exactly(field, given)
    except (ValidationError, ValueError, TypeError, OverflowError):
        raise Refusal(
            gettext_noop("“%(column)s” cannot be %(value)s."), column=column_name(field), value=excerpt(repr(given))
        ) from None


def _exactly(field: Any, given: object) -> Any:
    if given is None and field.null:
        return None
    if given is not None and field.get_internal_type() == "JSONField":
        return given
    typed = field.target_field if field.is_relation else field
    value = typed.to_python(given)
    typed.run_validators(value)
    spelt = plain(value)
    # By type too: True equals 1, and a database would give it back as the other. A column of text would take a list.
    is_same = type(spelt) is type(given) and spelt == given and not isinstance(given, list | dict)
    is_offered = not field.choices or given in dict(field.flatchoices)
    # No database stores a NUL, nor a lone surrogate, which cannot be encoded.
    if given is None or not is_same or not is_offered or b"\0" in str(given).encode():
        raise ValueError
    return value
