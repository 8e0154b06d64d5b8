"""Everything that is kept about one player, which a member may ask to see or to have forgotten."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Q

from ledger.models import (
    Attendance,
    Entry,
    Evening,
    EveningClosing,
    EveningTotal,
    FormerAddress,
    JoinedPlayer,
    LoggedChange,
    NameChange,
    PaperPoints,
    PaperTotal,
    Player,
    PlayerAlias,
    Posting,
    Prize,
    PrizeWon,
    Season,
    SeasonBalance,
    SeasonTotal,
    Seat,
    SheetAnswer,
    SheetLink,
)
from ledger.queries.deals.pricing import names_at_table
from ledger.rules.clubs import numbers_mentioned, says, with_names
from ledger.rules.deals.settling import WORDS_OF_A_DEAL, read_deal
from ledger.rules.site.labels import Label


@dataclass(frozen=True)
class PlayersDeal:
    """An entry that the player takes part in: what was played, and what it gave this player."""

    entry: Entry
    posting: Posting
    contract: Label


@dataclass(frozen=True)
class PlayersAnswer:
    """What the player said of a sheet, and what the board replied."""

    answer: SheetAnswer
    words: str
    reply: str


@dataclass(frozen=True)
class PlayersPrize:
    """A prize that the player won: the season, the kind, and the club's words for it."""

    season: Season
    kind: str
    words: str


@dataclass(frozen=True)
class AboutPlayer:
    """All that is kept about a player.

    `words` are others' texts that name the player, with the evening, and `prize_words` the club's prizes that do.
    """

    player: Player
    names: Sequence[NameChange]
    aliases: Sequence[PlayerAlias]
    addresses: Sequence[FormerAddress]
    seats: Sequence[Seat]
    attendance: Sequence[Attendance]
    deals: Sequence[PlayersDeal]
    evenings: Sequence[EveningTotal]
    seasons: Sequence[SeasonTotal]
    balances: Sequence[SeasonBalance]
    prizes: Sequence[PlayersPrize]
    prize_words: Sequence[str]
    paper: Sequence[PaperPoints]
    links: Sequence[SheetLink]
    answers: Sequence[PlayersAnswer]
    words: Sequence[tuple[Evening, str]]
    log: Sequence[LoggedChange]


def about_player(*, player: Player, another: str) -> AboutPlayer:
    """All that is kept about a player; typed texts call every other player `another`. Some twenty queries."""
    seats = Seat.objects.filter(player=player).select_related("evening")
    paper = PaperPoints.objects.filter(player=player).select_related("total__evening__season")
    balances = SeasonBalance.objects.filter(player=player).select_related("closing__season")
    log = LoggedChange.objects.filter(club=player.club_id, player=player).select_related("names", "evening", "season")
    return AboutPlayer(
        player=player,
        names=list(player.name_changes.select_related("change").order_by("pk")),
        aliases=list(player.aliases.order_by("name")),
        addresses=list(player.former_addresses.order_by("pk")),
        seats=list(seats.order_by("evening__date", "evening__number", "seating")),
        attendance=list(player.attendance.select_related("evening").order_by("evening__date", "evening__number")),
        deals=_deals(player),
        evenings=list(player.totals.select_related("evening__season").order_by("evening__date", "evening__number")),
        seasons=list(player.season_totals.select_related("season").order_by("season__number")),
        balances=list(balances.order_by("pk")),
        prizes=_prizes(player, another),
        prize_words=[_mask_others(text, player, another) for text in _prizes_naming(player)],
        paper=list(paper.order_by("total__evening__date", "total__evening__number", "total__number")),
        links=list(player.links.select_related("evening").order_by("evening__date", "evening__number")),
        answers=_answers(player, another),
        words=[(evening, _mask_others(text, player, another)) for evening, text in _words_naming(player)],
        log=list(log.order_by("sequence")),
    )


def _deals(player: Player) -> list[PlayersDeal]:
    keys = Posting.objects.filter(player=player).values("entry")
    entries = Entry.objects.filter(pk__in=keys).select_related("evening", "season").with_prices().with_players()
    deals = []
    for entry in entries.order_by("season__number", "sequence"):
        posting = next(posting for posting in entry.in_seats if posting.player_id == player.pk)
        deal = read_deal(entry.deal, entry.table_version.to_rules(), tuple(map(str, names_at_table(entry))))
        deals.append(PlayersDeal(entry, posting, deal.name(entry.table_version.to_rules())))
    return deals


def _prizes(player: Player, another: str) -> list[PlayersPrize]:
    won = PrizeWon.objects.filter(player=player).select_related("prize", "closing__season").order_by("pk")
    return [
        PlayersPrize(
            row.closing.season,
            row.prize.get_kind_display(),
            _mask_others(", ".join(filter(None, (row.prize.title, row.prize.gift))), player, another),
        )
        for row in won
    ]


def _prizes_naming(player: Player) -> Iterator[str]:
    """The club's words for its prizes that name the player, by number or in plain words."""
    for texts in Prize.objects.filter(version__club=player.club_id).order_by("pk").values_list("title", "gift"):
        yield from (text for text in texts if _names(text, player))


