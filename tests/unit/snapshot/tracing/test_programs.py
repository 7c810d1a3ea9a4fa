"""What is asked of a file that a process executes, and how often."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from atfault.snapshot import procfs
from atfault.snapshot.tracing import programs
from atfault.snapshot.tracing.programs import UNKNOWN, Program, Programs


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes whose files were looked at."""
    pids: list[int] = []
    are_given_by = programs.privileges.are_given_by

    def counted(pid: int, file: os.stat_result) -> bool:
        pids.append(pid)
        return are_given_by(pid, file)

    monkeypatch.setattr(programs.privileges, "are_given_by", counted)
    return pids


@pytest.fixture
def sleeper(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    shutil.copy(shutil.which("sleep") or "/bin/sleep", tmp_path / "sleep")
    with subprocess.Popen([tmp_path / "sleep", "60"]) as process:
        yield process
        process.kill()


def test_a_file_is_looked_at_once_however_often_it_is_executed(
    asked: list[int], sleeper: subprocess.Popen[bytes]
) -> None:
    known = Programs()
    assert {known.of(sleeper.pid) for _ in range(100)} == {Program(gives_rights=False)}
    assert asked == [sleeper.pid]


def test_a_file_that_has_got_rights_since_is_looked_at_again(
    asked: list[int], sleeper: subprocess.Popen[bytes]
) -> None:
    known = Programs()
    assert not known.of(sleeper.pid).gives_rights
    os.chmod(procfs.link(sleeper.pid, "exe"), 0o4755)
    assert known.of(sleeper.pid).gives_rights
    assert len(asked) == 2


def test_a_file_that_cannot_be_looked_at_may_give_any_rights() -> None:
    assert Programs().of(1 << 30) == UNKNOWN == Program(gives_rights=True)


def test_what_is_remembered_is_bounded(
    monkeypatch: pytest.MonkeyPatch, sleeper: subprocess.Popen[bytes]
) -> None:
    monkeypatch.setattr(programs, "MAX_PROGRAMS", 2)
    known = Programs()
    for mode in (0o700, 0o710, 0o711, 0o750):
        os.chmod(procfs.link(sleeper.pid, "exe"), mode)
        known.of(sleeper.pid)
    known.of(os.getpid())
    assert len(known._known) <= 2
