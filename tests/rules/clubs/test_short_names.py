"""Where there is little room, players are called by as few of their names as tell them apart."""

import pytest

from ledger.rules.clubs import short_names


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
