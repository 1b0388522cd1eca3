"""`make` mends an environment that an interrupted call left, and waits for another call."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.programs import PATIENCE, PROJECT
from tests.thorough import THOROUGH

pytestmark = [
    THOROUGH,
    pytest.mark.skipif(not shutil.which("make"), reason="there is no make"),
    pytest.mark.skipif(
        subprocess.run((sys.executable, "-c", "import ensurepip"), check=False).returncode != 0,
        reason="python3-venv is missing",
    ),
]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a clone that needs no packages, so that nothing needs a network."""
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements.lock").write_text("# none\n", encoding="utf-8")
    for name in ("Makefile", "tools/environment.py", "tools/stoppable"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(PROJECT / name, tmp_path / name)
    return tmp_path


def start(clone: Path) -> subprocess.Popen[str]:
    """Start `make install`, in a group of its own as a terminal does."""
    return subprocess.Popen(  # noqa: S603 (our own Makefile)
        ("make", "install", f"PYTHON={sys.executable}"),  # noqa: S607 (the host's own)
        cwd=clone,
        env={name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def end(making: subprocess.Popen[str]) -> tuple[int, str]:
    told, _ = making.communicate(timeout=PATIENCE)
    return making.returncode, told


def works(clone: Path) -> bool:
    command = (clone / ".venv/bin/python", "-m", "pip", "--version")
    return subprocess.run(command, capture_output=True, check=False).returncode == 0  # noqa: S603


def test_an_environment_without_pip_is_made_again(clone: Path) -> None:
    # As Debian leaves it where python3-venv is not installed.
    venv = (sys.executable, "-m", "venv", "--without-pip", clone / ".venv")
    subprocess.run(venv, check=True)  # noqa: S603 (our own words)
    status, told = end(start(clone))
    assert (status, works(clone)) == (0, True), told
    status, told = end(start(clone))
    assert (status, told) == (0, "make: Nothing to be done for 'install'.\n")


def test_a_package_that_lacks_a_file_or_a_part_of_one_is_noticed(clone: Path) -> None:
    assert end(start(clone))[0] == 0
    (pip,) = (clone / ".venv").glob("lib/python*/site-packages/pip")
    for spoil in (Path.unlink, lambda path: path.write_bytes(b"")):
        spoil(pip / "__main__.py")
        (clone / ".venv/bot.installed").unlink()
        status, told = end(start(clone))
        assert (status, works(clone)) == (0, True), told


def test_a_python_that_the_system_has_replaced_is_noticed(clone: Path) -> None:
    assert end(start(clone))[0] == 0
    python = clone / ".venv/bin/python"
    python.unlink()
    python.symlink_to("/usr/bin/python0.0")
    status, told = end(start(clone))
    assert (status, works(clone)) == (0, True), told


@pytest.mark.skipif(not Path("/sys/kernel").is_dir(), reason="there is no /sys")
def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(clone: Path) -> None:
    told = subprocess.run(  # noqa: S603 (our own program)
        (
            sys.executable,
            clone / "tools/environment.py",
            "/sys/.venv/bot.installed",  # where nobody can write, not even root
            clone / "requirements.lock",
        ),
        capture_output=True,
        check=False,
        text=True,
    ).stderr
    assert re.fullmatch(r"/sys/\.venv can't be written: [A-Z][a-z -]+\.\n", told), told


def test_a_full_disk_is_told_in_a_sentence(clone: Path) -> None:
    program = clone / "tools/environment.py"
    (clone / "tools/venv.py").write_text(
        "def create(*_words, **_named):\n    raise OSError(28, 'No space left on device')\n",
        encoding="utf-8",
    )
    told = subprocess.run(  # noqa: S603 (our own program)
        (sys.executable, program, clone / ".venv/bot.installed", clone / "requirements.lock"),
        capture_output=True,
        check=False,
        text=True,
    ).stderr
    assert told == f"{clone / '.venv'} can't be written: No space left on device.\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_install_stopped_at_any_moment_is_mended_by_the_next_call(
    clone: Path, number: signal.Signals
) -> None:
    for seconds in (0.02, 0.1, 0.3, 0.8, 1.5):
        making = start(clone)
        time.sleep(seconds)
        os.killpg(making.pid, number)
        _, told = end(making)
        assert "Traceback" not in told, told
    status, told = end(start(clone))
    assert (status, works(clone)) == (0, True), told


def test_two_calls_at_once_wait_for_each_other(clone: Path) -> None:
    first, second = [*map(end, (start(clone), start(clone)))]
    assert first[0] == second[0] == 0, first[1] + second[1]
    assert works(clone)
    assert (first[1] + second[1]).count("installing what is in") == 1
    assert "waiting for another make" in first[1] + second[1]
