"""Names are read from any list as it is pasted, with nothing of the list in them."""

import pytest

from ledger.rules.clubs import names_in


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
