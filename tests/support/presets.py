"""The presets that stand for all the others where a few are enough."""

import pytest

from ledger.rules.scoring.document import PRESETS, SEEDS

# Whole points, quarters, eighths and twenty-fourths; the last two with prices still to be typed.
A_FEW = ("call-ace-whist", "es-makker-points", "whistklubben", "dansk-whist")
EVERY_PRESET = [code if code in A_FEW else pytest.param(code, marks=pytest.mark.long) for code in PRESETS]
# Of the seven systems that the site is for: a partner who is called, pairs that are fixed, a house that pays.
A_FEW_SEEDS = ("call-ace-whist", "dansk-whist", "call-ace-euchre")
EVERY_SEED = [code if code in A_FEW_SEEDS else pytest.param(code, marks=pytest.mark.long) for code in SEEDS]
