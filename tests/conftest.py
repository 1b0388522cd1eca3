"""What all tests share: a database that is migrated once, and disks that nobody waits for."""

from pathlib import Path

import pytest

from data import connection
from data.opening import MIGRATIONS, prepare


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Migrate an empty database, once in each process; whoever wants one takes a copy."""
    path = tmp_path_factory.mktemp("migrated") / "parlour.sqlite3"
    prepare(path, MIGRATIONS)
    return path


@pytest.fixture(autouse=True)
def _disk_is_not_waited_for(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let the system write when it likes: only a power cut would tell, and no test makes one."""
    if request.node.get_closest_marker("waits_for_disk") is None:
        monkeypatch.setattr(connection, "SYNCHRONOUS", "OFF")
