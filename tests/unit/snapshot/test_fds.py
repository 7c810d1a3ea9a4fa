"""Descriptors of this very process and of children of it.

Locks of files of this very process and of children of it.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import pty
import select
import sqlite3
import struct
import subprocess
import sys
import time

import pytest

from atfault.model.waits import FILE_END, FileLock
from atfault.snapshot import fds
from support import needs

ME = os.getpid()
TIOCSPTLCK, TIOCGPTPEER = 0x40045431, 0x5441
F_OFD_SETLK = 37


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


def test_who_has_a_message_queue_open_is_found_by_what_it_is_and_not_by_its_name(message_queue):
    child = subprocess.Popen(["sleep", "60"], pass_fds=[message_queue])
    other = _message_queue(os.O_WRONLY)  # of the same name, after the first one was unlinked
    try:
        info = fds.describe(ME, message_queue)
        ends = fds.message_queue_ends(info, fds.OpenIn([ME, child.pid]), "key", ME)
        found = {(end.pid, end.fd, end.direction) for end in ends}
        assert found == {(ME, message_queue, "both"), (child.pid, message_queue, "both")}
    finally:
        os.close(other)
        child.kill()
        child.wait()


@pytest.fixture
def message_queue():
    fd = _message_queue(os.O_RDWR)
    yield fd
    os.close(fd)


def _message_queue(mode):
    """The descriptor of a new message queue of POSIX, which has no name any more."""
    libc = ctypes.CDLL(None, use_errno=True)
    name = f"/atfault-{ME}".encode()
    fd = libc.mq_open(name, mode | os.O_CREAT | os.O_EXCL, 0o600, None)
    if fd < 0:
        pytest.skip(f"no message queues here: {os.strerror(ctypes.get_errno())}")
    libc.mq_unlink(name)
    return fd


def test_how_full_a_pipe_is_can_be_asked_without_reading(pipe):
    os.write(pipe[1], b"x" * 1000)
    for end in pipe:
        fill = fds.pipe_fill(ME, end)
        assert fill.used == 1000
        assert fill.capacity >= 4096
    assert os.read(pipe[0], 2000) == b"x" * 1000


@pytest.mark.skipif(not hasattr(os, "eventfd"), reason="Python 3.10 has it")
def test_an_eventfd_is_told_from_others_by_its_id():
    one, other = os.eventfd(0), os.eventfd(0)
    again = os.dup(one)
    try:
        info = fds.describe(ME, one)
        if not info.inode:
            pytest.skip("the kernel does not tell it")
        ends = fds.channel_ends(info, fds.OpenIn([ME]), "key", ME)
        assert sorted(end.fd for end in ends) == sorted((one, again))
    finally:
        for fd in (one, other, again):
            os.close(fd)


def made_timer(first, every=0.0):
    libc = ctypes.CDLL(None)
    fd = libc.timerfd_create(time.CLOCK_MONOTONIC, 0)
    spec = (ctypes.c_long * 4)(int(every), int(every % 1 * 1e9), int(first), int(first % 1 * 1e9))
    assert libc.timerfd_settime(fd, 0, spec, None) == 0
    return fd


@pytest.mark.parametrize(
    ("first", "every", "low", "high"),
    [(0, 0, -1, -1), (500, 0, 499, 500), (0.001, 0, 0, 0), (0.001, 800, 0, 0)],
)
def test_a_timerfd_tells_when_it_goes_off_or_that_it_is_not_armed(first, every, low, high):
    fd = made_timer(first, every)
    try:
        time.sleep(0.05)
        info = fds.describe(ME, fd)
        assert low <= info.timer <= high
        if not first:
            ends = fds.channel_ends(info, fds.OpenIn([ME]), "key", ME)
            assert [end.fd for end in ends] == [fd]
        elif not low:
            os.read(fd, 8)
            left = fds.describe(ME, fd).timer
            assert left == -1 if not every else 799 < left < every
    finally:
        os.close(fd)


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


@pytest.fixture(params=["/dev/ptmx", "/dev/pts/ptmx"])
def terminal(request):
    """Both sides of one: (master, program)."""
    try:
        master = os.open(request.param, os.O_RDWR | os.O_NOCTTY)
    except PermissionError:
        pytest.skip(f"{request.param} may not be opened here")
    fcntl.ioctl(master, TIOCSPTLCK, bytes(4))
    program = fcntl.ioctl(master, TIOCGPTPEER, os.O_RDWR | os.O_NOCTTY)
    yield master, program
    os.close(master)
    os.close(program)


def test_both_sides_of_a_terminal_are_each_others_peers(terminal):
    master, program = terminal
    there = fds.describe(ME, program)
    assert (there.kind, fds.describe(ME, master).kind) == ("terminal", "terminal")
    assert fds.describe(ME, master).inode == there.inode
    for info, peer in ((there, master), (fds.describe(ME, master), program)):
        ends = fds.channel_ends(info, fds.OpenIn([ME]), "key", ME)
        assert [end.fd for end in ends if end.is_peer] == [peer]


OWN_TERMINALS = """
import os, sys
for _ in range(int(sys.argv[1]) + 1):
    os.open("/dev/pts/ptmx", os.O_RDWR | os.O_NOCTTY)
