"""docs/deployment.md, command by command as printed, on a bare Debian: from nothing to the first page under https.

What docs/serving.md has a server do later is tried there too.
No systemd runs there: a stand-in takes its orders, and what the units start is started as they say by the test.
"""

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

import dev
from tests.starting.test_upgrade import publish
from tests.support.programs import DEBOOTSTRAP

ROOT = Path(dev.ROOT)
PAGES = "".join((ROOT / "docs" / name).read_text("utf-8") for name in ("deployment.md", "serving.md"))
HOST = "whist.example.dk"
CERTIFICATE = f"/etc/letsencrypt/live/{HOST}"
pytestmark = pytest.mark.git
MOST_COMMANDS, MOST_SECONDS = 5, 180
OWN_NETWORK = ("PIP_", "http_proxy", "https_proxy")  # how this machine reaches others, which the bare one is lent

CERTIFY = f"""
mkdir -p {CERTIFICATE}
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={HOST} -addext subjectAltName=DNS:{HOST} \
    -keyout {CERTIFICATE}/privkey.pem -out {CERTIFICATE}/fullchain.pem 2>/dev/null
"""
# In a network of its own, whose loopback is down at first.
RAISE_LOOPBACK = """
import fcntl, socket, struct
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh", b"lo", 1))
"""
ASK = f"""
import ssl, time, urllib.error, urllib.request
trusted = ssl.create_default_context(cafile="{CERTIFICATE}/fullchain.pem")
for attempt in range(120):
    try:
        page = urllib.request.urlopen("http://{HOST}/", context=trusted)
        print(page.url, page.status, page.headers["Strict-Transport-Security"], "Whistklub" in page.read().decode())
        break
    except OSError:
        time.sleep(0.5)
try:
    urllib.request.urlopen("https://{HOST}/klub/read/a-secret-token/", context=trusted)
except urllib.error.HTTPError:
    pass
"""


def commands_under(heading: str) -> list[str]:
    """The commands of a chapter of the pages, with the place that the project is fetched from filled in."""
    block = re.search(rf"## {heading}\n.*?```\n(.*?)```", PAGES, re.DOTALL)
    return block[1].replace("ADDRESS", "/srv/whistklub").strip().splitlines()


def run_in(machine: Path, commands: str, *namespaces: str) -> str:
    """What commands print that are run as root of a machine; they and what they started end together."""
    mounts = f"mount -t proc proc {machine}/proc; mount --rbind /dev {machine}/dev; mount -t sysfs sys {machine}/sys"
    network = [f"{name}={value}" for name, value in os.environ.items() if name.startswith(OWN_NETWORK)]
    settled = ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8"]
    shell = ["chroot", str(machine), "env", "-i", *settled, "DEBIAN_FRONTEND=noninteractive", *network]
    inside = ["sh", "-ec", f'{mounts}; exec "$@"', "sh", *shell, "bash", "-ec", commands]
    unshared = ["unshare", "--mount", "--pid", "--fork", "--kill-child", *namespaces]
    outcome = subprocess.run([*unshared, *inside], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert outcome.returncode == 0, outcome.stdout[-3000:] + outcome.stderr[-3000:]
    return outcome.stdout


def start_of(machine: Path, unit: str) -> str:
    """The command that does what a unit of a machine starts, as its user, in its folder, with its settings."""
    text = (machine / "etc/systemd/system" / unit).read_text("utf-8")
    directives = dict(re.findall(r"^(User|WorkingDirectory|EnvironmentFile|ExecStart)=(.*)$", text, re.MULTILINE))
    settings, folder = directives["EnvironmentFile"], directives["WorkingDirectory"]
    return f"(set -a; . {settings}; cd {folder}; exec runuser -u {directives['User']} -- {directives['ExecStart']})"


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def bare_machine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of a Debian with nothing but Python and certificates, and beside it the project, to be fetched."""
    machine = tmp_path_factory.mktemp(request.param)
    bootstrap = [DEBOOTSTRAP.find(), "--variant=minbase", "--include=python3,ca-certificates", request.param]
    subprocess.run([*bootstrap, str(machine)], check=True, capture_output=True)
    machine.chmod(0o755)  # as / is, which everybody is to reach
    bundle = "etc/ssl/certs/ca-certificates.crt"
    if Path("/", bundle).exists():
        shutil.copy(Path("/", bundle), machine / bundle)
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, machine / "srv/whistklub"], check=True)
    stand_in = machine / "usr/local/bin/systemctl"
    stand_in.write_text("#!/bin/sh\n")
    stand_in.chmod(0o755)
    with (machine / "etc/hosts").open("a") as hosts:
        hosts.write(f"\n127.0.0.1 {HOST}\n")
    return machine


@pytest.mark.long("sqlite")
@pytest.mark.bare
def test_a_bare_machine_serves_its_first_page_and_keeps_its_book(bare_machine: Path) -> None:
    commands = commands_under("With nginx")
    assert len(commands) <= MOST_COMMANDS
    assert commands[:1] + commands[2:4] == commands_under("With Caddy")[:1] + commands_under("With Caddy")[2:4]

    began = time.monotonic()
    printed = run_in(bare_machine, "\n".join(commands))
    run_in(bare_machine, CERTIFY)
    site, backup = (start_of(bare_machine, f"whistklub{name}.service") for name in ("", "-backup"))
    first_page = run_in(bare_machine, f"python3 -c '{RAISE_LOOPBACK}'\nnginx\n{site} &\npython3 -c '{ASK}'", "--net")
    seconds = time.monotonic() - began

    assert "Made the user whistklub." in printed and "The founding code, which it asks for: " in printed
    assert first_page == f"https://{HOST}/ 200 max-age=31536000; includeSubDomains; preload True\n"
    log = (bare_machine / "var/log/nginx/whistklub.log").read_text()
    assert "/klub/read/" in log and "a-secret-token" not in log
    assert seconds <= MOST_SECONDS, f"{len(commands)} commands took {seconds:.0f} s"

    assert ".sqlite3" in run_in(bare_machine, backup)
    assert "sum 0" in run_in(bare_machine, "\n".join(commands_under("What was installed")))
    assert "Everything was in place already" in run_in(bare_machine, "python3 /opt/whistklub/dev.py install")
    publish(bare_machine / "srv/whistklub", "99.0.0")
    upgraded = run_in(bare_machine, "\n".join(commands_under("A new release")))
    assert "99.0.0 serves. The former release is kept in /opt/whistklub." in upgraded
    assert (
        "WorkingDirectory=/opt/whistklub-99.0.0\n"
        in (bare_machine / "etc/systemd/system/whistklub.service").read_text()
    )
    assert "99.0.0 serves already" in run_in(bare_machine, "\n".join(commands_under("A new release")))
    find = "runuser -u whistklub -- find {} -path '*/.git' -prune -o -writable ! -type l -print"
    assert run_in(bare_machine, find.format("/var/lib/whistklub")) != ""
    assert run_in(bare_machine, find.format("/opt/whistklub")) == ""


@pytest.mark.long("sqlite")
@pytest.mark.bare
def test_caddy_takes_the_file_that_is_printed(bare_machine: Path) -> None:
    update, install_caddy, *_, print_file = commands_under("With Caddy")
    fetch = "[ -d /opt/whistklub ] || git clone --quiet /srv/whistklub /opt/whistklub"
    named = print_file.replace("install", f"install --host {HOST}")
    check = "caddy validate --config /etc/caddy/Caddyfile 2>&1"

    printed = run_in(bare_machine, "\n".join([update, install_caddy, fetch, named, check]))

    assert "Valid configuration" in printed
