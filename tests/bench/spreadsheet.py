"""`python dev.py bench spreadsheet`: a club's own spreadsheet and the site side by side: a deal, and all brought in.

The spreadsheet is what clubs keep by hand: a row for each deal with everybody's points and their sum, an evening's
sums, and the standings, all as formulas. With its last row just added, LibreOffice opens it, works it out and saves it.
"""

import json
import subprocess
import time
from collections.abc import Iterator
from io import BytesIO
from itertools import groupby
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.test.utils import override_settings
from django.utils import timezone
from openpyxl import load_workbook
from xlsxwriter import Workbook
from xlsxwriter.utility import xl_col_to_name

from ledger.models import Club, Season
from ledger.queries.clubs.clubs import current_of, seasons_of
from ledger.queries.imports.looking import look_through
from ledger.queries.seasons.season_book import season_book
from ledger.queries.site.snapshot import one_moment
from ledger.rules.imports.written.column_map import read_map
from ledger.rules.imports.written.sheets import sheets_of
from ledger.rules.site.column_letters import letters_of
from ledger.rules.site.labels import Label
from ledger.services.imports.book_files import read_book
from ledger.spreadsheets.seasons.season_book import SeasonBook
from tests.bench.entry import costs_in_time
from tests.bench.pages import SETTINGS, temporary_database
from tests.bench.parts.figures import Figure, print_all
from tests.bench.parts.long_season import long_season
from tests.bench.parts.program_costs import costs_of
from tests.bench.parts.served import database_url
from tests.bench.workbook import workbook_costs
from tests.support.office import saving_command
from tests.support.processor import seconds_of
from tests.support.programs import LIBREOFFICE

DEALS, EVENINGS, STANDINGS = "Spil", "Aftener", "Stilling"
FACTS = ("Aften", "Nr.", "Dato", "Melder", "Melding", "Makker", "Stik")
MOST_SECONDS = 600
MOST_TIMES_OPENPYXL, MOST_MEGABYTES = 3, 300


class Command(BaseCommand):
    help = "Measure a deal in a spreadsheet as clubs keep it beside a deal on the site, after a season of some length."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=10_000, help="the length of the season (default: 10,000)")
        parser.add_argument("--rounds", type=int, default=3, help="times that LibreOffice saves (default: 3)")

    def handle(self, *_args: Any, deals: int, rounds: int, **_options: Any) -> None:
        soffice = LIBREOFFICE.find()
        if soffice is None:
            raise CommandError(f"{LIBREOFFICE.name} is not installed.")
        with temporary_database(), TemporaryDirectory(prefix="whistklub-bench-") as place:
            club, folder = long_season(name="Bench", deals=deals), Path(place)
            season = current_of(seasons_of(club=club))
            assert season is not None
            write_spreadsheet(season, folder / "club.xlsx", deals)
            write_spreadsheet(season, folder / "empty.xlsx", 0)
            start = office_costs(soffice, folder, folder / "empty.xlsx", rounds)
            whole = office_costs(soffice, folder, folder / "club.xlsx", rounds)
            workbook = workbook_costs(season, folder / "ours.xlsx")
            brought_in = list(figures_of_import(season, folder, deals, rounds))
            with override_settings(**SETTINGS):
                spent = costs_in_time(club, rounds * 10)
        cpu, clock = (median(times) for times in zip(*spent, strict=True))
        self._print(deals, start, whole)
        self.stdout.write(
            f"here a deal is saved and the next page drawn in {clock:.0f} ms ({cpu:.0f} of the processor); "
            f"all of it is a workbook in {workbook.seconds:.1f} s ({workbook.cpu_seconds:.1f} of the processor)"
        )
        times = 1000 * (whole.cpu_seconds - start.cpu_seconds) / cpu
        self.stdout.write(
            f"a deal in the spreadsheet takes {times:.0f} times the processor, LibreOffice's start left out"
        )
        print_all(brought_in, self.stdout)

    def _print(self, deals: int, start: "OfficeCosts", whole: "OfficeCosts") -> None:
        self.stdout.write(
            f"LibreOffice opens, works out and saves a spreadsheet of {deals} deals in {whole.seconds:.1f} s "
            f"({whole.cpu_seconds:.1f} of the processor); an empty one in {start.seconds:.1f} s "
            f"({start.cpu_seconds:.1f} of the processor)"
        )


def figures_of_import(season: Season, folder: Path, deals: int, rounds: int) -> Iterator[Figure]:
    """What an import's dry run of the spreadsheet takes over openpyxl's bare reading of it, and the command's memory.

    Both are measured in this process, where neither has a start of its own to pay for.
    """
    file, column_map = folder / "club.xlsx", folder / "map.json"
    data, told = file.read_bytes(), {"sheets": {DEALS: _column_map(season), "*": None}}
    column_map.write_text(json.dumps(told))
    ours, barely = [], []
    for _ in range(2 * rounds + 1):
        barely.append(seconds_of(lambda: read_barely(data)))
        ours.append(seconds_of(lambda: look_in_dry_run(season.club, data, told)))
    name = f"import of {deals:,} deals, dry run, over openpyxl's {median(barely):.1f} s"
    # In turn, since the machine sways more from one minute to the next than within a round.
    times = median(our_own / bare for our_own, bare in zip(ours, barely, strict=True))
    yield Figure(name, times, MOST_TIMES_OPENPYXL)
    command = ("manage.py", "import_book", str(file), "--club", season.club.slug, "--map", str(column_map), "--dry-run")
    yield Figure("its memory, MB", costs_of(*command, database_url=database_url()).megabytes, MOST_MEGABYTES)


