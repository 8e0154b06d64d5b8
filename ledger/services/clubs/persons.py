"""Make two players of a club one person, or two again; the book stays as it is."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import JoinedPlayer, Player
from ledger.queries.clubs.persons import entry_with_both
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import lock_open_seasons, locked_club

TOGETHER = gettext_noop(
    "%(name)s and %(kept)s both took part in deal %(deal)s of evening %(evening)s: they are two people."
)
ONESELF = gettext_noop("%(name)s is the same player already.")
IS_JOINED = gettext_noop("%(name)s has been made one with somebody already: separate them first.")
HAS_JOINED = gettext_noop("Somebody has been made one with %(name)s: separate them first.")
IS_FORGOTTEN = gettext_noop("%(name)s is forgotten already.")
NOT_OF_THE_CLUB = gettext_noop("%(name)s is no player of this club.")
NOT_JOINED = gettext_noop("%(name)s is nobody else.")


@transaction.atomic
def join_players(*, player: Player, kept: Player, author: User, now: datetime) -> None:
    """Make a player one with another, who is kept: every sum counts both, and every page shows the kept player.

    Raises Refusal (field "kept") for two who are not two names of one person, and for who is one with another already.
    """
    club = locked_club(club_id=player.club_id)
    lock_open_seasons(club=club)  # no deal may come meanwhile in which both take part
    check_joining(player=player, kept=kept)
    JoinedPlayer.objects.create(club=club, player=player, kept=kept, joined_at=now)
    note(club=club, kind=Kind.PLAYER_JOINED, author=author, now=now, player=player, after=str(kept.number))


@transaction.atomic
def separate_player(*, player: Player, author: User, now: datetime) -> None:
    """Make a player who was one with another a player of their own again.

    Raises Refusal for who is one with nobody.
    """
    club = locked_club(club_id=player.club_id)
    joining = JoinedPlayer.objects.select_related("kept").filter(player=player).first()
    if joining is None:
        raise Refusal(NOT_JOINED, name=player.name)
    joining.delete()
    note(club=club, kind=Kind.PLAYER_SEPARATED, author=author, now=now, player=player, before=str(joining.kept.number))


def check_joining(*, player: Player, kept: Player) -> None:
    """Raise Refusal (field "kept") if a player cannot be made one with another."""
    if player == kept:
        raise Refusal(ONESELF, field="kept", name=kept.name)
    if player.club_id != kept.club_id:
        raise Refusal(NOT_OF_THE_CLUB, field="kept", name=kept.name)
    for who in (player, kept):
        if who.forgotten_at is not None:
            raise Refusal(IS_FORGOTTEN, field="kept", name=who.name)
        if JoinedPlayer.objects.filter(player=who).exists():
            raise Refusal(IS_JOINED, field="kept", name=who.name)
    if JoinedPlayer.objects.filter(kept=player).exists():
        raise Refusal(HAS_JOINED, field="kept", name=player.name)
    if entry := entry_with_both(player=player, kept=kept):
        place = {"deal": entry.number, "evening": entry.evening.number}
        raise Refusal(TOGETHER, field="kept", name=player.name, kept=kept.name, **place)
