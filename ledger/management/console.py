"""What several commands share: refusals, the author, a club's file, an evening, the sample club's logins."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.crypto import get_random_string
from django.utils.translation import gettext

from ledger.models import Club, Evening
from ledger.rules.site.refusal import Refusal
from ledger.services.keeping.backups import whole_file
from ledger.services.keeping.club_file import pack, unpack
from ledger.templatetags.ledger_labels import refusal_text


class SiteCommand(BaseCommand):
    """A command that ends with the sentence of what is refused, and without Django's checks.

    They read every page of the site, a third of what the audit of a small book takes. `arguments` are those of the
    command, each with its options for argparse.
    """

    requires_system_checks: list[str] = []
    arguments: dict[str, dict[str, Any]] = {}

    def add_arguments(self, parser: CommandParser) -> None:
        for name, options in self.arguments.items():
            parser.add_argument(name, **options)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command; raises CommandError in place of Refusal."""
        try:
            return super().execute(*args, **options)
        except Refusal as refusal:
            raise CommandError(refusal_text(refusal)) from None


def with_field(refusal: Refusal) -> str:
    """The sentence of a refusal, behind the name of the field that it is about."""
    sentence = refusal_text(refusal)
    return f"{refusal.field}: {sentence}" if refusal.field else sentence


def find_author(club: Club, username: str | None) -> User:
    """The author of deals: somebody who may write for the club; raises CommandError if there is none of that name."""
    author = User.objects.filter(memberships__club=club, username=username or "", is_active=True).first()
    if author is None:
        members = club.memberships.values_list("user__username", flat=True).order_by("user__username")
        raise CommandError(f"Say with --author who enters the deals: {', '.join(members)}.")
    return author


# Export files: written atomically and readable by their owner alone, read a line at a time.


def write_club_file(file: Path, lines: Iterable[bytes]) -> None:
    """Write lines as a compressed file, which replaces an older one only once it is complete.

    Raises CommandError if that fails.
    """
    try:
        with whole_file(file) as new, new.open("wb") as raw:
            pack(lines, raw)
    except OSError as error:
        raise CommandError(gettext("%(file)s could not be written: %(why)s") % {"file": file, "why": error}) from None


def read_club_file(file: Path) -> Iterator[bytes]:
    """The lines of an export, each within the length limit.

    Raises CommandError for what is no compressed file.
    """
    try:
        with file.open("rb") as raw:
            yield from unpack(raw)
    except OSError as error:
        params = {"file": file, "why": error}
        raise CommandError(gettext("%(file)s cannot be read as an export: %(why)s") % params) from None
    except Refusal as refusal:
        raise CommandError(f"{file}: {refusal_text(refusal)}") from None


# Finding the evening that a command is about.


AN_EVENING: dict[str, dict[str, Any]] = {
    "club": {"help": "the club's address, such as torsdagsklubben"},
    "evening": {"type": int, "help": "the evening's number"},
}


def find_evening(club: str, number: int) -> Evening:
    """The evening with a number, its season, club and prices loaded.

    Raises CommandError if there is none.
    """
    evenings = Evening.objects.filter(club__slug=club, club__removed_at=None)
    evening = evenings.select_related("season", "club", "table_version").filter(number=number).first()
    if evening is None:
        raise CommandError(f"There is no evening {number} in a club {club}.")
    return evening


# The sample club's logins as kept in the data folder, for its owner's eyes alone.


# 31 letters and digits that no one mistakes for each other; twelve of them hold 59 bits.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS, GROUP_LENGTH = 3, 4


def new_password() -> str:
    """A fresh random password that can be typed on a phone: three groups of four."""
    return "-".join(get_random_string(GROUP_LENGTH, ALPHABET) for _ in range(GROUPS))


def keep_logins(club: Club, passwords: Mapping[str, str]) -> None:
    """Write the logins of the sample club with the password of each role, in place of what was kept."""
    names = dict(club.memberships.values_list("role", "user__username"))
    logins = [{"name": names[role], "role": role, "password": password} for role, password in passwords.items()]
    with whole_file(_file()) as file:
        file.write_text(json.dumps(logins, indent=2), encoding="utf-8")


def stored_logins() -> list[dict[str, str]]:
    """The stored logins: `name`, `role` in the sample club, and `password`; empty if there are none."""
    if not _file().exists():
        return []
    logins: list[dict[str, str]] = json.loads(_file().read_text(encoding="utf-8"))
    return logins


def _file() -> Path:
    return Path(settings.DATA_DIR) / "sample_logins.json"
