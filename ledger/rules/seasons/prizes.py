"""The prizes that a club may give at a season's end, and who wins each."""

from collections.abc import Mapping

from ledger.rules.site.labels import Phrase

FIRST, SECOND, THIRD, LAST, BEST_EVENING, SOLS = "first", "second", "third", "last", "evening", "sols"
NAMES = {
    FIRST: Phrase("First place"),
    SECOND: Phrase("Second place"),
    THIRD: Phrase("Third place"),
    LAST: Phrase("Comfort prize"),
    BEST_EVENING: Phrase("Best evening"),
    SOLS: Phrase("Most sols"),
}
"""What each prize is for, as a workbook names it; pages name the model's choices."""
PLACES = {FIRST: 1, SECOND: 2, THIRD: 3}


def winners(prize: str, *, places: Mapping[int, int], evenings: Mapping[int, int], sols: Mapping[int, int]) -> set[int]:
    """The players who win a prize; nobody where nobody can, and several who share it.

    `places` are by player, of those who have one; `evenings` are the points of everybody's best evening, `sols` how
    many sols everybody has won. The comfort prize goes to the last place, unless that is the first too.
    """
    if prize in PLACES:
        return {player for player, place in places.items() if place == PLACES[prize]}
    if prize == LAST:
        last = max(places.values(), default=1)
        return {player for player, place in places.items() if place == last > 1}
    amounts = evenings if prize == BEST_EVENING else sols
    most = max(amounts.values(), default=0)
    return {player for player, amount in amounts.items() if amount == most > 0}
