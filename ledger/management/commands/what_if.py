"""`manage.py what_if`: a season scored again under other prices, beside what its book says."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.utils.translation import gettext

from ledger.models import ScoringTableDraft, ScoringTableVersion, Season
from ledger.models.clubs.shown_names import shown_by
from ledger.queries.clubs.persons import persons_of
from ledger.queries.seasons.what_if import Difference, Placing, Unpriced, WhatIf, count_entries, what_if
from ledger.rules.scoring.document import read_scoring_table
from ledger.rules.scoring.presets import table_from
from ledger.rules.scoring.tariff import Tariff, compile_tariff
from ledger.rules.site.fields import LONGEST_JSON, parse_json
from ledger.rules.site.points import points_text
from ledger.rules.site.refusal import Refusal
from ledger.templatetags.ledger_format import points
from ledger.templatetags.ledger_labels import label_text
from ledger.templatetags.ledger_refusals import refusal_text

BAR = 40  # characters


class Command(BaseCommand):
    help = "Scores a season again under other prices: places, the deals that differ most, those without a price."
    requires_system_checks: list[str] = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Here `--version` is a version of the club's prices."""
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **kwargs)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the club's address, such as torsdagsklubben")
        parser.add_argument("season", help="the season's address, such as 2026-27")
        prices = parser.add_mutually_exclusive_group(required=True)
        prices.add_argument(
            "--table",
            metavar="SPEC",
            help='a preset\'s code, a file with a table\'s document, or {"preset": CODE, "options": {RULE: CHOICE}}',
        )
        prices.add_argument("--version", type=int, metavar="N", help="the number in the address of a version's page")
        prices.add_argument("--draft", type=int, metavar="N", help="the number in the address of a draft's page")
        parser.add_argument("--evening", type=int, action="append", help="only this evening; may be given again")
        parser.add_argument("--json", action="store_true", help="print the comparison as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        season = _season(options["club"], options["season"])
        try:
            tariff = _tariff(season, options)
        except Refusal as refusal:
            raise CommandError(f"{refusal.field}: {refusal}" if refusal.field else str(refusal)) from refusal
        evenings = options["evening"]
        progress = _Progress(self.stderr, season, evenings)
        with shown_by(None, persons_of(club=season.club)):
            comparison = what_if(season=season, tariff=tariff, evenings=evenings, progress=progress.at)
        progress.finish()
        self.stdout.write(as_json(comparison) if options["json"] else in_words(comparison))


class _Progress:
    """A progress bar on standard error; silent if that is no terminal."""

    def __init__(self, stderr: OutputWrapper, season: Season, evenings: list[int] | None) -> None:
        self.stderr = stderr
        self.is_shown = stderr.isatty()
        self.entry_count = count_entries(season=season, evenings=evenings) if self.is_shown else 0
        self.at(0)

    def at(self, count: int) -> None:
        """Show the number of deals scored so far."""
        if self.is_shown:
            filled = BAR * count // self.entry_count if self.entry_count else BAR
            bar = "#" * filled + "." * (BAR - filled)
            # Unstyled, because Django writes all of this stream in the colour of an error.
            self.stderr.write(f"\r[{bar}] {count} / {self.entry_count}", ending="", style_func=str)
            self.stderr.flush()

    def finish(self) -> None:
        """Fill the bar and end its line."""
        self.at(self.entry_count)
        if self.is_shown:
            self.stderr.write("", style_func=str)


def _season(club: str, season: str) -> Season:
    known = Season.objects.filter(club__slug=club, slug=season).first()
    if known is None:
        raise CommandError(f"There is no season {season} in a club {club}.")
    return known


def _tariff(season: Season, options: dict[str, Any]) -> Tariff:
    """The requested prices.

    Raises Refusal for a scoring table that cannot be read.
    """
    if options["draft"] is not None:
        return compile_tariff(read_scoring_table(_draft(season, options["draft"]).document))
    if options["version"] is None:
        return compile_tariff(table_from(_spec(options["table"])))
    version = ScoringTableVersion.objects.filter(scoring_table__club=season.club_id, pk=options["version"]).first()
    if version is None:
        raise CommandError(f"The club has no version {options['version']} of its prices.")
    return version.tariff()


def _draft(season: Season, pk: int) -> ScoringTableDraft:
    draft = ScoringTableDraft.objects.filter(club=season.club_id, pk=pk).first()
    if draft is None:
        raise CommandError(f"The club has no draft {pk}.")
    return draft


def _spec(text: str) -> object:
    """A preset's code as it is, JSON parsed, a file's JSON read."""
    if text.lstrip().startswith("{"):
        return parse_json(text)
    file = Path(text)
    if not file.is_file():
        return text
    try:
        with file.open(encoding="utf-8") as opened:
            return parse_json(opened.read(LONGEST_JSON + 1))
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file} cannot be read: {error}") from error


