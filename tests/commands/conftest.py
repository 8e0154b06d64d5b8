"""What tests of the commands share."""

from collections.abc import Iterator

import pytest
from django.utils.translation import override


@pytest.fixture
def in_english() -> Iterator[None]:
    """What a command prints is in English."""
    with override("en"):
        yield
