"""A fault put into the project makes the test fail that is there for it; all of them: python -m tests.drill."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.drill.fault import Fault
from tests.drill.planting import FAULTS, ROOT, copied, outcome_of, planted, why_missed

QUICK = {"sign"}  # of the rules, whose test makes no database


@pytest.fixture(scope="module")
def copy() -> Iterator[Path]:
    with copied() as copy:
        yield copy


def marks_of(name: str) -> list[pytest.MarkDecorator]:
    """What the test of a fault needs, which is not seen from here."""
    long = [] if name in QUICK else [pytest.mark.long]
    programs = [pytest.mark.trace] if "power_cut" in FAULTS[name].test else []
    return [*long, *programs, *([pytest.mark.cluster] if FAULTS[name].database == "postgres" else [])]


@pytest.mark.parametrize("name", [pytest.param(name, marks=marks_of(name)) for name in FAULTS])
def test_a_fault_is_noticed_by_the_test_that_is_there_for_it(name: str, copy: Path) -> None:
    assert why_missed(FAULTS[name], copy) == ""


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_still_fits_its_file_and_its_test_is_there(name: str, copy: Path) -> None:
    with planted(FAULTS[name], copy):
        assert (copy / FAULTS[name].file).read_text() != (ROOT / FAULTS[name].file).read_text()
    file, _, test = FAULTS[name].test.partition("::")
    assert f"def {test.partition('[')[0]}(" in (ROOT / file).read_text()


def test_a_fault_that_harms_nothing_is_not_noticed(copy: Path) -> None:
    harmless = Fault("ledger/apps.py", "The one app", "The only app", FAULTS["sign"].test)

    outcome = outcome_of(harmless, copy)

    assert outcome.returncode == 0, outcome.stdout
