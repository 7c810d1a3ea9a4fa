"""The folder between the probe inside the program and us."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from atfault.snapshot.tracing import probe_folder
from atfault.snapshot.tracing.launch import Start
from atfault.snapshot.tracing.probe_folder import MAX_BYTES, ProbeFolder, with_probe

START = Start((b"x",), (b"A=1", b"PYTHONPATH=/x:/y"), frozenset(), frozenset())
BOOTSTRAP = probe_folder._bootstrap()


def test_the_probe_comes_first_and_the_old_path_is_kept() -> None:
    assert with_probe((b"A=1", b"PYTHONPATH=/x:/y"), b"NAME", b"/tmp/f") == (
        b"A=1",
        b"PYTHONPATH=" + BOOTSTRAP + b":/x:/y",
        b"ATFAULT_PROBE_PYTHONPATH=/x:/y",
        b"NAME=/tmp/f",
    )
    assert with_probe((), b"NAME", b"/tmp/f") == (
        b"PYTHONPATH=" + BOOTSTRAP,
        b"NAME=/tmp/f",
    )


def test_a_second_variable_and_a_run_inside_of_a_run_change_no_more() -> None:
    once = with_probe((b"PYTHONPATH=/x",), b"ONE", b"1")
    twice = with_probe(with_probe(once, b"TWO", b"2"), b"ONE", b"3")
    assert sorted(twice) == sorted((*once[:-1], b"ONE=3", b"TWO=2"))


def test_the_folder_is_private_named_and_removed() -> None:
    with ProbeFolder() as folder:
        environment = folder.prepare(START).environment
        assert b"ATFAULT_PROBE_FOLDER=" + os.fsencode(folder.path) in environment
        assert os.stat(folder.path).st_mode & 0o777 == 0o700
        with open(os.path.join(folder.path, "1-1.journal"), "w"):
            pass
    assert not os.path.exists(folder.path)


def test_without_a_folder_the_program_starts_as_it_is(monkeypatch) -> None:
    def refuse(**_: object) -> str:
        raise OSError("no space")

    monkeypatch.setattr(probe_folder.tempfile, "mkdtemp", refuse)
    with ProbeFolder() as folder:
        assert folder.prepare(START) is START
        assert folder.hand_overs() == folder.journals() == []


def test_only_whole_regular_files_are_read(tmp_path) -> None:
    with ProbeFolder() as folder:

        def path(name: str) -> str:
            return os.path.join(folder.path, name)

        secret = tmp_path / "secret.uncaught.json"
        secret.write_text("secret")
        os.symlink(secret, path("1-1.uncaught.json"))
        os.mkfifo(path("1-2.uncaught.json"))
        os.mkdir(path("1-3.uncaught.json"))
        with open(path("1-4.uncaught.json"), "wb") as large:
            large.truncate(MAX_BYTES + 1)
        for name in ("1-5.uncaught.json", "1-6.uncaught.json.draft", "1-7.journal"):
            with open(path(name), "w") as file:
                file.write(name)
        assert folder.hand_overs() == [b"1-5.uncaught.json"]
        assert folder.journals() == [b"1-7.journal"]


def test_what_a_killed_watcher_left_is_removed_by_the_next_run_of_its_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe_folder.tempfile, "tempdir", str(tmp_path))
    program = (
        "import os, sys, tempfile; tempfile.tempdir = sys.argv[1]\n"
        "from atfault.snapshot.tracing.probe_folder import ProbeFolder\n"
        "folder = ProbeFolder().__enter__(); print(folder.path, flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as watcher:
        assert watcher.stdout is not None
        left = Path(watcher.stdout.readline().strip())
        (left / "1-1.journal").write_text("x")
        os.utime(left, (0, 0))
        (tmp_path / "atfault-run-file").write_text("no folder")
        (tmp_path / "atfault-run-link").symlink_to(tmp_path)
        with ProbeFolder():
            pass
        assert left.exists()  # it is held
        watcher.send_signal(signal.SIGKILL)
        watcher.wait()
    os.utime(left)
    with ProbeFolder():
        pass
    assert left.exists()  # its watcher may be about to lock it
    os.utime(left, (0, 0))
    with ProbeFolder() as folder:
        pass
    assert not left.exists() and not os.path.exists(folder.path)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"atfault-run-file", "atfault-run-link"}
