"""How fast this machine is just now, beside the usual one, in whose seconds the limits are told.

There an empty view costs 0.22 ms of the processor. A machine that is slower, or that other programs slow down, takes as
many times as long for the empty view as for everything else.
"""

from django.core.handlers.wsgi import WSGIHandler
from django.test.utils import override_settings

from tests.bench.pages import EMPTY, SETTINGS, seconds
from tests.bench.parts.figures import least_fifth

EMPTY_VIEW = 0.22e-3  # seconds on the usual machine
QUESTIONS = 100


def times_slower() -> float:
    """What an empty view costs here, as times what it costs on the usual machine."""
    with override_settings(**SETTINGS):
        site = WSGIHandler()
        return least_fifth([seconds(site, EMPTY) for _ in range(QUESTIONS)]) / EMPTY_VIEW


def as_usual(measured: float) -> float:
    """What a measured time of the processor would be on the usual machine."""
    return measured / times_slower()
