"""The sample club's logins as kept in the data folder, for its owner's eyes alone."""

import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

# 31 letters and digits that no one mistakes for each other; twelve of them hold 59 bits.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS, GROUP_LENGTH = 3, 4


@dataclass(frozen=True)
class SampleLogin:
    """A user name, its role in the sample club, and its password."""

    name: str
    role: str
    password: str


def new_password() -> str:
    """A fresh random password that can be typed on a phone: three groups of four."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS))


def keep(usernames: Mapping[str, str], passwords: Mapping[str, str]) -> None:
    """Write the logins, each by role, readable by the owner alone; in one step, over what was there."""
    logins = [SampleLogin(usernames[role], role, password) for role, password in passwords.items()]
    new = _file().with_suffix(".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump([asdict(login) for login in logins], file, indent=2)
    new.replace(_file())


def stored_logins() -> list[SampleLogin]:
    """The stored logins; empty if there are none."""
    if not _file().exists():
        return []
    return [SampleLogin(**login) for login in json.loads(_file().read_text(encoding="utf-8"))]


def _file() -> Path:
    return Path(settings.DATA_DIR) / "sample_logins.json"
