"""What lies under a file: whether its disk is another machine's."""

from pathlib import Path

MOUNTS = Path("/proc/mounts")
NETWORKS = {"9p", "afs", "ceph", "cifs", "davfs", "nfs", "nfs4", "rclone", "s3fs", "smb3", "sshfs"}
"""Kinds of disks on which SQLite can neither lock nor share memory safely."""


def network_of(path: Path, mounts: Path = MOUNTS) -> str | None:
    """Name the kind of network that a file lies behind; nothing where the system does not tell."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return None
    path = path.resolve()
    kinds: dict[Path, str] = {}
    for line in lines:
        _, folder, kind, *_ = line.split(" ")
        # The later of two disks at one place hides the earlier.
        kinds[Path(_plain(folder))] = kind
    kind = next((kinds[folder] for folder in (path, *path.parents) if folder in kinds), "")
    return kind if kind.removeprefix("fuse.") in NETWORKS else None


def _plain(folder: str) -> str:
    """Read a folder as `/proc/mounts` writes it, with octal codes for spaces and the like."""
    for code in ("040", "011", "012", "134"):
        folder = folder.replace(f"\\{code}", chr(int(code, 8)))
    return folder
