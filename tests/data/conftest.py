import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data import Ledger
from tests.data.parlour import NOW, faults_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "parlour.sqlite3"


@pytest.fixture
async def ledger(path: Path) -> AsyncIterator[Ledger]:
    """Open a ledger on a real file, which must agree with itself after every test."""
    async with await Ledger.open(path, NOW, random.Random(1)) as ledger:
        yield ledger
    assert await faults_of(path) == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"
