"""What PostgreSQL's column types refuse, as conditions for SQLite's guards.

SQLite stores what it is given: a text longer than its column, half a point, a number that no other database holds.
Such a row would break the sums or the chains. Read off the models, so that a new column is covered.
"""

from collections.abc import Iterable
from typing import Any

from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations

INTEGER_RANGES = BaseDatabaseOperations.integer_field_ranges
# The one character that neither a text nor JSON can hold on PostgreSQL.
NUL = "char(0)"
JSON_NUL = r"'\u0000'"


def misfits(model: type[models.Model]) -> str:
    """The condition that a table's new row holds a value that is not of its column's type."""
    return "\n OR ".join(_misfit(field) for field in model._meta.local_fields if not _is_counted(field))


def displaces(model: type[models.Model], *, but_not: str = "") -> str:
    """The condition that a new row has a key of another row, which REPLACE would remove.

    `but_not` is a condition that excludes the row itself, for an update.
    """
    keys = [" AND ".join(f"{name} = NEW.{name}" for name in names) for names in _keys(model)]
    same = f"({' OR '.join(keys)}){but_not and f' AND {but_not}'}"
    return f"EXISTS (SELECT 1 FROM {model._meta.db_table} WHERE {same})"  # noqa: S608 - the model's own names


def _keys(model: type[models.Model]) -> Iterable[list[str]]:
    """The columns of every key, and rowid, which is a key of every row on SQLite."""
    yield ["rowid"]
    columns = {field.name: str(field.column) for field in model._meta.local_fields}
    yield from ([columns[field.name]] for field in model._meta.local_fields if field.unique)
    for constraint in model._meta.total_unique_constraints:
        yield [columns[name] for name in constraint.fields]


def _is_counted(field: "models.Field[Any, Any]") -> bool:
    """Whether the database generates the value."""
    return isinstance(field, models.AutoField | models.GeneratedField)


def _misfit(field: "models.Field[Any, Any]") -> str:
    value = f"NEW.{field.column}"
    wrong = " OR ".join(_wrongs(field, value))
    return f"({value} IS NOT NULL AND ({wrong}))" if field.null else f"({wrong})"


def _wrongs(field: "models.Field[Any, Any]", value: str) -> Iterable[str]:
    """Conditions that a value of this field is wrong.

    Raises KeyError for a kind of field without any.
    """
    while isinstance(field, models.ForeignKey):
        field = field.target_field
    kind = field.get_internal_type()
    if isinstance(field, models.CharField):
        return [f"typeof({value}) <> 'text'", f"length({value}) > {field.max_length}", f"instr({value}, {NUL}) > 0"]
    if isinstance(field, models.IntegerField):
        least, most = INTEGER_RANGES[kind]
        return [f"typeof({value}) <> 'integer'", f"{value} NOT BETWEEN {least} AND {most}"]
    return {
        # SQLite counts on from a day that there is not, such as 31 February: a day is what it gives back as it is.
        "DateField": [f"{value} IS NOT date({value})"],
        "DateTimeField": [f"typeof({value}) <> 'text'", f"datetime({value}) IS NULL"],
        "JSONField": [f"typeof({value}) <> 'text'", f"instr({value}, {NUL}) > 0", f"instr({value}, {JSON_NUL}) > 0"],
        "UUIDField": [f"typeof({value}) <> 'text'", f"length({value}) <> 32", f"{value} GLOB '*[^0-9a-f]*'"],
    }[kind]
