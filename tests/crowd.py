"""Many other clubs in bulk: copies of all that is stored, each under numbers, keys and names of its own."""

import uuid
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, models

from ledger.models import guards

FAR = 1_000_000  # further than any number that a test's own rows have

Rows = dict[type[models.Model], list[dict[str, Any]]]


def all_rows() -> Rows:
    """Everything that is stored now, by model, each row by its columns."""
    return {model: list(model._base_manager.values()) for model in (User, *apps.get_app_config("ledger").get_models())}


def copy_often(rows: Rows, *, times: int) -> None:
    """Store the rows so many times more, behind the guards' back: whatever a row refers to is copied with it."""
    guards.drop(connection)
    for model, stored in rows.items():
        copies = [model(**row) for place in range(1, times + 1) for row in moved(model, stored, place)]
        model._base_manager.bulk_create(copies, batch_size=500)
    guards.install(connection)


def moved(model: type[models.Model], rows: list[dict[str, Any]], place: int) -> Iterator[dict[str, Any]]:
    """The rows under other numbers, and under other texts where no two may have the same."""
    for row in rows:
        yield {field.attname: elsewhere(field, row[field.attname], place) for field in model._meta.concrete_fields}


def elsewhere(field: Any, value: Any, place: int) -> Any:
    if isinstance(value, uuid.UUID):
        return uuid.UUID(int=value.int ^ place << 64)
    if value is not None and (field.is_relation or field.primary_key):
        return value + place * FAR
    if isinstance(value, str) and field.unique:
        return f"{value[: field.max_length - 4]}-{place}"
    return value
