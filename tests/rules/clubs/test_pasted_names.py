"""Names are read from any list as it is pasted, with nothing of the list in them."""

import pytest

from ledger.rules.clubs.pasted_names import names_in


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Bodil, Carl; Dorthe", ["Bodil", "Carl", "Dorthe"]),
        ("Bodil, Carl,\r\nDorthe, Emil", ["Bodil", "Carl", "Dorthe", "Emil"]),
        ("- Bodil\n– Carl\n\n•Dorthe\n12. Emil", ["Bodil", "Carl", "Dorthe", "Emil"]),
        ("1\tBodil\tformand\n2\tCarl\t\n", ["Bodil", "Carl"]),
        ("»Jens  Ole«\n'Carl'\nPoul \"Pop\"", ["Jens Ole", "Carl", 'Poul "Pop"']),
        ("Åge\nAage\nAnna-Lise\nO'Brien", ["Åge", "Anna-Lise", "O'Brien"]),
        (" \n-\n,\n", []),
    ],
)
def test_the_names_of_a_list(text, names):
    assert names_in(text).names == names


def test_what_is_skipped_is_told():
    assert names_in("Bodil, gæst\nCarl\nbodil\nEmil", known=["Emil"]) == (["Bodil", "Carl"], ["gæst", "bodil", "Emil"])
