"""Whom the names in a workbook mean: those it was written with, and what somebody said of the others."""

from collections.abc import Iterable, Mapping

from ledger.rules.imports.names import match_name, names_in, plain_name
from ledger.rules.site.refusal import Refusal, gettext_noop

UNKNOWN_NAME = gettext_noop("Nobody in the club is called %(name)s.")
LIKELY_NAME = gettext_noop("Nobody in the club is called %(name)s. Likely meant: %(likely)s.")


class UnknownName(Refusal):
    """Refusal of a name that is nobody's, with whom it may mean."""

    def __init__(self, name: str, field: str, likely: Iterable[str]) -> None:
        suggestions = ", ".join(likely)
        message = LIKELY_NAME if suggestions else UNKNOWN_NAME
        super().__init__(message, field, name=name[:80], likely=suggestions)


class NameBook:
    """The names that stand for players; `aliases` are other ways to write one of them."""

    def __init__(self, names: Iterable[str], aliases: Mapping[str, str]) -> None:
        self.names = list(dict.fromkeys(names))
        self._aliases = aliases
        self._by_plain = {plain_name(name): name for name in self.names}

    def player(self, text: str, field: str) -> str:
        """The player whom a text means; raises UnknownName."""
        known = self._by_plain.get(plain_name(text))
        if known is not None:
            return known
        match = match_name(text, self.names, self._aliases)
        if match.player is None:
            raise UnknownName(text, field, match.suggestions)
        return match.player

    def players(self, text: str, field: str) -> list[str]:
        """The players whom a text names, one or several; raises UnknownName."""
        # A name may have a comma or an "og" in it.
        if plain_name(text) in self._by_plain:
            return [self.player(text, field)]
        return [self.player(name, field) for name in names_in(text)]
