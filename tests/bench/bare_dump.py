"""The least that openpyxl takes for the cells of a workbook: without looks, formulas' values or checks.

    python -m tests.bench.bare_dump WORKBOOK COPY

Prints the number of cells and the processor seconds of writing them, without reading.
"""

import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from openpyxl import Workbook, load_workbook

ROWS_AT_ONCE = 500


def dump_cells(source: Path, target: Path) -> tuple[int, float]:
    """Write a workbook's cells to another in openpyxl's quickest way; returns their number and processor seconds."""
    workbook, count, spent = Workbook(write_only=True), 0, 0.0
    read = load_workbook(source, read_only=True)
    for sheet in read.worksheets:
        copy, rows = workbook.create_sheet(sheet.title), sheet.iter_rows(values_only=True)
        for some in _in_pieces(rows):
            count += sum(value is not None for row in some for value in row)
            started = time.process_time()
            for row in some:
                copy.append(row)
            spent += time.process_time() - started
    read.close()
    started = time.process_time()
    workbook.save(target)
    return count, spent + time.process_time() - started


def _in_pieces(rows: Iterator[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    while some := list(islice(rows, ROWS_AT_ONCE)):
        yield some


if __name__ == "__main__":
    cells, seconds = dump_cells(Path(sys.argv[1]), Path(sys.argv[2]))
    sys.stdout.write(f"{cells} {seconds}\n")
