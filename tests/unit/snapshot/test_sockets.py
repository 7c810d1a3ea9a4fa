"""Sockets of this very process."""

from __future__ import annotations

import contextlib
import os
import select
import socket

import pytest

from atfault.snapshot import fds, sockets

ME = os.getpid()


@pytest.fixture
def pair():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def test_the_peer_of_a_local_socket_is_found(pair):
    ours, theirs = (fds.describe(ME, end.fileno()) for end in pair)
    peer = sockets.unix_peer(ours.inode)
    if not peer:
        pytest.skip("the kernel does not answer NETLINK_SOCK_DIAG for local sockets here")
    assert peer == theirs.inode
    ends = fds.channel_ends(ours, fds.OpenIn([ME]), "key", ME)
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
        found = sockets.unix_listener(ours.inode)
        if not found:
            pytest.skip("the kernel does not answer NETLINK_SOCK_DIAG for local sockets here")
        assert found == theirs.inode
        ends = fds.channel_ends(ours, fds.OpenIn([ME]), "key", ME)
        assert (server.fileno(), True) in {(end.fd, end.is_peer) for end in ends}
        with server.accept()[0]:
            assert sockets.unix_listener(ours.inode) == 0


@pytest.mark.parametrize("name", ["{}/hatch", "\0atfault-test-{}"])
def test_who_takes_connections_at_the_address_of_a_local_socket_is_found(tmp_path, name):
    path = name.format(tmp_path)
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind(path)
        shown = path.replace("\0", "@")
        assert sockets.Network(ME).local_listener(shown) == 0
        server.listen()
        client.connect(path)
        inode = os.fstat(server.fileno()).st_ino
        assert sockets.Network(ME).local_listener(shown) == inode


def test_an_inode_that_is_no_local_socket_has_no_peer():
    assert sockets.unix_peer(1) == 0


def test_the_peer_of_a_tcp_connection_is_named():
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
    ):
        inode = fds.describe(ME, client.fileno()).inode
        assert sockets.Network(ME).endpoint(inode).peer == f"127.0.0.1:{server.getsockname()[1]}"
        listening = sockets.Network(ME).endpoint(fds.describe(ME, server.fileno()).inode)
        assert listening.listening == f"TCP 127.0.0.1:{server.getsockname()[1]}"
        assert not listening.peer


def test_a_connection_that_the_other_side_has_closed_is_told_when_all_was_read():
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname()) as client:
            with server.accept()[0] as connection:
                connection.sendall(b"last")
                assert not sockets.is_closed_by_peer(ME, client.fileno())
            assert not sockets.is_closed_by_peer(ME, client.fileno())
            assert client.recv(4, socket.MSG_WAITALL) == b"last"
            select.select([client], [], [], 10)
            assert sockets.is_closed_by_peer(ME, client.fileno())
        assert not sockets.is_closed_by_peer(ME, server.fileno())


def test_a_local_socket_that_listens_is_told_from_one_that_does_not(tmp_path):
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as bound:
        server.bind(f"{tmp_path}/s")
        bound.bind(f"{tmp_path}/b")
        server.listen()
        told = [
            sockets.Network(ME).endpoint(fds.describe(ME, s.fileno()).inode)
            for s in (server, bound)
        ]
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
    assert sockets._address(raw) == text


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
        found = sockets.Network(ME).tcp_peer(os.fstat(client.fileno()).st_ino)
    assert found == sockets.TcpPeer(os.fstat(server.fileno()).st_ino, False)


def test_of_two_listening_sockets_at_one_port_one_has_connections_that_nobody_took(server):
    with socket.socket(server.family) as first, socket.socket(server.family) as second:
        for one in (first, second):
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            one.bind((server.getsockname()[0], first.getsockname()[1] if one is second else 0))
            one.listen()
        with contextlib.ExitStack() as stack:
            clients = [
                stack.enter_context(socket.create_connection(first.getsockname()[:2]))
                for _ in range(32)
            ]
            first.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while True:
                    stack.enter_context(first.accept()[0])
            network = sockets.Network(ME)
            found = [network.tcp_peer(os.fstat(one.fileno()).st_ino) for one in clients]
        second_inode = os.fstat(second.fileno()).st_ino
        assert {one.inode for one in found if not one.is_accepted} == {second_inode}


def test_a_tcp_connection_for_which_there_is_no_room_leads_to_the_listening_socket(server):
    server.listen(0)
    address = server.getsockname()
    with contextlib.ExitStack() as stack:
        for _ in range(4):
            client = stack.enter_context(socket.socket(server.family))
            client.setblocking(False)
            client.connect_ex(address)
        found = sockets.Network(ME).tcp_peer(os.fstat(client.fileno()).st_ino)
    assert found == sockets.TcpPeer(os.fstat(server.fileno()).st_ino, False)


def test_a_tcp_connection_leads_to_the_socket_of_who_took_it(server):
    with socket.create_connection(server.getsockname()[:2]) as client:
        taken, _ = server.accept()
        with taken:
            there = sockets.Network(ME).tcp_peer(os.fstat(client.fileno()).st_ino)
            back = sockets.Network(ME).tcp_peer(os.fstat(taken.fileno()).st_ino)
    assert there is not None and there.is_accepted and not there.unread
    assert back is not None and back.is_accepted
    assert sockets.Network(ME).tcp_peer(os.fstat(server.fileno()).st_ino) is None


def test_what_lies_unread_in_a_tcp_connection_is_told_from_both_ends(server):
    with socket.create_connection(server.getsockname()[:2]) as client:
        taken, _ = server.accept()
        with taken:
            client.sendall(b"question")
            inode = os.fstat(taken.fileno()).st_ino
            far = sockets.Network(ME).tcp_peer(os.fstat(client.fileno()).st_ino)
            assert (sockets.Network(ME).unread(inode), far and far.unread) == (8, 8)
            taken.recv(100)
            assert sockets.Network(ME).unread(inode) == 0
    assert sockets.Network(ME).unread(os.fstat(server.fileno()).st_ino) is None


def test_a_local_connection_that_the_other_side_has_closed_is_told_when_all_was_read(pair):
    ours, theirs = pair
    if not sockets.unix_peer(os.fstat(ours.fileno()).st_ino):
        pytest.skip("the kernel does not answer NETLINK_SOCK_DIAG for local sockets here")
    theirs.sendall(b"goodbye")
    with select.epoll() as once, select.epoll() as again:
        again.register(ours)
        once.register(ours, select.EPOLLIN | select.EPOLLET)
        assert fds.watched_at_end(ME) == frozenset()
        theirs.close()
        assert fds.watched_at_end(ME) == frozenset()
        ours.recv(100)
        ended = (ours.fileno(), os.fstat(ours.fileno()).st_ino)
        assert fds.watched_at_end(ME) == {ended}
        again.unregister(ours)
        assert fds.watched_at_end(ME) == frozenset()


def test_what_lies_unread_in_a_local_socket_is_counted(pair):
    inode = os.fstat(pair[0].fileno()).st_ino
    if sockets.unix_unread(inode) is None:
        pytest.skip("the kernel does not answer NETLINK_SOCK_DIAG for local sockets here")
    pair[1].sendall(b"question")
    assert sockets.unix_unread(inode) == 8
    pair[0].recv(100)
    assert sockets.unix_unread(inode) == 0
