"""Pages of a draft: start, edit, publish, discard, bring from a file."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header, urlencode
from django.utils.text import get_valid_filename
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Club, ScoringTableDraft, ScoringTableVersion
from ledger.models.scoring import digest_of
from ledger.queries.clubs.clubs import versions
from ledger.queries.evenings.approval import open_evenings_by
from ledger.rules.scoring.document import PRESETS, document_from_file, json_text, modern, read_scoring_table
from ledger.rules.site.labels import Text
from ledger.rules.site.refusal import Refusal
from ledger.services.scoring import NAME_LENGTH, DraftChanged, discard_draft, publish_draft, save_draft, start_draft
from ledger.services.site.reading_apart import read_apart
from ledger.templatetags.ledger_labels import label_text, refusal_text
from ledger.web.scoring.draft_forms import MOVES, BecomesForm, BeginForm, ToolsForm
from ledger.web.scoring.editor import ScoringTableEditor, anchor, typed_document
from ledger.web.scoring.forms import (
    PublishForm,
    announce_published,
    lists_of_changes,
    question_about_prices,
)
from ledger.web.site.access import SignedInRequest, Visit, reads, signature, writes
from ledger.web.site.forms import CONFLICT, earlier_answer, form_data, submit_once
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import DEPLOYED

AS_YOU_TYPE = "check"
MOST_DIGITS = 18  # of an id in a database
LONGEST_ACTION = 40  # "drop multipliers 12"; Python refuses to read a number of thousands of digits


@writes
def draft_new(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Start a draft from nothing, from a preset or from a version (`?from=` a version's id)."""
    asked = request.GET.get("from", "")
    # Of no more digits than a number of the database has: Python refuses to read thousands.
    chosen = visit.table_version(int(asked)) if asked.isdecimal() and len(asked) <= MOST_DIGITS else None
    existing = chosen and visit.club.drafts.filter(scoring_table=chosen.scoring_table_id).first()
    if existing and request.method != "POST":
        return redirect("draft", visit.club.slug, existing.pk)
    data = form_data(request)
    form = BeginForm(data, versions=versions(club=visit.club), chosen=chosen)
    response, status = submit_once(request, form, lambda: _start_draft(request, visit, form))
    return response or club_page(request, visit, "ledger/scoring/drafts/draft_new.html", {"form": form}, status=status)


def _start_draft(request: SignedInRequest, visit: Visit, form: "BeginForm | ScoringTableFileForm") -> str:
    """Begin the draft that the valid form asks for; gives the editor's address."""
    draft = start_draft(**form.draft(visit.club), **signature(request))
    return reverse("draft", args=[visit.club.slug, draft.pk])


@writes
def draft(request: SignedInRequest, visit: Visit, draft_id: int) -> HttpResponse:
    """The editor. Every post saves what is typed; the page itself presses the button "check" as one types."""
    draft = visit.draft(draft_id)
    if request.method != "POST":
        return _editor_page(request, visit, draft, draft.document)
    action = request.POST.get("do", "").strip()[:LONGEST_ACTION] or "save"
    name = request.POST.get("name", draft.name)
    document = typed_document(request.POST.dict(), draft.document, name if name != draft.name else None)
    tools = ToolsForm(request.POST, document=document)
    if tools.stops(action):
        return _editor_page(request, visit, draft, document, tools=tools, name=name)
    try:
        saved = save_draft(
            draft=draft,
            document=tools.apply(action, document),
            name=name,
            seen=_seen_revision(request),
            **signature(request),
        )
    except DraftChanged as refusal:
        # What was typed is shown on top of what somebody else has saved, so that saving again keeps it.
        conflict = refusal_text(refusal)
        return _editor_page(request, visit, refusal.draft, document, CONFLICT, conflict=conflict, name=name)
    except Refusal as refusal:
        name_error = refusal_text(refusal) if refusal.field == "name" else ""
        if not name_error:
            tools.refuse(refusal)
        return _editor_page(request, visit, draft, document, tools=tools, name=name, name_error=name_error)
    if action == AS_YOU_TYPE:
        context = {"draft": saved, "editor": ScoringTableEditor(saved.document)}
        return club_page(request, visit, "ledger/scoring/drafts/_check.html", context)
    if action == "publish":
        return redirect("draft_publish", visit.club.slug, saved.pk)
    _announce_left_out(request, tools)
    return redirect(f"{reverse('draft', args=[visit.club.slug, saved.pk])}{_back_to(action)}")


@writes
def draft_publish(request: SignedInRequest, visit: Visit, draft_id: int) -> HttpResponse:
    """What a draft changes, what the checker says, and from when it is to be in force."""
    if response := earlier_answer(request):
        return response
    draft = visit.draft(draft_id)
    evenings = list(open_evenings_by(scoring_table=draft.scoring_table)) if draft.scoring_table else []
    data = form_data(request)
    form = PublishForm(data, evenings=evenings, first_day=timezone.localdate())
    question, status = None, 200
    # Of a draft that was changed meanwhile nothing is asked: it is refused, and shown as it is now.
    if form.is_valid() and _seen_revision(request) == draft.revision:
        question = question_about_prices(data=request.POST, remarks=ScoringTableEditor(draft.document).doubts)
    if question is None:
        response, status = submit_once(request, form, lambda: _publish_draft(request, draft, form))
        if response:
            return response
    if form.non_field_errors():  # somebody may have changed it, published it or given it up
        draft = visit.draft(draft_id)
    context = {"draft": draft, "form": form, "question": question}
    return club_page(
        request,
        visit,
        "ledger/scoring/drafts/draft_publish.html",
        {**context, **_changes_context(draft)},
        status=status,
    )


