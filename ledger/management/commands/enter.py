"""`manage.py enter`: deals written as keyboard lines into an evening, all of them or none."""

import sys
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext

from ledger.management.console import AN_EVENING, SiteCommand, find_author, find_evening
from ledger.queries.evenings.lines import FaultyLine, ReadLine, ReadText, SeatsLine, read_text
from ledger.queries.evenings.turns import AtTable, at_table
from ledger.rules.evenings.evening_text import NOBODY_SITS_THERE
from ledger.services.evenings.entering import enter_parts
from ledger.templatetags.ledger_format import points
from ledger.templatetags.ledger_labels import label_text, refusal_text


class Command(SiteCommand):
    help = "Enters the deals of a text, one keyboard line each, as the next of an evening: all of them or none."
    arguments = AN_EVENING | {
        "file": {"nargs": "?", "type": Path, "help": "the text (default: standard input)"},
        "--table": {"type": int, "default": 1, "metavar": "NUMBER", "help": "the table it begins at (default: 1)"},
        "--author": {"help": "the username that the deals are entered by"},
        "--dry-run": {"action": "store_true", "help": "only show what would be entered"},
    }

    def handle(self, *_args: Any, **options: Any) -> None:
        evening = find_evening(options["club"], options["evening"])
        author = None if options["dry_run"] else find_author(evening.club, options["author"])
        table = at_table(evening=evening, table_number=options["table"])
        if table is None:
            raise CommandError(f"Nobody sits at table {options['table']}.")
        text = read_text(table=table, text=_text(options["file"]))
        if text.faults:
            raise CommandError("\n".join(_fault(fault) for fault in text.faults))
        if not text.lines:
            raise CommandError(gettext("There is no deal in this text."))
        if author:
            enter_parts(
                evening=evening,
                table_number=table.table_number,
                parts=text.parts,
                key=uuid.uuid4(),  # never the text's own: the same deals may be played twice in an evening
                author=author,
                now=timezone.now(),
            )
        self.stdout.write(_in_words(text, table))


def _text(file: Path | None) -> str:
    name = file or "standard input"
    try:
        data = sys.stdin.buffer.read() if file is None else file.read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"{name} is not UTF-8: save it again with that encoding.") from error
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error}") from error


def _fault(fault: FaultyLine) -> str:
    params = {"line": fault.place, "fault": refusal_text(fault.refusal)}
    if fault.at is None:
        return gettext("Line %(line)s: %(fault)s") % params
    return gettext("Line %(line)s, character %(character)s: %(fault)s") % {**params, "character": fault.at + 1}


def _in_words(text: ReadText, table: AtTable) -> str:
    """Every deal with what it pays, and where everybody stands after the last."""
    lines, total = [], dict(zip([seat.player_id for seat in table.seats], table.totals, strict=True))
    for line in text.lines:
        where = ""
        if text.has_tables:
            where = gettext("Table %(number)s") % {"number": line.table} + ": "
        if isinstance(line, SeatsLine):
            seated = gettext("From here on: %(names)s") % {"names": ", ".join(line.names)}
            lines.append(f"     {where}{seated}")
            for number in line.left:
                nobody = gettext(NOBODY_SITS_THERE) % {"table": number}
                lines.append(f"     {nobody}")
        elif isinstance(line, ReadLine):
            total |= dict(zip(line.players, line.running, strict=True))
            paid = dict(zip(line.players, line.points, strict=True))
            name = label_text(line.contract_and_result)
            lines.append(f"{line.number:>3}  {where}{name}: {_points(paid, text, table)}")
    in_all = gettext("Total")
    lines.append(f"{in_all}: {_points(total, text, table)}")
    return "\n".join(lines)


def _points(units: Mapping[int, int], text: ReadText, table: AtTable) -> str:
    denominator = table.evening.season.unit_denominator
    return ", ".join(f"{text.names[player]} {points(amount, denominator)}" for player, amount in units.items())
