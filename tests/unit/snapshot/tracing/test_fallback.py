"""What is prepared where ptrace is refused."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from atfault.snapshot.tracing import fallback
from atfault.snapshot.tracing.fallback import Fallback, core_candidates
from atfault.snapshot.tracing.launch import Start


def test_the_file_is_private_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallback, "core_expected", lambda folder: False)
    start = Start((b"x",), (b"A=1",), frozenset(), frozenset())
    with Fallback() as prepared:
        environment = prepared.prepare(start).environment
        path = environment[-1].partition(b"=")[2]
        assert os.stat(path).st_mode & 0o777 == 0o600
        with open(path, "wb") as file:
            file.write(b"version=3.11.7\nend\n\xff")
        assert prepared.text() == "version=3.11.7\nend\n\\xff"
    assert not os.path.exists(path)


def test_with_a_core_to_come_the_program_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallback, "core_expected", lambda folder: True)
    start = Start((b"x",), (b"A=1",), frozenset(), frozenset())
    with Fallback() as prepared:
        assert prepared.prepare(start) is start
        assert prepared.text() == ""


@pytest.mark.parametrize(
    ("pattern", "name", "found"),
    [
        ("core", "core", True),
        ("core", "core.4711", True),
        ("core.%e.%p", "core.python.4711", True),
        ("cores/%p", "cores/4711", True),
        ("core", "core.4712", False),
        ("", "core", False),
    ],
)
def test_cores_are_found_by_the_kernels_pattern(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch, pattern: str, name: str, found: bool
) -> None:
    monkeypatch.setattr(fallback, "_core_pattern", lambda: pattern)
    path = f"{tmp_path}/{name}"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w"):
        pass
    assert core_candidates(str(tmp_path), 4711, time.time() - 5) == ([path] if found else [])
    assert core_candidates(str(tmp_path), 4711, time.time() + 60) == []


def test_a_folder_with_a_pattern_in_its_name_is_taken_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fallback, "_core_pattern", lambda: "core.%e.%p")
    folder = tmp_path / "run [1]*"
    folder.mkdir()
    (folder / "core.python.4711").touch()
    found = core_candidates(str(folder), 4711, time.time() - 5)
    assert found == [str(folder / "core.python.4711")]


def test_a_working_folder_that_was_removed_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    monkeypatch.setattr(fallback, "_core_pattern", lambda: "core")
    with Fallback() as kept:
        assert kept.core_file(4711) is None
