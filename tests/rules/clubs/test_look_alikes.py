"""Which names may be taken for one another."""

import pytest

from ledger.rules.clubs import look_alike


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("\u0410nna", "Anna"),  # a Cyrillic A
        ("\u0410\u039dN\u0410", "Anna"),  # and a Greek N
        ("ANNA", "Anna"),
        ("Anna B.", "Anna B"),
        ("AnnaB", "Anna B"),
        ("Renee", "Renée"),
        ("lda", "Ida"),
        ("Medlem 1O", "Medlem 10"),
        ("Bjame", "Bjarne"),
    ],
)
def test_names_that_look_alike(name, other):
    assert look_alike(name, ["Carl", other, "Emil"]) == other
    assert look_alike(other, [name]) == name


@pytest.mark.parametrize(
    ("name", "other"),
    [("Åse", "Ase"), ("Søren", "Soren"), ("Anna B.", "Anna C."), ("Anne", "Anna"), ("Per", "Pær"), ("Bo 1", "Bo 11")],
)
def test_names_that_nobody_takes_for_one_another(name, other):
    assert look_alike(name, [other]) is None


def test_nobody_is_like_nobody():
    assert look_alike("Anna", []) is None
