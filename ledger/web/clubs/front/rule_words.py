"""The page that explains the words of the game, those of the club's own contracts too."""

from collections.abc import Iterable
from itertools import chain

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from ledger.models import ScoringTableVersion
from ledger.queries.scoring.versions import versions_in_force
from ledger.rules.scoring.wall.words_of_contracts import ContractWord, contract_words
from ledger.templatetags.rule_words import RULE_WORDS
from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh


@fresh
@reads
def rule_words(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The words of the game in the reader's language, those of the club's contracts as its prices have them."""
    versions = versions_in_force(club=visit.club, day=timezone.localdate())
    context = {"words": RULE_WORDS, "contracts": _contracts_of(versions)}
    return club_page(request, visit, "ledger/clubs/front/rule_words.html", context)


def _contracts_of(versions: Iterable[ScoringTableVersion]) -> list[ContractWord]:
    """The contracts of several scoring tables; a contract that stands in two of them as the first has it."""
    contracts = chain.from_iterable(contract_words(version.to_rules()) for version in versions)
    by_code: dict[str, ContractWord] = {}
    for contract in contracts:
        by_code.setdefault(contract.code, contract)
    return list(by_code.values())
