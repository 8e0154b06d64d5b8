"""What the container is built of and starts, as far as it can be tried without an engine that runs containers."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import psycopg
import pytest
import yaml

import dev
from tests.support.postgres import cluster
from tests.support.processes import answering
from tests.support.programs import POSTGRESQL

ROOT = Path(dev.ROOT)
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")
START = ["sh", str(DEPLOY / "container/start.sh")]
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES = COMPOSE["services"]


def run_in_container(tmp_path: Path, command: list[str], **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command as in the container, with its settings and a server that only says how it is called."""
    programs = tmp_path / "programs"
    programs.mkdir(exist_ok=True)
    served = """case "$*" in *whistklub.serve*) echo python "$@"; exit;; esac"""
    (programs / "python").write_text(f'#!/bin/sh\n{served}\nexec {sys.executable} "$@"\n')
    (programs / "python").chmod(0o755)
    surroundings = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    surroundings |= {
        "WHISTKLUB_DATA": str(tmp_path / "data"),
        "DJANGO_SETTINGS_MODULE": "whistklub.settings",
    } | settings
    surroundings["PATH"] = f"{programs}:{surroundings['PATH']}"
    return subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True)


@pytest.mark.long("sqlite")
def test_it_migrates_collects_and_serves_as_the_unit_does(tmp_path: Path) -> None:
    unit = (DEPLOY / "files/etc/systemd/system/whistklub.service").read_text("utf-8")
    served = re.search(r"^ExecStart=.*/(python .*)$", unit, re.MULTILINE)[1]

    outcome = run_in_container(tmp_path, START)

    assert (outcome.returncode, outcome.stdout) == (0, f"{served}\n".replace("127.0.0.1", "0.0.0.0")), outcome.stderr
    assert (tmp_path / "data/whistklub.sqlite3").exists() and (tmp_path / "data/static").is_dir()


def test_with_arguments_it_runs_a_command_of_the_site(tmp_path: Path) -> None:
    outcome = run_in_container(tmp_path, [*START, "check_table", "--help"])

    assert outcome.returncode == 0 and "check_table" in outcome.stdout
    assert not (tmp_path / "data/whistklub.sqlite3").exists()


@pytest.mark.parametrize(("status", "exit_code"), [(200, 0), (503, 1)])
def test_it_asks_for_health_as_the_web_server_would(status: int, exit_code: int) -> None:
    with answering(status, b"{}") as (address, heard):
        command = [sys.executable, DEPLOY / "container/health.py", address]
        outcome = subprocess.run(command, env={**os.environ, "WHISTKLUB_HOST": "whist.example.dk"}, capture_output=True)

    assert outcome.returncode == exit_code
    ((path, headers),) = heard
    assert (path, headers["Host"], headers["X-Forwarded-Proto"]) == ("/health", "whist.example.dk", "https")


def test_the_image_is_slim_compiles_nothing_and_runs_as_its_own_user() -> None:
    instructions = re.findall(r"^([A-Z]+) (.*)$", DOCKERFILE, re.MULTILINE)

    assert [argument for name, argument in instructions if name == "FROM"] == ["python:3.13-slim-trixie"]
    assert [argument for name, argument in instructions if name == "USER"] == ["whistklub"]
    assert "--only-binary :all: --require-hashes" in DOCKERFILE
    assert re.findall(r"apt-get install (?:--\S+ )*(.*?) &&", DOCKERFILE) == ["postgresql-client-17"]
    paths = re.findall(r"\b(deploy/[\w./]+)", DOCKERFILE)
    assert paths and [path for path in paths if not (ROOT / path).exists()] == []


def test_nothing_of_the_clubs_goes_into_the_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()

    assert {"data", ".*", "deploy/.env"} <= set(ignored)  # the book of whoever builds it, the history, the passwords


