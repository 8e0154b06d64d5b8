"""`manage.py audit`: prove the whole book again; the exit code says whether it holds."""

import json
import sys
from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.translation import ngettext

from ledger.management.console import SiteCommand
from ledger.queries.book.audit.audit import audit
from ledger.queries.book.audit.database import Audit
from ledger.services.keeping.backups import age_of_backups
from ledger.services.keeping.comparison import add_comparisons, compare_with_file, compare_with_fingerprints, prove
from ledger.services.site.findings import judge, no_doubt
from ledger.templatetags.ledger_labels import refusal_text


class Command(SiteCommand):
    help = "Proves every entry of the book: sums, bottom lines, digests, prices, guards and the database itself."
    arguments = {
        "--json": {"action": "store_true", "help": "print the findings as JSON"},
        "--copy": {"action": "store_true", "help": "what is audited is a copy: compare it with no backup"},
        "--against": {
            "action": "append",
            "default": [],
            "metavar": "BACKUP|FINGERPRINT",
            "help": "name the first entry that differs from a backup, a club's complete file, or a fingerprint on "
            "paper; may be given more than once",
        },
    }

    def handle(self, *_args: Any, json: bool, copy: bool, against: list[str], **_options: Any) -> None:
        now = timezone.now()
        outcome = audit(now=now) if copy else prove(now=now)
        judge(outcome=outcome, now=now)  # first: whatever becomes of the comparison
        files = [Path(text) for text in against if Path(text).is_file()]
        compared = [compare_with_file(file=file) for file in files]
        compared.append(compare_with_fingerprints(texts=[text for text in against if Path(text) not in files]))
        outcome = add_comparisons(outcome, compared)
        if not outcome.findings:
            no_doubt()
        self.stdout.write(as_json(outcome) if json else in_words(outcome))
        if not (json or copy):
            self.stdout.write(age_of_backups(now=now))
        if outcome.findings:
            sys.exit(1)


def as_json(outcome: Audit) -> str:
    """The audit for a machine."""
    # Scripts know these keys, which stay as they are when the code finds better words.
    report = {
        "holds": not outcome.findings,
        "damaged": outcome.is_damaged,
        "evenings": outcome.evenings,
        "deals": outcome.deals,
        "lines": outcome.entry_count,
        "sum": outcome.total,
        "first_line": outcome.first_entry,
        "findings": [str(finding) for finding in outcome.findings],
        "remarks": [str(remark) for remark in outcome.remarks],
    }
    return json.dumps(report)


def in_words(outcome: Audit) -> str:
    """The audit for a person: the findings one by one, or that the book balances."""
    remarks = [refusal_text(remark) for remark in outcome.remarks]
    if not outcome.findings:
        return "\n".join([refusal_text(outcome.balance), *remarks])
    count = len(outcome.findings)
    first = ngettext("The book does not hold: %(count)s finding.", "The book does not hold: %(count)s findings.", count)
    sentences = [refusal_text(finding) for finding in outcome.findings]
    return "\n".join([first % {"count": count}, *sentences, *remarks])
