"""What is typed of a club: names of its players, mentions of them, its address elsewhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.clubs import (
    by_number,
    initials_apart,
    initials_of,
    look_alike,
    names_in,
    says,
    short_names,
    with_initials,
    with_names,
)


@pytest.mark.parametrize(
    "names, called",
    [
        (["Hans Peder", "Bo", "Hans Jørgen"], ["Hans Peder", "Bo", "Hans Jørgen"]),
        (["Wilhelmine von Stokkemarke", "Bo"], ["Wilhelmine", "Bo"]),
        (["Karen Margrethe Sørensen", "Karen Jensen"], ["Karen Margrethe", "Karen Jensen"]),
        (["Karen Margrethe Sørensen", "Karen Margrethe Holm"], ["Karen Margrethe Sørensen", "Karen Margrethe Holm"]),
        (["Anna von Stokkemarke", "Anna Sofie Bille"], ["Anna von Stokkemarke", "Anna Sofie"]),
        (["Palle (gæst fra Aabybro)", "Pallesen"], ["Palle", "Pallesen"]),
        (["Christoffersen-Rasmussen", ""], ["Christoffersen-Rasmussen", ""]),
    ],
)
def test_a_long_name_is_cut_to_what_no_other_begins_with(names, called):
    assert short_names(names) == called


# Initials in the place of a name.


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


def test_a_name_with_a_small_letter_is_found_as_it_was_entered_and_the_whole_name_of_others_stays():
    typed = "Jens Krag sagde til Jens, at BODIL HOLM og Bodil"

    assert with_initials("bodil holm og van Dyck", {"bodil holm": "B.H.", "van Dyck": "V.D."}) == "B.H. og V.D."
    assert with_initials(typed, SHORT, ["Jens Krag", "Bodil Holm"]) == "Jens Krag sagde til J., at BODIL HOLM og B."
    assert with_initials("Hos Bodil", {}, ["Bodil"]) == "Hos Bodil"


@pytest.mark.parametrize("typed", ["KARİN", "Karın", "Strauß", "STRAUSS", "Rene\u0301"])
def test_a_name_is_found_however_its_letters_are_typed(typed):
    assert with_initials(f"Hos {typed}", {"Karin": "X.", "Strauß": "X.", "René": "X."}) == "Hos X."


# Names are read from any list as it is pasted, with nothing of the list in them.


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Bodil, Carl; Dorthe", ["Bodil", "Carl", "Dorthe"]),
        ("Bodil, Carl,\r\nDorthe, Emil", ["Bodil", "Carl", "Dorthe", "Emil"]),
        ("- Bodil\n– Carl\n\n•Dorthe\n12. Emil", ["Bodil", "Carl", "Dorthe", "Emil"]),
        ("1\tBodil\tformand\n2\tCarl\t\n", ["Bodil", "Carl"]),
        ("»Jens  Ole«\n'Carl'\nPoul \"Pop\"", ["Jens Ole", "Carl", 'Poul "Pop"']),
        ("Åge\nAage\nAnna-Lise\nO'Brien", ["Åge", "Anna-Lise", "O'Brien"]),
        ("Anna\nErik, Frida\nBodil, gæst", ["Anna", "Erik", "Frida", "Bodil"]),
        ("Anna\tErik\tFrida\tBodil", ["Anna", "Erik", "Frida", "Bodil"]),
        ("Anna;kasserer;12\nErik;gæst;200", ["Anna", "Erik"]),
        ("1. Anna (kasserer) 12,50 kr\n2. Erik (gæst), Frida 100 kr.", ["Anna", "Erik", "Frida"]),
        (
            "Anna 20 30 40 50\nErik +45 20304050\nCarl 2\nCarl (3)\nCarl (H.)",
            ["Anna", "Erik", "Carl 2", "Carl (3)", "Carl (H.)"],
        ),
        ("🂡\n♠♥\n- 😀 Anna", ["🂡", "♠♥", "😀 Anna"]),
        (" \n-\n,\n", []),
    ],
)
def test_the_names_of_a_list(text, names):
    assert names_in(text).names == names


def test_what_is_taken_away_is_told():
    read = names_in("1. Bodil, gæst\nCarl\nbodil\nEmil\nBODIL", known=["Emil"])

    assert (read.names, read.doubles, read.others) == (["Bodil", "Carl"], ["Bodil", "Emil", "Bodil"], ["gæst"])
    assert (read.has_marks, names_in("Bodil\nAnna-Lise").has_marks) == (True, False)
    assert names_in("Bodil (kasserer)\nCarl").has_marks
    assert read.skipped == ["gæst", "Bodil", "Emil", "Bodil"]


# Which names may be taken for one another.


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
    assert look_alike(name, []) is None


# Names in a reason become numbers, and numbers become names again.


NAMES = {1: "Bodil", 2: "Carl", 3: "Hans Peder", 4: "Hans Ole", 5: "Svend Erik", 6: "Åse"}
FIRSTS = {number: name.split()[0] for number, name in NAMES.items()}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("det var Carl", "det var ⟦2⟧"),
        ("CARL meldte", "⟦2⟧ meldte"),
        ("Carls stik, Carl's trick", "⟦2⟧s stik, ⟦2⟧'s trick"),
        ("carl med lille", "carl med lille"),
        ("Carlo er ikke med", "Carlo er ikke med"),
        ("Svend meldte, Svend Erik gik med", "⟦5.1⟧ meldte, ⟦5⟧ gik med"),
        ("Hans var to", "Hans var to"),
        ("Hans Peder og Hans Ole", "⟦3⟧ og ⟦4⟧"),
        ("Åse, Åses og Åsen", "⟦6⟧, ⟦6⟧s og Åsen"),
        ("⟦2⟧ er intet navn", "(2) er intet navn"),
        ("", ""),
    ],
)
def test_a_name_is_kept_as_a_number(typed, kept):
    assert by_number(typed, NAMES) == kept
    assert by_number("det var Carl", {}) == "det var Carl"


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        *(("Karin", typed) for typed in ("KARİN", "Karın", "Karin", "KARIN")),  # an i with a dot and without
        *(("Strauß", typed) for typed in ("Strauß", "STRAUSS", "Strauss", "STRAUẞ")),
        *(("René", "Rene\u0301"), ("Åse", "A\u030ase")),  # an accent as a character of its own
    ],
)
def test_a_name_is_known_in_each_of_its_writings(name, typed):
    assert by_number(f"{typed} talte, {typed}s stik", {1: name, 2: "Işık"}) == "⟦1⟧ talte, ⟦1⟧s stik"


def test_a_number_is_shown_as_what_the_player_is_called_now():
    now = NAMES | {5: "Tidligere medlem 5"}

    assert with_names("⟦5.1⟧ og ⟦2⟧s stik, ⟦9⟧", now, FIRSTS | {5: now[5]}) == "Tidligere medlem 5 og Carls stik, ?"


@given(st.text(alphabet="CarlcBodi lsHnPe'.,Å⟦1⟧"))
def test_what_was_typed_is_what_is_shown(typed):
    text = with_names(by_number(typed, NAMES), NAMES, FIRSTS)

    assert text.casefold() == typed.replace("⟦", "(").replace("⟧", ")").casefold()


@pytest.mark.parametrize(
    ("text", "expected"), [("hos dagmar", True), ("Dagmars have", True), ("Dagmarsvej", False), ("Bodil", False)]
)
def test_a_text_says_a_name_in_any_case(text, expected):
    assert says(text, "Dagmar Sparsom") is expected
