"""A name has one way to be written, and everything in it is seen."""

import pytest

from ledger.rules.site.spelling import normalize_name
from tests.support.refusing import refused_at


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Åse", "Åse"),
        ("A\u030ase", "Åse"),  # A and a ring of its own
        ("Ａｎｎａ", "Anna"),  # wide letters
        ("So\ufb01e", "Sofie"),  # a ligature
        (" Anna \u00a0 B. ", "Anna B."),
        ("Anna\u3000B.", "Anna B."),
        ("Anna \u2660\ufe0f", "Anna \u2660"),  # a spade as a phone types it
        ("An\ufe0fna", "Anna"),
        ("Anna\U000e0100", "Anna"),
        ("O\u00b4Brien", "O\u00b4Brien"),  # an accent in place of an apostrophe stays one
    ],
)
def test_a_name_is_kept_in_one_way(typed, kept):
    assert normalize_name(typed, field="name") == kept


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "An\u200bna",
            "An\u00adna",
            "\u202eannA",
            "Anna\u2066",
            "Anna\u3164",
            "An\tna",
            "An\nna",
            "An\x00na",
            "\ue000",
        ),
        *("An\u2065na", "An\ufff0na", "An\U000e0080na"),
    ],
)
def test_what_cannot_be_seen_is_refused(typed):
    with refused_at("name", "cannot be seen"):
        normalize_name(typed, field="name")
