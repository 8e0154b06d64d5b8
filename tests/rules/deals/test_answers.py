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


@pytest.mark.parametrize("change", [{"maker": {"4": 3, "5": 5, "6": 6}}, {"label": {"da": "Makker", "en": "Made"}}])
def test_another_price_and_another_word_is_another_digest(change):
    document = preset("call-ace-euchre")
    first, *others = document["roles"]
    changed = {**document, "roles": [{**first, **change}, *others]}

    assert digest_of(lines_of(changed)) != digest_of(lines_of(document))
