"""The command line of a running site: one process for all commands, since starting one takes half a second."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import dev

RUN_EACH = """
import io, json, sys, traceback
from contextlib import redirect_stderr, redirect_stdout
from django.core.management import execute_from_command_line
from django.db import connections

answers = sys.stdout
for line in sys.stdin:
    arguments, sys.stdin = json.loads(line)["arguments"], io.StringIO(json.loads(line)["stdin"])
    said, complaint, failed = io.StringIO(), io.StringIO(), False
    with redirect_stdout(said), redirect_stderr(complaint):
        try:
            execute_from_command_line(["manage.py", *arguments])
        except SystemExit as end:
            failed = end.code not in (None, 0)
        except Exception:
            failed = True
            traceback.print_exc()
        connections.close_all()
    print(json.dumps([failed, said.getvalue(), complaint.getvalue()]), file=answers, flush=True)
"""


class Console:
    """Runs commands one after the other."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def manage(self, *arguments: str, stdin: str = "") -> str:
        """Run a management command and return its output; fails the test if the command fails."""
        asked, answers = self._process.stdin, self._process.stdout
        assert asked
        assert answers
        print(json.dumps({"arguments": arguments, "stdin": stdin}), file=asked, flush=True)
        failed, answer, complaint = json.loads(answers.readline())
        assert not failed, complaint
        return str(answer)


@contextmanager
def console(environment: dict[str, str]) -> Iterator[Console]:
    """A console in this environment that ends with the block."""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", RUN_EACH], cwd=dev.ROOT, env=environment, **pipes) as process:
        yield Console(process)
