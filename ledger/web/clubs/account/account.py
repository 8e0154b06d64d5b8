"""The account of whoever is signed in: password, sessions, and the names that clubs know them by."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.models.clubs.persons import shown_by
from ledger.queries.clubs.clubs import names_of, second_factor_of
from ledger.services.book.posting import is_first_name
from ledger.services.clubs.accounts import end_other_sessions, rename_writer
from ledger.web.clubs.account_form import RenameForm
from ledger.web.site.access import SignedInRequest, Visit, reads
from ledger.web.site.form_keys import submit_once
from ledger.web.site.frame import club_page


@never_cache
@login_required
def account(request: SignedInRequest) -> HttpResponse:
    """The page of one's own account."""
    context = {
        "names": names_of(user=request.user),
        "second_factor": second_factor_of(user=request.user),
        "sends_mail": settings.SENDS_MAIL,
    }
    return render(request, "ledger/clubs/account/account.html", context)


@require_POST
@login_required
def other_sessions_end(request: SignedInRequest) -> HttpResponse:
    """Sign oneself out everywhere but here."""
    end_other_sessions(user=request.user, but=request.session.session_key or "")
    messages.success(request, gettext("You are signed out everywhere but here."))
    return redirect("account")


@never_cache
@login_required
@reads
def own_name(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Change one's own name on a club's pages."""
    with shown_by(None):  # whoever has left the board reads as others do, but for their own name
        return _own_name_page(request, visit)


def _own_name_page(request: HttpRequest, visit: Visit) -> HttpResponse:
    writer = visit.club.writers.filter(user=request.user.pk).first()
    if writer is None:
        raise Http404
    data = request.POST if request.method == "POST" else None
    initial = "" if writer.is_forgotten or is_first_name(writer.name) else writer.name
    form = RenameForm(data, initial={"writer_name": initial})

    def save() -> str:
        name = form.cleaned_data["writer_name"]
        renamed = rename_writer(club=visit.club, account=writer.user, name=name, now=timezone.now())
        text = gettext("On the pages of %(club)s you are called %(name)s.")
        messages.success(request, text % {"club": visit.club.name, "name": renamed.name})
        return reverse("account")

    response, status = submit_once(request, form, save)
    context = {"form": form, "writer": writer}
    return response or club_page(request, visit, "ledger/clubs/account/own_name.html", context, status=status)
