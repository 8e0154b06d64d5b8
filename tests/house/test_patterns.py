"""Every regular expression of the code takes time in proportion to its text, however the text was made."""

import ast
import importlib
import pkgutil
import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import ledger
from tests.house.source import nodes_of, parsed_tree
from tests.support.processor import seconds_of

ASKED = {"match", "search", "fullmatch", "sub", "split", "finditer", "findall"}
EVERYDAY = ["a", "7", " ", '"', "\\", "\n"]
SHORT, TIMES_AS_LONG = 3000, 8
WORTH_A_LOOK = 0.002  # seconds of the processor for SHORT characters; a sound pattern takes a tenth of it
TIMES_ITS_SHARE = 2.5  # of a machine whose clock sways; what takes the square of its text takes eight times its share


def modules():
    return [
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(ledger.__path__, "ledger.")
        if ".migrations" not in module.name
    ]


@cache
def asked_patterns():
    """Every pattern with a name and the methods that are called on it; every other pattern with a way to be asked."""
    patterns = set()
    for module in modules():
        if not any(value is re or isinstance(value, re.Pattern) for value in vars(module).values()):
            continue
        for node in nodes_of(parsed_tree(Path(module.__file__).read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ASKED):
                continue
            asked = node.func.value
            if isinstance(asked, ast.Name) and isinstance(getattr(module, asked.id, None), re.Pattern):
                patterns.add((getattr(module, asked.id), node.func.attr))
            elif isinstance(asked, ast.Name) and asked.id == "re" and isinstance(node.args[0], ast.Constant):
                patterns.add((re.compile(node.args[0].value), node.func.attr))
            elif isinstance(asked, ast.Call) and ast.unparse(asked.func) == "re.compile":
                patterns.add((re.compile(ast.literal_eval(asked.args[0])), node.func.attr))
    return sorted(patterns, key=str)


def hostile_texts(pattern, length):
    """Texts of one or two characters again and again, those that the pattern speaks of, after a character and not."""
    if isinstance(pattern, bytes):
        yield from (text.encode() for text in hostile_texts(pattern.decode("latin-1"), length))
        return
    punctuation = sorted({*re.sub(r"\\[a-zA-Z]|\(\?P<\w+>", "", pattern)[:60]} - {*"()?:^"})
    letters = [*punctuation[:12], *(letter for letter in EVERYDAY if letter not in punctuation[:12])]
    for first, second in product(letters, repeat=2):
        body = (first + second) * (length // 2)
        yield body
        yield f"{body}\0"
        yield f"{second}{first * length}\0"


def seconds(pattern, method, text):
    """Of the processor, for all the answers that there are."""
    ask = getattr(pattern, method)
    if method == "finditer":
        return seconds_of(lambda: all(ask(text)))
    return seconds_of(lambda: ask(text[:0], text) if method == "sub" else ask(text))


def slow_text(pattern, method):
    """The first text that takes far more than its share when it is eight times as long; None where none does."""
    shorts, longs = (hostile_texts(pattern.pattern, length) for length in (SHORT, SHORT * TIMES_AS_LONG))
    for short, long in zip(shorts, longs, strict=True):
        if seconds(pattern, method, short) > WORTH_A_LOOK:
            first, then = (min(seconds(pattern, method, text) for _ in range(5)) for text in (short, long))
            if then > TIMES_ITS_SHARE * TIMES_AS_LONG * first:
                return short[:12]
    return None


@pytest.mark.parametrize(
    ("pattern", "method"), [pytest.param(*pair, id=f"{pair[0].pattern} {pair[1]}") for pair in asked_patterns()]
)
def test_a_pattern_takes_time_in_proportion_to_its_text(pattern, method):
    assert slow_text(pattern, method) is None


def test_a_pattern_that_does_not_is_found():
    assert slow_text(re.compile(r"<c[^>]*><f>"), "search") is not None


def test_the_patterns_are_found_wherever_they_are_asked():
    assert len(asked_patterns()) > 25
