"""Whatever is broken in a scoring table's document is refused."""

import pytest

from ledger.rules.scoring.document import preset, read_scoring_table
from ledger.rules.scoring.parameters import PARAMETERS
from ledger.rules.site.refusal import Refusal
from tests.rules.scoring.document.documents import LABEL

REQUIRED = [key for key, parameter in PARAMETERS.items() if parameter.is_required]


def broken(code, path, value):
    """A preset with another value at a path such as "nolo.0.made"; a value that is a key or a place is made anew."""
    document = preset(code)
    *parents, last = path.split(".")
    place = document
    for key in parents:
        place = place[int(key) if isinstance(place, list) else key]
    place[int(last) if isinstance(place, list) else last] = value
    return document


@pytest.mark.parametrize(
    ("code", "path", "value"),
    [
        ("it-whist", "colour", "green"),
        ("it-whist", "code", "No Code"),
        ("it-whist", "name", "Navn"),
        ("it-whist", "name.de", "Name"),
        ("it-whist", "source", " "),
        ("it-whist", "unit_denominator", "8"),
        ("it-whist", "unit_denominator", 0),
        ("it-whist", "seats", {"min": 4, "max": 5}),
        ("it-whist", "partner", "bought"),
        ("it-whist", "zero_sum", 1),
        ("it-whist", "tricks", 14),
        ("it-whist", "rules.lost", "sometimes"),
        ("it-whist", "rules.weather", "fine"),
        ("it-whist", "choices", {"lost": {"never": LABEL}}),
        ("it-whist", "columns.0.trump", "stars"),
        ("it-whist", "columns.0.vip_turn", 1),
        ("it-whist", "columns.0.colour", "green"),
        ("it-whist", "values.14", [1]),
        ("it-whist", "values.9.0", 0.5),
        ("it-whist", "values.9.0", True),
        ("it-whist", "values.9.0", -1),
        ("it-whist", "values.9.0", "two"),
        ("it-whist", "values.9.0", {"made": 1}),
        ("it-whist", "values.9.0", {"made": 1, "over": 1, "lost": 1, "under": None}),
        ("it-whist", "values.9", 7),
        ("it-whist", "multipliers", [{"when": {}, "mult": 2}]),
        ("it-whist", "multipliers", [{"when": {"weather": "fine"}, "label": LABEL}]),
        ("it-whist", "multipliers", [{"attachment": "vip", "trump": "clubs", "factor": 0}]),
        ("it-whist", "overrides", [{"level": "x", "tricks": 7, "amount": 1}]),
        ("it-whist", "overrides", [{"level": 7, "tricks": 14, "amount": 1}]),
        ("it-whist", "rounding", "down"),
        ("it-whist", "tricks_map", {"14": 15}),
        ("it-whist", "alone_factor", {"rounding": "up"}),
        ("it-whist", "nolo.0.max_tricks", 14),
        ("it-whist", "nolo.0.side", "both"),
        ("it-whist", "nolo.0.off", "x"),
        ("it-whist", "penalties", [{"code": "straf", "label": LABEL, "offender": "x", "other": 1}]),
        ("call-ace-whist", "ladder.0", "9 +"),
        ("call-ace-whist", "ladder.1", "7"),
        ("whistklubben", "drawn.0", "Vip"),
        ("dansk-whist", "free_for_all", {"price": 1}),
        ("engelsk-whist", "pair_book.price", None),
        ("call-ace-euchre", "zero_sum", True),
        ("call-ace-euchre", "roles.0.maker.9", 1),
    ],
)
def test_a_broken_document_is_refused(code, path, value):
    with pytest.raises(Refusal):
        read_scoring_table(broken(code, path, value))


@pytest.mark.parametrize("key", REQUIRED)
def test_a_document_that_leaves_out_what_is_required_is_refused(key):
    document = preset("it-whist")
    del document[key]

    with pytest.raises(Refusal):
        read_scoring_table(document)
