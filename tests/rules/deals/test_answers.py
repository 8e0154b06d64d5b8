"""Every outcome of every preset is answered as it has been: the same points, the same words."""

import pytest

from ledger.rules.scoring.document import PRESETS, preset
from tests.rules.deals.answers import digest_of, lines_of, stored_digests
from tests.support.presets import A_FEW

QUICK = (*A_FEW, "engelsk-whist", "call-ace-euchre", "es-makker-2i9")  # together every kind that can be lost or won


@pytest.mark.parametrize(
    "code", [code if code in QUICK else pytest.param(code, marks=pytest.mark.long) for code in PRESETS]
)
def test_the_answers_to_a_preset_are_those_that_are_kept(code):
    meant = "an answer is another: if that is meant, run python -m tests.rules.deals.answers"
    assert digest_of(lines_of(preset(code), code)) == stored_digests()[code], meant


def test_every_preset_has_a_digest():
    assert list(stored_digests()) == list(PRESETS), "presets came or went: run python -m tests.rules.deals.answers"
