"""The people who write in a club's book: invited by a link that works once, and let go."""

from django.contrib import messages
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.models import Membership
from ledger.queries.clubs import members as members_of
from ledger.rules.refusal import Refusal
from ledger.services.members import end_membership, invite, let_in
from ledger.web.access import Visit, administers
from ledger.web.member_form import InviteForm
from ledger.web.refusals import refusal_text


@never_cache
@administers
def members(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who they are, and a form for one more."""
    form = InviteForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            membership = invite(club=visit.club, **form.cleaned_data, author=request.user, now=timezone.now())
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            return _let_in(request, visit, membership)
    return _page(request, visit, form=form)


@never_cache
@require_POST
@administers
def member_link(request: HttpRequest, visit: Visit, pk: int) -> HttpResponse:
    """A new link for a member who has no password, or has forgotten it."""
    return _let_in(request, visit, _member(visit, pk))


@require_POST
@administers
def member_end(request: HttpRequest, visit: Visit, pk: int) -> HttpResponse:
    """A member who writes in the book no longer."""
    membership = _member(visit, pk)
    try:
        end_membership(membership=membership, author=request.user, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
    else:
        said = gettext("%(name)s writes in the book no longer.")
        messages.success(request, said % {"name": membership.user.get_username()})
    return redirect("club" if membership.user_id == request.user.pk else "members", visit.club.slug)


class ChoosePassword(PasswordResetConfirmView):
    """Where an invitation leads: it works once, and only for some days."""

    template_name = "ledger/choose_password.html"
    success_url = reverse_lazy("sign_in")


class ChangePassword(PasswordChangeView):
    """Another password of one's own; whoever is signed in elsewhere with the old one is signed out."""

    template_name = "ledger/change_password.html"
    success_url = reverse_lazy("home")

    def form_valid(self, form: object) -> HttpResponse:
        messages.success(self.request, gettext("Your password is changed."))
        return super().form_valid(form)


def _member(visit: Visit, pk: int) -> Membership:
    found = visit.club.memberships.select_related("user").filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def _let_in(request: HttpRequest, visit: Visit, membership: Membership) -> HttpResponse:
    """The page with the link, shown this once; nobody is let in to another club's affairs by it."""
    link = None
    if let_in(membership=membership, author=request.user, now=timezone.now()):
        user = membership.user
        place = urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)
        link = request.build_absolute_uri(reverse("choose_password", args=place))
    return _page(request, visit, form=InviteForm(), invited=membership, link=link)


def _page(request: HttpRequest, visit: Visit, **context: object) -> HttpResponse:
    known = {"visit": visit, "club": visit.club, "members": members_of(club=visit.club)}
    return render(request, "ledger/members.html", {**known, **context})
