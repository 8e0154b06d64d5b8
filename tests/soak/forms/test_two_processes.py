"""An evening of every form over two web processes on one PostgreSQL, each form sent to both, as if there were one."""

import json
import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.soak.forms.coming_in import CODE, EVERY_FORM, LED_TO, NO_FORM, come_in
from tests.soak.forms.every_form import Visitor, send_every_form, send_wrong_passwords
from tests.soak.forms.typed import LAST, NOT_ASKED, TYPED
from tests.soak.installation import Installation, environment
from tests.soak.secretary import SAVED, Secretary
from tests.support.postgres import cluster, new_database
from tests.support.processes import run_python
from tests.support.programs import POSTGRESQL
from tests.web.site.access.addresses import RIGHTS


def test_what_is_typed_is_for_addresses_that_there_are() -> None:
    assert {*LED_TO, *NO_FORM, *TYPED, *LAST, *NOT_ASKED} <= RIGHTS.keys()


@pytest.mark.long
@pytest.mark.only_on("sqlite")  # on whichever: the processes have a PostgreSQL of their own
@pytest.mark.cluster
def test_two_web_processes_are_one_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    initdb = POSTGRESQL.find()
    assert initdb
    key = tmp_path / "secret_key"
    key.touch(mode=0o600)
    key.write_text(secrets.token_urlsafe(64))
    monkeypatch.setenv("WHISTKLUB_SECRET_KEY_FILE", str(key))
    with cluster(initdb) as server:
        monkeypatch.setenv("DATABASE_URL", server.direct)
        with new_database() as of_two, new_database() as of_one:
            by_two = forms_sent(tmp_path / "two", of_two, 2)
            by_one = forms_sent(tmp_path / "one", of_one, 1)

    assert EVERY_FORM - {form.name for form in by_two.sent} == set()
    assert [form.answers[0][0] == SAVED for form in by_two.sent if form.name == CODE] == [True, False]
    assert by_two.sent == by_one.sent
    assert set(by_two.signed_out_at) <= set(by_one.signed_out_at)


def forms_sent(folder: Path, url: str, count: int) -> Visitor:
    """Every form of two clubs' site, as it was answered by so many web processes."""
    (folder / "founding").mkdir(parents=True)
    outcome = run_python("-m", "tests.soak.forms.two_clubs", env=environment(folder / "founding", url))
    assert outcome.returncode == 0, outcome.stderr
    site = json.loads(outcome.stdout)
    with processes(folder, url, site, count) as ports:
        cookies: dict[str, str] = {}
        browsers = [Secretary(port, site, cookies) for port in ports]
        for _ in range(2):
            Secretary(ports[0], site).sign_in()  # other sessions, which end by two of the forms
        browsers[0].sign_in()
        visitor = Visitor((browsers[0], browsers[-1]))
        come_in(visitor, site["pages"])  # first, while the invitation stands
        send_every_form(visitor, site["pages"])
        send_wrong_passwords(visitor.with_other_cookies(), site["pages"]["sign_in"])
        return visitor


@contextmanager
def processes(folder: Path, url: str, club: Mapping[str, object], count: int) -> Iterator[list[int]]:
    """The ports of so many web processes, each with a data folder as on a machine of its own."""
    with ExitStack() as running:
        sites = [Installation(folder / str(number), url, dict(club)) for number in range(count)]
        for site in sites:
            site.data.mkdir(parents=True, exist_ok=True)
            collected = run_python("manage.py", "collectstatic", "--noinput", "-v0", env=site.environment)
            assert collected.returncode == 0, collected.stderr
            site.start()
            running.callback(site.end)
        yield [site.port for site in sites]
