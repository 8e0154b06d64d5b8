"""One deal posted from the form to the book, watched: docs/a-deal-becomes-a-posting.md tells what happens."""

import re
import sys
from pathlib import Path

import pytest

from tests.web.deals.test_deals import form_for, new_url

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/a-deal-becomes-a-posting.md").read_text(encoding="utf-8")
FUNCTIONS = re.findall(r"^## \d\. `(.+)`$", PAGE, re.MULTILINE)


@pytest.mark.django_db
def test_a_deal_becomes_a_posting_as_the_page_tells(danish_secretary, evening):
    sent, called = form_for(evening), []

    def note(frame, _event, _argument):
        called.append(f"{frame.f_code.co_filename}:{frame.f_code.co_qualname}".removeprefix(f"{ROOT}/"))

    sys.setprofile(note)
    danish_secretary.post(new_url(evening), sent)
    sys.setprofile(None)

    assert len(FUNCTIONS) == 5
    assert list(dict.fromkeys(name for name in called if name in FUNCTIONS)) == FUNCTIONS
