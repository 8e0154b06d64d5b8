"""What somebody does in a deal: the clauses that a deal is told in."""

from typing import NamedTuple

from ledger.rules.site.labels import Label, Phrase, fill, same


class Clause(NamedTuple):
    """What somebody does: said of one, of several, and of what is past."""

    one: Phrase
    several: Phrase
    past: Phrase

    def of(self, count: int, *, is_past: bool) -> Phrase:
        """The clause for so many players, of whom none may be known."""
        return self.past if is_past else self.one if count < 2 else self.several


BIDS = Clause(
    Phrase("{side} bids {contract}"), Phrase("{side} bid {contract}"), Phrase("{side} bid {contract} (in the past)")
)
IS_OWN_PARTNER = Clause(  # never several
    Phrase("{side}, as own partner, bids {contract}"),
    Phrase("{side}, as own partner, bids {contract}"),
    Phrase("{side}, as own partner, bid {contract} (in the past)"),
)
GOES_ALONG = Clause(Phrase("{side} goes along"), Phrase("{side} go along"), Phrase("{side} went along"))

TAKES = Clause(Phrase("takes {tricks}"), Phrase("take {tricks}"), Phrase("took {tricks}"))
TAKES_NUMBER = Clause(Phrase("takes {number}"), Phrase("take {number}"), Phrase("took {number}"))
JUST_MAKES_IT = Clause(Phrase("just makes it"), Phrase("just make it"), Phrase("just made it"))
MAKES_IT = Clause(Phrase("makes it"), Phrase("make it"), Phrase("made it"))
GOES_DOWN = Clause(Phrase("goes down"), Phrase("go down"), Phrase("went down"))

PAYS = Clause(Phrase("{side} pays {amount}"), Phrase("{side} pay {amount}"), Phrase("{side} paid {amount}"))
GETS = Clause(Phrase("{side} gets {amount}"), Phrase("{side} get {amount}"), Phrase("{side} got {amount}"))
GAVE = Phrase("{side} gave {amount}")
EACH = Phrase("{amount} each")
NOBODY_PAYS = Clause(Phrase("Nobody pays anything"), Phrase("Nobody pays anything"), Phrase("Nobody paid anything"))
THEY, SOMEBODY, THE_HOUSE = Phrase("They"), Phrase("Somebody"), Phrase("the house")
THE_OTHERS = Phrase("The other {count}")

AND = Phrase("{bid} and {result}")
BY_TURN = Phrase("{bid} (by its turn)")
NO_TRICK, EVERY_TRICK = Phrase("no trick"), Phrase("every trick")
TRICK, TRICKS = Phrase("{count} trick"), Phrase("{count} tricks")
NUMBERS = (Phrase("one"), Phrase("two"), Phrase("three"), Phrase("four"), Phrase("five"), Phrase("six"))


def number_in_words(count: int) -> Label:
    """A number as a sentence says it, from one to six in letters."""
    return NUMBERS[count - 1] if count <= len(NUMBERS) else same(str(count))


def tricks_in_words(count: int) -> Label:
    """A number of tricks as a sentence says it: "ikke et stik", "tre stik"."""
    return fill(TRICK if count == 1 else TRICKS, count=number_in_words(count)) if count else NO_TRICK
