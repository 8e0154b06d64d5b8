#!/usr/bin/env python3
"""Five commands, nothing to install first:

    python3 dev.py run  [--port N] [--lan]    the site with a sample club; --lan also lets the phones in the room in
    python3 dev.py test [pytest arguments]    every test that this machine can run, on SQLite and on PostgreSQL; topics,
                                              files or tests that are named: those alone, in one process, on SQLite;
                                              --quick: a minute of them, before a commit;
                                              --long: those too that take long
    python3 dev.py bench NAME [options]       one benchmark, in a database of its own; without a name: all (an hour);
                                              --database postgres: in a PostgreSQL server of its own
    python3 dev.py install --host NAME        as root, on Debian: this machine serves a club's site (docs/deployment.md)
    python3 dev.py upgrade [--to VERSION]     as root: from the release that serves to the newest

Standard library only, and it must start on any Python from 3.6 on, if only to ask for a newer one.
"""

import argparse
import glob
import hashlib
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.abspath(__file__))
WINDOWS = os.name == "nt"
PROGRAMS = "Scripts" if WINDOWS else "bin"
VENV = os.path.join(ROOT, ".venv")
# Made here and then swapped in. The name is as long as the other, so that one can be put for the other in any program.
NEW_VENV = os.path.join(ROOT, ".vnew")
FORMER_VENV = os.path.join(ROOT, ".venv.former")
PYTHON = os.path.join(VENV, PROGRAMS, "python.exe" if WINDOWS else "python")
OLDEST_PYTHON = (3, 11)
RUN_LOCK, TEST_LOCK = "requirements.txt", "requirements-test.txt"
FIRST_STEPS = [
    ["compilemessages"],
    ["migrate", "-v0"],
    ["forget_again"],
    ["load_sample_club", "--if-empty"],
    ["collectstatic", "--noinput", "-v0"],
]
# The default run is three processes, as many at once as there are cores, the longest first. Each reads its own tests
# and makes its own database, which costs less than workers that all read everything and tell a controller of each.
WHAT_STARTS_PROGRAMS = [
    "tests/{}".format(room) for room in ("bench", "browser", "commands", "databases", "drill", "soak", "spreadsheets")
]
AT_ONCE = {
    "SQLite": ["--ignore={}".format(room) for room in WHAT_STARTS_PROGRAMS],
    "SQLite, programs": WHAT_STARTS_PROGRAMS,
    "PostgreSQL": ["--database", "postgres"],
}
# With options, above all --long, one engine comes after the other, on one worker per core.
SHARED_OUT = ["-n", "auto", "--maxprocesses", "8", "--dist", "worksteal"]
QR_CODE = "import segno, sys; segno.make(sys.argv[1]).terminal(compact=True)"


class Stop(Exception):
    """What keeps the command from going on, in one sentence."""


def main(arguments):
    refuse_an_old_python(sys.version_info)
    # The options of pytest and of a benchmark are nobody else's business, so these are not left to argparse.
    if arguments[:1] == ["test"]:
        return test(arguments[1:])
    if arguments[:1] == ["bench"]:
        return bench(arguments[1:])
    if arguments[:1] in (["install"], ["upgrade"]):
        return call([sys.executable, "-m", "deploy", *arguments])
    options = read_options(arguments)
    return run(options.port, lan=options.lan)


def refuse_an_old_python(version):
    if tuple(version[:2]) < OLDEST_PYTHON:
        raise Stop("Whistklub needs Python {}.{} or newer; this is Python {}.{}.".format(*OLDEST_PYTHON, *version[:2]))


