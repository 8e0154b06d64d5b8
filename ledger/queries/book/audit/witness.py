"""The witness: how each club's books ended at past moments, kept outside the database and sealed.

A file per club, a line of JSON per approval, closing and backup, only ever appended to. Each line's seal is keyed with
the installation's secret and covers the line and the seal before it: whoever can write the whole database but does not
hold the secret cannot change what the witness saw, nor remove a line from its middle. Its last lines can be cut off,
or the whole file be removed: that is a remark, and no finding.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from ledger.models import Club, Entry, EveningClosing, LoggedChange
from ledger.models.scoring.scoring_tables import canonical_json
from ledger.queries.book.audit.findings import Finding
from ledger.rules.site.refusal import gettext_noop, ngettext_lazy

LOG = "log"  # the name of a club's log among its books; a season's is its number
SALT = "whistklub.witness"
NAME = re.compile(r"club-([0-9]{1,18})\.jsonl")
NOT_AS_SEEN = gettext_noop(
    "%(entry)s is not what the witness saw on %(day)s. Up to entry %(agrees)s the book is as it was: "
    "the first entry that was changed comes after it."
)
ENDS_BEFORE = gettext_noop("The book ends before %(entry)s, which the witness saw on %(day)s.")
CHANGED = gettext_noop("The witness %(file)s was changed from its line %(number)s on.")
ABSENT = gettext_noop("There is no witness of this club's book: %(file)s begins with the next approval or backup.")
OF_ANOTHER = gettext_noop(
    "The witness %(file)s was sealed with another secret than this installation's: it proves nothing."
)
NOT_READ = gettext_noop("The witness %(file)s cannot be read (%(error)s): it proves nothing.")
BEHIND = ngettext_lazy(
    "The witness last saw the book on %(day)s; %(count)s entry since then is not witnessed yet.",
    "The witness last saw the book on %(day)s; %(count)s entries since then are not witnessed yet.",
    "count",
)

End = tuple[int, str]
"""The number and digest of the last entry of a book, or of the log."""


@dataclass(frozen=True)
class WitnessedMoment:
    """One line of a witness: the moment (ISO 8601), why it was written, and each season's and the log's end.

    If a backup was restored, `back_to` gives the number of entries of each book in it; otherwise None.
    """

    at: str
    why: str
    ends: Mapping[str, End]
    back_to: Mapping[str, int] | None = None

    @property
    def day(self) -> str:
        """The day it was written, as ISO 8601 spells it."""
        return self.at[:10]


@dataclass(frozen=True)
class Witness:
    """A club's witness as far as its seals hold: `seal` is the last one, `broken_at` the first line that breaks.

    `unreadable` is why the file cannot be read; "" if it can.
    """

    file: Path
    seen: tuple[WitnessedMoment, ...] = ()
    seal: str = ""
    broken_at: int | None = None
    unreadable: str = ""

    @property
    def is_of_another(self) -> bool:
        """Whether not even its first line bears this installation's seal."""
        return self.broken_at is not None and not self.seen


def witness_file(*, club_id: int) -> Path:
    """The path of a club's witness."""
    return _folder() / f"club-{club_id}.jsonl"


def witnessed_clubs() -> set[int]:
    """Ids of all clubs with a witness, including clubs that are gone."""
    return {int(match[1]) for path in _folder().glob("club-*.jsonl") if (match := NAME.fullmatch(path.name))}


def _folder() -> Path:
    return Path(settings.WITNESS_DIR) if settings.WITNESS_DIR else Path(settings.DATA_DIR) / "witness"


def seal_of(content: Mapping[str, Any], *, before: str) -> str:
    """The seal of a witness's line that follows the seal `before`: 64 hexadecimal digits."""
    return salted_hmac(SALT, before + canonical_json(content), algorithm="sha256").hexdigest()


def read_witness(*, club_id: int) -> Witness:
    """A club's witness; an empty one if there is no file. A line that was not written completely is skipped.

    Raises OSError if the file cannot be read: whatever is appended must follow its last line.
    """
    file = witness_file(club_id=club_id)
    try:
        # A byte that is no text breaks the seal of its own row, and not the reading of those before it.
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return Witness(file)
    seen, seal = list[WitnessedMoment](), ""
    for number, line in enumerate(lines, start=1):
        content = _content(line)
        if content is None:
            continue
        given = content.pop("seal")
        if not _is_sealed(content, given, seal):
            return Witness(file, tuple(seen), seal, broken_at=number)
        seen.append(_moment(content))
        seal = given
    return Witness(file, tuple(seen), seal)


