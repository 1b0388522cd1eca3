"""Check the containers: lint their files, and where an engine runs, build ours and look into it.

The image has to be small, without a compiler, and the bot has to start in it as an unprivileged
user on a read-only root.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from hosting.settings import FOR_HOST

PROJECT = Path(__file__).parents[2]
CONTAINERFILE = PROJECT / "Containerfile"
BASE = CONTAINERFILE.read_text(encoding="utf-8").partition("FROM ")[2].partition("\n")[0]
"""The image that ours begins with."""
LINTERS = (
    ("hadolint", str(CONTAINERFILE)),
    ("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "docs/compose.yaml"),
)
IMAGE = "localhost/parlour:check"
MOST_MEGABYTES = 200
COMPILERS = ("cc", "gcc", "clang", "make")
SECONDS = 1800


def main() -> int:
    """Print what is wrong with the container; return the exit status."""
    wrong = [*lint()]
    if name := engine():
        wrong += look(name)
    else:
        print("SKIPPED, nothing was built: neither podman nor docker runs here.")
    for problem in wrong:
        print(problem, file=sys.stderr)
    return int(bool(wrong))


def lint() -> Iterator[str]:
    """Yield what the linters say."""
    for name, *words in LINTERS:
        if not (path := shutil.which(name, path=str(Path(sys.executable).parent))):
            print(f"SKIPPED, not linted: {name} is not installed; make container installs it.")
            continue
        linted = _run(path, *words)
        yield from linted.stdout.splitlines() if linted.returncode else ()
        if linted.returncode and not linted.stdout:
            yield f"{name} stopped with {linted.returncode}: {linted.stderr.strip()}"


def engine() -> str | None:
    """Return the engine of containers that runs here, if one does."""
    for name in ("podman", "docker"):
        if (path := shutil.which(name)) and _run(path, "info").returncode == 0:
            return path
    return None


def look(path: str) -> Iterator[str]:
    """Build the image and yield what is wrong with it."""
    pulled = _run(path, "pull", BASE)
    if pulled.returncode:
        why = (pulled.stderr.strip().splitlines() or ["no answer"])[-1]
        print(f"SKIPPED, nothing was built: {BASE} can't be had ({why}).")
        return
    built = _run(path, "build", "-f", "Containerfile", "-t", IMAGE, ".")
    if built.returncode:
        yield f"the image can't be built: {built.stderr[-1000:]}"
        return
    size = _run(path, "image", "inspect", "--format", "{{.Size}}", IMAGE)
    megabytes = int(size.stdout) / 1e6
    print(f"the image takes {megabytes:.0f} MB")
    if megabytes > MOST_MEGABYTES:
        yield f"the image takes more than {MOST_MEGABYTES} MB: {megabytes:.0f}"
    inside = (path, "run", "--rm", "--read-only", "--network", "none", IMAGE)
    if (user := _run(*inside, "id", "-u").stdout.strip()) != "10001":
        yield f"the bot runs as user {user}"
    for compiler in COMPILERS:
        if _run(*inside, "which", compiler).returncode == 0:
            yield f"{compiler} is in the image"
    checked = _run(*inside, "python", "bot.py", "--check")
    if checked.returncode != FOR_HOST or "DISCORD_TOKEN is not set" not in checked.stdout:
        yield f"the bot does not check itself in it: {checked.stdout}{checked.stderr}"


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 (our own words)
        command, cwd=PROJECT, capture_output=True, text=True, timeout=SECONDS, check=False
    )


if __name__ == "__main__":
    sys.exit(main())