def _publish_draft(request: SignedInRequest, draft: ScoringTableDraft, form: PublishForm) -> str:
    """Publish the draft as the writer saw it, from when the valid form says; returns the version's address."""
    start = form.start()
    version = publish_draft(draft=draft, seen=_seen_revision(request), **signature(request), **start)
    return announce_published(request, version, start.get("from_evening"))


@writes
def draft_discard(request: SignedInRequest, visit: Visit, draft_id: int) -> HttpResponse:
    """Delete a draft, after one question."""
    draft = visit.club.drafts.filter(pk=draft_id).first()
    if request.method == "POST":
        if draft:
            discard_draft(draft=draft)
            messages.success(request, gettext("The draft of %(name)s is given up.") % {"name": draft.name})
        return redirect("tables", visit.club.slug)
    if draft is None:
        raise Http404
    return club_page(request, visit, "ledger/scoring/drafts/draft_discard.html", {"draft": draft})


def _editor_page(
    request: HttpRequest,
    visit: Visit,
    draft: ScoringTableDraft,
    document: dict[str, Any],
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    context = {"draft": draft, "editor": ScoringTableEditor(document), "name": draft.name, **more}
    context.setdefault("tools", ToolsForm(None, document=document))
    return club_page(request, visit, "ledger/scoring/drafts/draft.html", context, status=status)


def _changes_context(draft: ScoringTableDraft) -> dict[str, Any]:
    """The checker's remarks on a draft, and its differences from the version that it would replace."""
    editor = ScoringTableEditor(draft.document)
    before: ScoringTableVersion | None = draft.scoring_table.versions.latest("number") if draft.scoring_table else None
    context: dict[str, Any] = {"editor": editor, "before": before}
    if before and not editor.errors:
        context |= lists_of_changes(before.to_rules(), read_scoring_table(draft.document))
    return context


def _seen_revision(request: HttpRequest) -> int:
    text = request.POST.get("seen", "")
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def _announce_left_out(request: HttpRequest, tools: ToolsForm) -> None:
    """Say how much of what was pasted did not fit the sheet."""
    rows, columns = tools.left_out
    if rows:
        text = ngettext(
            "%(count)s row of what was pasted lies below the sheet and was left out.",
            "%(count)s rows of what was pasted lie below the sheet and were left out.",
            rows,
        )
        messages.warning(request, text % {"count": rows})
    if columns:
        text = ngettext(
            "%(count)s column of what was pasted lies beside the sheet and was left out.",
            "%(count)s columns of what was pasted lie beside the sheet and were left out.",
            columns,
        )
        messages.warning(request, text % {"count": columns})


def _back_to(action: str) -> str:
    """The part of the page that an action was about, as the end of its address; a list that it changed stays open."""
    name, *details = action.split()
    if name in ("bid", "bids"):
        return "?open=ladder#ladder"
    if name in MOVES and len(details) == 2 and details[1].isdecimal():
        place = max(0, int(details[1]) + MOVES[name])
        return f"?{urlencode({'open': details[0]})}#{anchor((details[0], place, 0))}"
    if name in ("add", "drop") and details:
        return f"?{urlencode({'open': details[0]})}#{details[0]}"
    return "#columns" if name == "column" else "#values"


class ScoringTableFileForm(BecomesForm):
    """A file, and which scoring table its draft is for; errors in the file are shown beside the field."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("A JSON file, as this site hands it out."),
        widget=forms.FileInput(attrs={"accept": ".json"}),
    )
    name = forms.CharField(
        label=_("Name of the table"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("Left empty: the name in the file, or that of the table which gets a new version."),
    )
    field_order = ("file", "becomes", "name")

    def clean_file(self) -> dict[str, Any]:
        """The file's document."""
        try:
            return read_apart(document_from_file, self.cleaned_data["file"].read())
        except Refusal as refusal:
            raise forms.ValidationError(refusal_text(refusal)) from refusal

    def draft(self, club: Club) -> dict[str, Any]:
        """The arguments for `start_draft`, from the valid form."""
        cleaned = self.cleaned_data
        document, scoring_table = cleaned["file"], self.scoring_table()
        default_name = scoring_table.name if scoring_table else label_text(Text(**document["name"]))
        preset = scoring_table.preset if scoring_table else document["code"]
        return {
            "club": club,
            "scoring_table": scoring_table,
            "name": cleaned["name"] or default_name,
            "document": document,
            "preset": preset if preset in PRESETS else "",
        }


# A scoring table as a JSON file: for its readers to fetch, and from the board as a draft.


@reads
def table_json(request: HttpRequest, visit: Visit, version_id: int) -> HttpResponse:
    """A version's document, to read and to hand to other programs."""
    version = visit.table_version(version_id)
    # A published version never changes, but its table's name may.
    etag = f'"{digest_of([DEPLOYED, version.pk, version.digest, version.scoring_table.name])[:32]}"'
    if kept := get_conditional_response(request, etag=etag):
        return kept
    name = get_valid_filename(f"{version.scoring_table.name} {version.number}.json")
    headers = {
        "ETag": etag,
        "Cache-Control": "private, no-cache",
        "Content-Disposition": content_disposition_header(True, name) or "",
    }
    return HttpResponse(json_text(modern(version.document)), content_type="application/json", headers=headers)


@writes
def table_import(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Import a scoring table's file as a draft; nothing is played by it until it is published."""
    scoring_tables = visit.club.scoring_tables.order_by("name", "pk")
    data = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = ScoringTableFileForm(*data, scoring_tables=scoring_tables)
    response, status = submit_once(request, form, lambda: _start_draft(request, visit, form))
    if response:
        return response
    context = {"form": form}
    return club_page(request, visit, "ledger/scoring/drafts/table_import.html", context, status=status)
