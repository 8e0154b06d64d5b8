"""What the environment may and may not say: the secret key, and what a public site never shows."""

from pathlib import Path

import pytest

from tests.support.processes import run_at

KEY = "k" * 50
# What one machine hands to a browser, and how another knows a form that comes to it the second time.
GIVES = """
import uuid, datetime, django; django.setup()
from ledger.web.site.errors import SessionStore
from ledger.services.site.form_keys import SentForm
sent = SentForm(key=uuid.UUID(int=1), user=None, data=["/start/", {}], now=datetime.datetime.now())
print(SessionStore().encode({"_auth_user_id": "1"}), sent.content())
"""
TAKES = """
import sys, django; django.setup()
from ledger.web.site.errors import SessionStore
print(SessionStore().decode(sys.argv[1]))
"""
SENDS_MAIL = "from django.conf import settings; print(settings.SENDS_MAIL, settings.ALLOWED_HOSTS)"
ONLY_THE_KEY = "from django.conf import settings; print(settings.SECRET_KEY)"


def test_two_machines_with_one_key_share_sessions_and_forms(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text(f"{KEY}\n")
    first = run_at(tmp_path / "1", "-c", GIVES, WHISTKLUB_SECRET_KEY=KEY)
    second = run_at(tmp_path / "2", "-c", GIVES, WHISTKLUB_SECRET_KEY_FILE=str(file))
    session, form = first.stdout.split()

    taken = run_at(tmp_path / "2", "-c", TAKES, session, WHISTKLUB_SECRET_KEY_FILE=str(file))
    by_a_stranger = run_at(tmp_path / "2", "-c", TAKES, session)

    assert form == second.stdout.split()[1]
    assert taken.stdout == "{'_auth_user_id': '1'}\n"
    assert by_a_stranger.stdout == "{}\n"


def test_an_installation_of_its_own_makes_its_key_once_for_its_owner_alone(tmp_path: Path) -> None:
    made, second, elsewhere = (run_at(tmp_path / name, "-c", ONLY_THE_KEY).stdout for name in ("1", "1", "2"))
    kept = tmp_path / "1" / "secret_key"

    assert made == second != elsewhere
    assert len(made.strip()) >= 50
    assert kept.stat().st_mode & 0o777 == 0o600
    kept.write_text(f"{kept.read_text()}\n")
    assert run_at(tmp_path / "1", "-c", ONLY_THE_KEY).stdout == made


MAIL = {"WHISTKLUB_EMAIL_URL": "smtp://mail.example.dk", "WHISTKLUB_LAN": "1"}
NAME = "whist.example.dk"


@pytest.mark.parametrize(
    ("settled", "sentence"),
    [
        ({"WHISTKLUB_SECRET_KEY": KEY, "WHISTKLUB_SECRET_KEY_FILE": "/key"}, "not both"),
        ({"WHISTKLUB_SECRET_KEY": "short"}, "shorter than 50"),
        ({"WHISTKLUB_SECRET_KEY_FILE": "/nowhere/key"}, "cannot be read: "),
        ({"WHISTKLUB_HOST": NAME, "WHISTKLUB_DEBUG": "1"}, "unset WHISTKLUB_DEBUG or WHISTKLUB_HOST"),
        (MAIL, "set WHISTKLUB_HOST, or unset WHISTKLUB_EMAIL_URL or WHISTKLUB_LAN"),
    ],
    ids=["two keys", "a short key", "a key that is nowhere", "debug pages in public", "mails with links to anywhere"],
)
def test_settings_that_cannot_be_used_are_refused_in_a_sentence(
    tmp_path: Path, settled: dict[str, str], sentence: str
) -> None:
    outcome = run_at(tmp_path, "-c", SENDS_MAIL, **settled)

    assert outcome.returncode == 1
    assert sentence in outcome.stderr.splitlines()[-1]
    assert not (tmp_path / "secret_key").exists()


def test_a_site_that_has_a_name_sends_mails(tmp_path: Path) -> None:
    assert run_at(tmp_path, "-c", SENDS_MAIL, **MAIL, WHISTKLUB_HOST=NAME).stdout == f"True ['{NAME}']\n"
