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
    Phrase("%(side)s bids %(contract)s"),
    Phrase("%(side)s bid %(contract)s"),
    Phrase("%(side)s bid %(contract)s", "in the past"),
)
IS_OWN_PARTNER = Clause(  # never several
    Phrase("%(side)s, as own partner, bids %(contract)s"),
    Phrase("%(side)s, as own partner, bids %(contract)s"),
    Phrase("%(side)s, as own partner, bid %(contract)s", "in the past"),
)
GOES_ALONG = Clause(Phrase("%(side)s goes along"), Phrase("%(side)s go along"), Phrase("%(side)s went along"))

TAKES = Clause(Phrase("takes %(tricks)s"), Phrase("take %(tricks)s"), Phrase("took %(tricks)s"))
TAKES_NUMBER = Clause(Phrase("takes %(number)s"), Phrase("take %(number)s"), Phrase("took %(number)s"))
JUST_MAKES_IT = Clause(Phrase("just makes it"), Phrase("just make it"), Phrase("just made it"))
MAKES_IT = Clause(Phrase("makes it"), Phrase("make it"), Phrase("made it"))
GOES_DOWN = Clause(Phrase("goes down"), Phrase("go down"), Phrase("went down"))

PAYS = Clause(Phrase("%(side)s pays %(amount)s"), Phrase("%(side)s pay %(amount)s"), Phrase("%(side)s paid %(amount)s"))
GETS = Clause(Phrase("%(side)s gets %(amount)s"), Phrase("%(side)s get %(amount)s"), Phrase("%(side)s got %(amount)s"))
GAVE = Phrase("%(side)s gave %(amount)s")
EACH = Phrase("%(amount)s each")
NOBODY_PAYS = Clause(Phrase("Nobody pays anything"), Phrase("Nobody pays anything"), Phrase("Nobody paid anything"))
THEY, SOMEBODY, THE_HOUSE = Phrase("They"), Phrase("Somebody"), Phrase("the house")
THE_OTHERS = Phrase("The other %(count)s")

AND = Phrase("%(bid)s and %(result)s")
BY_TURN = Phrase("%(bid)s", "by its turn")
NO_TRICK, EVERY_TRICK = Phrase("no trick"), Phrase("every trick")
TRICK, TRICKS = Phrase("%(count)s trick", "one"), Phrase("%(count)s tricks")
NUMBERS = (Phrase("one"), Phrase("two"), Phrase("three"), Phrase("four"), Phrase("five"), Phrase("six"))


def number_in_words(count: int) -> Label:
    """A number as a sentence says it, from one to six in letters."""
    return NUMBERS[count - 1] if count <= len(NUMBERS) else same(str(count))


def tricks_in_words(count: int) -> Label:
    """A number of tricks as a sentence says it: "ikke et stik", "tre stik"."""
    return fill(TRICK if count == 1 else TRICKS, count=number_in_words(count)) if count else NO_TRICK
