"""`manage.py score`: deals as JSON lines on standard input, payouts as JSON lines on standard output."""

import codecs
import json
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from django.conf import settings
from django.utils.translation import override

from ledger.management.console import SiteCommand, with_field
from ledger.rules.deals.settling import LONGEST_LINE, score_line
from ledger.rules.site.refusal import Refusal
from ledger.templatetags.ledger_labels import label_text


class Command(SiteCommand):
    help = "Score deals: JSON lines in, JSON lines out. Exits with 1 when a line could not be scored."
    arguments = {
        "--language": {
            "choices": dict(settings.LANGUAGES),
            "default": "da",
            "help": "the language of “why” (default: da)",
        },
    }

    def handle(self, *_args: Any, **options: Any) -> None:
        failed = False
        with override(options["language"]):
            for number, line in _numbered_lines(sys.stdin.buffer):
                try:
                    answer = score_line(line)
                    answer["why"] = label_text(answer["why"])
                except Refusal as refusal:
                    failed = True
                    answer = {"error": with_field(refusal), "line": number}
                self.stdout.write(self._as_text(answer))
        if failed:
            sys.exit(1)

    def _as_text(self, answer: dict[str, Any]) -> str:
        """One line of JSON that the output can carry, with lone surrogates and foreign letters escaped."""
        encoding = codecs.lookup(getattr(self.stdout, "encoding", None) or "utf-8").name
        text = json.dumps(answer, ensure_ascii=encoding != "utf-8")
        return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _numbered_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines that are not empty, numbered from 1; an overlong line is read only as far as shows that it is."""
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE)
        if line.strip():
            yield number, line