def look_in_dry_run(club: Club, data: bytes, told: dict[str, Any]) -> int:
    """Read a book and look it through as the command does before it books anything; returns how many rows it has."""
    sheets = sheets_of(read_book(data))
    return len(look_through(club=club, sheets=sheets, book_map=read_map(told), answers={}).verdicts)


def read_barely(data: bytes) -> int:
    """Read every cell of a workbook by openpyxl; returns how many rows it has."""
    sheets = load_workbook(BytesIO(data), read_only=True)
    return sum(1 for sheet in sheets for _row in sheet.iter_rows(values_only=True))


def _column_map(season: Season) -> dict[str, Any]:
    """What the columns of the deals' sheet hold, as `_write_deals` writes them."""
    facts = ("evening", "number", "date", "declarer", "contract", "partner", "tricks")
    with one_moment():
        book = season_book(season=season, made_at=timezone.localtime())
        held: list[Any] = [*facts, *({"points": player.name} for player in book.players)]
    return {"header_row": 1, "columns": {letters_of(at): what for at, what in enumerate(held, 1)}}


class OfficeCosts(NamedTuple):
    """Median seconds of LibreOffice from its start to its end, by the clock and of the processor."""

    seconds: float
    cpu_seconds: float


def office_costs(soffice: str, folder: Path, file: Path, rounds: int) -> OfficeCosts:
    """Let LibreOffice open a workbook, work it out and save it, some times."""
    command = saving_command(soffice, folder, [file], "xlsx")
    spent = []
    for _ in range(rounds):
        started, before = time.monotonic(), processor_of_children()
        subprocess.run(command, check=True, capture_output=True, timeout=MOST_SECONDS)
        spent.append((time.monotonic() - started, processor_of_children() - before))
    return OfficeCosts(*(median(times) for times in zip(*spent, strict=True)))


def processor_of_children() -> float:
    """Processor seconds of the programs that were started here and have ended."""
    import resource  # not on Windows

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def write_spreadsheet(season: Season, target: Path, deals: int) -> None:
    """Write a season's first deals, so many, as a club would keep them by hand."""
    with one_moment():
        book = season_book(season=season, made_at=timezone.localtime())
        rows = list(_deal_rows(book, deals))
    players = [player.name for player in book.players]
    workbook = Workbook(target, {"default_date_format": "dd-mm-yyyy"})
    _write_deals(workbook, rows, players)
    _write_evenings(workbook, rows, players)
    _write_standings(workbook, len(rows), players)
    workbook.close()


def _deal_rows(book: SeasonBook, most: int) -> Iterator[tuple[tuple[Any, ...], list[float | None]]]:
    """The cells typed for each deal: its facts, and the points of everybody at the table."""
    for deal, _ in zip(book.deals, range(most), strict=False):
        told = (deal.evening, deal.number, deal.date, deal.declarer, deal.contract, deal.partner, deal.tricks)
        facts = tuple(fact["da"] if isinstance(fact, Label) else fact for fact in told)
        units = [deal.units.get(player.number) for player in book.players]
        yield facts, [None if amount is None else amount / book.unit_denominator for amount in units]


def _write_deals(workbook: Workbook, rows: list[Any], players: list[str]) -> None:
    sheet, first, last = workbook.add_worksheet(DEALS), len(FACTS), len(FACTS) + len(players) - 1
    sheet.write_row(0, 0, [*FACTS, *players, "Sum"])
    for at, (facts, points) in enumerate(rows, 1):
        sheet.write_row(at, 0, [value if value is not None else "" for value in (*facts, *points)])
        sheet.write_formula(at, last + 1, f"=SUM({xl_col_to_name(first)}{at + 1}:{xl_col_to_name(last)}{at + 1})")


def _write_evenings(workbook: Workbook, rows: list[Any], players: list[str]) -> None:
    """Write the sums of each evening, whose deals lie together."""
    sheet, end = workbook.add_worksheet(EVENINGS), 1
    sheet.write_row(0, 0, ["Aften", *players])
    for at, (evening, deals) in enumerate(groupby(rows, key=lambda row: row[0][0]), 1):
        start, end = end + 1, end + len(list(deals))
        letters = [xl_col_to_name(len(FACTS) + place) for place in range(len(players))]
        sheet.write_row(at, 0, [evening, *(f"=SUM({DEALS}!{x}{start}:{x}{end})" for x in letters)])


def _write_standings(workbook: Workbook, deals: int, players: list[str]) -> None:
    sheet, end = workbook.add_worksheet(STANDINGS), max(deals, 1) + 1
    sheet.write_row(0, 0, ["Spiller", "Point", "Plads", "Spil", "Bedste spil"])
    for at, player in enumerate(players, 1):
        letter = xl_col_to_name(len(FACTS) + at - 1)
        points = f"{DEALS}!{letter}2:{letter}{end}"
        place = f"=RANK(B{at + 1},B$2:B${len(players) + 1})"
        sheet.write_row(at, 0, [player, f"=SUM({points})", place, f"=COUNT({points})", f"=MAX({points})"])
