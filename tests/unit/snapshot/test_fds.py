"""Descriptors of this very process and of children of it."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys

import pytest

from atfault.snapshot import fds

ME = os.getpid()


@pytest.fixture
def pipe():
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


def test_both_ends_of_a_pipe_have_one_inode(pipe):
    reader, writer = (fds.describe(ME, end) for end in pipe)
    assert (reader.kind, reader.direction, writer.direction) == ("pipe", "read", "write")
    assert reader.inode == writer.inode == os.fstat(pipe[0]).st_ino


def test_the_other_end_of_a_pipe_is_found_in_a_child(pipe):
    child = subprocess.Popen(["sleep", "60"], stdin=pipe[0])
    try:
        ends = fds.channel_ends(fds.describe(ME, pipe[1]), fds.OpenIn([ME, child.pid]), "key", ME)
        assert ("key", child.pid, 0, "read", False) in [tuple(end) for end in ends]
    finally:
        child.kill()
        child.wait()


def test_how_full_a_pipe_is_can_be_asked_without_reading(pipe):
    os.write(pipe[1], b"x" * 1000)
    for end in pipe:
        fill = fds.pipe_fill(ME, end)
        assert fill.used == 1000
        assert fill.capacity >= 4096
    assert os.read(pipe[0], 2000) == b"x" * 1000


def test_a_named_fifo_is_a_pipe_with_a_path(tmp_path):
    path = str(tmp_path / "fifo")
    os.mkfifo(path)
    end = os.open(path, os.O_RDWR)
    try:
        info = fds.describe(ME, end)
        assert (info.kind, info.target, info.direction) == ("pipe", path, "both")
        assert info.inode == os.stat(path).st_ino
    finally:
        os.close(end)


def test_a_file_is_named(tmp_path):
    with open(tmp_path / "data", "w") as file:
        info = fds.describe(ME, file.fileno())
    assert (info.kind, info.direction) == ("file", "write")
    assert info.target == str(tmp_path / "data")


def test_an_epoll_descriptor_says_what_it_watches(pipe):
    with select.epoll() as poller:
        poller.register(pipe[0], select.EPOLLIN)
        assert fds.describe(ME, poller.fileno()).watched == (pipe[0],)


@pytest.mark.parametrize("how", [0, select.EPOLLET, select.EPOLLONESHOT])
def test_an_epoll_descriptor_says_of_what_it_tells_once(pipe, how):
    with select.epoll() as poller:
        poller.register(pipe[0], select.EPOLLIN | how)
        told_once = fds.describe(ME, poller.fileno()).told_once
        assert told_once == ((pipe[0],) if how else ())


def test_a_descriptor_that_is_not_open_is_nothing():
    assert fds.describe(ME, 1 << 20) is None
    assert fds.describe(1 << 22, 0) is None


def test_looking_through_many_processes_is_bounded(pipe, monkeypatch):
    monkeypatch.setattr(fds, "MAX_PROCESSES", 1)
    target = fds.describe(ME, pipe[0]).target
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=pipe[0])
    try:
        assert {pid for pid, _ in fds.OpenIn([ME, child.pid])(target)} == {ME}
    finally:
        child.kill()
        child.wait()


def test_both_sides_of_a_terminal_are_each_others_peers():
    master, program = pty.openpty()
    try:
        there = fds.describe(ME, program)
        assert (there.kind, fds.describe(ME, master).kind) == ("terminal", "terminal")
        assert fds.describe(ME, master).inode == there.inode
        for info, peer in ((there, master), (fds.describe(ME, master), program)):
            ends = fds.channel_ends(info, fds.OpenIn([ME]), "key", ME)
            assert [end.fd for end in ends if end.is_peer] == [peer]
    finally:
        os.close(master)
        os.close(program)
