"""What `manage.py score` answers to every outcome of every preset, held by a digest each.

    python -m tests.rules.deals.answers     writes answers.txt beside this file anew

A digest covers points, units and the sentence in both languages.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from ledger.rules.deals.settling import deal_data, every_deal, score_line
from ledger.rules.scoring.document import PRESETS, fill_prices, preset, read_scoring_table
from ledger.rules.site.refusal import Refusal

STORED = Path(__file__).with_name("answers.txt")
PLAYERS = ("A", "B", "C", "D", "E", "F", "G", "H")
LANGUAGES = ("da", "en")


def stored_digests() -> dict[str, str]:
    """The digests of answers.txt by preset."""
    return dict(row.split() for row in STORED.read_text(encoding="utf-8").splitlines())


def digest_of(lines: Iterable[str]) -> str:
    """The digest of the answers to lines, in both languages."""
    digest = sha256()
    for line in lines:
        digest.update(json.dumps(_answer(line), ensure_ascii=False).encode() + b"\n")
    return digest.hexdigest()


def lines_of(document: Mapping[str, Any], code: str | None = None) -> Iterator[str]:
    """Every outcome of a scoring table as lines of the command, then with 1.5 points for every price that it lacks.

    `code` stands for the document in the lines if given.
    """
    yield from _lines(document, code or document)
    if missing := read_scoring_table(document).missing_prices:
        filled = fill_prices(document, dict.fromkeys(missing, "1,5"))
        yield from _lines(filled, filled)


def _lines(document: Mapping[str, Any], table: object) -> Iterator[str]:
    scoring_table = read_scoring_table(document)
    for count in range(scoring_table.seats.min, scoring_table.seats.max + 1):
        for deal in every_deal(scoring_table, PLAYERS[:count]):
            yield json.dumps({"table": table, "players": PLAYERS[:count], "deal": deal_data(deal)})


def _answer(line: str) -> dict[str, Any]:
    try:
        answer = score_line(line.encode())
    except Refusal as refusal:
        return {"error": refusal.message, "field": refusal.field, "params": str(refusal.params)}
    return {**answer, "why": {language: answer["why"][language] for language in LANGUAGES}}


if __name__ == "__main__":
    digests = {code: digest_of(lines_of(preset(code), code)) for code in PRESETS}
    STORED.write_text("".join(f"{code} {digest}\n" for code, digest in digests.items()), encoding="utf-8")
