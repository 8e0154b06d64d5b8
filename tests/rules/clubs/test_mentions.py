"""Names in a reason become numbers, and numbers become names again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.clubs import by_number, says, with_names

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


@pytest.mark.parametrize("typed", ["KARİN", "Karın", "Karin", "KARIN"])
def test_a_letter_i_is_known_with_a_dot_and_without(typed):
    assert by_number(f"{typed} talte", {1: "Karin", 2: "Işık"}) == "⟦1⟧ talte"


@pytest.mark.parametrize("typed", ["Strauß", "STRAUSS", "Strauss", "STRAUẞ"])
def test_a_sharp_s_is_known_in_each_of_its_writings(typed):
    assert by_number(f"{typed} talte", {1: "Strauß"}) == "⟦1⟧ talte"


def test_an_accent_may_be_typed_as_a_character_of_its_own():
    assert by_number("Rene\u0301 og A\u030ases stik", {1: "René", 2: "Åse"}) == "⟦1⟧ og ⟦2⟧s stik"


def test_a_club_without_players_changes_nothing():
    assert by_number("det var Carl", {}) == "det var Carl"


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
