"""The club's scoring tables: their list, what a version changed, and typing missing prices."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models import ScoringTableVersion
from ledger.queries.clubs.clubs import versions
from ledger.queries.evenings.closings import open_evenings_by
from ledger.queries.scoring import drafts, newest_of, terms
from ledger.rules.scoring.wall.comparing import compare
from ledger.rules.site.refusal import Refusal
from ledger.services.scoring import publish_prices
from ledger.web.clubs.lists import VersionsList
from ledger.web.scoring.asking import question_about_prices
from ledger.web.scoring.change_lists import ChangedPricesList, ChangedWordsList
from ledger.web.scoring.changes_form import ChangesForm
from ledger.web.scoring.price_form import PricesForm
from ledger.web.scoring.publish_form import PublishForm, published_notice
from ledger.web.site.access import SignedInRequest, Visit, reads, writes
from ledger.web.site.form_keys import earlier_answer, redirect_once, status_of
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh


@fresh
@reads
def tables(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Every version of the club's tables, and which of them are in force."""
    club_versions = versions(club=visit.club)
    version_list = VersionsList(
        club_versions, club_slug=visit.club.slug, terms=terms(club_versions), today=timezone.localdate()
    )
    version_list.turn_to_page(request, per_page=25)
    context: dict[str, Any] = {"version_list": version_list}
    if visit.may_write:
        context["drafts"] = drafts(club=visit.club)
    return club_page(request, visit, "ledger/scoring/scoring_tables.html", context)


@fresh
@reads
def changes(request: HttpRequest, visit: Visit, version_id: int) -> HttpResponse:
    """What a version changed in the one before it, or in another of the club's, cell by cell."""
    version = visit.table_version(version_id)
    form = ChangesForm(request.GET, version=version, versions=versions(club=visit.club))
    if not form.versions:
        raise Http404
    before = form.before()
    context: dict[str, Any] = {"table_version": version, "form": form, "before": before}
    if before:
        difference = compare(before.to_rules(), version.to_rules())
        context["prices"] = ChangedPricesList(difference.prices, denominator=difference.denominator)
        context["words"] = ChangedWordsList(difference.words, prefix="words-")
        for changed_list in (context["prices"], context["words"]):
            changed_list.turn_to_page(request, per_page=25)
    return club_page(request, visit, "ledger/scoring/changes.html", context)


@writes
def prices(request: SignedInRequest, visit: Visit, version_id: int) -> HttpResponse:
    """Type missing prices, which are published as the next version."""
    version = visit.table_version(version_id)
    newest, rules = newest_of(version=version), version.to_rules()
    if response := earlier_answer(request):
        return response
    if newest != version:
        messages.warning(
            request, gettext("Version %(number)s has been published meanwhile.") % {"number": newest.number}
        )
        return redirect("table", visit.club.slug, newest.pk)
    if not rules.missing_prices:
        return redirect("table", visit.club.slug, version.pk)
    data = request.POST if request.method == "POST" else None
    form = PricesForm(data, scoring_table=rules)
    first_day = max(timezone.localdate(), version.in_force_from)
    start, status = (
        PublishForm(data, evenings=open_evenings_by(scoring_table=version.scoring_table), first_day=first_day),
        200,
    )
    question = None
    # Not `and`: each form says what is wrong with it.
    if form.is_valid() & start.is_valid():
        try:
            question = question_about_prices(data=request.POST, remarks=form.doubts(version.document))
            if question is None:
                return redirect_once(request, start, lambda: _publish_prices(request, visit, version, form, start))
        except Refusal as refusal:
            if refusal.field in form.fields:
                form.refuse(refusal)
            else:
                start.refuse(refusal)
                status = status_of(refusal)
    context = {"table_version": version, "rules": rules, "form": form}
    return club_page(
        request, visit, "ledger/scoring/prices.html", {**context, "start": start, "question": question}, status=status
    )


def _publish_prices(
    request: SignedInRequest, visit: Visit, version: ScoringTableVersion, form: PricesForm, start: PublishForm
) -> str:
    """Publish the next version with the typed prices and announce its first day; returns its address."""
    published = publish_prices(
        version=version, prices=form.prices(), author=request.user, now=timezone.now(), **start.start()
    )
    messages.success(request, published_notice(published, start.start().get("from_evening")))
    return reverse("table", args=[visit.club.slug, published.pk])
