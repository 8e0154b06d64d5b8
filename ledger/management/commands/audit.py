"""Prove the whole book again; the exit code says whether it holds."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import ngettext

from ledger.queries.audit import audit
from ledger.queries.findings import Audit
from ledger.services.damage import judge
from ledger.services.doubts import no_doubt
from ledger.templatetags.ledger_refusals import refusal_text


class Command(BaseCommand):
    help = "Proves every line of the book: sums, bottom lines, digests, prices, guards and the database itself."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the findings as JSON")

    def handle(self, *_args: Any, json: bool, **_options: Any) -> None:
        found = audit()
        judge(found=found, now=timezone.now())
        if not found.findings:
            no_doubt()
        self.stdout.write(as_json(found) if json else in_words(found))
        if found.findings:
            sys.exit(1)


def as_json(found: Audit) -> str:
    """The audit for a machine."""
    counts = {"evenings": found.evenings, "deals": found.deals, "lines": found.lines, "sum": found.total}
    findings = [str(finding) for finding in found.findings]
    state = {"holds": not findings, "damaged": found.is_damaged}
    return json.dumps({**state, **counts, "first_line": found.first_line, "findings": findings})


def in_words(found: Audit) -> str:
    """The audit for a person: the findings one by one, or that the book balances."""
    if not found.findings:
        return refusal_text(found.balance)
    count = len(found.findings)
    first = ngettext("The book does not hold: %(count)s finding.", "The book does not hold: %(count)s findings.", count)
    sentences = [refusal_text(finding) for finding in found.findings]
    return "\n".join([first % {"count": count}, *sentences])
