"""The rules stand alone: an interpreter with nothing installed can import and use them."""

import subprocess
import sys
from pathlib import Path

from ledger.rules.scoring.document import PRESETS
from ledger.rules.site import refusal

ROOT = Path(refusal.__file__).parents[3]
SCRIPT = """
import importlib, pathlib, sys
sys.path.insert(0, ".")
for path in sorted(pathlib.Path("ledger/rules").glob("*.py")):
    importlib.import_module(f"ledger.rules.{path.stem}")
from ledger.rules.scoring.document import PRESETS, table_from
from ledger.rules.scoring.tariff import compile_tariff
print(len([compile_tariff(table_from(code)) for code in PRESETS]), "django" in sys.modules)
"""


def test_the_rules_work_in_a_bare_interpreter_without_django():
    finished = subprocess.run(
        [sys.executable, "-S", "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert finished.stdout == f"{len(PRESETS)} False\n"
