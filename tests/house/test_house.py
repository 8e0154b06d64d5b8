"""The house is in order: linters, types, templates, migrations and the settings of a public site."""

import os

import pytest

from tests.support.processes import run_python


def run_module(*arguments: str, **environment: str) -> tuple[int, str]:
    settled = {**os.environ, "DJANGO_SETTINGS_MODULE": "whistklub.settings", **environment}
    outcome = run_python("-m", *arguments, env=settled)
    return outcome.returncode, outcome.stdout + outcome.stderr


@pytest.mark.parametrize(
    "command",
    [
        "ruff check",
        "ruff format --check",
        "djlint templates --lint --quiet",
        "django makemigrations --check --dry-run",
    ],
)
def test_the_tools_find_nothing(command: str) -> None:
    code, output = run_module(*command.split())

    assert code == 0, output


def test_the_types_hold() -> None:
    code, output = run_module("mypy")
    # What an earlier run left may be what is wrong: mypy's plugin for Django overlooks some changes.
    if code != 0:
        code, output = run_module("mypy", "--no-incremental")

    assert code == 0, output


def test_a_public_site_passes_djangos_check_for_deployment() -> None:
    code, output = run_module("django", "check", "--deploy", "--fail-level", "WARNING", WHISTKLUB_HOST="whist.example")

    assert code == 0, output
