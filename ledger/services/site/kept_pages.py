"""Kept pages: rendered pages as files, shared by all processes of the site, packed as browsers take them.

Each lies in its club's folder under a key of all that it depends on, including who may read it, so that a page is
never wrong, only absent. A page being rendered has its file before anything is read for it: whoever empties the
folder meanwhile removes that file too, and the page is not kept. If the disk fails, the page is not kept either.
"""

import contextlib
import gzip
import secrets
import zlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from itertools import accumulate
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.middleware.gzip import GZipMiddleware

from ledger.models.book.journal import microseconds

A_DAY = timedelta(days=1)
BEGUN = ".begun-"
LEVEL = 5  # takes two thirds of the time of 6, for one byte more in a hundred
FLAGS, HEADER = 3, 10  # of a gzip file: where it says that a name follows, and where this begins
CHECK_BYTES = 4  # of a CRC-32: a page that was cut short or damaged is drawn anew
OF_ALL = 8  # a process looks at the whole folder whenever it has written this part of what may lie there
_written = {"bytes": 0, "is_first": True}


def pack_page(content: bytes) -> bytes:
    """A page compressed for browsers that accept gzip, as Django's middleware does but for its level.

    The file's name in it is of any length, so that the length of the whole tells less of what a page holds.
    """
    packed = gzip.compress(content, LEVEL, mtime=0)
    name = b"a" * secrets.randbelow(GZipMiddleware.max_random_bytes)
    return packed[:FLAGS] + bytes([gzip.FNAME]) + packed[FLAGS + 1 : HEADER] + name + b"\0" + packed[HEADER:]


def kept_page(*, club: str, key: str) -> bytes | None:
    """A kept page, packed; None if there is none, or it cannot be read."""
    try:
        kept = (_folder() / club / key).read_bytes()
    except OSError:
        return None
    packed = kept[CHECK_BYTES:]
    return packed if packed and _check(packed) == kept[:CHECK_BYTES] else None


def _check(packed: bytes) -> bytes:
    """A checksum of a file, since a page is sent just as it is stored."""
    return zlib.crc32(packed).to_bytes(CHECK_BYTES)


def begin_page(*, club: str) -> Path | None:
    """The file of a page about to be rendered; None if none can be made."""
    path = _folder() / club / f"{BEGUN}{secrets.token_hex(8)}"
    try:
        path.touch(mode=0o600, exist_ok=False)
    except FileNotFoundError:
        return _begin_first(path)
    except OSError:
        return None
    return path


def _begin_first(path: Path) -> Path | None:
    """`begin_page` for a club that has no folder yet."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600, exist_ok=False)
    except OSError:
        return None
    return path


def keep_page(*, begun: Path | None, key: str, packed: bytes, now: datetime) -> None:
    """Keep a packed page in the file that was begun for it, unless its club's pages were forgotten since."""
    if begun is None:
        return
    try:
        with begun.open("r+b") as file:
            file.write(_check(packed) + packed)
        begun.replace(begun.with_name(key))
    except OSError:
        give_up_page(begun=begun)
        return
    _tidy_now_and_then(len(packed), now)


def give_up_page(*, begun: Path | None) -> None:
    """Remove the file of a page that is not to be kept."""
    if begun is not None:
        with contextlib.suppress(OSError):
            begun.unlink()


def forget_pages(*, club: str) -> None:
    """Remove every kept page of a club, and pages being rendered."""
    _empty(_folder() / club)


def forget_pages_once_saved(*, club: str) -> None:
    """`forget_pages` once the transaction is committed, or a page drawn in between would be kept as it was.

    For a change after which somebody may see less: pages shown lately are shown again while the database is away.
    """
    transaction.on_commit(partial(forget_pages, club=club), robust=True)


def forget_all_pages() -> None:
    """Remove every kept page; for a start, since a restored book counts its versions anew."""
    for folder in _folders():
        _empty(folder)


def _empty(folder: Path) -> None:
    """Remove a folder's files; it stays itself, since to make it costs the next page more than to be kept there."""
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                path.unlink()


def _folders() -> list[Path]:
    """The folder of every club of which a page was kept."""
    try:
        return [*_folder().iterdir()]
    except OSError:
        return []


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "pages"


def _tidy_now_and_then(written: int, now: datetime) -> None:
    _written["bytes"] += written
    if _written["is_first"] or _written["bytes"] > settings.KEPT_PAGES_BYTES // OF_ALL:
        _written.update(bytes=0, is_first=False)
        tidy_pages(now=now)


def tidy_pages(*, now: datetime) -> None:
    """Remove pages older than a day, and then the oldest until the rest fits the number of bytes in the settings.

    A folder without a page goes too: its club may be gone.
    """
    newest_first = sorted(_files(), reverse=True)
    # In nanoseconds, as the file system tells when a file was written.
    yesterday = microseconds(now - A_DAY) * 1000
    for (written_at, _, path), so_far in zip(
        newest_first, accumulate(size for _, size, _ in newest_first), strict=True
    ):
        if written_at < yesterday or so_far > settings.KEPT_PAGES_BYTES:
            with contextlib.suppress(OSError):
                path.unlink()
    for folder in _folders():
        with contextlib.suppress(OSError):  # one with a page in it stays
            folder.rmdir()


def _files() -> Iterator[tuple[int, int, Path]]:
    """Every file among the kept pages: when it was written (ns since 1970), its bytes, its path."""
    for path in _folder().glob("*/*"):
        with contextlib.suppress(OSError):  # another process may remove it meanwhile
            status = path.stat()
            yield status.st_mtime_ns, status.st_size, path
