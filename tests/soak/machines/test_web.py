"""Every form over two web machines, and the loss of one; `dev.py drill web` reads and saves more meanwhile."""

from pathlib import Path

import pytest

from tests.soak.machines.forms.coming_in import EVERY_FORM, LED_TO, NO_FORM, missing_forms
from tests.soak.machines.forms.every_form import SentForm, Visitor
from tests.soak.machines.forms.typed import LAST, NOT_ASKED, TYPED
from tests.soak.machines.web import run_web_drill
from tests.soak.page_forms import forms_on
from tests.soak.secretary import Secretary
from tests.web.site.access.addresses import RIGHTS

PAGE = """
<form action="/search/"><input name="q"></form>
<form method="post"><input type="hidden" name="key" value="7"><input name="name"><input type="checkbox" name="sure">
  <input type="checkbox" name="goes" checked><select name="day"><option value="1">1<option value="2" selected>2</select>
  <select name="who" multiple><option value="a" selected>a<option value="b" selected>b</select>
  <textarea name="text">
one &amp; two</textarea><button name="preview">Show</button><button name="save" value="1">Save</button>
  <button name="other" value="1">Other</button></form>
<form method="post" action="../end/"><button>End</button><button formaction="../file/">Fetch</button></form>
"""


def test_the_forms_of_a_page_are_read_as_a_browser_sends_them() -> None:
    first, second, third = forms_on(PAGE, "/club/day/")

    assert [form.path for form in (first, second, third)] == ["/club/day/", "/club/end/", "/club/file/"]
    assert (second.fields, third.fields) == ({}, {})
    checked = {"goes": ["on"], "day": ["2"], "who": ["a", "b"]}
    assert first.fields == checked | {"key": ["7"], "name": [""], "text": ["one & two"], "save": ["1"]}


def test_an_address_that_takes_a_form_and_was_sent_none_is_named() -> None:
    left_out, *others = sorted(EVERY_FORM)
    nobody = Secretary(0, {})

    assert missing_forms(Visitor((nobody, nobody), [SentForm(name, ()) for name in others])) == [left_out]
    assert {*LED_TO, *NO_FORM, *TYPED, *LAST, *NOT_ASKED} <= RIGHTS.keys()


@pytest.mark.long
@pytest.mark.only_on("sqlite")  # on whichever: the machines have a PostgreSQL of their own
@pytest.mark.cluster
@pytest.mark.caddy
def test_two_web_machines_are_one_site(tmp_path: Path) -> None:
    bars = run_web_drill(tmp_path, 60, 200, print)

    assert [str(bar) for bar in bars if not bar.holds] == []
