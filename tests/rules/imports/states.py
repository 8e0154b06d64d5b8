"""What a row can become as it stands, by its verdict."""

from ledger.rules.imports.verdict.judging import Verdict


def state_of(verdict: Verdict) -> str:
    """A "deal" with its tricks, a "choice" of several, "points" alone, or "doubt": nothing before somebody decides."""
    if any(about.is_doubt for about in verdict.findings):
        return "doubt"
    if not verdict.is_contract_known:
        return "points"
    is_one = len(verdict.readings) == 1 and verdict.names_all_of(verdict.readings[0])
    return "deal" if is_one else "choice"
