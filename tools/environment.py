"""Install what a lock pins into an environment, which is made again unless it is whole.

`make` runs it: with any Python, so that it imports nothing else, and perhaps twice at once.
"""

import fcntl
import os
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import distributions
from pathlib import Path

# Only files with the hashes that stand in the lock, and wheels only: what builds a package from
# source would not be pinned.
PIP = "-m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r"


def main() -> int:
    """Bring an environment up to date with a lock, and then its stamp; return the exit status."""
    stamp, lock = map(Path, sys.argv[1:])
    _end_together()
    with _alone(lock.parent):
        environment = stamp.parent
        whole = is_whole(environment)
        if whole and stamp.exists() and stamp.stat().st_mtime >= lock.stat().st_mtime:
            return 0  # somebody else has just done it
        stamp.unlink(missing_ok=True)
        if not whole:
            _make(environment)
        print(f"installing what is in {lock} into {environment} …", flush=True)
        command = (str(environment / "bin/python"), *PIP.split(), str(lock))
        if status := subprocess.run(command, check=False).returncode:  # noqa: S603 (our own words)
            return status
        stamp.touch()
    return 0


def is_whole(environment: Path) -> bool:
    """Tell whether an environment has a Python, pip, and each file of every package in full."""
    packages = [*distributions(path=[*map(str, environment.glob("lib/python*/site-packages"))])]
    return (
        os.access(environment / "bin/python", os.X_OK)
        and any(package.name == "pip" for package in packages)
        and all(package.files is not None for package in packages)
        and all(
            file.size is None or is_file_of(Path(str(file.locate())), file.size)
            for package in packages
            for file in package.files or ()
        )
    )


def is_file_of(path: Path, size: int) -> bool:
    """Tell whether there is a file of this size."""
    return path.is_file() and path.stat().st_size == size


def _make(environment: Path) -> None:
    """Make an environment; what is left of another one is removed, the stamps with it."""
    left = (environment / "bin").exists()
    try:
        venv.create(environment, clear=left, symlinks=True, with_pip=True)
    except (ImportError, subprocess.CalledProcessError) as error:
        why = str(error).rstrip(".")
        sys.exit(
            f"{environment} can't be made: {why}. On Debian and Ubuntu it takes: "
            "apt install python3-venv; then call make again."
        )


def _end_together() -> None:
    """Let SIGTERM end this program with those that it started, which the lock would not hold."""

    def end(*_signal: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.killpg(0, signal.SIGTERM)

    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, end)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until no other call installs anything in a folder; some network folders can't tell."""
    held = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print("waiting for another make …", flush=True)
                fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as error:
        file = error.filename or Path(sys.argv[1]).parent  # a full disk names none
        sys.exit(f"{file} can't be written: {error.strerror}.")
