"""What takes long, through a pool of two connections; `dev.py drill pool` asks more."""

from pathlib import Path

import pytest

from tests.soak.machines.pool import run_pool_drill


@pytest.mark.long
@pytest.mark.only_on("sqlite")  # on whichever: the site has a PostgreSQL of its own
@pytest.mark.cluster
@pytest.mark.pooler
def test_what_if_workbooks_and_closings_share_two_connections(tmp_path: Path) -> None:
    bars = run_pool_drill(tmp_path, 60, print)

    assert [str(bar) for bar in bars if not bar.holds] == []