print(flush=True)
input()
"""


@needs.root
@needs.program("unshare")
def test_the_same_number_in_a_container_is_another_terminal():
    master, program = pty.openpty()
    there = fds.describe(ME, program)
    inside = 'mount -t devpts -o newinstance,ptmxmode=0666 devpts /dev/pts && exec "$@"'
    python = (sys.executable, "-c", OWN_TERMINALS, str(there.inode))
    child = subprocess.Popen(
        ["unshare", "--mount", "sh", "-c", inside, "sh", *python],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        if not child.stdout.readline():
            pytest.skip("no file system can be mounted here")
        theirs = [fds.describe(child.pid, int(fd)) for fd in os.listdir(f"/proc/{child.pid}/fd")]
        assert ("terminal", there.inode) in [(one.kind, one.inode) for one in theirs]
        ends = fds.channel_ends(there, fds.OpenIn([ME, child.pid]), "key", ME)
        assert {end.pid for end in ends} == {ME}
    finally:
        os.close(master)
        os.close(program)
        child.kill()
        child.communicate()


def test_who_holds_the_lock_of_a_file_is_found(tmp_path):
    with open(tmp_path / "locked", "w") as file, open(tmp_path / "locked") as wanted:
        assert fds.file_lock_owners(ME, wanted.fileno()) == ()
        fcntl.flock(file, fcntl.LOCK_EX)
        assert fds.file_lock_owners(ME, wanted.fileno()) == (fds.LockOwner(ME, (file.fileno(),)),)
        assert fds.file_lock_owners(ME, wanted.fileno(), (), FileLock(is_record=True)) == ()
        fcntl.flock(file, fcntl.LOCK_SH)
        assert fds.file_lock_owners(ME, wanted.fileno(), (), FileLock(False, is_write=False)) == ()
        assert fds.file_lock_owners(ME, file.fileno(), (), FileLock(is_record=False)) == ()


def test_records_of_an_open_file_are_told_of_who_has_it_open(tmp_path):
    path = tmp_path / "records"
    path.touch()
    with open(path, "r+") as first, open(path, "r+") as second:
        area = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 64, 64, 0)
        fcntl.fcntl(first, F_OFD_SETLK, area)

        def owners(start, stop):
            wanted = FileLock(True, part=range(start, stop))
            return fds.file_lock_owners(ME, second.fileno(), [ME], wanted)

        assert owners(0, 64) == owners(128, FILE_END) == ()
        assert owners(0, 65) == owners(127, 200) == (fds.LockOwner(ME, (first.fileno(),)),)
        assert fds.locked_files(ME) == ((os.fstat(first.fileno()).st_ino, first.fileno()),)


RECORDS = """
import fcntl, sys
file = open(sys.argv[1], "r+")
fcntl.lockf(file, fcntl.LOCK_EX, 10, int(sys.argv[2]))
print(file.fileno(), flush=True)
sys.stdin.read()
"""


def test_of_those_who_have_locked_records_that_is_told_whose_are_wanted(tmp_path):
    path = tmp_path / "records"
    path.touch()
    with open(path, "r+") as file, contextlib.ExitStack() as stack:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        for start in (0, 10):
            argv = [sys.executable, "-c", RECORDS, path, str(start)]
            child = stack.enter_context(subprocess.Popen(argv, **pipes))
            stack.callback(child.kill)
            fd = int(child.stdout.readline())
        wanted = FileLock(True, part=range(12, 14))
        found = fds.file_lock_owners(ME, file.fileno(), (), wanted)
        assert found == (fds.LockOwner(child.pid, (fd,)),)


HOLDER = """
import sqlite3, sys
base = sqlite3.connect(sys.argv[1], isolation_level=None)
base.execute("pragma journal_mode = " + sys.argv[2])
base.execute("create table if not exists t (a)")
base.execute("begin immediate")
base.execute("insert into t values (1)")
print("locked", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_who_has_a_database_locked_is_found(tmp_path, mode):
    path = str(tmp_path / "orders.db")
    ours = sqlite3.connect(path, timeout=0)
    ours.execute(f"pragma journal_mode = {mode}")
    ours.execute("create table t (a)")
    ours.commit()
    assert fds.database_owner(ME) is None
    argv = [sys.executable, "-c", HOLDER, path, mode]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"locked\n"
        assert fds.database_owner(ME) == (path, holder.pid)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            ours.execute("insert into t values (2)")
    ours.close()


def test_a_lock_of_the_process_itself_is_another_connections(tmp_path):
    path = str(tmp_path / "orders.db")
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("create table t (a)")
    holder.execute("begin immediate")
    try:
        assert fds.database_owner(ME) == (path, ME)
    finally:
        holder.close()


def test_a_lock_of_flock_is_told_of_who_still_has_the_file_open(tmp_path):
    path = tmp_path / "turn.lock"
    with open(path, "w") as held, open(path) as wanted:
        fcntl.flock(held, fcntl.LOCK_EX)
        child = subprocess.Popen(["sleep", "60"], stdin=held)
        try:
            held.close()
            assert fds.file_lock_owners(ME, wanted.fileno()) == ()
            found = fds.file_lock_owners(ME, wanted.fileno(), [ME, child.pid])
            assert found == (fds.LockOwner(child.pid, (0,), taken_by=ME),)
        finally:
            child.kill()
            child.wait()