def as_json(comparison: WhatIf) -> str:
    """The comparison for a machine: points as exact text."""

    def text(units: int) -> str:
        return points_text(units, comparison.denominator)

    standings = [
        {
            "player": placing.name,
            "place_now": placing.place_now,
            "points_now": text(placing.points_now),
            "place_then": placing.place_then,
            "points_then": text(placing.points_then),
        }
        for placing in comparison.standings
    ]
    most = [
        {
            **_deal(deal),
            "points_now": {name: text(now) for name, now, _ in deal.points},
            "points_then": {name: text(then) for name, _, then in deal.points},
            "why_now": label_text(deal.why_now),
            "why_then": label_text(deal.why_then),
        }
        for deal in comparison.most
    ]
    counts = {"deals": comparison.deals, "differing": comparison.differing, "unpriced_count": comparison.unpriced_count}
    unpriced = [{**_deal(deal), "reason": refusal_text(deal.reason)} for deal in comparison.unpriced]
    return json.dumps({**counts, "standings": standings, "most": most, "unpriced": unpriced})


def _deal(deal: Difference | Unpriced) -> dict[str, Any]:
    return {"evening": deal.evening, "number": deal.number, "contract": label_text(deal.contract)}


def in_words(comparison: WhatIf) -> str:
    """The comparison for a person, a line for each player and each deal told of."""
    counts = gettext(
        "Deals: %(deals)s. Pay otherwise: %(differing)s. Without a price: %(unpriced)s. Places changed: %(places)s."
    )
    lines = [
        counts % _counts(comparison),
        *(_placing(placing, comparison.denominator) for placing in comparison.standings),
    ]
    if comparison.most:
        lines += ["", gettext("The deals that differ most:")]
        lines += [line for deal in comparison.most for line in _difference(deal, comparison.denominator)]
    if comparison.unpriced:
        lines += ["", gettext("Deals without a price, which give nobody anything:")]
        lines += [f"{_name(deal)}: {refusal_text(deal.reason)}" for deal in comparison.unpriced]
    return "\n".join(lines)


def _counts(comparison: WhatIf) -> dict[str, int]:
    return {
        "deals": comparison.deals,
        "differing": comparison.differing,
        "unpriced": comparison.unpriced_count,
        "places": comparison.places_changed,
    }


def _placing(placing: Placing, denominator: int) -> str:
    now, then = (points(units, denominator) for units in (placing.points_now, placing.points_then))
    return f"{placing.place_now:>3} → {placing.place_then:<3} {placing.name}: {now} → {then}"


def _difference(deal: Difference, denominator: int) -> list[str]:
    changes = [f"{name} {points(now, denominator)} → {points(then, denominator)}" for name, now, then in deal.points]
    return [f"{_name(deal)}: {', '.join(changes)}", f"  {label_text(deal.why_now)}", f"  {label_text(deal.why_then)}"]


def _name(deal: Difference | Unpriced) -> str:
    words = gettext("Evening %(evening)s, deal %(number)s, %(contract)s")
    return words % {"evening": deal.evening, "number": deal.number, "contract": label_text(deal.contract)}
