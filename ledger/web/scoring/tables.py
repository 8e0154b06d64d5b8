"""The club's scoring tables: the list, what a version changed, and typing the prices that it lacks."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django_tables2 import RequestConfig

from ledger.models import TableVersion
from ledger.queries.clubs.clubs import versions
from ledger.queries.evenings.closings import open_evenings_by
from ledger.queries.scoring.versions import drafts, newest_of, terms
from ledger.rules.scoring.wall.comparing import compare
from ledger.rules.site.refusal import Refusal
from ledger.services.scoring.versions import publish_prices
from ledger.web.clubs.lists import VersionsList
from ledger.web.scoring.asking import question_about_prices
from ledger.web.scoring.change_lists import ChangedPricesList, ChangedWordsList
from ledger.web.scoring.changes_form import ChangesForm
from ledger.web.scoring.price_form import PricesForm
from ledger.web.scoring.publish_form import PublishForm, published_notice
from ledger.web.site.access import Visit, reads, writes
from ledger.web.site.form_keys import earlier_answer, redirect_once, status_of
from ledger.web.site.freshness import fresh


@fresh
@reads
def tables(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Every version of the club's tables, and which of them are in force."""
    found = versions(club=visit.club)
    table = VersionsList(found, club_slug=visit.club.slug, terms=terms(found), today=timezone.localdate())
    RequestConfig(request, paginate={"per_page": 25}).configure(table)
    context = {"visit": visit, "club": visit.club, "table": table}
    if visit.may_write:
        context["drafts"] = drafts(club=visit.club)
    return render(request, "ledger/scoring/scoring_tables.html", context)


@fresh
@reads
def changes(request: HttpRequest, visit: Visit, version: int) -> HttpResponse:
    """What a version changed in the one before it, or in another of the club's, cell by cell."""
    shown = visit.table_version(version)
    form = ChangesForm(request.GET, version=shown, versions=versions(club=visit.club))
    if not form.fields["with"].choices:
        raise Http404
    context = {"visit": visit, "club": visit.club, "table_version": shown, "form": form, "before": form.before()}
    if before := context["before"]:
        found = compare(before.to_rules(), shown.to_rules())
        context["prices"] = ChangedPricesList(found.prices, denominator=found.denominator)
        context["words"] = ChangedWordsList(found.words, prefix="words-")
        for each in (context["prices"], context["words"]):
            RequestConfig(request, paginate={"per_page": 25}).configure(each)
    return render(request, "ledger/scoring/changes.html", context)


@writes
def prices(request: HttpRequest, visit: Visit, version: int) -> HttpResponse:
    """Type the prices that a version lacks; they are published as the table's next version."""
    shown = visit.table_version(version)
    newest, rules = newest_of(version=shown), shown.to_rules()
    if response := earlier_answer(request):
        return response
    if newest != shown:
        messages.warning(
            request, gettext("Version %(number)s has been published meanwhile.") % {"number": newest.number}
        )
        return redirect("table", visit.club.slug, newest.pk)
    if not rules.missing_prices:
        return redirect("table", visit.club.slug, shown.pk)
    said = request.POST if request.method == "POST" else None
    form = PricesForm(said, scoring_table=rules)
    first_day = max(timezone.localdate(), shown.in_force_from)
    start, status = PublishForm(said, evenings=open_evenings_by(scoring_table=shown.table), first_day=first_day), 200
    question = None
    if form.is_valid() & start.is_valid():
        try:
            question = question_about_prices(said=request.POST, remarks=form.doubts(shown.document))
            if question is None:
                return redirect_once(request, start, lambda: _published(request, visit, shown, form, start))
        except Refusal as refusal:
            if refusal.field in form.fields:
                form.refuse(refusal)
            else:
                start.refuse(refusal)
                status = status_of(refusal)
    context = {"visit": visit, "club": visit.club, "table_version": shown, "rules": rules, "form": form}
    return render(
        request, "ledger/scoring/prices.html", {**context, "start": start, "question": question}, status=status
    )


def _published(request: HttpRequest, visit: Visit, version: TableVersion, form: PricesForm, start: PublishForm) -> str:
    """Publish the next version with the typed prices and say from when it counts; gives its address."""
    published = publish_prices(
        version=version, prices=form.prices(), author=request.user, now=timezone.now(), **start.start()
    )
    messages.success(request, published_notice(published, start.start().get("from_evening")))
    return reverse("table", args=[visit.club.slug, published.pk])
