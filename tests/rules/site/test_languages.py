"""Every language has every phrase, with the same slots; a further language is one table."""

import re

import pytest

from ledger.rules.site.phrases import DANISH, ENGLISH, LANGUAGES
from tests.rules.site.languages import phrases_of_the_code

SLOT = re.compile(r"\{\w*(?::[^}]*)?\}")


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_language_has_the_phrases_of_the_code_and_no_others(language):
    assert sorted(LANGUAGES[language].words) == sorted(set(phrases_of_the_code()))


def test_english_says_again_only_what_is_not_its_own_name():
    assert set(ENGLISH.words) <= set(DANISH.words)
    assert [phrase for phrase, words in ENGLISH.words.items() if phrase == words] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phrase_has_the_same_slots_in_every_language(language):
    words = LANGUAGES[language].words

    assert [phrase for phrase in words if sorted(SLOT.findall(phrase)) != sorted(SLOT.findall(words[phrase]))] == []
