"""Strict reading of an export's rows: every column is known, and every value is one that its column can hold."""

from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import NOT_PROVIDED, Model

from ledger.models import Posting, ReadingLink
from ledger.models.book.journal import Share
from ledger.queries.keeping.club_file import column_name, columns_of, plain
from ledger.rules.site.fields import excerpt
from ledger.rules.site.refusal import Refusal, gettext_noop

UNKNOWN_COLUMN = gettext_noop("“%(column)s” is not known here.")
NO_COLUMN = gettext_noop("“%(column)s” is missing.")
NOT_A_ROW = gettext_noop("This is no row of a table that was announced.")
FORMER_COLUMNS = {(ReadingLink, "purpose")}  # of release 0.2.0, whose links all had the same
WRONG_VALUE = gettext_noop("“%(column)s” cannot be %(value)s.")


class Columns:
    """The columns of one of the file's tables, which turn a row into a model's instance."""

    def __init__(self, model: type[Model], names: object, *, whole: bool) -> None:
        """Raises Refusal for an unknown column, and for a missing one without a default."""
        self.model: Any = model
        known = columns_of(model, whole=whole)
        if not isinstance(names, list) or len(set(map(str, names))) != len(names):
            raise Refusal(NOT_A_ROW)
        for name in names:
            if name not in known and (model, name) not in FORMER_COLUMNS:
                raise Refusal(UNKNOWN_COLUMN, column=excerpt(str(name)))
        self.fields = [known.get(name) for name in names]
        self.has_passwords = "password" in names
        for name in set(known) - set(names):
            missing = known[name]
            # A club's file has no passwords: they are for the installation they were typed in.
            if missing.default is NOT_PROVIDED and not missing.null and name != "password":
                raise Refusal(NO_COLUMN, column=name)

    def instance(self, values: object) -> Any:
        """One row.

        Raises Refusal for a value that its column cannot hold.
        """
        if not isinstance(values, list) or len(values) != len(self.fields):
            raise Refusal(NOT_A_ROW)
        row = self.model()
        for field, given in zip(self.fields, values, strict=True):
            if field is not None:
                setattr(row, field.attname, _value(field, given))
        if self.model is User and not self.has_passwords:
            row.password = make_password(None)
        return row


def share_of(given: object) -> Share:
    """A share, as a file has it.

    Raises Refusal for one that is malformed.
    """
    fields = [Posting._meta.get_field(name.removesuffix("_id")) for name in Share._fields]
    if not isinstance(given, list) or len(given) != len(fields):
        raise Refusal(NOT_A_ROW)
    return Share(*(_value(field, value) for field, value in zip(fields, given, strict=True)))


def _value(field: Any, given: object) -> Any:
    """A value that the database gives back exactly as the file has it: nothing is coerced or truncated."""
    if given is None:
        if not field.null:
            raise _wrong(field, given)
        return None
    if field.get_internal_type() == "JSONField":
        return given
    typed = field.target_field if field.is_relation else field
    try:
        value = typed.to_python(given)
        typed.run_validators(value)
        spelt = plain(typed, value)
    except (ValidationError, ValueError, TypeError, OverflowError):
        raise _wrong(field, given) from None
    if isinstance(given, list | dict):  # of which a column of text would make a text
        raise _wrong(field, given)
    # By type too: True equals 1, and a database would give it back as the other.
    is_same = type(spelt) is type(given) and spelt == given
    is_offered = not field.choices or given in dict(field.flatchoices)
    if not is_same or not is_offered or (isinstance(given, str) and not _is_text(given)):
        raise _wrong(field, given)
    return value


def _is_text(text: str) -> bool:
    """Whether every database can store a text: it holds no NUL and no lone surrogate."""
    return "\x00" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _wrong(field: Any, given: object) -> Refusal:
    return Refusal(WRONG_VALUE, column=column_name(field), value=excerpt(repr(given)))
