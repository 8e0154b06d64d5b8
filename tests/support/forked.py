"""Processes of the site that start without importing its libraries: forked from one that has imported them.

A process has its own environment, settings, streams and exit code, as if a shell had started it; only modules that need
no settings are shared. `run` stands in for subprocess.run.

python -m tests.support.forked     forks a process for each line on stdin, a command as JSON; answers with its exit code
"""

import gc
import importlib
import json
import os
import pkgutil
import runpy
import subprocess
import sys
import warnings
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[2]
LIBRARIES = [
    *("argon2", "csp.constants", "dj_database_url", "hypothesis", "openpyxl", "psycopg", "pytest"),
    *("segno", "sqlparse", "whitenoise.base", "django.contrib.postgres.fields", "django.contrib.staticfiles.storage"),
    *("django.core.management.commands.check", "django.core.servers.basehttp", "django.core.wsgi"),
    *("django.db.backends.sqlite3.base", "django.db.migrations.executor", "django.forms", "django.shortcuts"),
    *("django.template.loader", "django.test", "django.urls", "django.views.generic"),
]
PURE = ["ledger.rules", "ledger.spreadsheets"]

_reader: subprocess.Popen[str] | None = None


def run(*arguments: str, env: Mapping[str, str], input: str = "", umask: int = -1) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments (a file, -c or -m, after a -W) in a process of its own in the project folder."""
    with TemporaryDirectory() as folder:
        streams = [Path(folder) / name for name in ("in", "out", "err")]
        streams[0].write_text(input, encoding="utf-8")
        asked = {"arguments": arguments, "environment": dict(env), "streams": list(map(str, streams)), "umask": umask}
        code = _ask(asked)
        texts = [stream.read_text("utf-8") for stream in streams[1:]]
    return subprocess.CompletedProcess([sys.executable, *arguments], code, *texts)


def _ask(asked: dict[str, Any]) -> int:
    global _reader
    if _reader is None:
        command = [sys.executable, "-m", "tests.support.forked"]
        environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        pipe = subprocess.PIPE
        _reader = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True)
    assert _reader.stdin and _reader.stdout
    print(json.dumps(asked), file=_reader.stdin, flush=True)
    return int(_reader.stdout.readline())


def end() -> None:
    """End the process that the others are forked from, if it was started."""
    global _reader
    if _reader is not None:
        _reader.communicate()
        _reader = None


def read_ahead() -> None:
    import whistklub  # noqa: F401  # before Django: it chooses the SQLite

    for name in LIBRARIES:
        importlib.import_module(name)
    for package in PURE:
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            importlib.import_module(module.name)


def become(arguments: list[str], environment: dict[str, str], streams: list[str], umask: int) -> None:
    """Turn this process into the one that was asked for, and run it."""
    os.environ.clear()
    os.environ.update(environment)
    if umask >= 0:
        os.umask(umask)
    flags = [os.O_RDONLY, os.O_WRONLY | os.O_CREAT, os.O_WRONLY | os.O_CREAT]
    for number, (path, flag) in enumerate(zip(streams, flags, strict=True)):
        os.dup2(os.open(path, flag, 0o600), number)
    sys.stdin, sys.stdout = open(0, encoding="utf-8"), open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115
    first, *rest = arguments
    if first == "-W":
        warnings.simplefilter(rest[0])  # type: ignore[arg-type]
        _, first, *rest = rest
    if first == "-c":
        sys.argv = ["-c", *rest[1:]]
        exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})
    elif first == "-m":
        sys.argv = rest
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = [first, *rest]
        runpy.run_path(first, run_name="__main__")


def main() -> None:
    read_ahead()
    gc.freeze()  # so that no process looks at all of it again
    for line in sys.stdin:
        child = os.fork()
        if not child:
            become(**json.loads(line))
            break
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
