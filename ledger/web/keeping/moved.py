"""The page on which a club's board says where the club has moved to, and takes it back."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.queries.keeping.club_file import last_written
from ledger.services.keeping.club_file import come_back, leave_address
from ledger.web.clubs.password_again import password_again
from ledger.web.site.access import SignedInRequest, Visit, administers_here
from ledger.web.site.form_keys import KeyedForm, submit_once
from ledger.web.site.frame import club_page


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
    form = LeaveForm(request.POST if request.method == "POST" else None)
    front = reverse("club", args=[visit.club.slug])
    here = request.build_absolute_uri(front)

    def save() -> str:
        told = {"address": form.cleaned_data["address"], "here": here}
        leave_address(club=visit.club, author=request.user, now=timezone.now(), **told)
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
    come_back(club=visit.club, author=request.user, now=timezone.now())
    messages.success(request, gettext("It is taken back: the club is here, and is written in here."))
    return redirect("hand_over", visit.club.slug)
