"""The tail of standard error: from when, until when, without what atfault says itself."""

from __future__ import annotations

import os
import pty
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from atfault.model.absent import Absent
from atfault.model.printed import PrintedTail
from atfault.snapshot.tracing.stderr_tail import StandardError


@contextmanager
def opened(path: Path, flags: int = 0, content: bytes = b"") -> Iterator[int]:
    path.write_bytes(content)
    fd = os.open(path, os.O_WRONLY | flags)
    try:
        yield fd
    finally:
        os.close(fd)


def text(kept: StandardError, size: int = 1 << 16) -> bytes:
    tail = kept.tail(size)
    assert isinstance(tail, PrintedTail)
    return tail.text


@pytest.mark.parametrize("flags", [0, os.O_APPEND], ids=["2>", "2>>"])
def test_it_begins_where_the_program_begins(tmp_path: Path, flags: int) -> None:
    with opened(tmp_path / "log", flags, b"of an earlier run\n") as fd:
        if not flags:
            os.lseek(fd, 0, os.SEEK_END)
        kept = StandardError(fd)
        assert text(kept) == b""
        os.write(fd, b"of this one\n")
        assert kept.tail() == PrintedTail(b"of this one\n")


def test_what_lies_behind_the_last_word_was_there_before(tmp_path: Path) -> None:
    with opened(tmp_path / "log", 0, b"an old and long text\n") as fd:  # 2<>FILE
        kept = StandardError(fd)
        os.write(fd, b"new\n")
        assert text(kept) == b"new\n"


def test_it_is_bounded_and_says_so(tmp_path: Path) -> None:
    with opened(tmp_path / "log") as fd:
        kept = StandardError(fd)
        os.write(fd, b"0123456789")
        assert kept.tail(10) == PrintedTail(b"0123456789")
        assert kept.tail(4) == PrintedTail(b"6789", truncated=True)


def test_own_words_are_left_out(tmp_path: Path) -> None:
    with opened(tmp_path / "log", os.O_APPEND) as fd:
        kept = StandardError(fd)
        with kept.speaking():
            os.write(fd, b"atfault: first\n")
        os.write(fd, b"one\n")
        with kept.speaking():
            pid = os.fork()  # as helpers are
            if pid == 0:
                with kept.speaking():
                    os.write(fd, b"atfault: from a helper\n")
                os._exit(0)
            os.waitpid(pid, 0)
            os.write(fd, b"atfault: a report\n")
        os.write(fd, b"two\n")
        with kept.speaking():
            os.write(fd, b"atfault: last\n")
        assert kept.tail() == PrintedTail(b"one\ntwo\n")
        assert kept.tail(8) == PrintedTail(b"one\ntwo\n")
        assert kept.tail(6) == PrintedTail(b"e\ntwo\n", truncated=True)
        assert kept.tail(4) == PrintedTail(b"two\n", truncated=True)


def test_a_file_that_is_gone_or_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with opened(path, os.O_APPEND, b"before\n") as fd:
        kept = StandardError(fd)
        os.write(fd, b"words\n")
        path.unlink()
        assert text(kept) == b"words\n"
        os.ftruncate(fd, 3)
        assert kept.tail() == Absent(
            "the file on standard error was cut short while the program ran"
        )


def test_what_cannot_be_read_back_says_what_it_is() -> None:
    master, terminal = pty.openpty()
    reader, pipe = os.pipe()
    one, other = socket.socketpair()
    null = os.open(os.devnull, os.O_WRONLY)
    reasons = []
    for fd in (terminal, pipe, one.fileno(), null, 999):
        tail = StandardError(fd).tail()
        assert isinstance(tail, Absent)
        reasons.append(tail.reason)
    for word, reason in zip(("terminal", "pipe", "socket", "no file", "Bad file"), reasons):
        assert word in reason
    for fd in (master, terminal, reader, pipe, null):
        os.close(fd)
    one.close()
    other.close()
