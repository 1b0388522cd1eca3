"""Look for known weaknesses in the pinned packages, with pip-audit.

It asks the Python Package Index about each package and version. Where that can't be reached, or
knows nothing of them, as a mirror without advisories, the audit is skipped and says why.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[2]
LOCKS = ("requirements/practice.lock", "requirements/release.lock")
"""The packages that hosts and players install, the bot's own among them, and developers' own."""
SECONDS = 300


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit the locks and return the exit status: 1 if a weakness is known."""
    parser = argparse.ArgumentParser(prog="python -m tools.release.audit", description=__doc__)
    parser.add_argument("locks", nargs="*", type=Path, default=[PROJECT / lock for lock in LOCKS])
    return max(audit(lock) for lock in parser.parse_args(arguments).locks)


def audit(lock: Path) -> int:
    """Audit one lock and print what is known of it; return 1 if that is a weakness."""
    command = (
        *(sys.executable, "-m", "pip_audit", "--requirement", str(lock), "--disable-pip"),
        *("--require-hashes", "--format", "json", "--progress-spinner", "off"),
    )
    try:
        done = subprocess.run(  # noqa: S603 (our own words)
            command, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return _skipped(lock, f"no answer within {SECONDS} seconds")
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except ValueError:
        return _skipped(lock, (done.stderr.strip().splitlines() or ["no answer"])[-1])
    return told(lock, packages)


def told(lock: Path, packages: Sequence[dict[str, Any]]) -> int:  # JSON, as pip-audit prints it
    """Print what an audit found; return 1 if that is a weakness."""
    unknown = [package for package in packages if "skip_reason" in package]
    if len(unknown) == len(packages):
        reason = unknown[0]["skip_reason"] if unknown else "no packages"
        return _skipped(lock, f"the index within reach has no advisories ({reason})")
    weak = [package for package in packages if package.get("vulns")]
    for package in weak:
        for weakness in package["vulns"]:
            fixed = ", ".join(weakness["fix_versions"]) or "none yet"
            print(f"{package['name']} {package['version']}: {weakness['id']}; fixed in: {fixed}")
    for package in unknown:
        print(f"{package['name']}: not audited; {package['skip_reason']}")
    audited = len(packages) - len(unknown)
    print(f"{lock.name}: {audited} packages audited, {len(weak)} with known weaknesses")
    return int(bool(weak))


def _skipped(lock: Path, reason: str) -> int:
    print(f"{lock.name}: SKIPPED, nothing was audited: {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