def test_every_service_can_write_its_own_folders_and_nothing_else() -> None:
    alone = {name for name, service in SERVICES.items() if "profiles" not in service}

    assert alone == {"site", "backup", "caddy"} and set(SERVICES) - alone == {"postgres", "tables"}
    for name, service in SERVICES.items():
        assert service["read_only"] is True and service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert ("ports" in service) is (name == "caddy")
    for name in ("site", "backup", "tables"):
        assert SERVICES[name]["volumes"] == ["data:/data"]
    volumes = [volume.split(":")[0] for service in SERVICES.values() for volume in service["volumes"]]
    assert [volume for volume in volumes if volume.startswith(".") and not (DEPLOY / volume).exists()] == []
    assert {volume for volume in volumes if not volume.startswith(".")} == set(COMPOSE["volumes"])
    assert "reverse_proxy site:8000" in (DEPLOY / "container/Caddyfile").read_text("utf-8")


def fill_in(text: str, variables: dict[str, str]) -> str:
    """A text of compose.yaml with its variables put in, the innermost first."""

    def variable(match: re.Match[str]) -> str:
        known = variables.get(match[1], "")
        return (match[3] if known else "") if match[2] == "+" else known

    while (fuller := re.sub(r"\$\{(\w+)(?::([?+-])([^${}]*))?\}", variable, text)) != text:
        text = fuller
    return text


def test_without_a_password_the_book_is_in_a_file_and_with_one_the_site_never_learns_the_owners() -> None:
    host = {"WHISTKLUB_HOST": "whist.example.dk"}
    passwords = {"WHISTKLUB_SITE_PASSWORD": "sitesown", "WHISTKLUB_OWNER_PASSWORD": "ownersown"}
    site = SERVICES["site"]["environment"]

    on_sqlite = {name: fill_in(text, host) for name, text in site.items()}
    on_postgresql = {name: fill_in(text, host | passwords) for name, text in site.items()}

    assert on_sqlite == {**host, "DATABASE_URL": ""}
    assert on_postgresql["DATABASE_URL"] == "postgres://whistklub_site:sitesown@postgres/whistklub"
    assert "ownersown" not in str(on_postgresql) and SERVICES["backup"]["environment"] == site


@pytest.mark.long
@pytest.mark.cluster
@pytest.mark.only_on("sqlite")
def test_on_postgresql_the_owner_makes_the_tables_and_the_site_serves_and_backs_up(tmp_path: Path) -> None:
    """The commands of compose.yaml, one after the other, on a server that stands for its `postgres`."""
    initdb = POSTGRESQL.find()
    assert initdb
    with cluster(initdb) as server:
        folder = unquote(urlsplit(server.direct).netloc.rpartition("@")[2])
        with psycopg.connect(f"{server.direct.rpartition('/')[0]}/postgres", autocommit=True) as session:
            session.execute("CREATE DATABASE whistklub")
        first = {"PGHOST": folder, "POSTGRES_USER": "whistklub", "POSTGRES_DB": "whistklub"}
        programs = f"{Path(initdb).parent}:{os.environ['PATH']}"
        variables = {"WHISTKLUB_HOST": "whist.example.dk", "WHISTKLUB_SITE_PASSWORD": "a'b"}
        roles = {**os.environ, **first, **variables, "PATH": programs}
        subprocess.run(["sh", DEPLOY / "container/roles.sh"], env=roles, check=True)
        variables["WHISTKLUB_SITE_PASSWORD"] = "x"  # an address takes no quote, and this server asks for no password
        places = {
            name: {
                key: fill_in(text, variables | {"WHISTKLUB_OWNER_PASSWORD": "y"}).replace(
                    "@postgres/", f"@{quote(folder, safe='')}/"
                )
                for key, text in SERVICES[name]["environment"].items()
            }
            for name in ("tables", "site", "backup")
        }
        made = run_in_container(tmp_path, SERVICES["tables"]["entrypoint"], **places["tables"], PATH=programs)
        served = run_in_container(tmp_path, START, **places["site"], PATH=programs)
        backed_up = run_in_container(tmp_path, ["python", "manage.py", "backup"], **places["backup"], PATH=programs)

    assert made.returncode == 0, made.stderr
    assert (served.returncode, served.stdout[:26]) == (0, "python -m whistklub.serve "), served.stderr
    assert backed_up.returncode == 0, backed_up.stderr
    assert [path.suffix for path in (tmp_path / "data/backups").iterdir()] == [".pgdump"]
