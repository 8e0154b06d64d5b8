"""The complete file of a club or installation: the tables that travel, their order, the spelling of rows.

A file of JSON lines: a manifest with the columns of every table, one line per row, and a last line that counts
the rows and carries the SHA-256 of everything before it. An entry of the book travels with its postings:

    {"whistklub": 2, "club": "torsdagsklubben", "columns": {"player": ["id", "club", "number", "name", ...], ...}}
    ["player", [1, 1, 1, "Bodil", ...]]
    ["entry", ["4b0c...", 1, 1, ...], [[1, 1, "declarer", null, 32], ...]]
    {"end": true, "rows": {"player": 30, ...}, "sha256": "..."}

The file of everything keeps the ids of its installation. In a club's file every row is called by a number of the
club's own: players, seasons and evenings by theirs, people by theirs as writers, other rows by their place in the file.
So are the players in deals and in texts, and docs/proof.md computes every digest from the file.
"""

import hashlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model, Prefetch, QuerySet
from django_otp.plugins.otp_totp.models import TOTPDevice

from ledger.models import (
    BookDraft,
    Club,
    Entry,
    Evening,
    LatestPasswordLink,
    LoggedChange,
    Player,
    Posting,
    ReadingLink,
    RecoveryCode,
    Season,
    SeasonClosing,
    SeasonTotal,
    SheetAnswer,
    Writer,
    WrongTries,
)
from ledger.models.book.journal import Share, spelt_moment
from ledger.models.scoring import canonical_json
from ledger.queries.book.covered import MENTIONING, column_name, plain
from ledger.queries.book.next_entry import numbers_of
from ledger.queries.site import in_pieces
from ledger.rules.site.refusal import Refusal, gettext_noop

OF_ANOTHER_CLUB = gettext_noop(
    "The club's book refers to what is another club's (%(table)s, row %(row)s), so no complete file can be made of it: "
    "the audit says where."
)
FORMAT = 2
ROWS_AT_A_TIME = 500
USERS_OF_A_CLUB = ("id", "username", "is_active")  # no passwords and no addresses leave with a club
FORMER_ACCOUNT = "former-{}"  # what stands there for the user name of a writer whom the club has forgotten
USERS_OF_ALL = (*USERS_OF_A_CLUB, "password", "first_name", "last_name", "email", "date_joined", "last_login")

# Postings go with their entries, and a season's sums are summed up where it arrives; who is signed in where, who
# guessed, who was given a link, and which old book is being looked through, is of its day and place.
STAYING = (Posting, SeasonTotal, WrongTries, LatestPasswordLink, BookDraft)
# Whose club is their parent's: where they arrive they get it from there, by the parent's column.
CLUB_OF_PARENT = {Entry: ("season", "club"), SeasonClosing: ("season", "club"), SheetAnswer: ("link", "evening__club")}
OF_AN_ACCOUNT = (RecoveryCode, TOTPDevice)  # travel with a whole installation alone, as passwords do

Columns = dict[str, list[str]]


def carried_models(*, whole: bool = True) -> list[type[Model]]:
    """Every table that travels, with a whole installation or with a club, each after those it refers to.

    The book comes as early as it can. What closes an evening or a season comes after the entries, as it did when they
    were written, and who wrote them before. Postings go with their entries.
    """
    order: list[type[Model]] = []

    def visit(model: type[Model]) -> None:
        for field in model._meta.concrete_fields:
            other = field.related_model
            if isinstance(other, type) and other is not model and other not in order:
                visit(other)
        if model not in order:
            order.append(model)

    of_the_app: Any = Club._meta.apps.all_models["ledger"].values()
    for model in (User, Player, Writer, Entry, *sorted([*of_the_app, TOTPDevice], key=name_of)):
        if model not in STAYING and (whole or model not in OF_AN_ACCOUNT):
            visit(model)
    return order


def columns_of(model: type[Model], *, whole: bool) -> dict[str, Any]:
    """The columns of a model that travel with a club, or with a whole installation: name in the file, and field."""
    # What the database generates, it generates where the row arrives.
    fields = {column_name(field): field for field in model._meta.concrete_fields if not field.generated}
    if model is User:
        return {name: fields[name] for name in (USERS_OF_ALL if whole else USERS_OF_A_CLUB)}
    if model is ReadingLink and not whole:
        del fields["token"]  # where it arrives it is read by the digest, and nobody reads here by a club's file
    return {name: field for name, field in fields.items() if not _is_of_parent(model, field)}


def file_lines(*, club: Club | None, made_at: datetime) -> Iterator[bytes]:
    """The lines of the file for one club, or for everything; call it within `one_moment`.

    Raises Refusal for a club that has moved on to another installation, where its book is, and for one that refers to
    what is another club's.
    """
    if club and club.moved_to:
        raise Refusal(
            gettext_noop("The club has moved to %(address)s: fetch its complete file there."), address=club.moved_to
        )
    models = carried_models(whole=club is None)
    columns = {name_of(model): list(columns_of(model, whole=club is None)) for model in models}
    digest, rows = hashlib.sha256(), dict.fromkeys(columns, 0)
    manifest = {"whistklub": FORMAT, "club": club and club.slug, "made_at": spelt_moment(made_at), "columns": columns}
    own_spelling = _OwnSpelling(club) if club else None
    yield _spell_line(manifest, digest)
    for model in models:
        for row in _rows(model, club, own_spelling):
            rows[row[0]] += 1
            yield _spell_line(row, digest)
    yield _spell_line({"end": True, "rows": rows, "sha256": digest.hexdigest()}, digest)


