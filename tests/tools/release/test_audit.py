"""The audit: weaknesses fail it, and what cannot be audited is told with the reason."""

from pathlib import Path

import pytest

from tools.release.audit import audit, told

LOCK = Path("requirements.lock")
SOUND = {"name": "aiohttp", "version": "3.14.5", "vulns": []}
WEAK = {
    "name": "pillow",
    "version": "13.0.0",
    "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["13.0.1"]}],
}
UNKNOWN = {"name": "isal", "skip_reason": "not found"}


def test_a_known_weakness_fails_and_names_its_fix(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(LOCK, [SOUND, WEAK]) == 1
    assert "pillow 13.0.0: PYSEC-2026-1; fixed in: 13.0.1\n" in capsys.readouterr().out


def test_sound_packages_pass_and_an_unaudited_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(LOCK, [SOUND, UNKNOWN]) == 0
    out = capsys.readouterr().out
    assert "isal: not audited; not found" in out
    assert "1 packages audited, 0 with known weaknesses" in out


def test_where_nothing_can_be_audited_it_is_skipped_with_the_reason(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told(LOCK, [UNKNOWN, UNKNOWN]) == 0
    assert "SKIPPED, nothing was audited: the index within reach" in capsys.readouterr().out
    # As without a network: the audit says nothing on its output.
    monkeypatch.setattr("sys.executable", "false")
    assert audit(LOCK) == 0
    assert "SKIPPED, nothing was audited: no answer" in capsys.readouterr().out
