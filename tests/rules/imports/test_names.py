"""Names are matched where they are written alike; where anybody could be unsure, who may be meant is suggested."""

import pytest

from ledger.rules.imports.names import match_name, names_in, questions_about

CLUB = ("Anna Holm", "Bodil Bæk", "Carl Åge Dam", "Renée Friis")


@pytest.mark.parametrize("name", ["Anna Holm", "anna holm", " ANNA  HOLM ", "Anna Holm."])
def test_a_name_written_alike_is_certain(name: str) -> None:
    assert match_name(name, CLUB) == ("Anna Holm", ())


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("Anna", "Anna Holm"),
        ("AH", "Anna Holm"),
        ("A.H.", "Anna Holm"),
        ("Ana Holm", "Anna Holm"),
        ("Carl Å", "Carl Åge Dam"),
        ("Bodli", "Bodil Bæk"),
        ("Renee Friis", "Renée Friis"),
        ("CÅD", "Carl Åge Dam"),
    ],
)
def test_a_name_that_is_only_likely_is_a_suggestion(name: str, player: str) -> None:
    match = match_name(name, CLUB)

    assert (match.player, match.suggestions[0]) == (None, player)


def test_a_stranger_is_nobody() -> None:
    assert match_name("Xenofon", CLUB) == (None, ())


def test_what_was_confirmed_is_certain_from_then_on() -> None:
    assert match_name("formanden", CLUB, {"Formanden": "Bodil Bæk"}).player == "Bodil Bæk"
    assert match_name("formanden", CLUB, {"Formanden": "somebody who left"}).player is None


def test_two_who_are_written_alike_are_both_suggested() -> None:
    assert set(match_name("bo", ["Bo", "BO"]).suggestions) == {"Bo", "BO"}


def test_several_names_may_stand_in_a_cell() -> None:
    assert names_in("Anna, Bodil og Carl") == ("Anna", "Bodil", "Carl")
    assert names_in("Anna/Bodil") == ("Anna", "Bodil")


def test_each_name_is_asked_about_once() -> None:
    questions = questions_about(["Anna", "AH", "Anna", "Bodil Bæk", ""], CLUB, {})

    assert [(question.name, question.times) for question in questions] == [("Anna", 2), ("AH", 1)]
