"""Whether somebody signs in with a second factor."""

from django.contrib.auth.models import User
from django_otp.plugins.otp_totp.models import TOTPDevice


def second_factor_of(*, user: User) -> TOTPDevice | None:
    """The app that gives somebody's codes; None for who signs in with a password alone; one query."""
    return TOTPDevice.objects.filter(user=user, confirmed=True).first()


def recovery_codes_left(*, user: User) -> int:
    """How many recovery codes somebody has not used; one query."""
    return user.recovery_codes.count()
