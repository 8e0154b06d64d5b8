"""Whose a row is can be told by the row: by a club of its own, or by one foreign key to a row that has one.

So that a club's rows can be picked out, moved or kept apart by the database itself.
"""

import pytest
from django.apps import apps
from django.db import models

from ledger.models import Club

MODELS = list(apps.get_app_config("ledger").get_models())
OF_THE_INSTALLATION = {"LatestPasswordLink", "RecoveryCode", "UsedForm", "WrongTries"}


def steps_to_club(model: type[models.Model], passed: tuple[type[models.Model], ...] = ()) -> int | None:
    """How many foreign keys, each of them always set, lead from a row to its club; None if none does."""
    if model is Club:
        return 0
    targets = {
        field.related_model
        for field in model._meta.concrete_fields
        if field.is_relation and not field.null and field.related_model not in (*passed, model)
    }
    ways = [steps_to_club(target, (*passed, model)) for target in targets]
    return min((steps + 1 for steps in ways if steps is not None), default=None)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_a_row_has_its_club_or_one_foreign_key_to_a_row_that_has_it(model: type[models.Model]) -> None:
    steps = steps_to_club(model)

    assert (steps is None) == (model.__name__ in OF_THE_INSTALLATION)
    assert steps is None or steps <= 2
