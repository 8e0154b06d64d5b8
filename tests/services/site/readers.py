"""Readers for the process that reads files: some exceed its limits, some look around in it."""

import os
import socket
import sys
from pathlib import Path
from time import process_time

from ledger.rules.scoring.document import document_from_file
from ledger.rules.site.labels import Text
from ledger.rules.site.refusal import Refusal, ngettext_lazy
from ledger.spreadsheets.imports.old_book import read_book

STATUS = Path("/proc/self/status")
_status = STATUS.open() if STATUS.exists() else None  # before the process gives up opening files


def give_back(data: bytes) -> object:
    return data.decode()


def spin(data: bytes) -> None:
    while True:
        pass


def hoard(data: bytes) -> int:
    return len(bytes(300_000_000))


def talk(data: bytes) -> str:
    return "x" * 25_000_000


def die(data: bytes) -> None:
    os.abort()


def open_file(data: bytes) -> str:
    return Path("/etc/hostname").read_text()


def open_socket(data: bytes) -> int:
    return socket.socket().fileno()


def ask_the_site(data: bytes) -> None:
    from django.conf import settings

    raise AssertionError(settings.SECRET_KEY)


def look_about(data: bytes) -> object:
    """The environment's names, the open files beyond those of its modules, and what there is of the site."""
    opened = [number for number in range(200) if _is_open(number) and (not _status or number != _status.fileno())]
    return [sorted(os.environ), opened, [name for name in sys.modules if name.startswith("django.")]]


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def parser_of_workbooks(data: bytes) -> object:
    """The packages of what openpyxl reads XML with."""
    from openpyxl.worksheet import _reader
    from openpyxl.xml import functions

    return [read.__module__.partition(".")[0] for read in (_reader.iterparse, functions.fromstring)]


def refuse(data: bytes) -> None:
    """Refuse a cell, with a label in two languages and a sentence that counts."""
    counted = ngettext_lazy("%(count)d row of %(name)s", "%(count)d rows of %(name)s", "count")
    fault = Refusal(counted, count=int(data), name=Text(da="Takst", en="Prices"))
    raise Refusal("Sheet %(sheet)s: %(fault)s", "file", sheet="Ark", fault=fault)


def weigh(data: bytes) -> object:
    """The answer to a scoring table's file, and the peak memory of its process in bytes."""
    try:
        document_from_file(data)
        sentence = "read"
    except Refusal as refusal:
        sentence = str(refusal)
    return [sentence, _peak()]


def weigh_old_book(data: bytes) -> object:
    """The cells of an old book or why it is refused, the seconds of reading it, and the peak memory in bytes."""
    began = process_time()
    outcome: object
    try:
        outcome = sum(len(values) for sheet in read_book(data) for _, values in sheet["rows"])
    except Refusal as refusal:
        outcome = str(refusal)
    return [outcome, str(process_time() - began), _peak()]


def _peak() -> int:
    if not _status:
        return 0
    _status.seek(0)
    return next(int(line.split()[1]) * 1024 for line in _status if line.startswith("VmHWM"))
