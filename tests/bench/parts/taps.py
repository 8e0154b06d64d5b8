"""What a tap on the entry screen costs a phone, until the points stand there."""

from statistics import median
from typing import Any

MOST_MILLISECONDS = 30  # of a processor four times slower
TIMES_SLOWER = 4
ROUNDS = 5
TAPS = """
    async () => {
      const form = document.querySelector("form.deal");
      const players = [...form.querySelectorAll("[name=declarer]")].map(key => key.value);
      let taps = 0;
      for (let round = 0; round < 12; round++) {
        const [declarer, partner] = [players[round % players.length], players[(round + 1) % players.length]];
        for (const key of [`declarer][value="${declarer}"`, `contract][value="${7 + round % 6}"`,
                           `partner][value="${partner}"`, `tricks][value="${6 + round % 7}"`]) {
          await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
          form.querySelector(`[name=${key}]`).click();
          form.querySelector(".preview").getBoundingClientRect();
          taps++;
        }
      }
      return taps;
    }
"""


def tap_cost(page: Any) -> float:
    """The milliseconds that a tap costs a processor four times slower than this, on an entry screen that is open."""
    tools = page.context.new_cdp_session(page)
    # The processor's own time: on a busy machine the clock says nothing.
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    return TIMES_SLOWER * median([_milliseconds_a_tap(page, tools) for _ in range(1 + ROUNDS)][1:])


def _milliseconds_a_tap(page: Any, tools: Any) -> float:
    before = _seconds_of_tasks(tools)
    taps = page.evaluate(TAPS)
    return 1000 * (_seconds_of_tasks(tools) - before) / float(taps)


def _seconds_of_tasks(tools: Any) -> float:
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")
