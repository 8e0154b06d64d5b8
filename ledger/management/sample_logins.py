"""The sample club's logins as kept in the data folder, for its owner's eyes alone."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings
from django.utils.crypto import get_random_string

# 31 letters and digits that no one mistakes for each other; twelve of them hold 59 bits.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS, GROUP_LENGTH = 3, 4


def new_password() -> str:
    """A fresh random password that can be typed on a phone: three groups of four."""
    return "-".join(get_random_string(GROUP_LENGTH, ALPHABET) for _ in range(GROUPS))


def keep(usernames: Mapping[str, str], passwords: Mapping[str, str]) -> None:
    """Write the logins, each by role, readable by the owner alone; in one step, over what was there."""
    logins = [{"name": usernames[role], "role": role, "password": password} for role, password in passwords.items()]
    new = _file().with_suffix(".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(logins, file, indent=2)
    new.replace(_file())


def stored_logins() -> list[dict[str, str]]:
    """The stored logins: `name`, `role` in the sample club, and `password`; empty if there are none."""
    logins: list[dict[str, str]] = json.loads(_file().read_text(encoding="utf-8")) if _file().exists() else []
    return logins


def _file() -> Path:
    return Path(settings.DATA_DIR) / "sample_logins.json"
