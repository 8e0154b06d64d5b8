"""The page that explains the words of the game, those of the club's own contracts too."""

from collections.abc import Iterable
from itertools import chain

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from ledger.models import ScoringTableVersion
from ledger.queries.scoring import newest_versions, versions_in_force
from ledger.rules.scoring.wall.sheet import ContractWord, contract_words
from ledger.templatetags.rule_words import RULE_WORDS
from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh

MOST_FORMER = 10  # versions; each takes its time to compile


@fresh
@reads
def rule_words(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The words of the game in the reader's language, those of the club's contracts as its prices have them.

    A contract that only older deals had is explained too.
    """
    now = _contracts_of(versions_in_force(club=visit.club, day=timezone.localdate()))
    ever = _contracts_of(newest_versions(club=visit.club, most=MOST_FORMER)) | now
    context = {
        "contracts": list(now.values()),
        "former": [word for code, word in ever.items() if code not in now],
        # What the club itself says of a word stands in one place, which its links lead to.
        "words": [word for word in RULE_WORDS if word.code not in ever],
    }
    return club_page(request, visit, "ledger/clubs/front/rule_words.html", context)


def _contracts_of(versions: Iterable[ScoringTableVersion]) -> dict[str, ContractWord]:
    """The contracts of several versions by code; one that stands in two of them as the first has it."""
    by_code: dict[str, ContractWord] = {}
    for contract in chain.from_iterable(contract_words(version.to_rules()) for version in versions):
        by_code.setdefault(contract.code, contract)
    return by_code
