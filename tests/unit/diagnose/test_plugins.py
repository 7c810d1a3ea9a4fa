"""Which installed packages are asked for rules."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from atfault.diagnose import plugins

ENTRIES = "[atfault.rules]\noverheated = no_such_module_of_rules:overheated\n"


def test_a_package_that_names_the_group_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "hot-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hot\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    warnings: list[str] = []
    assert list(plugins.load_plugins(warnings)) == []
    assert len(warnings) == 1 and "overheated" in warnings[0]


def test_what_names_no_group_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder without entry points, an .egg-info that is a file, an archive, what is not there."""
    (tmp_path / "cold-1.0.dist-info").mkdir()
    (tmp_path / "old-1.0.egg-info").write_text("Name: old")
    archive = tmp_path / "lib.zip"
    archive.write_bytes(b"PK")
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(archive), str(tmp_path / "gone")])
    warnings: list[str] = []
    assert list(plugins.load_plugins(warnings)) == [] and warnings == []
