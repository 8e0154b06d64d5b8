"""To which evening the small hours belong."""

from datetime import date, datetime, timedelta

NIGHT_ENDS = timedelta(hours=6)


def night_of(now: datetime) -> date:
    """The day that tonight's evening bears, by a local moment: until six in the morning yesterday's."""
    return (now - NIGHT_ENDS).date()


def is_tonight(day: date, now: datetime) -> bool:
    """Whether a day is today's by a local moment; until six in the morning, yesterday is still tonight."""
    return night_of(now) <= day <= now.date()
