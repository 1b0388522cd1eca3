"""Network folders are recognized by the system's table of mounts."""

from pathlib import Path

import pytest

from data.prepare_database import network_of
from tests.postgres import of_file

pytestmark = of_file

MOUNTS = """\
/dev/sda1 / ext4 rw 0 0
server:/home /home nfs4 rw 0 0
/dev/sdb1 /home/ann/disk ext4 rw 0 0
ann@server: /home/ann/disk/far\\040away fuse.sshfs rw 0 0
//server/share /srv cifs rw 0 0
/dev/sdc1 /srv ext4 rw 0 0
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/lib/parlour.sqlite3", None),
        ("/home/ben/parlour.sqlite3", "nfs4"),
        ("/homely/parlour.sqlite3", None),
        ("/home/ann/disk/parlour.sqlite3", None),
        ("/home/ann/disk/far away/parlour.sqlite3", "fuse.sshfs"),
        ("/srv/parlour.sqlite3", None),
    ],
)
def test_the_nearest_and_latest_disk_tells(path: str, kind: str | None, tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(MOUNTS, encoding="utf-8")
    assert network_of(Path(path), mounts) == kind


def test_where_the_system_does_not_tell_nothing_is_said(tmp_path: Path) -> None:
    assert network_of(tmp_path / "parlour.sqlite3", tmp_path / "none") is None
