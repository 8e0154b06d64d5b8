"""An optional second factor: six digits from an app on a phone, or a recovery code."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django_otp import verify_token
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice
from django_otp.util import random_hex

from ledger.models.clubs.club import RECOVERY_CODES, RecoveryCode
from ledger.queries.clubs.clubs import second_factor_of
from ledger.rules.site.refusal import Refusal, gettext_noop

WRONG_CODE = gettext_noop("That is not the code that the app shows now. Is the phone's clock right?")
IS_ON = gettext_noop("The second factor is on already.")
DIGITS = 6


def new_app(*, user: User, key: str = "") -> TOTPDevice:
    """An app that is not stored yet, with the given key or a new one."""
    return TOTPDevice(user=user, name="app", key=key or random_hex(20))


@transaction.atomic
def turn_on(*, user: User, key: str, code: str, now: datetime) -> list[str]:
    """Require a second factor from now on, by an app that has shown its code, and return the recovery codes.

    Raises Refusal for a wrong code (field "code") and if the second factor is on.
    """
    _lock(user)
    if second_factor_of(user=user):
        raise Refusal(IS_ON)
    app = new_app(user=user, key=key)
    totp = TOTP(app.bin_key, app.step, app.t0, app.digits)
    # By the service's clock, as everything else is, and not by the library's own.
    totp.time = now.timestamp()
    # `isdigit` alone takes ² for a digit, of which `int` makes no number.
    if not (code.isascii() and code.isdigit() and totp.verify(int(code), app.tolerance)):
        raise Refusal(WRONG_CODE, field="code")
    app.last_t, app.drift = totp.t(), totp.drift  # this code is used
    app.save()
    return new_recovery_codes(user=user, now=now)


@transaction.atomic
def new_recovery_codes(*, user: User, now: datetime) -> list[str]:
    """Replace somebody's recovery codes, each of which signs in once, and return the new ones."""
    _lock(user)
    user.recovery_codes.all().delete()
    codes = [RecoveryCode.new_code() for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.bulk_create(
        [RecoveryCode(user=user, digest=RecoveryCode.digest_of(code), made_at=now) for code in codes]
    )
    return codes


@transaction.atomic
def turn_off(*, user: User) -> bool:
    """Require only the password from now on; returns whether a second factor was on."""
    _lock(user)
    user.recovery_codes.all().delete()
    deleted, _ = TOTPDevice.objects.filter(user=user).delete()
    return bool(deleted)


def use_code(*, user: User, code: str) -> bool:
    """Use up a code of the app or a recovery code; returns whether it was good."""
    digits = "".join(code.split())
    if len(digits) == DIGITS and digits.isascii() and digits.isdigit():
        app = second_factor_of(user=user)
        # The library locks the app's row, so that of two who use a code at the same moment one gets in.
        return app is not None and verify_token(user, app.persistent_id, digits) is not None
    digest = RecoveryCode.digest_of(code)
    # Deleting it is the question: of two who use a code at the same moment one deletes a row.
    used, _ = user.recovery_codes.filter(digest=digest).delete()
    return bool(used)


def _lock(user: User) -> None:
    """Lock an account until the transaction ends, so that changes of its second factor queue up."""
    User.objects.select_for_update().get(pk=user.pk)
