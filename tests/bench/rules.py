"""`python dev.py bench rules`: what compiling a scoring table costs, and settling through its tariff."""

import random
import time
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.outcomes import every_deal
from ledger.rules.deals.settling import settle
from ledger.rules.scoring.document import read_scoring_table
from ledger.rules.scoring.presets import PRESETS, preset
from ledger.rules.scoring.tariff import Tariff, compile_tariff

TABLE = "call-ace-whist"
PLAYERS = ("A", "B", "C", "D")
SAMPLED_EVALUATIONS = 200
COMPILATIONS = 3  # of which the quickest counts
SLOWEST_COMPILATION_MS = 50
LEAST_RATIO = 10


class Command(BaseCommand):
    help = "Measure the rules: compiling each preset, and settling random deals through one tariff."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=100_000, help="how many deals to settle (default: 100000)")
        parser.add_argument("--seed", type=int, default=13, help="the seed of the random deals (default: 13)")

    def handle(self, *_args: Any, **options: Any) -> None:
        slowest = max(self._compilation(code) for code in PRESETS)
        deals = _random_deals(options["deals"], options["seed"])
        looked_up = _microseconds_settling(compile_tariff(read_scoring_table(preset(TABLE))), deals)
        evaluated = _microseconds_evaluating(deals[:SAMPLED_EVALUATIONS])
        ratio = evaluated / looked_up
        self.stdout.write(
            f"settle {len(deals)} deals of {TABLE}: {looked_up:.2f} us of the processor a deal, through one tariff"
        )
        self.stdout.write(
            f"evaluate the document each time: {evaluated:.0f} us of the processor a deal, {ratio:.0f} times as long"
        )
        if slowest > SLOWEST_COMPILATION_MS or ratio < LEAST_RATIO:
            raise CommandError(f"Too slow: at most {SLOWEST_COMPILATION_MS} ms, at least {LEAST_RATIO} times.")

    def _compilation(self, code: str) -> float:
        milliseconds, lines = min(_compile_timed(preset(code)) for _ in range(COMPILATIONS))
        self.stdout.write(f"compile {code}: {milliseconds:.1f} ms, {lines} lines")
        return milliseconds


def _compile_timed(document: dict[str, Any]) -> tuple[float, int]:
    """Compile a scoring table: processor milliseconds, and the number of lines in the tariff."""
    started = time.process_time()
    tariff = compile_tariff(read_scoring_table(document))
    return (time.process_time() - started) * 1000, len(tariff.amounts)


def _random_deals(count: int, seed: int) -> list[Deal]:
    possible = list(every_deal(read_scoring_table(preset(TABLE)), PLAYERS))
    return random.Random(seed).choices(possible, k=count)


def _microseconds_settling(tariff: Tariff, deals: Sequence[Deal]) -> float:
    started = time.process_time()
    for deal in deals:
        settle(deal, tariff, PLAYERS)
    return (time.process_time() - started) / len(deals) * 1e6


def _microseconds_evaluating(deals: Sequence[Deal]) -> float:
    document = preset(TABLE)
    started = time.process_time()
    for deal in deals:
        settle(deal, compile_tariff(read_scoring_table(document)), PLAYERS)
    return (time.process_time() - started) / len(deals) * 1e6
