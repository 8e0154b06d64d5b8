"""The drill's open doors: ways in for somebody who has no business there, as a hurried change might leave them."""

from tests.drill.fault import Fault

MEMBERS = "ledger/web/clubs/members.py"
MATRIX = "tests/web/site/access/test_matrix.py"
WITHDRAWING = "@require_POST\n@administers\n@password_again\ndef invitation_withdraw("

DOORS = {
    "a check was dropped": Fault(
        "ledger/web/deals/deals.py",
        "@writes\ndef deal_void(",
        "@reads\ndef deal_void(",
        f"{MATRIX}::test_nobody_is_let_in_and_nothing_is_changed_for_them",
    ),
    "any club's draft": Fault(
        "ledger/web/site/access.py",
        "get_object_or_404(self.club.drafts.select_related",
        "get_object_or_404(ScoringTableDraft.objects.select_related",
        f"{MATRIX}::test_one_clubs_address_opens_nothing_of_another",
    ),
    "a form from anywhere": Fault(
        MEMBERS,
        WITHDRAWING,
        f'@__import__("django.views.decorators.csrf", fromlist="*").csrf_exempt\n{WITHDRAWING}',
        f"{MATRIX}::test_no_form_is_taken_that_a_page_of_the_site_did_not_show",
    ),
    "a link that writes": Fault(
        MEMBERS,
        WITHDRAWING,
        WITHDRAWING.removeprefix("@require_POST\n"),
        f"{MATRIX}::test_whoever_may_is_served_and_only_what_is_sent_changes_anything[visitors0-methods0]",
    ),
    "another club's account": Fault(
        "ledger/services/clubs/accounts.py",
        " or has_another_club:",
        ":",
        "tests/web/clubs/account/test_new_password.py::"
        "test_no_club_gives_a_link_to_an_account_that_is_not_its_own[another club]",
    ),
    "a session that survives": Fault(
        "ledger/services/clubs/accounts.py",
        "            session.delete()",
        "            pass",
        "tests/web/clubs/account/test_sessions.py::test_all_others_are_ended_at_once",
    ),
    "a name behind its initials": Fault(
        "ledger/models/clubs/persons.py",
        "conversions += _replacements(getattr(names, self.part))",
        "conversions += []",
        "tests/web/clubs/account/test_initials.py::test_two_with_the_same_initials_are_told_apart_and_nobody_takes_anothers_name",
    ),
    "a password from before a restore": Fault(
        "ledger/services/keeping/restoring.py",
        "        account.set_unusable_password()",
        "        account.is_active = True",
        "tests/services/keeping/test_restoring.py::"
        "test_no_password_second_factor_or_address_of_an_account_from_before_lets_anybody_in",
    ),
}
