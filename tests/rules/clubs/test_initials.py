"""Initials in the place of a name."""

import pytest

from ledger.rules.clubs import initials_apart, initials_of, with_initials

SHORT = {"Jens Kristian Holm": "J.K.H.", "Bodil": "B.", "Åse Holm": "Å.H."}


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Jens Kristian Holm", "J.K.H."),
        ("bodil", "B."),
        ("Åse Æbelø", "Å.Æ."),
        ("Anne-Marie (gæst)", "A.G."),
        ("4711", "4."),
        ("-", "N.N."),
    ],
)
def test_the_first_letter_of_each_word(name, initials):
    assert initials_of(name) == initials


def test_those_who_share_them_are_numbered_in_the_clubs_own_order():
    names = {7: "Johan Krag", 3: "Jens Krag", 9: "Jytte Kjær"}

    assert initials_apart(names, taken=()) == {3: "J.K.", 7: "J.K. 2", 9: "J.K. 3"}
    assert initials_apart({3: "Jens Krag"}, taken={"j.k."}) == {3: "J.K. 2"}


@pytest.mark.parametrize(
    ("typed", "as_shown"),
    [
        ("Hos Jens Kristian Holm", "Hos J.K.H."),
        ("Jens' stik og Bodils", "J.' stik og B.s"),
        ("BODIL sagde det", "B. sagde det"),
        ("jens er et fornavn, Jensen et andet", "jens er et fornavn, Jensen et andet"),
        ("Åse, Holm", "Å., Holm"),
        ("Før Bodil. Så Jens Kristian Holm...", "Før B. Så J.K.H...."),
        ("", ""),
    ],
)
def test_whole_and_first_names_in_a_text(typed, as_shown):
    assert with_initials(typed, SHORT) == as_shown


def test_a_name_with_a_small_letter_is_found_as_it_was_entered():
    assert with_initials("bodil holm og van Dyck", {"bodil holm": "B.H.", "van Dyck": "V.D."}) == "B.H. og V.D."


@pytest.mark.parametrize("typed", ["KARİN", "Karın", "Strauß", "STRAUSS", "Rene\u0301"])
def test_a_name_is_found_however_its_letters_are_typed(typed):
    assert with_initials(f"Hos {typed}", {"Karin": "X.", "Strauß": "X.", "René": "X."}) == "Hos X."


def test_of_others_with_the_same_first_name_the_whole_name_stays():
    typed = "Jens Krag sagde til Jens, at BODIL HOLM og Bodil"

    assert with_initials(typed, SHORT, ["Jens Krag", "Bodil Holm"]) == "Jens Krag sagde til J., at BODIL HOLM og B."


def test_a_text_stays_where_nobody_is_shown_so():
    assert with_initials("Hos Bodil", {}, ["Bodil"]) == "Hos Bodil"
