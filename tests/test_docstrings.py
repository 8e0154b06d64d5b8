"""Docstrings are short and say errors where one looks for them: a sentence first, then lines of their own."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.test_words import site

# A function that acts is described by an imperative, one that gives by a noun: neither begins with what it does.
THIRD_PERSON = re.compile(
    "(Adds|Answers|Asks|Calls|Changes|Checks|Counts|Creates|Does|Draws|Finds|Gets|Gives|Keeps|Lets|Makes|Opens|Posts"
    "|Puts|Reads|Returns|Says|Sends|Sets|Shows|Takes|Tells|Turns|Writes) "
)
SENTENCE = re.compile(r'["`A-Z0-9“‘*_(/?].*[.?:]', re.DOTALL)
# Errors that do not say by their name why they are raised.
SAYS_NOT_WHY = re.compile(r"Raises (Refusal|CommandError|NotationFault|ImproperlyConfigured|\w+Error)\.")


def faults(tree: ast.Module) -> Iterator[str]:
    """What is wrong with the docstrings of a file."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            continue
        first, *rest = (ast.get_docstring(node) or "Nothing.").splitlines()
        name = "the file" if isinstance(node, ast.Module) else node.name
        if not SENTENCE.fullmatch(first) or (rest and rest[0]):
            yield f"{name}: its first line is one sentence, apart from the rest"
        if isinstance(node, ast.FunctionDef) and THIRD_PERSON.match(first):
            yield f"{name}: it is told to do something"
        if any(re.search(r"\S.*\bRaises\b", line) for line in [first, *rest]):
            yield f"{name}: an error has a line of its own"
        if any(SAYS_NOT_WHY.fullmatch(line) for line in rest):
            yield f"{name}: it says when it raises an error"


@pytest.mark.parametrize(
    "docstring",
    [
        "do this.",
        "Do this",
        "Do this,\nand that.",
        "Gives a number.",
        "The number. Raises ValueError for no number.",
        "The number.\n\n`text` is typed. Raises ValueError for no number.",
        "The number.\n\nRaises ValueError.",
    ],
)
def test_a_docstring_that_is_hard_to_read_is_found(docstring: str) -> None:
    assert len([*faults(ast.parse(f'def f():\n    """{docstring}"""'))]) == 1


@pytest.mark.parametrize(
    "docstring",
    [
        "Do this.",
        "`manage.py audit`: the audit.",
        "The number.\n\nRaises ValueError for no number.",
        "The number.\n\n`text` is typed.\nRaises SeasonClosed, EveningClosed.",
    ],
)
def test_a_plain_docstring_is_left_in_peace(docstring: str) -> None:
    assert [*faults(ast.parse(f'def f():\n    """{docstring}"""'))] == []


def test_the_docstrings_of_the_site_are_plain() -> None:
    assert [f"{path}: {fault}" for path, tree in site() for fault in faults(tree)] == []
