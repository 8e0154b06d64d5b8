"""Pages with which a board keeps its book safe: the audit, and the sheet for a successor."""

from typing import Any

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.models import Club
from ledger.queries.clubs.clubs import has_no_club_beside, members
from ledger.rules.site.refusal import Refusal
from ledger.services.keeping.backups import age_of_backups, newest_backup
from ledger.services.keeping.club_file import packed_club
from ledger.services.keeping.comparison import prove
from ledger.services.site.findings import note_damage
from ledger.services.site.reading_apart import LONG_PAGES
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.clubs.password_again import password_again
from ledger.web.site.access import SignedInRequest, Visit, administers, writes
from ledger.web.site.errors import to_the_board
from ledger.web.site.frame import club_page


@never_cache
@writes
def audit_page(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Audit the club's whole book when the button is pressed."""
    context: dict[str, Any] = {"age_of_backups": age_of_backups(now=timezone.now())}
    if request.method == "POST":
        with LONG_PAGES.take():
            report = prove(club=visit.club, now=timezone.now())
        sentences = [refusal_text(finding) for finding in report.findings]
        remarks = [refusal_text(remark) for remark in report.remarks]
        context |= {
            "report": report,
            "balance": refusal_text(report.balance),
            "sentences": sentences,
            "remarks": remarks,
        }
        if report.is_damaged:
            note_damage(where=sentences[0], now=timezone.now())
    context |= to_the_board(club=visit.club)
    return club_page(request, visit, "ledger/book/audit.html", context)


@never_cache
@writes
def hand_over(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """An invitation for a new secretary, and what the job takes, on one sheet; only administrators invite."""
    context: dict[str, Any] = {
        "members": members(club=visit.club),
        "age_of_backups": age_of_backups(now=timezone.now()),
    }
    context |= to_the_board(club=visit.club)
    if visit.may_administer:
        context |= {"may_take_backup": may_take_backup(visit.club), "has_backup": newest_backup() is not None}
        context["commands"] = commands(visit.club)
    return club_page(request, visit, "ledger/keeping/hand_over.html", context)


@never_cache
@writes
def moving_guide(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """How the club moves to another installation, in five steps with pictures."""
    return club_page(request, visit, "ledger/keeping/moving_guide.html")


@never_cache
@require_POST
@administers
@password_again
def club_file(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """The club's complete file, with its whole book, for another installation."""
    now = timezone.now()
    try:
        packed = packed_club(club=visit.club, now=now)
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
        return redirect("hand_over", visit.club.slug)
    response = HttpResponse(packed, content_type="application/gzip")
    name = f"{visit.club.slug}-{timezone.localtime(now):%Y%m%d}.jsonl.gz"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@never_cache
@require_POST
@administers
@password_again
def newest_backup_file(_request: SignedInRequest, visit: Visit) -> FileResponse:
    """The installation's newest backup, where it holds no other club's book.

    Raises Http404 where it does, and where there is none yet.
    """
    backup = newest_backup() if may_take_backup(visit.club) else None
    if backup is None:
        raise Http404
    return FileResponse(backup.open("rb"), as_attachment=True, filename=backup.name)


def commands(club: Club) -> dict[str, str]:
    """Commands of whoever looks after the server, by what they are for; docs/operations.md says from where."""
    backup, file = gettext("BACKUP"), gettext("FILE")
    return {
        "backup": "python manage.py backup",
        "restore": f"python manage.py restore {backup}",
        "pack": f"python manage.py export_club {club.slug} {file}",
    }


def may_take_backup(club: Club) -> bool:
    """Whether a backup, which holds everything that is here, holds nothing but this club's; one query."""
    return has_no_club_beside(club)
