"""Form keys: a form's action is done once, however often it is sent."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.crypto import salted_hmac

from ledger.models import UsedForm
from ledger.models.scoring import canonical_json
from ledger.rules.site.refusal import Refusal, gettext_noop


class KeyTaken(Refusal):
    """A form key used before with other contents; `answer` is the address of what is stored."""

    def __init__(self, answer: str) -> None:
        super().__init__(gettext_noop("This form was already used with other contents. What is stored stands."))
        self.answer = answer


@dataclass(frozen=True)
class SentForm:
    """A form as sent: its key, the sender (None if not signed in), its data, and the time.

    Only a keyed digest of `data` is stored: a typed name must not outlive the player.
    """

    key: uuid.UUID
    user: User | None
    data: object
    now: datetime

    def content(self) -> str:
        """The digest by which two forms with the same contents are known."""
        text = canonical_json([self.user and self.user.pk, self.data])
        return salted_hmac("ledger.once", text, algorithm="sha256").hexdigest()


def answer_to(*, sent: SentForm) -> str | None:
    """The address that answered a form; None if its key was not used, or was used with other contents.

    A form that signed its sender in is the same when they send it again.
    """
    contents = [sent.content(), replace(sent, user=None).content()]
    stored = UsedForm.objects.filter(key=sent.key, content__in=contents).first()
    return stored.answer if stored else None


def run_once(*, sent: SentForm, act: Callable[[], str]) -> str:
    """Do what a form asks and return the address of its answer; the same form sent again only gives the address.

    A refusal leaves the key unused.
    Raises KeyTaken for a key that was used with other contents, and whatever `act` raises.
    """
    with transaction.atomic():
        # An ignored conflict is not told, so the stored row says by its claim whose it is.
        claim = uuid.uuid4()
        row = UsedForm(key=sent.key, claim=claim, user=sent.user, content=sent.content(), at=sent.now)
        # Of two at once the second waits here until the first is done, and then finds its row.
        UsedForm.objects.bulk_create([row], ignore_conflicts=True)
        stored = UsedForm.objects.get(key=sent.key)
        if stored.claim == claim:
            stored.answer = act()
            stored.save(update_fields=["answer"])
        elif stored.content != row.content:
            raise KeyTaken(stored.answer)
        return stored.answer
