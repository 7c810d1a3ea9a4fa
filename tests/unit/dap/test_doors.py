"""Sockets that nobody else reaches."""

from __future__ import annotations

import os
import socket
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from atfault.dap.doors import MAX_PATH, private_door, unix_door
from atfault.errors import AccessError
from support import needs


@pytest.fixture
def short() -> Iterator[Path]:
    """A folder whose path leaves room for a socket's name."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def test_a_folder_of_the_session_that_others_may_enter_or_a_link_is_not_used(
    short: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private, shared = short / "private", short / "shared"
    private.mkdir(mode=0o700)
    shared.mkdir()
    shared.chmod(0o750)
    linked = short / "linked"
    linked.mkdir(mode=0o700)
    (linked / "atfault").symlink_to(private)
    for base, is_used in ((private, True), (shared, False), (linked, False)):
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(base))
        door = private_door("x")
        assert door.path.startswith(str(base)) is is_used
        assert stat.S_IMODE(os.stat(os.path.dirname(door.path)).st_mode) == 0o700
        folder = os.path.dirname(door.path)
        door.close()
        assert not os.path.exists(door.path) and os.path.exists(folder) is is_used


def test_a_path_of_the_environment_that_is_too_long_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("a" * MAX_PATH)
    long.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(long))
    monkeypatch.setattr("tempfile.tempdir", str(long))
    door = private_door("x")
    door.close()
    assert len(door.path) <= MAX_PATH and os.listdir(long / "atfault") == []


def test_only_we_may_connect(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        door = unix_door(str(tmp_path / "a"))
    finally:
        os.umask(before)
    assert stat.S_IMODE(os.stat(door.path).st_mode) == 0o600
    door.close()


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    path = str(tmp_path / "a")
    (tmp_path / "a").write_text("kept")
    with pytest.raises(AccessError, match="such a file"):
        unix_door(path)
    assert (tmp_path / "a").read_text() == "kept"
    os.unlink(path)
    door = unix_door(path)
    with pytest.raises(AccessError, match="another program"):
        unix_door(path)
    door.listener.close()  # left over, as by a kill
    again = unix_door(path)
    with socket.socket(socket.AF_UNIX) as one:
        one.connect(path)
    again.close()


def test_a_folder_in_which_others_may_exchange_files_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    with pytest.raises(AccessError, match="everybody may write"):
        unix_door(str(tmp_path / "a"))
    tmp_path.chmod(0o1777)
    unix_door(str(tmp_path / "a")).close()


NOBODY = 65534
needs_root = needs.root


@needs_root
def test_no_socket_lies_behind_what_somebody_else_can_exchange(tmp_path: Path) -> None:
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    mine.mkdir(mode=0o700)
    theirs.mkdir(mode=0o755)
    (theirs / "inner").mkdir(mode=0o700)
    os.chown(theirs, NOBODY, NOBODY)
    (theirs / "link").symlink_to(mine)
    os.chown(theirs / "link", NOBODY, NOBODY, follow_symlinks=False)
    for folder in (theirs, theirs / "inner", theirs / "link"):
        with pytest.raises(AccessError, match="cannot be listened on"):
            unix_door(str(folder / "a"))
        assert os.listdir(mine) == []


@needs_root
def test_a_folder_for_temporary_files_that_is_somebody_elses_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir(mode=0o755)
    os.chown(theirs, NOBODY, NOBODY)
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(theirs))
    door = private_door("x")
    door.close()
    assert not door.path.startswith(str(theirs)) and os.listdir(theirs) == []
