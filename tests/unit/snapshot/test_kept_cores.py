"""What systemd-coredump and apport keep is found, and nothing else is taken for it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from atfault.snapshot.kept_cores import Kept, kept_cores

BOOT = "0123456789abcdef" * 2


def write(folder: Path, name: str, text: str = "core", **attributes: str) -> str:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(text)
    for key, value in attributes.items():
        try:
            os.setxattr(path, f"user.coredump.{key}", value.encode())
        except OSError:
            pytest.skip("this file system takes no extended attributes")
    return str(path)


def found(tmp_path: Path) -> list[Kept]:
    return kept_cores(str(tmp_path / "systemd"), str(tmp_path / "apport"))


def test_where_nothing_is_kept_nothing_is_found(tmp_path: Path) -> None:
    assert found(tmp_path) == []


def test_systemd_s_cores_are_told_by_name_and_attributes(tmp_path: Path) -> None:
    name = f"core.gunicorn.1000.{BOOT}.4711.1764000000000000.zst"
    path = write(tmp_path / "systemd", name, exe="/usr/bin/python3.12", signal="11")
    write(tmp_path / "systemd", "core.4711")
    (one,) = found(tmp_path)
    assert one == Kept(path, 1764000000.0, 4711, 1000, 11, "/usr/bin/python3.12", 4)
    assert one.is_python


def test_without_attributes_the_name_tells(tmp_path: Path) -> None:
    write(tmp_path / "systemd", f"core.my.app.0.{BOOT}.7.1764000000000000")
    (one,) = found(tmp_path)
    assert (one.program, one.uid, one.pid, one.signal) == ("my.app", 0, 7, None)
    assert not one.is_python


def test_apport_s_crashes_are_told_and_its_exceptions_are_not(tmp_path: Path) -> None:
    head = "ProblemType: Crash\nDate: Tue Nov 24 03:12:45 2026\nExecutablePath: /srv/app.py\n"
    crash = f"{head}InterpreterPath: /usr/bin/python3.12\nSignal: 6\nCoreDump: base64\n SignAl: 1\n"
    path = write(tmp_path / "apport", "_srv_app.py.1000.crash", crash)
    write(tmp_path / "apport", "_srv_b.py.1000.crash", f"{head}Traceback:\n Signal: 11\n")
    write(tmp_path / "apport", "other.crash", "Signal: 11\n")
    (one,) = found(tmp_path)
    assert (one.path, one.program, one.signal) == (path, "/usr/bin/python3.12", 6)
    assert one.uid == os.geteuid()


def test_the_latest_is_last_whoever_kept_it(tmp_path: Path) -> None:
    for moment in (1900000000, 1000000000):
        write(tmp_path / "systemd", f"core.python3.0.{BOOT}.7.{moment}000000")
    write(tmp_path / "apport", "x.crash", "ProblemType: Crash\nSignal: 11\n")
    times = [one.time for one in found(tmp_path)]
    assert times == sorted(times) and len(times) == 3


def test_links_and_files_of_others_are_passed_over(tmp_path: Path) -> None:
    core = write(tmp_path, "core")
    (tmp_path / "systemd").mkdir()
    (tmp_path / "systemd" / f"core.python3.0.{BOOT}.7.1764000000000000").symlink_to(core)
    assert found(tmp_path) == []
