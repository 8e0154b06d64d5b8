"""Names are matched where they are alike, suggested where anybody could be unsure, and read from any list."""

from fractions import Fraction

import pytest

from ledger.rules.imports.names import match_name, names_in, read_name_list, who_is_meant
from ledger.rules.site.refusal import Refusal

CLUB = ("Anna Holm", "Bodil Bæk", "Carl Åge Dam", "Renée Friis")


@pytest.mark.parametrize(
    ("name", "aliases", "player"),
    [
        *((name, {}, "Anna Holm") for name in ("Anna Holm", "anna holm", " ANNA  HOLM ", "Anna Holm.")),
        ("Xenofon", {}, None),
        ("formanden", {"Formanden": "Bodil Bæk"}, "Bodil Bæk"),
        ("formanden", {"Formanden": "somebody who left"}, None),
    ],
)
def test_a_name_is_certain_if_it_is_written_alike_or_was_confirmed(
    name: str, aliases: dict[str, str], player: str | None
) -> None:
    assert match_name(name, CLUB, aliases) == (player, ())


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
    meant, suggestions = match_name(name, CLUB)

    assert (meant, suggestions[0]) == (None, player)


def test_two_who_are_written_alike_are_both_suggested() -> None:
    _meant, suggestions = match_name("bo", ["Bo", "BO"])

    assert set(suggestions) == {"Bo", "BO"}


def test_several_names_may_stand_in_a_cell() -> None:
    assert names_in("Anna, Bodil og Carl") == ("Anna", "Bodil", "Carl")
    assert names_in("Anna/Bodil") == ("Anna", "Bodil")


def test_each_name_is_asked_about_once() -> None:
    ids = {name: pk for pk, name in enumerate(CLUB, 1)}

    known, questions = who_is_meant(["AH", "Anna", "Anna", "Bodil Bæk"], ids, {})

    assert known == {"Bodil Bæk": 2}
    assert [(question.name, question.times) for question in questions] == [("Anna", 2), ("AH", 1)]


# --- lists of names

READ = [("Bodil Berg", False, 12), ("Carl", False, -4), ("Emil", True, None)]


@pytest.mark.parametrize(
    "text",
    [
        "Navn\tSaldo\nBodil Berg\t12\nCarl\t-4\nEmil\tgæst\nI alt\t8",
        "Bodil Berg;12\nCarl;-4\nEmil;gæst\nHuset;-8",
        "Bodil Berg 12\nCarl: -4\n\nEmil;guest",
        "Bodil Berg, 12,00\nCarl = \N{MINUS SIGN}4\nEmil\tG",
        "medlem;12;Bodil Berg\n-4;Carl;m\nEmil;(gæst)",
    ],
)
def test_names_balances_and_guests_are_read(text: str) -> None:
    assert [(item.name, item.is_guest, item.points) for item in read_name_list(text)] == READ


def test_a_fraction_is_exact_and_a_name_alone_has_no_balance() -> None:
    first, second, third = read_name_list("Anna 1 1/2\nBo 0,125\nH. C. Andersen")

    assert (first.points, second.points, third.points) == (Fraction(3, 2), Fraction(1, 8), None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "There is no name in the list."),
        ("12;13", "Row 1: there is no name."),
        ("Anna;tolv", "Row 1: “tolv” is neither a balance nor “guest”."),
        ("Anna;1\nBo;2;3", "Row 2: there are two numbers. Keep the name and the balance alone."),
        ("Anna;1\nanna;2", "Row 2: anna is in the list twice."),
        ("\n".join(f"Spiller {'x' * at}a" for at in range(201)), "A list has at most 200 names."),
    ],
)
def test_what_is_wrong_is_named_by_its_row(text: str, message: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_name_list(text)

    assert str(refused.value) == message
