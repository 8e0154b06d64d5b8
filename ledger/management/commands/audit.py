"""Prove the whole book again; the exit code says whether it holds."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import ngettext

from ledger.queries.book.audit.audit import audit
from ledger.queries.book.audit.findings import Audit
from ledger.rules.site.refusal import Refusal
from ledger.services.keeping.against import against_file, against_fingerprints
from ledger.services.keeping.doubts import no_doubt
from ledger.services.site.damage import judge
from ledger.templatetags.ledger_refusals import refusal_text


class Command(BaseCommand):
    help = "Proves every line of the book: sums, bottom lines, digests, prices, guards and the database itself."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the findings as JSON")
        parser.add_argument("--copy", action="store_true", help="what is audited is a copy: leave the witnesses out")
        parser.add_argument(
            "--against",
            action="append",
            default=[],
            metavar="BACKUP|FINGERPRINT",
            help="name the first line that differs from a backup, a club's complete file, or a fingerprint on paper; "
            "may be given more than once",
        )

    def handle(self, *_args: Any, json: bool, copy: bool, against: list[str], **_options: Any) -> None:
        now = timezone.now()
        found = audit(is_copy=copy, now=now)
        judge(found=found, now=now)  # first: whatever becomes of the comparison
        try:
            found = held_against(found, against)
        except Refusal as refusal:
            raise CommandError(refusal_text(refusal)) from None
        if not found.findings:
            no_doubt()
        self.stdout.write(as_json(found) if json else in_words(found))
        if found.findings:
            sys.exit(1)


def held_against(found: Audit, kept: list[str]) -> Audit:
    """What an audit found, and what a comparison with what was kept elsewhere adds to it. Raises Refusal."""
    files = [Path(text) for text in kept if Path(text).is_file()]
    compared = [against_file(file=file) for file in files]
    compared.append(against_fingerprints(texts=[text for text in kept if Path(text) not in files]))
    findings = [finding for each in compared for finding in each.findings]
    remarks = [remark for each in compared for remark in each.remarks]
    return replace(found, findings=(*found.findings, *findings), remarks=(*found.remarks, *remarks))


def as_json(found: Audit) -> str:
    """The audit for a machine."""
    counts = {"evenings": found.evenings, "deals": found.deals, "lines": found.lines, "sum": found.total}
    findings = [str(finding) for finding in found.findings]
    state = {"holds": not findings, "damaged": found.is_damaged}
    remarks = [str(remark) for remark in found.remarks]
    said = {**state, **counts, "first_line": found.first_line, "findings": findings, "remarks": remarks}
    return json.dumps(said)


def in_words(found: Audit) -> str:
    """The audit for a person: the findings one by one, or that the book balances."""
    remarks = [refusal_text(remark) for remark in found.remarks]
    if not found.findings:
        return "\n".join([refusal_text(found.balance), *remarks])
    count = len(found.findings)
    first = ngettext("The book does not hold: %(count)s finding.", "The book does not hold: %(count)s findings.", count)
    sentences = [refusal_text(finding) for finding in found.findings]
    return "\n".join([first % {"count": count}, *sentences, *remarks])
