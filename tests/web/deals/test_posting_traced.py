"""One deal posted from the form to the book, watched: docs/a-deal-becomes-a-posting.md tells what happens."""

import re
from pathlib import Path

import pytest

from tests.trace_posting import trace_posting

PAGE = (Path(__file__).parents[3] / "docs/a-deal-becomes-a-posting.md").read_text(encoding="utf-8")
FUNCTIONS = re.findall(r"^## \d\. `(.+)`$", PAGE, re.MULTILINE)
TODAY = re.search(r"^\| today \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)

OTHERWISE = "run python -m tests.trace_posting --calls, and let docs/a-deal-becomes-a-posting.md say what it says"

pytestmark = pytest.mark.django_db


def test_a_deal_becomes_a_posting_as_the_page_tells_at_the_cost_that_it_says():
    """The queries exactly; files and functions to a tenth, since every change of one moves them."""
    trace = trace_posting()

    assert len(FUNCTIONS) == 5
    assert [name for name in trace.callers if name in FUNCTIONS] == FUNCTIONS, OTHERWISE
    files, functions, queries = map(int, TODAY.groups())
    assert trace.queries == queries, OTHERWISE
    assert len(trace.files) == pytest.approx(files, rel=0.1), OTHERWISE
    assert len(trace.callers) == pytest.approx(functions, rel=0.1), OTHERWISE
