"""What all the commands of `manage.py` that are the site's own have in common."""

import pytest
from django.core.management import get_commands, load_command_class

OWN = [name for name, app in get_commands().items() if app == "ledger" and name != "migrate"]  # this one is Django's


@pytest.mark.parametrize("name", OWN)
def test_a_command_starts_without_reading_the_pages(name: str) -> None:
    """Django's checks read every page of the site, which is nearly half of what a command costs to start."""
    assert load_command_class("ledger", name).requires_system_checks == []
