"""`python3 dev.py install` and `upgrade`, read and passed on: what is asked for, by whom, and of which machine."""

import argparse
import os
import re
import sys
from pathlib import Path

import dev
from deploy.install import ENVIRONMENT_FILE, Machine, host_in_use, install, web_server_file
from deploy.upgrade import OWNER, Upgrade, fetch_newest, release_in_use, upgrade, version_of

LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
HOST_NAME = re.compile(rf"{LABEL}(\.{LABEL})+")
OUT_OF_REACH = ("home", "root", "tmp")  # which the units hide from the site


def main(command: str, arguments: list[str]) -> None:
    {"install": install_here, "upgrade": upgrade_here}[command](arguments)


def install_here(arguments: list[str]) -> None:
    options = read_options(arguments)
    machine = Machine(options.root, Path(dev.ROOT), host_of(options.root, options.host))
    if options.print:
        print(web_server_file(options.print, machine), end="")
        return
    refuse_what_cannot_be_installed(machine)
    install(machine)


def upgrade_here(arguments: list[str]) -> None:
    """Go from the release in use to this one; where this one is in use, fetch the newest and leave it to that.

    Raises Stop where none is in use, or as `upgrade` does.
    """
    parser = argparse.ArgumentParser(prog="whistklub upgrade", description="Serve the newest release, or none other.")
    parser.add_argument("--to", metavar="VERSION", default="", help="that release in place of the newest")
    options = parser.parse_args(arguments)
    here, in_use = Path(dev.ROOT), release_in_use(Path("/"))
    if in_use is None:
        raise dev.Stop("Nothing is installed here yet: python3 dev.py install --host whist.example.dk")
    machine = Machine(Path("/"), here, host_of(Path("/"), None))
    refuse_what_cannot_be_installed(machine)
    if here != in_use:
        upgrade(Upgrade(machine, in_use, os.environ.get(OWNER, "")))
        return
    newest = fetch_newest(here, options.to)
    if newest == here:
        print(f"{version_of(here)} serves already.")
        return
    os.execv(sys.executable, [sys.executable, str(newest / "dev.py"), "upgrade"])


def read_options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py install", description="Make a server of this Debian machine.")
    parser.add_argument("--host", type=host_name, help="the site's name, such as whist.example.dk")
    parser.add_argument("--print", choices=["nginx", "caddy"], help="print that web server's file, and do nothing else")
    parser.add_argument(
        "--root", type=folder, default=Path("/"), help="only write the files, into a folder that stands for /"
    )
    return parser.parse_args(arguments)


def host_name(text: str) -> str:
    """The name as browsers send it.

    Raises ArgumentTypeError for what is no name of a server.
    """
    try:
        name = text.encode("idna").decode().lower()
    except UnicodeError:
        name = ""
    if not HOST_NAME.fullmatch(name):
        raise argparse.ArgumentTypeError("a name such as whist.example.dk, without https://")
    return name


def folder(text: str) -> Path:
    path = Path(text)
    if not path.is_absolute():
        raise argparse.ArgumentTypeError("a folder from / on")
    return path


def host_of(root: Path, asked: str | None) -> str:
    """The site's name, as asked for or as the settings have it.

    Raises Stop if there is none, or if they differ.
    """
    in_use = host_in_use(root)
    if asked and in_use and asked != in_use:
        raise dev.Stop(f"{ENVIRONMENT_FILE} says WHISTKLUB_HOST={in_use}. To change the name, change it there.")
    if not asked and not in_use:
        raise dev.Stop("Under which name? python3 dev.py install --host whist.example.dk")
    return asked or in_use


def refuse_what_cannot_be_installed(machine: Machine) -> None:
    if not machine.is_this_one:
        return
    if sys.platform != "linux" or os.geteuid() != 0:
        raise dev.Stop("Only root of a Debian machine can install the site: sudo python3 dev.py install ...")
    if machine.release.parts[1] in OUT_OF_REACH:
        raise dev.Stop(f"The site's own user cannot read {machine.release}; first: mv {machine.release} /opt/whistklub")
    dev.refuse_what_cannot_install()


if __name__ == "__main__":
    try:
        main(sys.argv[1], sys.argv[2:])
    except dev.Stop as reason:
        sys.exit(str(reason))
    except OSError as trouble:
        sys.exit(f"{trouble.filename or 'dev.py'}: {trouble.strerror}")
    except KeyboardInterrupt:
        sys.exit(130)
