"""JSON files made to hurt their reader: what each is, and how its answer begins."""

import json
from collections.abc import Callable

from ledger.rules.scoring.document import preset
from tests.rules.scoring.document.documents import dear_to_price

NOT_JSON = "This is not valid JSON. Look at line 1, character"
TOO_LONG = "This is too long to be read."
TOO_DEEP = "This is nested too deeply to be read."
NO_RECORD = "Give a set of named values here."


def document(**others: object) -> bytes:
    return json.dumps(preset("esmakker-wikipedia") | others).encode()


Hostile = tuple[Callable[[], bytes], str]
HOSTILE: dict[str, Hostile] = {
    "a nest": (lambda: b"[" * 100_000, TOO_DEEP),
    "a nest of names": (lambda: b'{"a":\n' * 30_000, TOO_DEEP),
    "no JSON": (lambda: b'{"code": }', NOT_JSON),
    "a list": (lambda: b"[]", NO_RECORD),
    "no number": (lambda: b'{"values": {"9": [1, NaN]}}', "values.9.1: Write NaN"),
    "a number beyond all numbers": (lambda: b'{"made": 1e999}', "made: Write 1e999"),
    "a number of 5,000 digits": (lambda: b'{"made": ' + b"9" * 5000 + b"}", "made: A number is too long"),
    "the same name twice": (lambda: b'{"a": 1, "a": 2}', "a: “a” is given twice."),
    "15,000 names": (lambda: json.dumps({f"k{n}": 1 for n in range(15_000)}).encode(), "k0: “k0” is not known"),
    "a text of a megabyte": (lambda: b'{"' + b"x" * 900_000, TOO_LONG),
    "no UTF-8": (lambda: b'{"\xff": 1}', "The file cannot be read as text in UTF-8."),
    "half a character": (lambda: b'{"\\ud800": 1}', "\ufffd: “\ufffd” is not known here."),
    "a small table that is dear to price": (
        lambda: json.dumps(dear_to_price()).encode(),
        "multipliers: The multipliers make 56160 ways",
    ),
    "a fraction of 100,000 digits": (lambda: document(unit_denominator="1/" + "9" * 100_000), "unit_denominator"),
}
