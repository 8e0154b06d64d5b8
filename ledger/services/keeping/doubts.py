"""What the short audit found wrong, remembered beside the database until an audit finds it gone.

The audit runs beside the site, in a process of its own: the pages and `/health` read here what it found.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from ledger.models import Evening
from ledger.queries.book.audit.audit import short_audit
from ledger.queries.book.audit.findings import Finding
from ledger.services.site.beside import read_note, remove_note, write_note
from ledger.services.site.damage import note_damage

NOTE = "doubt"


@dataclass(frozen=True)
class Doubt:
    """The first finding, when it was found (ISO 8601), and the ids of the clubs it is about.

    No ids mean that it is about all clubs.
    """

    finding: str
    found_at: str
    clubs: tuple[int, ...]

    def is_about(self, club_id: int) -> bool:
        """Whether a club's board has to hear of it."""
        return not self.clubs or club_id in self.clubs


def prove_shortly(*, now: datetime) -> tuple[Finding, ...]:
    """Run the short audit, remember or forget its result, and return its findings."""
    findings = short_audit()
    if any(finding.is_damage for finding in findings):
        note_damage(where=str(findings[0]), now=now)
    elif findings:
        doubt = Doubt(finding=str(findings[0]), found_at=now.isoformat(timespec="seconds"), clubs=_clubs(findings))
        write_note(NOTE, asdict(doubt))
    else:
        no_doubt()
    return findings


def doubt_known() -> Doubt | None:
    """The remembered doubt; reads one small file."""
    note = read_note(NOTE)
    try:
        return Doubt(finding=note["finding"], found_at=note["found_at"], clubs=tuple(note["clubs"]))
    except (KeyError, TypeError):
        return None


def no_doubt() -> None:
    """Forget the doubt: every book holds."""
    remove_note(NOTE)


def _clubs(findings: Sequence[Finding]) -> tuple[int, ...]:
    """The clubs that findings are about, by the entry or evening that they name; none if a finding names neither."""
    entries = [str(finding.params["entry"]) for finding in findings if "entry" in finding.params]
    evenings = [str(finding.params["evening"]) for finding in findings if "evening" in finding.params]
    if len(entries) + len(evenings) < len(findings):
        return ()
    of_evenings = Evening.everything.filter(pk__in=evenings).values_list("club", flat=True)
    return tuple(sorted({*(int(entry.partition("/")[0]) for entry in entries), *of_evenings}))
