"""Run a command beside a PostgreSQL server of its own: in a new folder, reached only from there.

Where there can be no server it says why, and nothing is run.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

INSTALLED = Path("/usr/lib/postgresql")
"""Where Debian has the programs of each version."""
OLDEST = 15
"""The oldest version that Parlour works with."""
TESTED_ON = "POSTGRES_FOR_TESTS"
# Nothing is worth keeping when the machine stops: commits do not wait for the disk.
CAREFREE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300")

ADMITTED = "local all guarded scram-sha-256\nlocal all all trust\n"
"""Who is asked for a password: a role that a test makes, and nobody else."""


class NoServerError(Exception):
    """There can be no server here; the message says why."""


def main() -> int:
    """Run the command line beside a server; return its exit status, or 0 where there is none."""
    try:
        with server(newest_programs()) as address:
            environment = {**os.environ, TESTED_ON: address}
            return subprocess.run(sys.argv[1:], env=environment, check=False).returncode  # noqa: S603 (what was asked for)
    except NoServerError as reason:
        print(f"SKIPPED: {reason}")
        return 0


def newest_programs() -> Path:
    """Return the folder with the programs of the newest version. Raises `NoServerError`."""
    found = {float(path.parts[-3]): path.parent for path in INSTALLED.glob("*/bin/initdb")}
    newest = max(found, default=0)
    if newest < OLDEST:
        raise NoServerError(f"no PostgreSQL {OLDEST} here; Debian's package is postgresql.")
    return found[newest]


@contextmanager
def server(programs: Path, settings: Sequence[str] = CAREFREE) -> Iterator[str]:
    """Start a server, and yield the address of a database there; in the end nothing is left."""
    # A socket's path may have a hundred letters only.
    folder = Path(tempfile.mkdtemp(prefix="parlour-", dir="/tmp"))
    user = _unprivileged(folder)

    def run(program: str, *arguments: str) -> None:
        command = [str(programs / program), "-D", str(folder / "data"), *arguments]
        done = subprocess.run(  # noqa: S603 (ours)
            command, user=user, cwd=folder, check=False, stdout=subprocess.DEVNULL
        )
        if done.returncode:
            raise NoServerError(f"PostgreSQL's {program} failed.")

    try:
        run("initdb", "-U", "parlour", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        (folder / "data" / "pg_hba.conf").write_text(ADMITTED, encoding="ascii")
        options = " ".join(f"-c {each}" for each in settings)
        reach = f"-k {folder} -c listen_addresses= -c unix_socket_permissions=0777"
        run("pg_ctl", "start", "-w", "-l", str(folder / "log"), "-o", f"{reach} {options}")
        try:
            version = subprocess.run(  # noqa: S603 (ours)
                [str(programs / "postgres"), "--version"],
                capture_output=True,
                text=True,
                check=True,
            )
            print(f"tests on {version.stdout.strip()}", flush=True)
            yield f"postgresql://parlour@/postgres?host={folder}"
        finally:
            with suppress(NoServerError):
                run("pg_ctl", "stop", "-m", "immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _unprivileged(folder: Path) -> int | None:
    """Give a folder to a user who may run a server, which root may not; `None`: whoever this is."""
    if os.geteuid():
        return None
    names = {each.pw_name: each.pw_uid for each in pwd.getpwall()}
    user = names.get("postgres", names["nobody"])
    os.chown(folder, user, -1)
    folder.chmod(0o755)
    return user


if __name__ == "__main__":
    # Whoever is told to stop ends the server first.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    sys.exit(main())
