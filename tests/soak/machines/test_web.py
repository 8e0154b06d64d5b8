"""Every form over two web machines, and the loss of one; `dev.py drill web` reads and saves more meanwhile."""

from pathlib import Path

import pytest

from tests.soak.machines.web import run_web_drill
from tests.soak.page_forms import forms_on

PAGE = """
<form action="/search/"><input name="q"></form>
<form method="post"><input type="hidden" name="key" value="7"><input name="name"><input type="checkbox" name="sure">
  <input type="checkbox" name="goes" checked><select name="day"><option value="1">1<option value="2" selected>2</select>
  <select name="who" multiple><option value="a" selected>a<option value="b" selected>b</select>
  <textarea name="text">
one &amp; two</textarea><button name="preview">Show</button><button name="save" value="1">Save</button>
  <button name="other" value="1">Other</button></form>
<form method="post" action="../end/"><button>End</button></form>
"""


def test_the_forms_of_a_page_are_read_as_a_browser_sends_them() -> None:
    first, second = forms_on(PAGE, "/club/day/")

    assert (first.path, second.path, second.fields) == ("/club/day/", "/club/end/", {})
    checked = {"goes": ["on"], "day": ["2"], "who": ["a", "b"]}
    assert first.fields == checked | {"key": ["7"], "name": [""], "text": ["one & two"], "save": ["1"]}


@pytest.mark.long
@pytest.mark.only_on("sqlite")  # on whichever: the machines have a PostgreSQL of their own
@pytest.mark.cluster
@pytest.mark.caddy
def test_two_web_machines_are_one_site(tmp_path: Path) -> None:
    bars = run_web_drill(tmp_path, 60, 200, print)

    assert [str(bar) for bar in bars if not bar.holds] == []
