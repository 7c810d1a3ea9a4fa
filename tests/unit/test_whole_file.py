"""Files that are there whole or not at all."""

from __future__ import annotations

import errno
import os
import threading

import pytest

import atfault.whole_file
from atfault.whole_file import remove_old, whole_file


def write(path, *pieces):
    with whole_file(str(path)) as file:
        for piece in pieces:
            if isinstance(piece, Exception):
                raise piece
            file.write(piece)


def test_a_new_file_and_one_in_the_place_of_an_old_one(tmp_path):
    write(tmp_path / "f", b"one", b"two")
    assert (tmp_path / "f").read_bytes() == b"onetwo"
    write(tmp_path / "f", b"three")
    assert (tmp_path / "f").read_bytes() == b"three"
    assert os.listdir(tmp_path) == ["f"]


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
def test_a_failure_leaves_what_was_there(tmp_path, error):
    (tmp_path / "old").write_bytes(b"old")
    for name in ("old", "new"):
        with pytest.raises(type(error)), whole_file(str(tmp_path / name)) as file:
            file.write(b"half")
            raise error
    assert os.listdir(tmp_path) == ["old"]
    assert (tmp_path / "old").read_bytes() == b"old"


def test_the_mode_is_the_umasks_or_what_is_asked_for(tmp_path):
    old = os.umask(0o027)
    try:
        write(tmp_path / "a", b"")
        with whole_file(str(tmp_path / "b"), 0o600):
            pass
    finally:
        os.umask(old)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "b").stat().st_mode & 0o777 == 0o600


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path):
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to("file")
    write(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_pipe_is_written_as_it_stands_and_never_removed(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write(pipe, b"through it")
    reader.join()
    remove_old(str(pipe))
    assert read == [b"through it"]
    assert os.listdir(tmp_path) == ["pipe"]


def test_a_file_that_is_a_mount_is_written_in_place(tmp_path, monkeypatch):
    def busy(*_):
        raise OSError(errno.EBUSY, "busy")

    (tmp_path / "f").write_bytes(b"old and longer")
    monkeypatch.setattr(atfault.whole_file.os, "replace", busy)
    write(tmp_path / "f", b"new")
    assert (tmp_path / "f").read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["f"]
    monkeypatch.setattr(atfault.whole_file.os, "unlink", busy)
    remove_old(str(tmp_path / "f"))
    assert (tmp_path / "f").read_bytes() == b""


def test_in_a_folder_that_takes_no_file_it_is_written_in_place(tmp_path, monkeypatch):
    real = os.open

    def refused(path, flags, *mode, **more):
        if flags & os.O_EXCL:
            raise PermissionError(errno.EACCES, "no")
        return real(path, flags, *mode, **more)

    monkeypatch.setattr(atfault.whole_file.os, "open", refused)
    with pytest.raises(PermissionError):
        write(tmp_path / "new", b"x")
    (tmp_path / "f").write_bytes(b"old")
    write(tmp_path / "f", b"new")
    assert (tmp_path / "f").read_bytes() == b"new"
    with pytest.raises(OSError):
        write(tmp_path / "f", b"half", OSError(errno.ENOSPC, "full"))
    assert (tmp_path / "f").read_bytes() == b""


def test_remove_old(tmp_path):
    (tmp_path / "f").write_bytes(b"old")
    remove_old(str(tmp_path / "f"))
    remove_old(str(tmp_path / "never-there"))
    assert os.listdir(tmp_path) == []
