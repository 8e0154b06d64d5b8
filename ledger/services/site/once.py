"""Do what a form asks once, however often it is sent."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.crypto import salted_hmac

from ledger.models import Deed
from ledger.models.scoring.scoring_tables import canonical_json
from ledger.rules.site.refusal import Refusal, gettext_noop


class KeyTaken(Refusal):
    """A form used before with other contents; `answer` is the address of what is stored."""

    def __init__(self, answer: str) -> None:
        super().__init__(gettext_noop("This form was already used with other contents. What is stored stands."))
        self.answer = answer


@dataclass(frozen=True)
class SentForm:
    """A form as it was sent: its key, who sent it (None: nobody signed in), all it said, and when.

    Only a keyed digest of `said` is stored: a name that was typed must not outlive the player.
    """

    key: uuid.UUID
    user: User | None
    said: object
    now: datetime

    def content(self) -> str:
        """The digest that tells whether two forms say the same."""
        words = canonical_json([self.user and self.user.pk, self.said])
        return salted_hmac("ledger.once", words, algorithm="sha256").hexdigest()


def answered(*, slip: SentForm) -> str | None:
    """The address that a slip was answered with; None for a key that was not used, or for other contents."""
    stored = Deed.objects.filter(key=slip.key, content=slip.content()).first()
    return stored.answer if stored else None


def once(*, slip: SentForm, deed: Callable[[], str]) -> str:
    """Do a deed and give the address of its answer; the same slip again gives the same address and does nothing.

    A deed that is refused leaves its key unused. Raises KeyTaken for a key that was used with other contents, and
    what the deed raises.
    """
    with transaction.atomic():
        claim = uuid.uuid4()
        row = Deed(key=slip.key, claim=claim, user=slip.user, content=slip.content(), at=slip.now)
        # Of two at once the second waits here until the first is done, and then finds its row.
        Deed.objects.bulk_create([row], ignore_conflicts=True)
        stored = Deed.objects.get(key=slip.key)
        if stored.claim == claim:
            stored.answer = deed()
            stored.save(update_fields=["answer"])
        elif stored.content != row.content:
            raise KeyTaken(stored.answer)
        return stored.answer