def name_of(model: type[Model]) -> str:
    """A model's name in the file: that of its database table, whatever the class is called today."""
    return model._meta.db_table.removeprefix(f"{model._meta.app_label}_")


class _OwnSpelling:
    """A club's file's own words for ids, mentions and forgotten names; rows pass before those that refer to them."""

    def __init__(self, club: Club) -> None:
        self.numbers = numbers_of(club_id=club.pk)
        self.ids: dict[type[Model], dict[Any, int]] = {
            Player: dict(self.numbers.players),
            Season: dict(self.numbers.seasons),
            Evening: dict(self.numbers.evenings),
            User: dict(self.numbers.writers),
        }
        self.forgotten = set(Writer.objects.filter(club=club, salt="").values_list("user_id", flat=True))

    def value(self, row: Any, field: Any) -> Any:
        """A row's value in one of its columns.

        Raises Refusal for a reference to what is not the club's.
        """
        value, model = getattr(row, field.attname), type(row)
        if field.primary_key and model is not Entry:
            return self._id(model, value)
        if field.is_relation and field.related_model is not Entry and value is not None:
            return self.number_of(field.related_model, value)
        if field.name == "username" and row.pk in self.forgotten:
            return FORMER_ACCOUNT.format(self.number_of(User, row.pk))
        if model is Entry and field.name == "deal":
            return self.numbers.deal(value)
        return self.numbers.text(value) if field.name in MENTIONING.get(model, ()) else plain(value)

    def number_of(self, model: type[Model], pk: Any) -> int:
        """The number of a row that another refers to; raises Refusal for a row that is not the club's."""
        number = self.ids.get(model, {}).get(pk)
        if number is None:
            raise Refusal(OF_ANOTHER_CLUB, table=name_of(model), row=pk)
        return number

    def _id(self, model: type[Model], pk: Any) -> int:
        """A row's number in the file: the club's own if it has one, otherwise the next."""
        known = self.ids.setdefault(model, {})
        # Writers' numbers may have gaps, and whoever wrote nothing comes after the highest.
        return known.setdefault(pk, max(known.values(), default=0) + 1 if model is User else len(known) + 1)


def _spell_line(line: object, digest: Any) -> bytes:
    """Spell a line of the file, and add it to the digest of all that has been written."""
    spelt = f"{canonical_json(line)}\n".encode()
    digest.update(spelt)
    return spelt


def _rows(model: type[Model], club: Club | None, own_spelling: _OwnSpelling | None) -> Iterator[list[Any]]:
    """The lines of a table; an entry's has its shares too."""
    fields = columns_of(model, whole=club is None).values()
    rows = _rows_of(model, club).order_by("pk")
    if model is Entry:
        postings = Prefetch("postings", Posting.objects.order_by("seat"))
        rows = rows.order_by("season_id", "sequence").prefetch_related(postings)
    for row in in_pieces(rows, ROWS_AT_A_TIME):
        spelt = [
            own_spelling.value(row, field) if own_spelling else plain(getattr(row, field.attname)) for field in fields
        ]
        yield [name_of(model), spelt, *([_shares(row, own_spelling)] if model is Entry else [])]


def _shares(entry: Entry, own_spelling: _OwnSpelling | None) -> list[Share]:
    shares = [posting.share for posting in entry.postings.all()]
    if own_spelling is None:
        return shares
    return [share.with_player(share.player_id and own_spelling.number_of(Player, share.player_id)) for share in shares]


def _rows_of(model: Any, club: Club | None) -> QuerySet[Any, Any]:
    rows: QuerySet[Any, Any] = model._meta.base_manager.all()
    if club is None:
        return rows
    if model is User:
        return rows.filter(pk__in=_people(club))
    path = path_to_club(model)
    return rows.filter(**{path: club.pk}) if path else rows.none()


def _people(club: Club) -> set[int]:
    """Everybody that a club's rows name."""
    people: set[int] = set()
    for model in carried_models(whole=False):
        for field in model._meta.concrete_fields:
            if field.related_model is User:
                people.update(_rows_of(model, club).order_by().values_list(field.attname, flat=True).distinct())
    return people - {None}


def path_to_club(model: type[Model]) -> str | None:
    """The shortest look-up from a table to the club of its rows; None if there is none."""
    ways: list[tuple[type[Model], tuple[str, ...]]] = [(model, ())]
    for here, steps in ways:
        if here is Club:
            return "__".join((*steps, "pk"))
        known = {model for model, _ in ways}
        for field in here._meta.concrete_fields:
            to = field.related_model
            # Over columns that always lead on, or rows would stay behind; never over accounts, which clubs share.
            leads_on = not field.null and not _is_of_parent(here, field)
            if isinstance(to, type) and leads_on and to not in known and to is not User:
                ways.append((to, (*steps, field.name)))
    return None


def _is_of_parent(model: type[Model], field: Any) -> bool:
    """Whether a column only repeats what a row's parent says: it does not travel, and no index finds rows by it."""
    return model in CLUB_OF_PARENT and field.related_model is Club


def last_written(*, club: Club) -> datetime | None:
    """When something was last written in a club's books or log, other than where it has moved; two queries."""
    entries = Entry.objects.filter(season__club=club).order_by("-received_at")
    changes = LoggedChange.objects.filter(club=club).exclude(kind=LoggedChange.Kind.CLUB_MOVED).order_by("-at")
    moments = [entries.values_list("received_at", flat=True).first(), changes.values_list("at", flat=True).first()]
    return max(filter(None, moments), default=None)
