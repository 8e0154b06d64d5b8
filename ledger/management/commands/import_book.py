"""`manage.py import_book FILE --map MAP.json`: an old book, kept anywhere, looked through and booked."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from ledger.management.console import SiteCommand, find_author, with_field
from ledger.models import Club
from ledger.queries.clubs.clubs import only_club
from ledger.queries.imports import LookedThrough, Names, is_whole, known_names, look_through, names_of_book
from ledger.rules.imports.choices import ABOUT_THE_DAY, alike_rows, read_choices
from ledger.rules.imports.plan import BookPlan, deals_of
from ledger.rules.imports.written.cells import BookSheet, sheets_of
from ledger.rules.imports.written.columns import entry_map, read_map
from ledger.rules.imports.written.headings import guess_map
from ledger.rules.imports.written.rows import read_rows
from ledger.rules.site.fields import parse_json, record
from ledger.rules.site.refusal import Refusal
from ledger.services.imports.booking import book_plan, import_of_file
from ledger.services.imports.drafts import begin_earlier_version, book_for
from ledger.templatetags.ledger_labels import label_text

WHICH_PRICES = (
    "same_prices: other prices may have been in force then. Begin them with --begin-earlier-version, or say in the "
    'choices of the map that there were none: "same_prices": true.'
)


class Command(SiteCommand):
    help = "Books an old book, kept in any workbook or as text: all that is chosen of it, or nothing."
    arguments = {
        "file": {"type": Path, "metavar": "FILE", "help": "an .xlsx or .csv file"},
        "--club": {"help": "the club's address (default: the only club)"},
        "--map": {"type": Path, "metavar": "MAP.json", "help": "which column is what; without it, a guess is printed"},
        "--author": {"help": "the username that the deals are entered by"},
        "--begin-earlier-version": {
            "action": "store_true",
            "help": "first begin the prices for rows that no version pays, as the dry run offers them",
        },
        "--dry-run": {"action": "store_true", "help": "only say what would be booked"},
    }

    def handle(self, *_args: Any, **options: Any) -> None:
        club = _club(options["club"])
        author = None if options["dry_run"] or not options["map"] else find_author(club, options["author"])
        try:
            if options["map"] is None:
                sheets = sheets_of(book_for(club=club, data=options["file"].read_bytes()))
                self.stdout.write(_guess(club, sheets))
                return
            plan = self._look_through(club, author, options)
            if author:
                self.stdout.write(_book(club, plan, author))
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from error
        except Refusal as refusal:
            raise CommandError(with_field(refusal)) from refusal

    def _look_through(self, club: Club, author: User | None, options: dict[str, Any]) -> BookPlan:
        """Say what is wrong with a book and what is booked of it.

        Its sheets and verdicts end with this function: booking takes as much memory again.
        """
        data = options["file"].read_bytes()
        given = record(parse_json(options["map"].read_text("utf-8")), None, optional=None)
        sheets = sheets_of(book_for(club=club, data=data))
        looked = _look(club, sheets, given)
        if author and options["begin_earlier_version"] and (offer := looked.offer):
            newest = looked.newest
            del looked  # takes as much memory as the one that follows
            begin_earlier_version(
                version=newest,
                document=offer.document,
                since=offer.since,
                until=offer.until,
                today=timezone.localdate(),
                author=author,
                now=timezone.now(),
            )
            looked = _look(club, sheets, given)
        digest, today = hashlib.sha256(data).hexdigest(), timezone.localdate()
        plan = looked.plan(file_name=options["file"].name, digest=digest, today=today)
        misread = [label_text(told)] if (told := looked.misread()) else []
        self.stdout.write("\n".join([*misread, *_to_choose(looked), _in_words(looked, plan)]))
        if author and not looked.choices.same_prices and looked.offer:
            raise CommandError(WHICH_PRICES)
        return plan


def _look(club: Club, sheets: tuple[BookSheet, ...], given: Mapping[str, Any]) -> LookedThrough:
    """Look a book through by what a map file says: its sheets, its names, and the choices."""
    of_map = {key: value for key, value in given.items() if key not in ("names", "choices")}
    book_map = entry_map(sheets) or read_map(of_map)
    names, choices = _names(club, given.get("names")), read_choices(given.get("choices", {}))
    return look_through(club=club, sheets=sheets, book_map=book_map, answers=names, choices=choices)


def _to_choose(looked: LookedThrough) -> list[str]:
    """The prices that are offered, and the deals that rows may have been, as choices name them."""
    offered = []
    if offer := looked.offer:
        counts = {"count": len(offer.rows), "since": offer.since, "until": offer.until, "factor": offer.factor}
        told = gettext("Rows that every price × %(factor)s would pay, from %(since)s to %(until)s: %(count)s.")
        offered = [told % counts]
    alike = alike_rows(looked.verdicts)
    return [*offered, *(f"{len(verdicts)} × {key}" for key, verdicts in alike)]


def _names(club: Club, given: Any) -> Names:
    """Whom names mean: {"Bo": "Bodil"} for a player of the club, {"Ib": "+Ib Holm"} for one to be added."""
    ids, _aliases = known_names(club=club)
    names: dict[str, int | str] = {}
    for name, who in (given or {}).items():
        if isinstance(who, str) and who.startswith("+"):
            names[name] = who.removeprefix("+").strip()
        elif who in ids:
            names[name] = ids[who]
        else:
            raise CommandError(f"names.{name}: there is no player {who}; write +{who} for a new one.")
    return names


def _guess(club: Club, sheets: tuple[BookSheet, ...]) -> str:
    """The map that the headings suggest, with the names that have to be answered; ready to be changed and kept."""
    book_map = guess_map(sheets)
    rows = list(read_rows(sheets, book_map))
    _known, questions = names_of_book(club=club, rows=rows)
    names = {question.name: next(iter(question.suggestions), f"+{question.name}") for question in questions}
    return json.dumps({**book_map.as_plain_data(), "names": names}, ensure_ascii=False, indent=1)


def _in_words(looked: LookedThrough, plan: BookPlan) -> str:
    """What is wrong with the book by cell, and what would be booked."""
    booked = []
    for season in plan.seasons:
        rows = deals_of([season])
        totals = sum(bool(row.deal.get("totals")) for row in rows)
        facts = {
            gettext("Evenings"): len(season.evenings),
            gettext("Deals"): len(rows) - totals,
            gettext("Evenings of which only the points are known"): totals,
        }
        booked.append(f"{season.name}: " + ", ".join(f"{what} {count}" for what, count in facts.items() if count))
    deals = deals_of(plan.seasons)
    counts = {"rows": plan.rows, "left": plan.rows - len(deals), "doubts": sum(bool(deal.doubt) for deal in deals)}
    told = gettext("Rows: %(rows)s. Left out: %(left)s. Booked in doubt: %(doubts)s.") % counts
    return "\n".join([*_findings(looked), *booked, told])


def _findings(looked: LookedThrough) -> Iterator[str]:
    """What is wrong with the book by cell, and what day is put in where one is missing."""
    likely = {unsure.first.key: unsure.likely for unsure in looked.unsure_days if unsure.is_missing}
    for verdict in looked.verdicts:
        for about in verdict.findings:
            day = likely.get(verdict.row.key) if about.kind in ABOUT_THE_DAY else None
            guess = gettext("Likely %(day)s.") % {"day": date_format(day, "SHORT_DATE_FORMAT")} if day else ""
            yield f"{label_text(about.label_with_place)} {guess}".rstrip()


def _book(club: Club, plan: BookPlan, author: User) -> str:
    known = import_of_file(club=club, digest=plan.digest)
    if known and is_whole(book_import=known):
        return gettext("This file has been brought in already: import %(number)s.") % {"number": known.number}
    made = book_plan(club=club, plan=plan, author=author, now=timezone.now())
    return gettext("Brought in as import %(number)s.") % {"number": made.number}


def _club(slug: str | None) -> Club:
    club = Club.objects.filter(slug=slug, removed_at=None).first() if slug else only_club()
    if club is None:
        raise CommandError(f"There is no club {slug}." if slug else "Say with --club which club it is for.")
    return club
