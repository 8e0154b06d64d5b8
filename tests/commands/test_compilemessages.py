"""`manage.py compilemessages`, without GNU gettext."""

import gettext
import os
from pathlib import Path

from ledger.services.site.catalogues import compile_catalogue, out_of_date
from ledger.web.keeping.starting import missing_translations

DANISH = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Standings"
msgstr "Stilling"

#, fuzzy
msgid "Table"
msgstr "Takst"
"""


def catalogue_in(folder: Path) -> Path:
    catalogue = folder / "da" / "LC_MESSAGES" / "django.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text(DANISH, encoding="utf-8")
    return catalogue


def test_a_catalogue_is_compiled_once_and_again_after_a_change(tmp_path):
    catalogue = catalogue_in(tmp_path)
    assert list(out_of_date(tmp_path)) == [catalogue]

    compile_catalogue(catalogue)
    assert list(out_of_date(tmp_path)) == []

    later = catalogue.with_suffix(".mo").stat().st_mtime_ns + 1
    os.utime(catalogue, ns=(later, later))
    assert list(out_of_date(tmp_path)) == [catalogue]


def test_what_is_compiled_is_read_by_gettext_and_guesses_are_not(tmp_path):
    compile_catalogue(catalogue_in(tmp_path))

    danish = gettext.translation("django", str(tmp_path), ["da"])

    assert danish.gettext("Standings") == "Stilling"
    assert danish.gettext("Table") == "Table"


def test_what_is_compiled_by_one_user_is_read_by_another(tmp_path):
    catalogue = catalogue_in(tmp_path)

    compile_catalogue(catalogue)

    assert catalogue.with_suffix(".mo").stat().st_mode & 0o777 == 0o644


def test_the_site_does_not_start_in_english_for_want_of_its_danish(tmp_path):
    catalogue_in(tmp_path)

    assert list(missing_translations(tmp_path)) == ["The translations are not compiled: manage.py compilemessages"]
    assert list(missing_translations()) == []
