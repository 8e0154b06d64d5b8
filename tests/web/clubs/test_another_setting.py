"""The worked example of docs/architecture.md: what it shows of a club's setting stands in the files that it names."""

import re

from django.conf import settings
from django.db.models import BooleanField

from ledger.models import Club
from ledger.services.clubs.clubs import IN_LOG, KINDS_OF_SETTINGS
from ledger.templatetags.ledger_labels import LOGGED


def test_the_setting_that_is_shown_is_the_one_that_is_there():
    page = (settings.BASE_DIR / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("## A club's setting, worked")[2].partition("\n## ")[0]

    quoted = dict[str, list[str]]()
    for path, code in re.findall(r"`(ledger/[\w/]+\.py)`|```python\n(.+?)```", section, re.DOTALL):
        if path:
            file = path
        else:
            quoted.setdefault(file, []).append(code)

    assert len(quoted) == 5
    gone = [
        code
        for file, codes in quoted.items()
        for code in codes
        if code not in (settings.BASE_DIR / file).read_text("utf-8")
    ]
    assert gone == [], "docs/architecture.md shows what no longer stands in its file: show what does"


def test_the_log_has_words_for_every_setting_that_is_on_or_off():
    switches = {column for column in KINDS_OF_SETTINGS if isinstance(Club._meta.get_field(column), BooleanField)}
    words = {word for told in IN_LOG.values() for word in told.values()}

    assert switches == IN_LOG.keys(), "give the setting its words in IN_LOG of ledger/services/clubs/clubs.py"
    assert words <= LOGGED.keys(), "give the words their translation in LOGGED of ledger/templatetags/ledger_labels.py"
