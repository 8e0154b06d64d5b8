"""A label that knows what is told in it, so that a page can tell the words of the game from the names of players."""

from dataclasses import dataclass

from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site.labels import Label
from ledger.rules.site.phrases.table import PhraseTable


@dataclass(frozen=True, eq=False)
class Told(Label):
    """A label about a deal, with the prices whose contracts it may name, and the players whom it may name."""

    label: Label
    tariff: Tariff
    players: tuple[str, ...]

    def text_by(self, phrases: PhraseTable) -> str:
        return self.label.text_by(phrases)

    def saying(self, label: Label) -> "Told":
        """The same with another label, such as one whose text is kept."""
        return Told(label, self.tariff, self.players)
