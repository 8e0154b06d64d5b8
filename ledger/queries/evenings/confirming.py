"""What players have answered about an evening's sheet, and what was posted since."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from ledger.models import Entry, Evening, Player, Season, SheetAnswer, SheetLink
from ledger.queries.clubs.persons import Mentions
from ledger.queries.evenings.seating import sits_or_has_played
from ledger.queries.evenings.sheet import Sheet
from ledger.rules.site.labels import Label, enumeration, same

COMPLAINS = SheetAnswer.Kind.COMPLAINS


@dataclass(frozen=True)
class Voice:
    """A player of an evening, with their link, if any, and all answers given by it, newest first."""

    player: Player
    link: SheetLink | None
    said: Sequence[Any]

    @property
    def state(self) -> str:
        """Where the player stands: "complains", "agrees", "settled" (and silent since) or "silent"."""
        if any(answer.is_open for answer in self.said):
            return "complains"
        if not self.said:
            return "silent"
        return "settled" if self.said[0].kind == COMPLAINS else "agrees"

    @property
    def has_confirmed(self) -> bool:
        """Whether the player agrees with the sheet as it stands, apart from later deals."""
        return self.state == "agrees" and self.said[0].since != "corrected"


class Confirming(NamedTuple):
    """An evening's voices, one per player.

    `agreeing` is the number of players who have confirmed the sheet, `lacking` have not confirmed it and do not
    complain: nobody before there are links. `open` are the open complaints, oldest first.
    """

    voices: Sequence[Voice]
    agreeing: int
    lacking: Sequence[str]
    open: Sequence[Any]
    has_links: bool

    @property
    def lacking_named(self) -> Label:
        """Who is lacking, as part of a sentence."""
        return enumeration([same(name) for name in self.lacking])


def players_of(*, evening: Evening) -> QuerySet[Player]:
    """Everybody who sits there now, or has an entry or a link that evening, unless forgotten; by name."""
    has_link = Exists(SheetLink.objects.filter(evening=evening, player=OuterRef("pk")))
    here = sits_or_has_played(evening=evening) | has_link
    return Player.objects.filter(here, club=evening.club_id, forgotten_at=None).order_by("sort_key", "id")


def confirming(*, evening: Evening, read: Sheet | None = None, has_links: bool = True) -> Confirming:
    """What every player of an evening has answered; at most five queries.

    Two if its sheet is `read` already, none where it is known that nobody has a link.
    """
    of_evening = SheetLink.objects.filter(evening=evening).select_related("player") if has_links else ()
    links = {link.player_id: link for link in of_evening}
    by_link = defaultdict[int, list[Any]](list)  # whoever is shown as one may have been given two links
    if links:
        for answer in answers_to(evening=evening, read=read):
            by_link[answer.link_id].append(answer)
    players = _players_as_read(read, links.values()) if read else players_of(evening=evening)
    voices, lacking, complaints = [], [], []
    for player in players:
        link = links.get(player.pk)
        voice = Voice(player=player, link=link, said=by_link[link.pk] if link else ())
        voices.append(voice)
        complaints += [answer for answer in voice.said if answer.is_open]
        if not voice.has_confirmed and voice.state != "complains":
            lacking.append(player.name)
    has_any = any(voice.link for voice in voices)
    return Confirming(
        voices=voices,
        agreeing=sum(voice.has_confirmed for voice in voices),
        lacking=lacking if has_any else [],
        open=sorted(complaints, key=attrgetter("pk")),
        has_links=has_any,
    )


def answers_to(*, evening: Evening, read: Sheet | None = None, **among: object) -> list[Any]:
    """The answers to an evening's sheet, newest first, all or those `among` them; at most three queries.

    With the players' names of today each has its words as `said` and the board's `reply`. One that `is_open` is a
    complaint neither settled nor taken back. A player takes all complaints back by "it is right", and earlier ones
    about a deal by a new one about that deal, so those `among` are all that a player has given. `since` is what was
    posted in the evening since the player saw it: "" for nothing, "deals", or "corrected" if an entry was reversed.
    """
    given = SheetAnswer.objects.filter(link__evening=evening, **among).order_by("-pk")
    answers: list[Any] = list(given.select_related("link__player", "words", "settlement__entry"))
    if not answers:
        return []
    if read:
        kinds = [entry.kind for entry in sorted(read.book.entries, key=attrgetter("sequence"))]
        mentions = read.words.mentions
    else:
        entries = Entry.objects.filter(evening=evening).order_by("sequence")
        kinds = list(entries.values_list("kind", flat=True))
        mentions = Mentions(evening.club_id)
    agreed, about = set[int](), set[tuple[int, int]]()
    # Newest first, so that whatever takes an answer back has been met before it.
    for answer in answers:
        is_taken_back = answer.link_id in agreed or (answer.link_id, answer.number) in about
        posted = kinds[answer.entry_count :]
        answer.since = "deals" if posted else ""
        if Entry.Kind.REVERSAL in posted:
            answer.since = "corrected"
        answer.is_settled = hasattr(answer, "settlement")
        answer.is_open = answer.kind == COMPLAINS and not (is_taken_back or answer.is_settled)
        answer.said = mentions.with_names(answer.words.said) if hasattr(answer, "words") else ""
        answer.reply = mentions.with_names(answer.settlement.said) if answer.is_settled else ""
        if answer.kind != COMPLAINS:
            agreed.add(answer.link_id)
        if answer.number is not None:
            about.add((answer.link_id, answer.number))
    return answers


def link_by(*, club_id: int, token: str) -> SheetLink | None:
    """The club's link with this token, with its evening, prices and player loaded; None if it leads nowhere."""
    links = SheetLink.objects.select_related("evening__season", "evening__table_version__scoring_table", "player")
    return links.filter(token=token, evening__club=club_id, player__forgotten_at=None).first()


def complaints_about(*, evening: Evening, number: int) -> list[Any]:
    """The complaints about a deal that were not taken back, oldest first; at most three queries."""
    answers = answers_to(evening=evening, link__in=SheetLink.objects.filter(evening=evening, answers__number=number))
    about = [answer for answer in answers if answer.number == number and (answer.is_open or answer.is_settled)]
    return about[::-1]


def complaint(*, evening: Evening, pk: int) -> Any:
    """A complaint of an evening by its id, or None; at most three queries."""
    answers = answers_to(evening=evening, link__answers=pk)
    return next((answer for answer in answers if answer.pk == pk and answer.kind == COMPLAINS), None)


def evenings_with_complaints(*, season: Season) -> QuerySet[Evening]:
    """The season's evenings with an open complaint, in order."""
    later = SheetAnswer.objects.filter(link=OuterRef("link"), pk__gt=OuterRef("pk"))
    withdrawn = Exists(later.exclude(kind=COMPLAINS)) | Exists(later.filter(number=OuterRef("number")))
    of_season = SheetAnswer.objects.filter(link__evening__season=season)
    still_open = of_season.filter(kind=COMPLAINS, settlement=None).exclude(withdrawn)
    evenings = Evening.objects.filter(season=season, pk__in=still_open.values("link__evening"))
    return evenings.order_by("date", "number")


def _players_as_read(read: Sheet, links: Iterable[SheetLink]) -> list[Player]:
    """The same as `players_of`, by an evening's sheet and its links with their players."""
    players = {player.pk: player for player in (*read.players, *(link.player for link in links))}
    remembered = (player for player in players.values() if player.forgotten_at is None)
    return sorted(remembered, key=lambda player: (player.sort_key, player.pk))
