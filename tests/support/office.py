"""LibreOffice opening workbooks, working them out anew and saving them, as a command of one start."""

from collections.abc import Sequence
from pathlib import Path

# Without this LibreOffice trusts the numbers stored in an xlsx file, and there would be nothing to test.
ALWAYS_RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""


def saving_command(soffice: str, home: Path, sources: Sequence[Path], target: str) -> list[str]:
    """The command that saves workbooks in the folder `out` of `home`, as xlsx or in another format, "csv:..."."""
    user = home / "profile" / "user"
    user.mkdir(parents=True, exist_ok=True)
    (user / "registrymodifications.xcu").write_text(ALWAYS_RECALCULATE)
    profile = f"-env:UserInstallation={(home / 'profile').as_uri()}"
    return [soffice, profile, "--headless", "--convert-to", target, "--outdir", str(home / "out"), *map(str, sources)]
