"""The presets that stand for all the others where a few are enough."""

import pytest

from ledger.rules.scoring.presets import PRESETS

# Whole points, quarters, eighths and twenty-fourths; the last two with prices still to be typed.
A_FEW = ("call-ace-whist", "es-makker-points", "whistklubben", "dansk-whist")
EVERY_PRESET = [code if code in A_FEW else pytest.param(code, marks=pytest.mark.long) for code in PRESETS]