def _names(text: str, player: Player) -> bool:
    return player.pk in numbers_mentioned(text) or (text != "" and says(text, player.name))


def _answers(player: Player, another: str) -> list[PlayersAnswer]:
    answers = SheetAnswer.objects.filter(link__player=player).select_related("link__evening", "words", "settlement")
    return [
        PlayersAnswer(
            answer, _mask_others(_own_words(answer), player, another), _mask_others(_reply(answer), player, another)
        )
        for answer in answers.order_by("pk")
    ]


def _words_naming(player: Player) -> Iterator[tuple[Evening, str]]:
    """Others' texts that name the player, by number or in plain words, with the evening they are about."""
    for evening, text in _typed_texts(player):
        if _names(text, player):
            yield evening, text


def _typed_texts(player: Player) -> Iterator[tuple[Evening, str]]:
    club = player.club_id
    for entry in Entry.objects.filter(season__club=club).select_related("evening").order_by("season", "sequence"):
        yield entry.evening, entry.reason
        yield from ((entry.evening, entry.deal.get(field, "")) for field in WORDS_OF_A_DEAL)
    for total in PaperTotal.objects.filter(evening__club=club, is_withdrawn=True).select_related("evening"):
        yield total.evening, total.reason
    for closing in EveningClosing.objects.filter(evening__club=club).exclude(reason="").select_related("evening"):
        yield closing.evening, closing.reason
    others = SheetAnswer.objects.filter(link__evening__club=club).exclude(link__player=player)
    for answer in others.select_related("link__evening", "words", "settlement"):
        yield answer.link.evening, _own_words(answer)
        yield answer.link.evening, _reply(answer)


def _own_words(answer: SheetAnswer) -> str:
    return answer.words.said if hasattr(answer, "words") else ""


def _reply(answer: SheetAnswer) -> str:
    return answer.settlement.said if hasattr(answer, "settlement") else ""


def _mask_others(text: str, player: Player, another: str) -> str:
    """A kept text with the player's name in it, and nobody else's."""
    names = dict.fromkeys(numbers_mentioned(text), another) | {player.pk: player.name}
    return with_names(text, names, names)


# Where a player's name stands in typed texts that are never changed.


def entries_naming(*, player: Player, most: int = 50) -> list[Entry]:
    """Entries whose reason or note holds the player's name or first name in plain words, oldest first; one query.

    Entries keep names as numbers today; only older entries, nicknames and misspellings can be found here.
    """
    words = {player.name, *player.name.split()[:1]}
    holding = Q()
    for word in words:
        holding |= Q(reason__icontains=word)
        for field in WORDS_OF_A_DEAL:
            holding |= Q(**{f"deal__{field}__icontains": word})
    entries = Entry.objects.filter(holding, season__club=player.club_id).select_related("evening")
    ordered = entries.order_by("season_id", "sequence")
    return [entry for entry in ordered if any(says(text, player.name) for text in _texts_of_entry(entry))][:most]


def has_never_played(*, player: Player) -> bool:
    """Whether a player has no deal, and nothing but the club's list tells of them; five queries."""
    seats = player.seats.filter(Q(evening__entries__isnull=False) | Q(evening__closings__isnull=False))
    told = (player.postings, seats, player.attendance, player.joined, JoinedPlayer.objects.filter(player=player))
    return not any(rows.exists() for rows in told)


def _texts_of_entry(entry: Entry) -> list[str]:
    """The typed texts of an entry: its reason, and the words of its deal."""
    return [entry.reason, *(entry.deal.get(field, "") for field in WORDS_OF_A_DEAL)]


def evenings_naming(*, player: Player) -> list[Evening]:
    """Evenings, by number, with typed texts that hold the name in plain words; three queries.

    That is another player's complaint, an answer, the reason of a withdrawn paper total or of a reopened evening.
    The player's own words are left out: they go with the name.
    """
    withdrawn = PaperTotal.objects.filter(evening__club=player.club_id, is_withdrawn=True).select_related("evening")
    reopened = EveningClosing.objects.filter(evening__club=player.club_id).exclude(reason="").select_related("evening")
    naming = {total.evening for total in withdrawn if says(total.reason, player.name)}
    naming |= {closing.evening for closing in reopened if says(closing.reason, player.name)}
    return sorted(naming | _with_answers_naming(player), key=lambda evening: evening.number)


def _with_answers_naming(player: Player) -> set[Evening]:
    answers = SheetAnswer.objects.filter(link__evening__club=player.club_id)
    written = answers.filter(Q(words__isnull=False) | Q(settlement__isnull=False))
    loaded = written.select_related("link__evening", "words", "settlement")
    return {answer.link.evening for answer in loaded if says(_kept_words(answer, player), player.name)}


def _kept_words(answer: SheetAnswer, player: Player) -> str:
    """The typed words of an answer that stay when a player is forgotten."""
    is_own = answer.link.player_id == player.pk
    words = answer.words.said if hasattr(answer, "words") and not is_own else ""
    reply = answer.settlement.said if hasattr(answer, "settlement") else ""
    return f"{words} {reply}"
