"""A site that serves the database of a benchmark."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

from ledger.models import Club
from tests.soak.installation import Installation, environment

PASSWORD = "hjerter es er makker"


def start_site(club: Club) -> Installation:
    """A site serving the database in use, with an account that may sign in."""
    founder = club.memberships.get().user
    founder.set_password(PASSWORD)
    founder.save()
    site = Installation(
        Path(settings.DATA_DIR), database_url(), {"login": {"username": founder.get_username(), "password": PASSWORD}}
    )
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"]
    subprocess.run(command, cwd=settings.BASE_DIR, env=environment(site.data, site.url), check=True)
    site.start()
    return site


def database_url() -> str:
    """The database in use now, for another process."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{Path(name).as_posix()}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
