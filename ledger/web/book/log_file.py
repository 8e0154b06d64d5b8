"""The log as a file: a row for each change that the filter of its page lets through, the newest first."""

from collections.abc import Iterator, Mapping
from functools import partial

from django.core.paginator import Paginator
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext

from ledger.models import Club
from ledger.queries.book.log import Asked, ClubChange, changes, changes_at
from ledger.queries.deals.history import HistoryStep
from ledger.rules.site.points import in_points
from ledger.templatetags.ledger_labels import label_text
from ledger.web.deals.changing import fact_text
from ledger.web.site.lists import ListFile

AT_ONCE = 500  # changes that are read together


def log_file(club: Club, asked: Asked, writers: Mapping[int | None, str]) -> ListFile:
    """Everything that the log lists, as a file; `writers` are the names of who wrote, by account."""
    return ListFile("list", partial(_rows, club, asked, writers))


def _rows(club: Club, asked: Asked, writers: Mapping[int | None, str]) -> Iterator[list[object]]:
    yield [
        *(gettext("When"), gettext("Who"), gettext("Evening"), gettext("Deal")),
        *(pgettext("in the log", "Change"), gettext("Before"), gettext("After"), gettext("Points"), gettext("Reason")),
    ]
    for page in Paginator(changes(club=club, asked=asked), AT_ONCE):
        yield from (_row(change, club, writers) for change in changes_at(club=club, places=page))


def _row(change: ClubChange, club: Club, writers: Mapping[int | None, str]) -> list[object]:
    at = date_format(localtime(change.at), "SHORT_DATETIME_FORMAT")
    if change.step:
        return [at, *_of_step(change.step, writers)]
    logged = change.logged
    context = {"logged": logged, "kept": change.kept, "club": club, "writers": writers, "is_in_file": True}
    words = render_to_string("ledger/book/_logged_change.html", context)
    who = writers.get(logged.by_id, "") if logged and logged.by_id else ""
    return [at, who, "", "", words, "", "", "", change.reason]


def _of_step(step: HistoryStep, writers: Mapping[int | None, str]) -> list[object]:
    """What a step in a deal's history has in each column but the first."""
    kinds = {
        "recorded": gettext("Recorded"),
        "corrected": gettext("Corrected"),
        "voided": gettext("Voided"),
        "restored": gettext("Restored"),
    }
    entry, now = step.entry, label_text(step.sentence)
    return [
        *(writers.get(entry.author_id, ""), entry.evening.number, entry.number, kinds[step.kind]),
        ", ".join(fact_text(what, was) for what, was, _ in step.changed),
        ", ".join(fact_text(what, after) for what, _, after in step.changed) or now,
        _points(step),
        step.reason,
    ]


def _points(step: HistoryStep) -> str:
    """Everybody's points of a new deal, and before and after of whom a change moved."""
    unit, house = step.entry.season.unit_denominator, gettext("The house")

    def say(units: int) -> str:
        return label_text(in_points(units, unit, signed=True))

    if step.kind == "recorded":
        won = [(posting.player.name if posting.player else house, posting.points) for posting in step.postings]
        told = [f"{name} {say(units)}" for name, units in won]
    else:
        told = [f"{name or house} {say(before)} → {say(after)}" for name, before, after in step.moved]
    return " · ".join(told)
