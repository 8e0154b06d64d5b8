"""Running commands of this site on another database: a copy, a file to restore, a new home."""

import atexit
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import dj_database_url
from django.conf import settings
from django.db import connection
from psycopg.pq import Conninfo

from ledger.models.site.schema import file_of
from ledger.queries.site import note_of_move
from ledger.rules.site.refusal import Refusal, gettext_noop

DOES_NOT_HOLD = gettext_noop("The book in it does not hold: %(why)s")
MOST_SHOWN = 5


def sqlite_url(file: Path) -> str:
    """A SQLite file as a DATABASE_URL."""
    return f"sqlite:///{quote(str(file.resolve()))}"


def own_url() -> str:
    """This process's database as a DATABASE_URL."""
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return sqlite_url(Path(known["NAME"]))
    # A slash too: that of a password would be taken for the end of the host's name.
    user, password, host = (quote(str(known[name]), safe="") for name in ("USER", "PASSWORD", "HOST"))
    port = f":{known['PORT']}" if known["PORT"] else ""
    options = urlencode({name: value for name, value in libpq_settings().items() if name in known["OPTIONS"]})
    return f"postgres://{user}:{password}@{host}{port}/{quote(str(known['NAME']), safe='')}?{options}".rstrip("?")


def libpq_settings() -> dict[str, str]:
    """This process's connection settings for PostgreSQL's own library, such as `sslmode`, by their names there."""
    names = {option.keyword.decode() for option in Conninfo.get_defaults()}
    return {name: str(value) for name, value in connection.get_connection_params().items() if name in names and value}


def manage(url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `manage.py` with these arguments on the database of a URL; returns its output and exit code."""
    command, environment = _manage(url, *arguments)
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - ours


def manage_beside(*arguments: str) -> subprocess.Popen[bytes]:
    """Start `manage.py` with these arguments on this process's own database, without waiting for it.

    Its standard error goes to this process's. A Ctrl-C does not reach it; it ends with this process at the latest.
    Raises OSError if no process can be started.
    """
    command, environment = _manage(own_url(), *arguments)
    begun = subprocess.Popen(  # noqa: S603 - ours
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    atexit.register(begun.terminate)
    return begun


def _manage(url: str, *arguments: str) -> tuple[list[str], dict[str, str]]:
    environment = {**without_haste(), "DATABASE_URL": url, "WHISTKLUB_DATA": str(settings.DATA_DIR)}
    if _server_of(url) != _server_of(own_url()):
        environment.pop("WHISTKLUB_DUMP_SERVER", None)  # it stands behind this process's own pooler
    return [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments], environment


def _server_of(url: str) -> str:
    return urlsplit(url).netloc.rpartition("@")[2]


def note_the_move(url: str) -> None:
    """Note beside this database, if it is a SQLite file, that its book continues at a URL; and no longer there.

    Otherwise a command or timer that nobody changed would go on with the old book as if it were the club's.
    """
    new = dj_database_url.parse(url)
    if new["ENGINE"].endswith("sqlite3"):
        note_of_move(Path(new["NAME"])).unlink(missing_ok=True)
    if file := file_of(connection):
        where = ", ".join(str(new[part]) for part in ("HOST", "NAME") if new[part])
        note_of_move(file).write_text(f"{where}\n", encoding="utf-8")


def without_haste() -> dict[str, str]:
    """This process's environment, without the time limit that its pages put on a statement."""
    return {
        name: value for name, value in os.environ.items() if (name, value) != ("PGOPTIONS", settings.PAGES_PGOPTIONS)
    }


def require_clean_audit(url: str) -> dict[str, Any]:
    """Prove every book of a copy; returns the audit as `manage.py audit --json` has it.

    Raises Refusal with what does not hold.
    """
    outcome = manage(url, "audit", "--json", "--copy")
    try:
        audited = json.loads(outcome.stdout)
    except ValueError:
        raise Refusal(DOES_NOT_HOLD, why=last_line(outcome)) from None
    if not audited["holds"]:
        raise Refusal(DOES_NOT_HOLD, why=" ".join(audited["findings"][:MOST_SHOWN]))
    return dict(audited)


def last_line(outcome: subprocess.CompletedProcess[str]) -> str:
    """The last line of a command's output, which says why it failed."""
    lines = (outcome.stderr.strip() or outcome.stdout.strip()).splitlines()
    return lines[-1] if lines else str(outcome.returncode)
