"""Pages with which a board keeps its book safe: the audit, the sheet for a successor, where the club has moved."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.queries.clubs.clubs import board_members, has_no_club_beside
from ledger.queries.keeping.club_file import last_written
from ledger.rules.site.refusal import Refusal
from ledger.services.keeping.backups import age_of_backups, newest_backup
from ledger.services.keeping.club_file import come_back, leave_address, packed_club
from ledger.services.keeping.comparison import prove
from ledger.services.site.findings import note_damage
from ledger.services.site.reading_apart import LONG_PAGES
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.clubs.account_forms import password_again
from ledger.web.site.access import SignedInRequest, Visit, administers, administers_here, signature, writes
from ledger.web.site.errors import to_the_board
from ledger.web.site.forms import KeyedForm, form_data, submit_once
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
        "members": board_members(club=visit.club),
        "age_of_backups": age_of_backups(now=timezone.now()),
    }
    context |= to_the_board(club=visit.club)
    if visit.may_administer:
        # A backup holds everything that is here.
        context |= {"may_take_backup": has_no_club_beside(visit.club), "has_backup": newest_backup() is not None}
        # Of whoever looks after the server; docs/operations.md says from where.
        backup, file = gettext("BACKUP"), gettext("FILE")
        context["commands"] = {
            "backup": "python manage.py backup",
            "restore": f"python manage.py restore {backup}",
            "pack": f"python manage.py export_club {visit.club.slug} {file}",
        }
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
    name = f"{visit.club.slug}-{timezone.localtime(now):%Y%m%d}.jsonl.gz"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(packed, content_type="application/gzip", headers=headers)


@never_cache
@require_POST
@administers
@password_again
def newest_backup_file(_request: SignedInRequest, visit: Visit) -> FileResponse:
    """The installation's newest backup, where it holds no other club's book.

    Raises Http404 where it does, and where there is none yet.
    """
    backup = newest_backup() if has_no_club_beside(visit.club) else None
    if backup is None:
        raise Http404
    return FileResponse(backup.open("rb"), as_attachment=True, filename=backup.name)


# The page on which a club's board says where the club has moved to, and takes it back.


class LeaveForm(KeyedForm):
    """The new address, and the confirmation that the club is there whole."""

    address = forms.CharField(
        label=_("The club's new address"),
        help_text=_("Open the club there, and copy what stands in the browser's address bar; it begins with https://."),
        widget=forms.URLInput(
            attrs={"autocomplete": "off", "placeholder": "https://whist.example.dk/torsdagsklubben/"}
        ),
    )
    is_whole = forms.BooleanField(label=_("I have opened the club there, and its newest deal is the newest from here"))


@never_cache
@administers_here
@password_again
def club_moved(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Say where the club has moved to; once said, the page says what follows, and how it is taken back."""
    form = LeaveForm(form_data(request))
    front = reverse("club", args=[visit.club.slug])
    here = request.build_absolute_uri(front)

    def save() -> str:
        told = {"address": form.cleaned_data["address"], "here": here}
        leave_address(club=visit.club, **signature(request), **told)
        messages.success(request, gettext("It is said: the club's front page here tells its new address."))
        return reverse("club_moved", args=[visit.club.slug])

    response, status = submit_once(request, form, save)
    context = {"form": form, "last_written": last_written(club=visit.club), "here": here}
    return response or club_page(request, visit, "ledger/keeping/club_moved.html", context, status=status)


@require_POST
@administers_here
@password_again
def club_back(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Take back that the club has moved."""
    come_back(club=visit.club, **signature(request))
    messages.success(request, gettext("It is taken back: the club is here, and is written in here."))
    return redirect("hand_over", visit.club.slug)
