"""What the house has where the players' points do not sum to zero, in words."""

from ledger.rules.site.labels import Label, Phrase, fill
from ledger.rules.site.points import in_points

FROM_PLAY = Phrase("The house {points}")
FROM_OPENING = Phrase("The house {points}, from the opening balances")
PARTLY_FROM_OPENING = Phrase("The house {points}, of which {opening} from the opening balances")


def house_words(units: int, opening: int, denominator: int) -> Label:
    """The units of 1/`denominator` point that the house has, `opening` of them from the opening balances."""
    phrase = PARTLY_FROM_OPENING if opening else FROM_PLAY
    if opening == units:
        phrase = FROM_OPENING
    points, brought = (in_points(amount, denominator, signed=True) for amount in (units, opening))
    return fill(phrase, points=points, opening=brought)
