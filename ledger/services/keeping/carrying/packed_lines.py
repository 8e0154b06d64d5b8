"""The compressed lines of an export: packed into a file, and unpacked a line at a time within limits."""

import gzip
import zlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from ledger.rules.site.fields import LONGEST_JSON
from ledger.rules.site.refusal import Refusal, gettext_noop

NOT_PACKED = gettext_noop("This cannot be read as an export: %(why)s")
MEGABYTE = 2**20


class TooLong(Exception):
    """A file unpacks to more than is allowed."""


def pack(lines: Iterable[bytes], file: BinaryIO) -> None:
    """Write lines, compressed, to an open file. The same lines are the same bytes, whenever they are packed."""
    with gzip.GzipFile(fileobj=file, mode="wb", mtime=0, compresslevel=6) as packed:
        packed.writelines(lines)


def unpack(file: BinaryIO, *, megabytes: int | None = None) -> Iterator[bytes]:
    """The lines in an open file, none longer than an export's may be, and all together no more than a limit.

    Raises Refusal for what is not compressed, TooLong for what unpacks to more.
    """
    left = None if megabytes is None else megabytes * MEGABYTE
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as packed:
            while line := packed.readline(LONGEST_JSON + 1):
                left = None if left is None else left - len(line)
                if left is not None and left < 0:
                    raise TooLong
                yield line
    except (OSError, EOFError, zlib.error) as error:
        raise Refusal(NOT_PACKED, why=str(error)) from None
