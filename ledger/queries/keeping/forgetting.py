"""Where a player's name stands in typed texts that are never changed."""

from django.db.models import Q

from ledger.models import Entry, Evening, EveningClosing, JoinedPlayer, PaperTotal, Player, SheetAnswer
from ledger.rules.clubs import says
from ledger.rules.deals.settling import WORDS_OF_A_DEAL


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
    return [entry for entry in ordered if any(says(text, player.name) for text in _typed_texts(entry))][:most]


def has_never_played(*, player: Player) -> bool:
    """Whether a player has no deal, and nothing but the club's list tells of them; five queries."""
    seats = player.seats.filter(Q(evening__entries__isnull=False) | Q(evening__closings__isnull=False))
    told = (player.postings, seats, player.attendance, player.joined, JoinedPlayer.objects.filter(player=player))
    return not any(rows.exists() for rows in told)


def _typed_texts(entry: Entry) -> list[str]:
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