def witnesses(*, club: Club | None) -> dict[int, Witness]:
    """The witness of a club, or every one there is, by the club's id.

    Read them before the books that are compared with them: a witness may see more at any time.
    """
    return {pk: witness_of(club_id=pk) for pk in ([club.pk] if club else witnessed_clubs())}


def witness_of(*, club_id: int) -> Witness:
    """A club's witness to compare its books with, whether it can be read or not."""
    try:
        return read_witness(club_id=club_id)
    except OSError as error:
        return Witness(witness_file(club_id=club_id), unreadable=error.strerror or type(error).__name__)


def witness_findings(club: Club, witness: Witness) -> Iterator[Finding]:
    """Findings where a club's books are not what its witness saw; one query for each book seen."""
    if witness.broken_at and not witness.is_of_another:
        yield Finding(CHANGED, {"file": witness.file.name, "number": witness.broken_at})
    for book, seen in _by_book(witness.seen).items():
        yield from _findings_of(club, book, seen)


def witness_remarks(club: Club, witness: Witness) -> Iterator[Finding]:
    """Remarks on a club's witness, which are no fault of the book; at most two queries."""
    if witness.unreadable:
        yield Finding(NOT_READ, {"file": witness.file.name, "error": witness.unreadable})
    elif witness.is_of_another:
        yield Finding(OF_ANOTHER, {"file": witness.file.name})
    elif not witness.seen and EveningClosing.objects.filter(evening__club=club).exists():
        yield Finding(ABSENT, {"file": witness.file.name})
    elif witness.seen and (since := _entries_since(club, witness.seen[-1])):
        yield Finding(BEHIND, {"day": witness.seen[-1].day, "count": since})


def _content(line: str) -> dict[str, Any] | None:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) and isinstance(content.get("seal"), str) else None


def _is_sealed(content: Mapping[str, Any], given: str, before: str) -> bool:
    try:
        return constant_time_compare(given, seal_of(content, before=before))
    except (UnicodeEncodeError, RecursionError):  # half a character, or nested as no line of ours is
        return False


def _moment(content: Mapping[str, Any]) -> WitnessedMoment:
    ends = {book: (int(count), str(head)) for book, (count, head) in content["ends"].items()}
    return WitnessedMoment(at=content["at"], why=content["why"], ends=ends, back_to=content.get("back_to"))


def _by_book(seen: Sequence[WitnessedMoment]) -> dict[str, list[tuple[End, str]]]:
    """Every end seen, with its day, by book; without what a restored backup took back."""
    ends_by_book: dict[str, list[tuple[End, str]]] = {}
    for moment in seen:
        if moment.back_to is not None:
            ends_by_book = {book: _ends_up_to(ends, moment.back_to.get(book, 0)) for book, ends in ends_by_book.items()}
        for book, end in moment.ends.items():
            ends_by_book.setdefault(book, []).append((end, moment.day))
    return ends_by_book


def _ends_up_to(ends: list[tuple[End, str]], back_to: int) -> list[tuple[End, str]]:
    return [(end, day) for end, day in ends if end[0] <= back_to]


def _findings_of(club: Club, book: str, seen: Sequence[tuple[End, str]]) -> Iterator[Finding]:
    # Each of them, not the last alone: a forged book goes on, and its witness then sees the forged entries' successors.
    digests, agrees = _digests(club, book, [count for (count, _head), _day in seen]), 0
    for (count, head), day in sorted(seen):
        if digests.get(count) != head:
            message = NOT_AS_SEEN if count in digests else ENDS_BEFORE
            yield Finding(message, {"entry": entry_name(club, book, count), "day": day, "agrees": agrees})
            return
        agrees = count


def _digests(club: Club, book: str, counts: Sequence[int]) -> dict[int, str]:
    """Digests of some of a book's entries, by number; one query."""
    rows: Any = LoggedChange.objects.filter(club=club)
    if book != LOG:
        rows = Entry.objects.filter(season__club=club, season__number=int(book))
    return dict(rows.filter(sequence__in=set(counts)).values_list("sequence", "digest"))


def entry_name(club: Club, book: str, number: int) -> str:
    """An entry's place as `entry_name` gives it; in the log, or in a season that is gone, by the book's name."""
    slug = None if book == LOG else club.seasons.filter(number=int(book)).values_list("slug", flat=True).first()
    return f"{club.pk}/{slug or book}, {number}"


def _entries_since(club: Club, last: WitnessedMoment) -> int:
    ends = {str(number): count for number, count in club.seasons.values_list("number", "entry_count")}
    return sum(max(0, count - last.ends.get(book, (0, ""))[0]) for book, count in ends.items())
