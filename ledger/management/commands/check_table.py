"""`manage.py check_table`: errors in a scoring table, and what looks like a slip."""

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext, override

from ledger.management.console import SiteCommand
from ledger.rules.scoring.checker.checking import check_scoring_table
from ledger.rules.scoring.document import Remark
from ledger.rules.site.fields import LONGEST_JSON
from ledger.templatetags.ledger_labels import refusal_text


class Command(SiteCommand):
    help = "Check a scoring table written as JSON. Exits with 1 when it has errors; remarks are only pointed out."
    arguments = {
        "file": {"type": Path, "help": "the scoring table, a JSON file"},
        "--language": {"choices": dict(settings.LANGUAGES), "default": "da", "help": "the language (default: da)"},
    }

    def handle(self, *_args: Any, **options: Any) -> None:
        remarks = check_scoring_table(_text(options["file"]))
        with override(options["language"]):
            self.stdout.write("\n".join(map(_remark_text, remarks)) or gettext("There is nothing to remark."))
        if any(remark.is_error for remark in remarks):
            sys.exit(1)


def _text(path: Path) -> str:
    """The file's text, read only as far as shows that it is too long."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            return file.read(LONGEST_JSON + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path}: {error}") from error


def _remark_text(remark: Remark) -> str:
    sentence = refusal_text(remark)
    kind = gettext("Error") if remark.is_error else gettext("Remark")
    return f"{kind}: {remark.path}: {sentence}" if remark.path else f"{kind}: {sentence}"
