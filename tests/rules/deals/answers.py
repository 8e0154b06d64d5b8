"""What `manage.py score` answers to every outcome of every preset, held by a digest each.

    python -m tests.rules.deals.answers                     writes answers.txt beside this file anew
    python -m tests.rules.deals.answers --against COMMIT    compares every answer with that of an earlier commit

A digest covers points, units and the sentence in both languages. Against a commit, both answer to the scoring tables of
that commit, unpacked into a folder of its own, and only the words in REWORDED may differ.
"""

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ledger.rules.deals.outcomes import every_deal
from ledger.rules.deals.reading import deal_data
from ledger.rules.deals.score_lines import score_line
from ledger.rules.scoring.document import fill_prices, read_scoring_table
from ledger.rules.scoring.presets import PRESETS, preset
from ledger.rules.site.refusal import Refusal

ROOT = Path(__file__).parents[3]
STORED = Path(__file__).with_name("answers.txt")
PLAYERS = ("A", "B", "C", "D", "E", "F", "G", "H")
LANGUAGES = ("da", "en")

# Words changed on purpose since the answers were first compared: what was written, and what is.
REWORDED = {" x ": " × ", "Pointtabellen har ingen takst for": "Taksterne har ingen pris for"}

# What `manage.py score` of any commit needs of Django, whatever was installed for the rest of it.
SETTINGS = """
SECRET_KEY = "of no use"
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "ledger"]
LANGUAGES = [("da", "Dansk"), ("en", "English")]
"""


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
        filled = fill_prices(document, {cell.path: "1,5" for cell in missing})
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


# --- against an earlier commit


def compare_with(commit: str) -> Counter[str]:
    """How many answers to the presets of a commit are alike, reworded, or different, of which some are printed."""
    counts: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "score_settings.py").write_text(SETTINGS, encoding="utf-8")
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(root / "before", filter="data")
        for path in sorted((root / "before" / "fixtures" / "scoring_tables").glob("*.json")):
            lines = list(lines_of(json.loads(path.read_text(encoding="utf-8"))))
            for language in LANGUAGES:
                before = _answers(root / "before", lines, language, settings=root)
                after = _answers(ROOT, lines, language, settings=root)
                for line, was, answer in zip(lines, before, after, strict=True):
                    kind = _difference(was, answer)
                    counts[kind] += 1
                    if kind == "different" and counts[kind] <= 10:
                        sys.stdout.write(f"{line}\n  {was}\n  {answer}\n")
    return counts


def _answers(root: Path, lines: list[str], language: str, *, settings: Path) -> list[str]:
    """The answers of the command of a copy of the project, a line each."""
    apart = {"DJANGO_SETTINGS_MODULE": "score_settings", "PYTHONPATH": str(settings), "PYTHONUTF8": "1"}
    command = [sys.executable, "manage.py", "score", "--language", language]
    text = "\n".join(lines)
    run = subprocess.run(
        command, cwd=root, env={**os.environ, **apart}, input=text, capture_output=True, encoding="utf-8"
    )
    if run.stderr:
        raise RuntimeError(run.stderr)
    return run.stdout.splitlines()


def _difference(was: str, answer: str) -> str:
    if was == answer:
        return "alike"
    for former, now in REWORDED.items():
        was = was.replace(former, now)
    return "reworded" if was == answer else "different"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="COMMIT")
    commit = parser.parse_args().against
    if commit:
        counts = compare_with(commit)
        sys.stdout.write(f"{dict(counts)}\n")
        sys.exit(bool(counts["different"]))
    digests = {code: digest_of(lines_of(preset(code), code)) for code in PRESETS}
    STORED.write_text("".join(f"{code} {digest}\n" for code, digest in digests.items()), encoding="utf-8")
