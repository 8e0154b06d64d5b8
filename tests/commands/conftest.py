"""Fixtures for the tests of commands."""

from collections.abc import Iterator

import pytest
from django.utils.translation import override


@pytest.fixture
def in_english() -> Iterator[None]:
    """Let commands print English."""
    with override("en"):
        yield
