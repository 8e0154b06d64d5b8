"""`python dev.py bench rules`: what compiling a scoring table costs, and settling through its tariff."""

import random
import time
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.outcomes import every_deal
from ledger.rules.deals.settling import settle
from ledger.rules.scoring.document import read_scoring_table
from ledger.rules.scoring.presets import PRESETS, preset
from ledger.rules.scoring.tariff import Tariff, compile_tariff
from tests.bench.parts.figures import Figure, least_fifth, print_all
from tests.bench.parts.usual_machine import as_usual, times_slower

TABLE = "call-ace-whist"
PLAYERS = ("A", "B", "C", "D")
SAMPLED_EVALUATIONS = 200
TIMES = 3  # of which the quickest counts
ROUNDS = 10  # of a share of the deals each, between which it is seen how fast the machine is
MOST_MICROSECONDS = 3
SLOWEST_COMPILATION_MS = 50
LEAST_RATIO = 10


class Command(BaseCommand):
    help = "Measure the rules: compiling each preset, and settling random deals through one tariff."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=100_000, help="how many deals to settle (default: 100000)")
        parser.add_argument("--seed", type=int, default=13, help="the seed of the random deals (default: 13)")

    def handle(self, *_args: Any, **options: Any) -> None:
        print_all(figures(options["deals"], options["seed"]), self.stdout)


def figures(count: int, seed: int) -> Iterator[Figure]:
    """What settling so many random deals costs, and what compiling does."""
    deals = _random_deals(count, seed)
    tariff = compile_tariff(read_scoring_table(preset(TABLE)))
    rounds = [(_microseconds_settling(tariff, deals[part::ROUNDS]), times_slower()) for part in range(ROUNDS)]
    looked_up, slower = map(least_fifth, zip(*rounds, strict=True))
    yield Figure("settling a deal, µs", looked_up / slower, MOST_MICROSECONDS)
    evaluated = _microseconds_evaluating(deals[:SAMPLED_EVALUATIONS]) / looked_up
    yield Figure("evaluating the document at each deal, over that", evaluated, LEAST_RATIO, is_least=True)
    slowest = max(min(_milliseconds_compiling(preset(code)) for _ in range(TIMES)) for code in PRESETS)
    name = f"compiling the slowest of {len(PRESETS)} scoring tables, ms"
    yield Figure(name, as_usual(slowest), SLOWEST_COMPILATION_MS)


def _milliseconds_compiling(document: dict[str, Any]) -> float:
    started = time.process_time()
    compile_tariff(read_scoring_table(document))
    return (time.process_time() - started) * 1000


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
