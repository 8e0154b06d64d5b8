"""Where a player's name stands in words that somebody typed and that are never changed."""

from django.db.models import Q

from ledger.models import Entry, Evening, Player, SheetAnswer
from ledger.rules.deals import WORDS_OF_A_DEAL
from ledger.rules.mentions import says


def lines_naming(*, player: Player, most: int = 50) -> list[Entry]:
    """The lines whose reason or note holds the player's name or first name as plain words, oldest first; one query.

    New lines keep names as numbers; only lines written before that, nicknames and misspellings can be here.
    """
    words = {player.name, *player.name.split()[:1]}
    holding = Q()
    for word in words:
        holding |= Q(reason__icontains=word)
        for field in WORDS_OF_A_DEAL:
            holding |= Q(**{f"deal__{field}__icontains": word})
    entries = Entry.objects.filter(holding, season__club=player.club_id).select_related("evening")
    ordered = entries.order_by("season_id", "sequence")
    return [entry for entry in ordered if any(says(text, player.name) for text in _typed(entry))][:most]


def _typed(entry: Entry) -> list[str]:
    """What somebody typed in a line: why it was changed, and the words of the deal."""
    return [entry.reason, *(entry.deal.get(field, "") for field in WORDS_OF_A_DEAL)]


def evenings_naming(*, player: Player) -> list[Evening]:
    """The evenings where another player's complaint, or the answer to any, holds the name as plain words; one query.

    What the player wrote is left aside: it goes with the name.
    """
    answers = SheetAnswer.objects.filter(link__evening__club=player.club_id)
    written = answers.filter(Q(words__isnull=False) | Q(settlement__isnull=False)).order_by("link__evening__number")
    loaded = written.select_related("link__evening", "words", "settlement")
    naming = (each for each in loaded if says(_kept_words(each, player), player.name))
    return list(dict.fromkeys(each.link.evening for each in naming))


def _kept_words(answer: SheetAnswer, player: Player) -> str:
    """What was typed of an answer and stays when a player is forgotten."""
    own = answer.link.player_id == player.pk
    words = answer.words.said if hasattr(answer, "words") and not own else ""
    reply = answer.settlement.said if hasattr(answer, "settlement") else ""
    return f"{words} {reply}"
