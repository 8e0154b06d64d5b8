"""The least that XlsxWriter takes for the cells of a workbook: without looks, formulas' values or checks.

    python -m tests.bench.parts.bare_dump WORKBOOK COPY

Prints the number of cells and the processor seconds of writing them, without reading.
"""

import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from xlsxwriter import Workbook

ROWS_AT_ONCE = 500


def dump_cells(source: Path, target: Path) -> tuple[int, float]:
    """Write a workbook's cells to another and nothing else; returns their number and processor seconds."""
    workbook, count, spent = Workbook(target, {"default_date_format": "dd-mm-yyyy"}), 0, 0.0
    read = load_workbook(source, read_only=True)
    for sheet in read.worksheets:
        copy, rows = workbook.add_worksheet(sheet.title), enumerate(sheet.iter_rows(values_only=True))
        for some in _in_pieces(rows):
            started = time.process_time()
            for at, row in some:
                for column, value in enumerate(row):
                    if value is not None:
                        copy.write(at, column, value)
                        count += 1
            spent += time.process_time() - started
    read.close()
    started = time.process_time()
    workbook.close()
    return count, spent + time.process_time() - started


def _in_pieces(rows: Iterator[tuple[int, tuple[Any, ...]]]) -> Iterator[list[tuple[int, tuple[Any, ...]]]]:
    while some := list(islice(rows, ROWS_AT_ONCE)):
        yield some


if __name__ == "__main__":
    cells, seconds = dump_cells(Path(sys.argv[1]), Path(sys.argv[2]))
    sys.stdout.write(f"{cells} {seconds}\n")
