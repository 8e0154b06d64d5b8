"""What a disk may hold after a power cut, worked out from a trace of the server's system calls.

A disk keeps for certain what was written before a completed fsync began. Of later writes it may keep any part: some and
not others, or one cut off at a sector. `Disk` follows a trace made with `TRACER`, and `after_a_cut` draws one of the
states that the disk may be in.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

TRACER = ["-f", "-ttt", "-y", "-xx", "-s", "1000000", "-e", "trace=pwrite64,ftruncate,fsync,fdatasync"]
SECTOR = 512
LINE = re.compile(r"^(\d+) +(\d+\.\d+) (.*)$")
CALL = re.compile(r'^(\w+)\(\d+<([^>]*)>(?:, "([^"]*)")?([^)]*?)(?:\) += (-?\d+)| <unfinished)')
RESUMED = re.compile(r"<\.\.\. (\w+) resumed>.*= (-?\d+)")


@dataclass(frozen=True)
class Event:
    """A moment of the trace: `call` on a file with its numbers and data; `done` is false where it only begins."""

    at: float
    process: str
    call: str
    path: str = ""
    data: bytes = b""
    numbers: tuple[int, ...] = ()
    done: bool = True


def events(trace: str) -> Iterator[Event]:
    """The trace's calls in order; for an interrupted one, both its beginning and its end."""
    for line in trace.splitlines():
        parts = LINE.match(line)
        if parts is None:
            continue
        process, at, content = parts[1], float(parts[2]), parts[3]
        if call := CALL.match(content):
            name, path, data, numbers, result = call.groups()
            if result is None or int(result) >= 0:
                numbers_found = tuple(int(number) for number in re.findall(r"\d+", numbers))
                yield Event(
                    at, process, name, plain(path).decode(), plain(data or ""), numbers_found, done=result is not None
                )
        elif (resumed := RESUMED.match(content)) and int(resumed[2]) >= 0:
            yield Event(at, process, resumed[1])


def plain(text: str) -> bytes:
    r"""A string of the trace, which is all \x and digits, or as it is where it is a plain path."""
    return bytes.fromhex(text.replace("\\x", "")) if text.startswith("\\x") else text.encode()


@dataclass(frozen=True)
class Change:
    """A call's change to a file: bytes at an offset, or, without bytes, a new length."""

    offset: int
    data: bytes | None

    def apply_to(self, content: bytearray) -> None:
        if self.data is None:
            del content[self.offset :]
        elif len(content) < self.offset + len(self.data):
            content.extend(bytes(self.offset + len(self.data) - len(content)))
        if self.data is not None:
            content[self.offset : self.offset + len(self.data)] = self.data

    def torn(self, draw: Random) -> "Change":
        """The change cut off at a sector."""
        if not self.data:
            return self
        return Change(self.offset, self.data[: SECTOR * draw.randint(0, len(self.data) // SECTOR)])


@dataclass
class File:
    """The certain content of a file, and its changes since."""

    certain: bytearray = field(default_factory=bytearray)
    since: list[Change] = field(default_factory=list)

    def drop_synced(self, count: int) -> None:
        for change in self.since[:count]:
            change.apply_to(self.certain)
        del self.since[:count]

    def after_a_cut(self, draw: Random) -> bytes:
        """The file with a few changes lost or torn, sometimes all, sometimes none."""
        content, lost = bytearray(self.certain), draw.choice([0.0, 0.1, 0.5, 0.9, 1.0])
        for change in self.since:
            if draw.random() >= lost:
                (change.torn(draw) if draw.random() < lost / 2 else change).apply_to(content)
        return bytes(content)


@dataclass
class Disk:
    """The files of a folder along a trace, without the index of SQLite's log, which is rebuilt from the log."""

    folder: Path
    files: dict[str, File] = field(default_factory=dict)
    begun: dict[str, tuple[str, int]] = field(default_factory=dict)

    @classmethod
    def holding(cls, folder: Path, names: list[str]) -> "Disk":
        """A disk at a moment when nobody writes and everything is certain."""
        return cls(folder, {name: File(bytearray((folder / name).read_bytes())) for name in names})

    def follow(self, event: Event) -> None:
        """Apply one event of the trace."""
        name = Path(event.path).name
        if event.call in ("fsync", "fdatasync"):
            self._sync(event, name)
        elif Path(event.path).parent != self.folder or name.endswith("-shm"):
            return
        elif event.call == "pwrite64":
            offset = event.numbers[-1]
            self.files.setdefault(name, File()).since.append(Change(offset, event.data))
        elif event.call == "ftruncate":
            self.files.setdefault(name, File()).since.append(Change(event.numbers[-1], None))

    def _sync(self, event: Event, name: str) -> None:
        """Make certain what was written before the call began, once it has ended."""
        known = self.files.get(name)
        if event.path and not event.done:
            self.begun[event.process] = (name, len(known.since) if known else 0)
        elif event.path and known:
            known.drop_synced(len(known.since))
        elif event.process in self.begun:
            name, count = self.begun.pop(event.process)
            if name in self.files:
                self.files[name].drop_synced(count)

    def after_a_cut(self, draw: Random) -> dict[str, bytes]:
        """One of the states that the disk may be in if the power fails now."""
        return {name: file.after_a_cut(draw) for name, file in self.files.items()}
