"""Rights that a program has lost by being traced: what is looked at, and what cannot be."""

from __future__ import annotations

import os
import struct
import subprocess
from pathlib import Path

import pytest

from atfault.cli.unwatched import in_words
from atfault.snapshot.tracing import privileges
from atfault.snapshot.tracing.privileges import LostPrivileges, lost_by
from support import needs

GONE = 1 << 30


def test_a_process_without_rights_of_a_file_has_lost_none() -> None:
    assert lost_by(os.getpid()) is None
    assert lost_by(GONE) is None


@needs.root
def test_rights_that_a_program_has_are_not_lost(tmp_path: Path) -> None:
    sleep = subprocess.check_output(["cp", "/bin/sleep", str(tmp_path / "sleep")])
    assert sleep == b""
    os.chmod(tmp_path / "sleep", 0o6755)
    process = subprocess.Popen([tmp_path / "sleep", "30"])
    try:
        assert lost_by(process.pid) is None
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    ("content", "bits"),
    [
        (struct.pack("<5I", 0x02000001, 1 << 13, 0, 1, 0), 1 << 13 | 1 << 32),
        (b"", 0),
        (b"\x01\x00\x00\x02", 0),
    ],
)
def test_file_capabilities_may_be_damaged(
    monkeypatch: pytest.MonkeyPatch, content: bytes, bits: int
) -> None:
    monkeypatch.setattr(privileges.os, "getxattr", lambda path, name: content)
    assert privileges._file_capabilities("any") == bits


def test_what_is_lost_is_told_in_one_line() -> None:
    lost = LostPrivileges(1, "/usr/bin/sudo", user=0)
    assert in_words(lost).startswith("/usr/bin/sudo runs without the rights of root (set-user-id)")
    lost = LostPrivileges(1, "/usr/bin/x", user=GONE, group=GONE, capabilities=1)
    assert f"user {GONE}" in in_words(lost)
    assert f"group {GONE}" in in_words(lost)
    assert "the capabilities of its file" in in_words(lost)
