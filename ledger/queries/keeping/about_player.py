"""Everything that is kept about one player, which a member may ask to see or to have forgotten."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from django.db.models import F, Q, QuerySet

from ledger.models import (
    Entry,
    Evening,
    EveningClosing,
    JoinedPlayer,
    LoggedChange,
    PaperPoints,
    PaperTotal,
    Player,
    Posting,
    Prize,
    PrizeWon,
    SeasonBalance,
    Seat,
    SheetAnswer,
)
from ledger.queries.deals.pricing import names_at_table
from ledger.rules.clubs import numbers_mentioned, says, with_names
from ledger.rules.deals.settling import WORDS_OF_A_DEAL, read_deal
from ledger.rules.site.labels import Label


def about_player(*, player: Player, another: str) -> dict[str, Any]:
    """All that is kept about a player, by the names of `about_player.txt`; some twenty queries.

    Typed texts call every other player `another`.
    """

    def mask(text: str | None) -> str:
        names = dict.fromkeys(numbers_mentioned(text or ""), another) | {player.pk: player.name}
        return with_names(text or "", names, names)

    won = PrizeWon.objects.filter(player=player).select_related("prize", "closing__season").order_by("pk")
    words_of_prizes = Prize.objects.filter(version__club=player.club_id).order_by("pk").values_list("title", "gift")
    seats = Seat.objects.filter(player=player).select_related("evening")
    paper = PaperPoints.objects.filter(player=player).select_related("total__evening__season")
    balances = SeasonBalance.objects.filter(player=player).select_related("closing__season")
    answers = _answers(player.club_id).filter(link__player=player).order_by("pk")
    log = LoggedChange.objects.filter(club=player.club_id, player=player).select_related("names", "evening", "season")
    by_evening = ("evening__date", "evening__number")
    about: dict[str, Any] = {"player": player}
    about["names"] = player.name_changes.select_related("change").order_by("pk")
    about["aliases"] = player.aliases.order_by("name")
    about["addresses"] = player.former_addresses.order_by("pk")
    about["seats"] = seats.order_by(*by_evening, "seating")
    about["attendance"] = player.attendance.select_related("evening").order_by(*by_evening)
    about["deals"] = list(_deals(player))
    about["evenings"] = player.totals.select_related("evening__season").order_by(*by_evening)
    about["seasons"] = player.season_totals.select_related("season").order_by("season__number")
    about["balances"] = balances.order_by("pk")
    about["prizes"] = [(row, mask(", ".join(filter(None, (row.prize.title, row.prize.gift))))) for row in won]
    about["prize_words"] = [mask(text) for text in chain.from_iterable(words_of_prizes) if _names(text, player)]
    about["paper"] = paper.order_by("total__evening__date", "total__evening__number", "total__number")
    about["links"] = player.links.select_related("evening").order_by(*by_evening)
    about["answers"] = [(answer, mask(answer.said), mask(answer.reply)) for answer in answers]
    about["words"] = [(evening, mask(text)) for evening, text in _typed_texts(player) if _names(text, player)]
    about["log"] = log.order_by("sequence")
    return about


def _deals(player: Player) -> Iterator[tuple[Entry, Posting, Label]]:
    """The entries that a player takes part in, each with what it gave them and what was played."""
    keys = Posting.objects.filter(player=player).values("entry")
    entries = Entry.objects.filter(pk__in=keys).select_related("evening", "season").with_prices().with_players()
    for entry in entries.order_by("season__number", "sequence"):
        posting = next(posting for posting in entry.in_seats if posting.player_id == player.pk)
        rules = entry.table_version.to_rules()
        deal = read_deal(entry.deal, rules, tuple(map(str, names_at_table(entry))))
        yield entry, posting, deal.name(rules)


def _names(text: str, player: Player) -> bool:
    """Whether a kept text names a player, by number or in plain words."""
    return player.pk in numbers_mentioned(text) or (text != "" and says(text, player.name))


def _typed_texts(player: Player) -> Iterator[tuple[Evening, str]]:
    """What others than a player typed in the club, with the evening that it is about."""
    entries = Entry.objects.filter(season__club=player.club_id).select_related("evening")
    for entry in entries.order_by("season", "sequence"):
        for text in _texts_of_entry(entry):
            yield entry.evening, text
    yield from _texts_beside_entries(player)


def _texts_beside_entries(player: Player) -> Iterator[tuple[Evening, str]]:
    """The reasons of withdrawn paper totals and reopened evenings, others' answers to sheets, and the board's."""
    withdrawn = PaperTotal.objects.filter(evening__club=player.club_id, is_withdrawn=True).select_related("evening")
    reopened = EveningClosing.objects.filter(evening__club=player.club_id).exclude(reason="").select_related("evening")
    for row in chain[PaperTotal | EveningClosing](withdrawn, reopened):
        yield row.evening, row.reason
    for answer in _answers(player.club_id).exclude(link__player=player):
        yield answer.link.evening, answer.said or ""
        yield answer.link.evening, answer.reply or ""


def _answers(club_id: int) -> "QuerySet[Any]":
    """A club's answers to sheets, with what was `said` and the board's `reply`."""
    answers = SheetAnswer.objects.filter(link__evening__club=club_id).select_related("link__evening")
    return answers.annotate(said=F("words__said"), reply=F("settlement__said"))


# Where a player's name stands in typed texts that are never changed.


def entries_naming(*, player: Player, most: int = 50) -> list[Entry]:
    """Entries whose reason or note holds the player's name or first name in plain words, oldest first; one query.

    Entries keep names as numbers today; only older entries, nicknames and misspellings can be found here.
    """
    holding = Q()
    for word in {player.name, *player.name.split()[:1]}:
        for field in ("reason", *(f"deal__{field}" for field in WORDS_OF_A_DEAL)):
            holding |= Q(**{f"{field}__icontains": word})
    entries = Entry.objects.filter(holding, season__club=player.club_id).select_related("evening")
    ordered = entries.order_by("season_id", "sequence")
    return [entry for entry in ordered if any(says(text, player.name) for text in _texts_of_entry(entry))][:most]


def evenings_naming(*, player: Player) -> list[Evening]:
    """Evenings, by number, with typed texts that hold the name in plain words; four queries.

    The player's own words are left out, since they go with the name, but not what the board replied to them.
    """
    answered = _answers(player.club_id).filter(link__player=player)
    texts = chain(_texts_beside_entries(player), ((answer.link.evening, answer.reply or "") for answer in answered))
    naming = {evening for evening, text in texts if says(text, player.name)}
    return sorted(naming, key=lambda evening: evening.number)


def _texts_of_entry(entry: Entry) -> list[str]:
    """The typed texts of an entry: its reason, and the words of its deal."""
    return [entry.reason, *(entry.deal.get(field, "") for field in WORDS_OF_A_DEAL)]


def has_never_played(*, player: Player) -> bool:
    """Whether a player has no deal, and nothing but the club's list tells of them; five queries."""
    seats = player.seats.filter(Q(evening__entries__isnull=False) | Q(evening__closings__isnull=False))
    told = (player.postings, seats, player.attendance, player.joined, JoinedPlayer.objects.filter(player=player))
    return not any(rows.exists() for rows in told)
