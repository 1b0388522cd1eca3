"""The list of parts: valid CycloneDX with every package of the lock."""

import json
from pathlib import Path

import pytest

from tests.tools.test_lock_requirements import locked

pytest.importorskip(
    "cyclonedx", reason="requirements/release.lock is not installed: make sbom does"
)


def test_every_pinned_package_is_a_part_with_licence_hashes_and_needs(tmp_path: Path) -> None:
    from tools.release.sbom import main  # noqa: PLC0415 (it needs what may not be installed)

    assert main(["-o", str(tmp_path / "parts.json")]) == 0  # which validates it
    told = json.loads((tmp_path / "parts.json").read_text(encoding="utf-8"))
    parts = {part["name"]: part for part in told["components"]}
    packages = {name: part for name, part in parts.items() if "purl" in part}
    assert packages.keys() == locked("requirements").keys()
    for name, part in packages.items():
        assert part["purl"] == f"pkg:pypi/{name}@{part['version']}"
        assert part["licenses"]
        assert part["externalReferences"][0]["hashes"]
    needs = {row["ref"]: set(row.get("dependsOn", ())) for row in told["dependencies"]}
    assert "aiohttp" in needs["discord-py"]
    assert {"discord-py", "pillow", "DejaVuSans-Bold.ttf"} <= needs["parlour"]
