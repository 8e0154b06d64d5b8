"""What every test of a page starts from."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def no_kept_pages() -> Iterator[None]:
    """Pages kept by one test are about clubs that the next test does not have."""
    yield
    cache.clear()
