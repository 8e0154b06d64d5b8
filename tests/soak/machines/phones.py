"""Phones that go on typing and reading while parts of the site's database are lost, and note every answer."""

import http.client
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import cycle, pairwise
from uuid import UUID

from tests.soak.secretary import SAVED, Answer, Secretary

PAUSE = 0.3  # seconds between a phone's looks, or deals unless said otherwise
AGAIN_AFTER = 0.25  # seconds until a deal that was not acknowledged is sent once more
LAST_DEALS_SECONDS = 60
SLOW = 6  # seconds
NOT_SAVED = ("Ikke gemt", "Not saved")


@dataclass
class Phones:
    """What all phones of a run have seen so far; times by the monotonic clock."""

    acknowledged: dict[UUID, float] = field(default_factory=dict)
    unsaved: list[UUID] = field(default_factory=list)
    saving: list[Answer] = field(default_factory=list)
    reading: list[Answer] = field(default_factory=list)
    refused: Counter[tuple[str, int]] = field(default_factory=Counter)
    cut_off: Counter[str] = field(default_factory=Counter)
    is_over: threading.Event = field(default_factory=threading.Event)
    typing_pause: float = PAUSE

    @property
    def slowest(self) -> float:
        return max(answer.seconds for answer in [*self.saving, *self.reading])

    @property
    def reads_that_came(self) -> float:
        """The share of reads answered with 200."""
        return sum(answer.status == 200 for answer in self.reading) / len(self.reading)

    @property
    def bare(self) -> int:
        """The answers without a page of the site's own, connections that were cut off among them."""
        return self.cut_off.total() + sum(is_bare(answer) for answer in [*self.saving, *self.reading])

    @property
    def remarks(self) -> list[str]:
        """Which pages were refused, which connections cut off, and what took long or was bare."""
        refused = [f"{count} reads of {path} answered with {status}" for (path, status), count in self.refused.items()]
        cut_off = [f"{count} connections cut off: {name}" for name, count in self.cut_off.items()]
        saving = [f"saving a deal: {fault}" for answer in self.saving if (fault := fault_of(answer))]
        reading = [f"reading a page: {fault}" for answer in self.reading if (fault := fault_of(answer))]
        return [*refused, *cut_off, *saving, *reading]

    @property
    def readers_told_not_saved(self) -> int:
        return sum(any(words in answer.page for words in NOT_SAVED) for answer in self.reading)

    def longest_gap(self, since: float = 0) -> float:
        """The most seconds between two deals that were acknowledged one after the other."""
        times = sorted(moment for moment in self.acknowledged.values() if since <= moment)
        return max((later - former for former, later in pairwise(times)), default=0)

    def type_deals(self, secretary: Secretary) -> None:
        """Save one deal after the other, each sent until it is acknowledged."""
        while not self.is_over.is_set():
            deal = secretary.deal()
            key = UUID(deal["key"])
            if self._save(secretary, deal):
                self.acknowledged[key] = time.monotonic()
            else:
                self.unsaved.append(key)
            self.is_over.wait(self.typing_pause)

    def read(self, reader: Secretary) -> None:
        """Look at one of the pages after the other, over and over."""
        for path in cycle(reader.club["read"]):
            if self.is_over.is_set():
                break
            answer = self._note(self.reading, partial(reader.get, path))
            if answer and answer.status != 200:
                self.refused[path, answer.status] += 1
            self.is_over.wait(PAUSE)

    def _save(self, secretary: Secretary, deal: dict[str, str]) -> bool:
        """Send a deal until it is acknowledged (True), or for a while after the end of the run (False)."""
        last = None
        while last is None or time.monotonic() < last:
            answer = self._note(self.saving, lambda: secretary.save(deal))
            if answer and answer.status == SAVED:
                return True
            if self.is_over.is_set() and last is None:
                last = time.monotonic() + LAST_DEALS_SECONDS
            time.sleep(AGAIN_AFTER)
        return False

    def _note(self, answers: list[Answer], ask: Callable[[], Answer]) -> Answer | None:
        try:
            answers.append(ask())
        except (OSError, http.client.HTTPException) as error:
            self.cut_off[type(error).__name__] += 1
            return None
        return answers[-1]


def is_bare(answer: Answer) -> bool:
    """Whether an answer is no page of the site's own, though it should be one."""
    return answer.status != SAVED and "<main" not in answer.page


def fault_of(answer: Answer) -> str:
    """What is wrong with an answer, empty if nothing is."""
    slow = [f"{answer.seconds:.1f} s"] if answer.seconds > SLOW else []
    bare = [f"a bare page: {answer.content[:80]!r}"] if is_bare(answer) else []
    return ", ".join([*slow, *bare, *([str(answer.status)] if slow or bare else [])])


def start_phones(
    secretary: Secretary, *, writers: int, readers: int, typing_pause: float = PAUSE
) -> tuple[Phones, list[threading.Thread]]:
    """Start so many phones that type and that read; gives what they see and their threads."""
    phones = Phones(typing_pause=typing_pause)
    typing = [(phones.type_deals, replace(secretary, cookies=dict(secretary.cookies))) for _ in range(writers)]
    reading = [(phones.read, Secretary(secretary.port, secretary.club)) for _ in range(readers)]
    threads = [threading.Thread(target=act, args=(phone,)) for act, phone in [*typing, *reading]]
    for thread in threads:
        thread.start()
    return phones, threads
