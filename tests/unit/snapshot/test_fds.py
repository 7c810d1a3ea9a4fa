"""Descriptors of this very process and of children of it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import socket
import sqlite3
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


@pytest.fixture
def pair():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def test_both_ends_of_a_pipe_have_one_inode(pipe):
    reader, writer = (fds.describe(ME, end) for end in pipe)
    assert (reader.kind, reader.direction, writer.direction) == ("pipe", "read", "write")
    assert reader.inode == writer.inode == os.fstat(pipe[0]).st_ino


def test_the_other_end_of_a_pipe_is_found_in_a_child(pipe):
    child = subprocess.Popen(["sleep", "60"], stdin=pipe[0])
    try:
        ends = fds.channel_ends(fds.describe(ME, pipe[1]), [ME, child.pid], "key", ME)
        assert ("key", child.pid, 0, "read", False) in [tuple(end) for end in ends]
    finally:
        child.kill()
        child.wait()


def test_the_peer_of_a_local_socket_is_found(pair):
    ours, theirs = (fds.describe(ME, end.fileno()) for end in pair)
    peer = fds.unix_peer(ours.inode)
    if not peer:
        pytest.skip("the kernel does not answer NETLINK_SOCK_DIAG for local sockets here")
    assert peer == theirs.inode
    ends = fds.channel_ends(ours, [ME], "key", ME)
    assert {(end.fd, end.is_peer) for end in ends} == {
        (pair[0].fileno(), False),
        (pair[1].fileno(), True),
    }


def test_the_listener_that_has_not_taken_a_connection_is_its_other_end(tmp_path):
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind(str(tmp_path / "server"))
        server.listen()
        client.connect(str(tmp_path / "server"))
        ours, theirs = (fds.describe(ME, end.fileno()) for end in (client, server))
        found = fds.unix_listener(ours.inode)
        if not found:
            pytest.skip("the kernel does not answer NETLINK_SOCK_DIAG for local sockets here")
        assert found == theirs.inode
        ends = fds.channel_ends(ours, [ME], "key", ME)
        assert (server.fileno(), True) in {(end.fd, end.is_peer) for end in ends}
        with server.accept()[0]:
            assert fds.unix_listener(ours.inode) == 0


def test_an_inode_that_is_no_local_socket_has_no_peer():
    assert fds.unix_peer(1) == 0


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


def test_a_descriptor_that_is_not_open_is_nothing():
    assert fds.describe(ME, 1 << 20) is None
    assert fds.describe(1 << 22, 0) is None


def test_the_peer_of_a_tcp_connection_is_named():
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
    ):
        inode = fds.describe(ME, client.fileno()).inode
        assert fds.endpoint(ME, inode).peer == f"127.0.0.1:{server.getsockname()[1]}"
        listening = fds.endpoint(ME, fds.describe(ME, server.fileno()).inode)
        assert listening.listening == f"TCP 127.0.0.1:{server.getsockname()[1]}"
        assert not listening.peer


def test_a_connection_that_the_other_side_has_closed_is_told_when_all_was_read():
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname()) as client:
            with server.accept()[0] as connection:
                connection.sendall(b"last")
                assert not fds.is_closed_by_peer(ME, client.fileno())
            assert not fds.is_closed_by_peer(ME, client.fileno())
            assert client.recv(4, socket.MSG_WAITALL) == b"last"
            select.select([client], [], [], 10)
            assert fds.is_closed_by_peer(ME, client.fileno())
        assert not fds.is_closed_by_peer(ME, server.fileno())


def test_a_local_socket_that_listens_is_told_from_one_that_does_not(tmp_path):
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as bound:
        server.bind(f"{tmp_path}/s")
        bound.bind(f"{tmp_path}/b")
        server.listen()
        told = [fds.endpoint(ME, fds.describe(ME, s.fileno()).inode) for s in (server, bound)]
    assert [one.listening for one in told] == [f"local socket {tmp_path}/s", ""]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"0100007F:1538", "127.0.0.1:5432"),
        (b"00000000000000000000000001000000:1538", "[::1]:5432"),
        (b"0000000000000000FFFF00000100007F:0050", "127.0.0.1:80"),
        (b"zz:1", "?"),
        (b"", "?"),
    ],
)
def test_addresses_are_in_the_order_of_the_machine(raw, text):
    assert fds._address(raw) == text


def test_who_holds_the_lock_of_a_file_is_found(tmp_path):
    with open(tmp_path / "locked", "w") as file:
        assert fds.file_lock_owners(ME, file.fileno()) == ()
        fcntl.flock(file, fcntl.LOCK_EX)
        assert fds.file_lock_owners(ME, file.fileno()) == (ME,)


def test_looking_through_many_processes_is_bounded(pipe, monkeypatch):
    monkeypatch.setattr(fds, "MAX_PROCESSES", 1)
    target = fds.describe(ME, pipe[0]).target
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=pipe[0])
    try:
        assert {pid for pid, _ in fds.holders([target], [ME, child.pid])[target]} == {ME}
    finally:
        child.kill()
        child.wait()


@pytest.fixture(params=["127.0.0.1", "::1"])
def server(request):
    family = socket.AF_INET6 if ":" in request.param else socket.AF_INET
    try:
        made = socket.create_server((request.param, 0), family=family)
    except OSError:
        pytest.skip(f"no {request.param} here")
    with made:
        yield made


def test_a_tcp_connection_that_nobody_took_leads_to_the_listening_socket(server):
    with socket.create_connection(server.getsockname()[:2]) as client:
        found = fds.tcp_peer(ME, os.fstat(client.fileno()).st_ino)
    assert found == (os.fstat(server.fileno()).st_ino, False)


def test_a_tcp_connection_leads_to_the_socket_of_who_took_it(server):
    with socket.create_connection(server.getsockname()[:2]) as client:
        taken, _ = server.accept()
        with taken:
            there = fds.tcp_peer(ME, os.fstat(client.fileno()).st_ino)
            back = fds.tcp_peer(ME, os.fstat(taken.fileno()).st_ino)
    assert there is not None and there.is_accepted
    assert back is not None and back.is_accepted
    assert fds.tcp_peer(ME, os.fstat(server.fileno()).st_ino) is None


def test_both_sides_of_a_terminal_are_each_others_peers():
    master, program = pty.openpty()
    try:
        there = fds.describe(ME, program)
        assert (there.kind, fds.describe(ME, master).kind) == ("terminal", "terminal")
        assert fds.describe(ME, master).inode == there.inode
        for info, peer in ((there, master), (fds.describe(ME, master), program)):
            ends = fds.channel_ends(info, [ME], "key", ME)
            assert [end.fd for end in ends if end.is_peer] == [peer]
    finally:
        os.close(master)
        os.close(program)


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
            assert fds.file_lock_owners(ME, wanted.fileno(), [ME, child.pid]) == (child.pid,)
        finally:
            child.kill()
            child.wait()
