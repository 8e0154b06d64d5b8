"""What a test expects to be refused."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from ledger.rules.site.refusal import Refusal


@contextmanager
def refused_at(field: str | None, sentence: str | None = None) -> Iterator[None]:
    """A block that is refused beside this field, in words that the regular expression `sentence` is found in."""
    with pytest.raises(Refusal, match=sentence) as refused:
        yield
    assert refused.value.field == field, refused.value
