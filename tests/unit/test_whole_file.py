"""Files that are there whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import threading

import pytest

import atfault.whole_file
from atfault.whole_file import remove_old, whole_file


@pytest.fixture(params=["nameless drafts", "named drafts", "no hard links"])
def tmp_path(request, tmp_path, monkeypatch):
    """On file systems that have what is wanted, and on some that do not."""
    real = os.open

    def without(path, flags, *mode, **more):
        if flags & os.O_TMPFILE == os.O_TMPFILE:
            raise OSError(errno.EOPNOTSUPP, "no such files")
        return real(path, flags, *mode, **more)

    def no_links(*_, **__):
        raise PermissionError(errno.EPERM, "no links")

    if request.param == "named drafts":
        monkeypatch.setattr(os, "open", without)
    if request.param == "no hard links":
        monkeypatch.setattr(os, "link", no_links)
    return tmp_path


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


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


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_a_new_file_is_for_its_owner_alone_whatever_the_umask(tmp_path, umask):
    old = os.umask(umask)
    try:
        write(tmp_path / "a", b"")
    finally:
        os.umask(old)
    assert mode(tmp_path / "a") == 0o600


@pytest.mark.parametrize(
    ("there", "then"), [(0o600, 0o600), (0o644, 0o600), (0o666, 0o600), (0o400, 0o400)]
)
def test_a_file_that_is_replaced_gets_no_wider(tmp_path, there, then):
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(there)
    write(tmp_path / "a", b"new")
    assert (mode(tmp_path / "a"), (tmp_path / "a").read_bytes()) == (then, b"new")


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
    def busy(*names, **_):
        if str(names[0]).startswith(".draft"):
            assert names[0] in os.listdir(tmp_path)
            if len(names) == 1:
                return real(tmp_path / names[0])
        raise OSError(errno.EBUSY, "busy")

    real = os.unlink
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
        if flags & (os.O_EXCL | (os.O_TMPFILE & ~os.O_DIRECTORY)):
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
