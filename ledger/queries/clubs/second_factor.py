"""Whether somebody signs in with a second factor."""

from django.contrib.auth.models import User
from django_otp.plugins.otp_totp.models import TOTPDevice


def second_factor_of(*, user: User) -> TOTPDevice | None:
    """The app that generates somebody's codes; None for those who sign in with a password alone; one query."""
    return TOTPDevice.objects.filter(user=user, confirmed=True).first()


def recovery_codes_left(*, user: User) -> int:
    """The number of somebody's unused recovery codes; one query."""
    return user.recovery_codes.count()