def read_options(arguments):
    parser = argparse.ArgumentParser(
        prog="dev.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=["run"], metavar="run|test|bench|install|upgrade")
    parser.add_argument("--port", type=port_number, default=8000, help="another port than 8000")
    parser.add_argument("--lan", action="store_true", help="answer under this machine's own address too")
    return parser.parse_args(arguments)


def port_number(text):
    if not text.isdigit() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return int(text)


# --- the commands that are not a program of their own


def run(port, lan):
    host = "0.0.0.0" if lan else "127.0.0.1"
    refuse_a_busy_port(host, port)
    prepare(RUN_LOCK)
    environment = dict(os.environ, WHISTKLUB_LAN="1") if lan else dict(os.environ)
    for step in FIRST_STEPS:
        manage(step, environment)
    manage(["sample_logins"], environment)
    print(f"\nThe site is on  http://127.0.0.1:{port}/  until you press Ctrl-C.", flush=True)
    if lan:
        show_lan_address(port)
    return serve(host, port, environment)


def test(arguments):
    prepare(TEST_LOCK)
    # Several processes read the tests: kept compiled, they are compiled once.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    arguments = [path for argument in arguments for path in folders_of(argument)]
    suite = [PYTHON, "-m", "pytest", *arguments]
    if not arguments:
        tell("The tests without the long ones, {} beside each other:".format("; ".join(AT_ONCE)))
        return tell_outcomes(call_at_once({name: suite + share for name, share in AT_ONCE.items()}, environment))
    if "--quick" in arguments:
        tell("One case of each test, or with the database of each file, on SQLite:")
        left_out = ["--ignore=tests/{}".format(room) for room in ("queries", "starting")]  # pages ask all queries
        return call(suite + SHARED_OUT + AT_ONCE["SQLite"] + left_out, environment)
    if names_tests(arguments):
        tell("Only the tests that are named, in one process, on SQLite unless --database postgres asks otherwise.")
        return call(suite, environment)
    if not asks_for(arguments, "-n", "--numprocesses", "--pdb", "--trace"):
        suite += SHARED_OUT
    if asks_for(arguments, "--database"):
        return call(suite, environment)
    runs = {"SQLite": suite, "PostgreSQL": [*suite, "--database", "postgres"]}
    failed = {}
    for engine, command in runs.items():
        tell("The tests on {}, {} the long ones:".format(engine, "with" if "--long" in arguments else "without"))
        failed[engine] = call(command, environment)
    return tell_outcomes(failed)


def tell_outcomes(statuses):
    """Say how each run ended; gives the first status that is not 0, if there is one."""
    outcomes = ["{}: {}".format(name, "failed" if status else "passed") for name, status in statuses.items()]
    tell("; ".join(outcomes) + ".")
    return next(filter(None, statuses.values()), 0)


def bench(arguments):
    prepare(TEST_LOCK)  # some ask a browser, or XlsxWriter
    return call([PYTHON, "-m", "tests.bench", *arguments])


def folders_of(argument):
    """The folders of a topic's tests on every floor, for its name; any other argument as it is."""
    return sorted(glob.glob(os.path.join("tests", "*", argument) + os.sep)) or [argument]


def names_tests(arguments):
    """Whether some of pytest's arguments are files, folders or tests, so that only a part is to be run."""
    return any(
        not argument.startswith("-") and (".py" in argument or os.path.exists(os.path.join(ROOT, argument)))
        for argument in arguments
    )


def asks_for(arguments, *options):
    return any(argument.startswith(options) for argument in arguments)


def tell(sentence):
    """Say what is being done, beside what the tests themselves print."""
    print(sentence, file=sys.stderr, flush=True)


# --- the virtual environment


def prepare(lock):
    """Let .venv hold exactly what the lock pins: if it does not, another is made beside it and takes its place.

    What cannot be made harms nothing: the one that is there stays, and serves where only its place has changed.
    """
    if not os.path.exists(VENV) and os.path.exists(FORMER_VENV):
        os.rename(FORMER_VENV, VENV)  # the last swap was cut off between its two steps
    if is_ready(lock):
        return
    refuse_what_cannot_install()
    print("Installing {} into .venv (a minute or so, this once) ...".format(lock), flush=True)
    try:
        make(lock)
    except (Stop, OSError) as reason:
        remove(NEW_VENV)
        if not is_ready(lock, anywhere=True):
            raise
        tell("{}\nGoing on with the .venv that is there.".format(reason))
    else:
        swap_in()


def refuse_what_cannot_install():
    modules = [importlib.util.find_spec(module) for module in ("ensurepip", "venv")]
    if not all(spec and spec.origin for spec in modules):  # of a package that was removed an empty folder may be left
        raise Stop("This Python lacks its venv module; on Debian and Ubuntu: sudo apt install python3-venv")
    if sys.maxsize < 2**32:
        raise Stop("Whistklub needs a 64-bit system: some of its packages are not made for 32-bit ones.")


def make(lock):
    """Make a whole virtual environment at NEW_VENV, with its mark.

    Raises Stop if that fails.
    """
    remove(NEW_VENV)
    outside = getattr(sys, "_base_executable", None) or sys.executable
    attempt([outside, "-m", "venv", NEW_VENV], "The folder .venv could not be made")
    python = os.path.join(NEW_VENV, PROGRAMS, os.path.basename(PYTHON))
    quietly = ["--quiet", "--disable-pip-version-check", "--no-input"]
    install = [python, "-m", "pip", "install", *quietly, "--require-hashes", "-r", os.path.join(ROOT, lock)]
    attempt(install, "The packages could not be installed (is this machine online?)")
    mark_ready(lock, NEW_VENV)


def swap_in():
    """Put the new environment in the old one's place, and its own place into the programs that name it."""
    new, settled = (os.path.basename(folder).encode() for folder in (NEW_VENV, VENV))
    for program in os.scandir(os.path.join(NEW_VENV, PROGRAMS)):
        if program.is_file(follow_symlinks=False):
            with open(program.path, "r+b") as file:
                told = file.read().replace(new, settled)
                file.seek(0)
                file.write(told)
    remove(FORMER_VENV)
    if os.path.lexists(VENV):
        os.rename(VENV, FORMER_VENV)
    os.rename(NEW_VENV, VENV)
    remove(FORMER_VENV)


def remove(folder):
    """Take a folder away; of a link only itself, since what it leads to is somebody else's."""
    if os.path.islink(folder):
        os.unlink(folder)
    elif os.path.exists(folder):
        shutil.rmtree(folder)


def is_ready(lock, anywhere=False):
    """Whether an install of this lock by this Python in this place came to its end and still starts.

    Where the place is no matter it may have been moved here: it serves, though not all of its programs start.
    """
    try:
        with open(stamp(lock)) as file:
            packages, _, place = file.read().partition("\n")
        if packages != fingerprint(lock) or (place != VENV and not anywhere):
            return False
        return subprocess.call([PYTHON, "-c", ""], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def mark_ready(lock, folder=VENV):
    """The last thing an install does, in one step: an interrupted one leaves no mark. The test lock holds the other."""
    for finished in (RUN_LOCK, TEST_LOCK) if lock == TEST_LOCK else (lock,):
        with open(stamp(finished, folder) + ".new", "w") as file:
            file.write(fingerprint(finished) + "\n" + VENV)
        os.replace(stamp(finished, folder) + ".new", stamp(finished, folder))


def stamp(lock, folder=VENV):
    return os.path.join(folder, lock + ".sha256")


def fingerprint(lock):
    """What the lock pins, for which Python."""
    with open(os.path.join(ROOT, lock), "rb") as file:
        return hashlib.sha256(file.read() + sys.version.encode()).hexdigest()


# --- serving


def refuse_a_busy_port(host, port):
    reason = why_not(host, port)
    if reason:
        another = next((number for number in range(port + 1, 65536) if not why_not(host, number)), 8000)
        raise Stop(f"Port {port} cannot be used ({reason}); try: python3 dev.py run --port {another}")


def why_not(host, port):
    """The system's reason for not lending out this port; empty when it does."""
    with socket.socket() as door:
        if not WINDOWS:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((host, port))
        except OSError as refusal:
            return refusal.strerror
    return ""


def show_lan_address(port):
    address = lan_address()
    if address is None:
        print("This machine is on no network, so no phone can reach it.", flush=True)
        return
    print(f"Phones on the same network: http://{address}:{port}/", flush=True)
    call([PYTHON, "-c", QR_CODE, f"http://{address}:{port}/"])


def lan_address():
    """The address this machine shows to its network; None without one. Naming a peer over UDP sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as question:
        try:
            question.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return question.getsockname()[0]


def server(host, port):
    """What the interpreter is to run so that the site is served there."""
    return ["-m", "whistklub.serve", f"{host}:{port}"]


def serve(host, port, environment):
    command = [PYTHON, *server(host, port)]
    if WINDOWS:
        return call(command, environment)
    os.chdir(ROOT)
    return os.execve(PYTHON, command, environment)  # the server takes this process over, Ctrl-C and all


# --- other programs


def manage(arguments, environment):
    if call([PYTHON, os.path.join(ROOT, "manage.py"), *arguments], environment):
        raise Stop(f"The step '{arguments[0]}' failed; the lines above say why.")


def call(command, environment=None):
    """Run a program to its end; at Ctrl-C, let it tidy up after itself before leaving."""
    child = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        return child.wait()
    except KeyboardInterrupt:
        child.wait()
        raise


def call_at_once(commands, environment):
    """Run programs beside each other, one a core, and print what each says with its name before every line.

    Gives their statuses by name. At Ctrl-C those that run come to their own end and say what they have to.
    """
    pool = ThreadPoolExecutor(os.cpu_count() or 1)
    try:
        runs = {name: pool.submit(call_by_name, name, command, environment) for name, command in commands.items()}
        return {name: run.result() for name, run in runs.items()}
    finally:
        pool.shutdown(cancel_futures=True)


def call_by_name(name, command, environment):
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as child:
        print_lines(name, child.stdout)
    return child.returncode


def print_lines(name, output):
    for line in output:
        sys.stdout.buffer.write("{} | ".format(name).encode() + line)
        sys.stdout.buffer.flush()


def attempt(command, failure):
    """Run a program that need not be heard, unless it fails: then its last words are the reason."""
    outcome = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True
    )
    if outcome.returncode:
        words = [line for line in outcome.stdout.splitlines() if line.strip()]
        errors = [line for line in words if line.startswith("ERROR:")]
        reason = (errors or words or ["no reason given"])[-1].strip()
        if "No space left on device" in outcome.stdout:
            failure, reason = "The disk is full", "make room, then run the command again"
        raise Stop(f"{failure}: {reason}")


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:] or ["run"]))
    except Stop as reason:
        sys.exit(str(reason))
    except OSError as trouble:  # a folder that may not be written, a full disk
        sys.exit("{}: {}".format(trouble.filename or "dev.py", trouble.strerror))
    except KeyboardInterrupt:
        sys.exit(130)
