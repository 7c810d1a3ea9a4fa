"""Folders as hostile users leave them, and a function run as one of several users."""

from __future__ import annotations

import ctypes
import os
import pathlib
import shutil
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

_libc = ctypes.CDLL(None, use_errno=True)
ADA, MALLORY = 1000, 1001
"""A user whose reports are written, and one who wants them."""
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="files of several users need root")


@contextmanager
def open_place() -> Iterator[pathlib.Path]:
    """A folder of root's that every user can come to."""
    place = pathlib.Path(tempfile.mkdtemp(prefix="atfault-paths-", dir="/tmp"))
    place.chmod(0o755)
    try:
        yield place
    finally:
        shutil.rmtree(place)


def folder(path: pathlib.Path, owner: int, mode: int = 0o755) -> pathlib.Path:
    path.mkdir()
    path.chmod(mode)
    os.chown(path, owner, owner)
    return path


def file(path: pathlib.Path, owner: int, mode: int = 0o644, text: str = "old") -> pathlib.Path:
    path.write_text(text)
    path.chmod(mode)
    os.chown(path, owner, owner)
    return path


def link(path: pathlib.Path, target: str | pathlib.Path, owner: int) -> pathlib.Path:
    path.symlink_to(target)
    os.chown(path, owner, owner, follow_symlinks=False)
    return path


def as_user(user: int, function: Callable[[], object]) -> str:
    """What `function` comes to in a process of that user, as text: its result, or "Name: message"
    of its error."""
    heard, tell = os.pipe()
    child = os.fork()
    if not child:
        answer = "nothing"
        try:
            os.close(heard)
            if user != os.geteuid():
                os.setgroups([])
                os.setresgid(user, user, user)
                os.setresuid(user, user, user)
            answer = str(function())
        except OSError as error:
            answer = f"{type(error).__name__}: {error.strerror}"
        except BaseException:
            answer = traceback.format_exc()
        finally:
            os.write(tell, answer.encode())
            os._exit(0)
    os.close(tell)
    with open(heard, encoding="utf-8") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return answer


def exchange(one: pathlib.Path, other: pathlib.Path) -> None:
    """Let two names change places, at once (renameat2)."""
    here, both = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    if _libc.renameat2(here, os.fsencode(one), here, os.fsencode(other), both):
        raise OSError(ctypes.get_errno(), "renameat2")


@contextmanager
def exchanging(one: pathlib.Path, other: pathlib.Path) -> Iterator[None]:
    """Again and again, by a thread, while both are there; at the end they are where they were, if
    they have been there all the time."""
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            with suppress(FileNotFoundError):
                exchange(one, other)
                exchange(one, other)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def tree(place: pathlib.Path) -> dict[str, tuple[int, int, int]]:
    """Of each name below a folder: mode, owner, size of a file; links are not followed."""
    found = {}
    for path in [place, *sorted(place.rglob("*"))]:
        status = os.lstat(path)
        size = 0 if path.is_dir() else status.st_size
        found[str(path.relative_to(place))] = (status.st_mode, status.st_uid, size)
    return found
