"""The project's own Python, read and walked once for all the tests that hold rules about it."""

import ast
from functools import cache


@cache
def parsed_tree(source: str) -> ast.Module:
    """The tree of a file."""
    return ast.parse(source)


@cache
def nodes_of(tree: ast.AST) -> list[ast.AST]:
    """Every node of a tree."""
    return list(ast.walk(tree))
