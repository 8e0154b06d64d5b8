"""What the container is built of and starts, as far as it can be tried without an engine that runs containers."""

import os
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import yaml

import dev

ROOT = Path(dev.ROOT)
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")
START = DEPLOY / "container/start.sh"


def run_start(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Start the container's program here, with a gunicorn that only says how it is called."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "gunicorn").write_text('#!/bin/sh\necho gunicorn "$@"\n')
    (programs / "gunicorn").chmod(0o755)
    (programs / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (programs / "python").chmod(0o755)
    surroundings = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    surroundings |= {"PATH": f"{programs}:{os.environ['PATH']}", "WHISTKLUB_DATA": str(tmp_path / "data")}
    surroundings["DJANGO_SETTINGS_MODULE"] = "whistklub.settings"
    return subprocess.run(["sh", START, *arguments], cwd=ROOT, env=surroundings, capture_output=True, text=True)


@pytest.mark.long("sqlite")
def test_it_migrates_collects_and_serves_as_the_unit_does(tmp_path: Path) -> None:
    unit = (DEPLOY / "files/etc/systemd/system/whistklub.service").read_text("utf-8")
    served = re.search(r"^ExecStart=.*/(gunicorn .*)$", unit, re.MULTILINE)[1]

    outcome = run_start(tmp_path)

    assert (outcome.returncode, outcome.stdout) == (0, f"{served}\n".replace("127.0.0.1", "0.0.0.0")), outcome.stderr
    assert (tmp_path / "data/whistklub.sqlite3").exists() and (tmp_path / "data/static").is_dir()


def test_with_arguments_it_runs_a_command_of_the_site(tmp_path: Path) -> None:
    outcome = run_start(tmp_path, "check_table", "--help")

    assert outcome.returncode == 0 and "check_table" in outcome.stdout
    assert not (tmp_path / "data/whistklub.sqlite3").exists()


@pytest.mark.parametrize(("status", "exit_code"), [(200, 0), (503, 1)])
def test_it_asks_for_health_as_the_web_server_would(status: int, exit_code: int) -> None:
    class Health(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append((self.path, self.headers["Host"], self.headers["X-Forwarded-Proto"]))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_arguments: object) -> None:
            pass

    heard: list[tuple[str, ...]] = []
    with HTTPServer(("127.0.0.1", 0), Health) as site:
        threading.Thread(target=site.handle_request, daemon=True).start()
        address = f"http://127.0.0.1:{site.server_port}/health"
        command = [sys.executable, DEPLOY / "container/health.py", address]
        outcome = subprocess.run(command, env={**os.environ, "WHISTKLUB_HOST": "whist.example.dk"}, capture_output=True)

    assert outcome.returncode == exit_code
    assert heard == [("/health", "whist.example.dk", "https")]


def test_the_image_is_slim_compiles_nothing_and_runs_as_its_own_user() -> None:
    instructions = re.findall(r"^([A-Z]+) (.*)$", DOCKERFILE, re.MULTILINE)

    assert [argument for name, argument in instructions if name == "FROM"] == ["python:3.13-slim"]
    assert [argument for name, argument in instructions if name == "USER"] == ["whistklub"]
    assert "--only-binary :all: --require-hashes" in DOCKERFILE and "apt-get" not in DOCKERFILE
    paths = re.findall(r"\b(deploy/[\w./]+)", DOCKERFILE)
    assert paths and [path for path in paths if not (ROOT / path).exists()] == []


def test_nothing_of_the_clubs_goes_into_the_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()

    assert {"data", ".*"} <= set(ignored)  # the book of whoever builds it, and the history


def test_every_service_can_write_its_own_folders_and_nothing_else() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]

    assert set(services) == {"site", "backup", "caddy"}
    for name in ("site", "backup"):
        assert services[name]["read_only"] is True and services[name]["cap_drop"] == ["ALL"]
        assert services[name]["volumes"] == ["data:/data"] and "ports" not in services[name]
    assert (DEPLOY / services["caddy"]["volumes"][0].split(":")[0]).exists()
    assert "reverse_proxy site:8000" in (DEPLOY / "container/Caddyfile").read_text("utf-8")
