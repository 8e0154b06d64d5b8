"""The least that openpyxl takes for the cells of a workbook: them alone, without looks, formulas' values or checks.

    python -m tests.bench.bare_dump WORKBOOK COPY

It prints how many cells there are, and the seconds of the processor that writing them took, without the reading.
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
    """Write the cells of a workbook to another by openpyxl's quickest way: how many, and its CPU seconds."""
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
