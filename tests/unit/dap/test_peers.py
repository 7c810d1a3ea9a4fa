"""Whose connection it is, by the kernel's tables."""

from __future__ import annotations

import os
import socket

import pytest

from atfault.dap.peers import TABLES, owner, owner_of_tcp, stranger

HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid "
LOCAL4, LOCAL6 = "0100007F", "0000000000000000FFFF00000100007F"
ONE6 = "00000000000000000000000001000000"


def row(local: str, remote: str, state: str = "01", uid: int = 1000, inode: int = 7) -> str:
    queues = "00000000:00000000 00:00000000 00000000"
    return f"   3: {local} {remote} {state} {queues} {uid} 0 {inode} 1"


def told(tcp: list[str], tcp6: list[str], there: str, here: str) -> int | None:
    tables = dict(zip(TABLES, ([HEAD, *tcp], [HEAD, *tcp6]), strict=True))
    return owner_of_tcp((there, 50000), (here, 5678), tables.__getitem__)


OURS, THEIRS = ":162E", ":C350"


def test_the_row_whose_own_address_is_the_other_ends_tells() -> None:
    tcp = [row(LOCAL4 + OURS, LOCAL4 + THEIRS, uid=0), row(LOCAL4 + THEIRS, LOCAL4 + OURS)]
    assert told(tcp, [], "127.0.0.1", "127.0.0.1") == 1000
    assert told(tcp[:1], [], "127.0.0.1", "127.0.0.1") is None


def test_ipv4_is_known_in_both_tables_and_by_both_spellings() -> None:
    four, six = row(LOCAL4 + THEIRS, LOCAL4 + OURS), row(LOCAL6 + THEIRS, LOCAL6 + OURS)
    for address in ("127.0.0.1", "::ffff:127.0.0.1"):
        assert told([four], [], address, address) == 1000
        assert told([], [six], address, address) == 1000


def test_ipv6_is_no_ipv4() -> None:
    six = row(ONE6 + THEIRS, ONE6 + OURS)
    assert told([], [six], "::1", "::1") == 1000
    assert told([six], [], "::1", "::1") is None


@pytest.mark.parametrize(
    "gone",
    [
        row(LOCAL4 + THEIRS, LOCAL4 + OURS, state="06", uid=0, inode=0),  # TIME_WAIT
        row(LOCAL4 + THEIRS, LOCAL4 + OURS, state="05", uid=0, inode=0),  # an orphan
        row(LOCAL4 + THEIRS, LOCAL4 + OURS, state="05", uid=0, inode=7),
        row(LOCAL4 + THEIRS, LOCAL4 + OURS, uid=0, inode=0),
    ],
)
def test_a_socket_that_was_closed_tells_nobody(gone: str) -> None:
    assert told([gone], [], "127.0.0.1", "127.0.0.1") is None


def test_our_own_connections_are_ours() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname()):
            ours, _ = server.accept()
            with ours:
                assert owner(ours) == os.geteuid() and stranger(ours) == ""
        with socket.create_connection(server.getsockname()) as gone:
            ours, _ = server.accept()
            gone.close()
            with ours:
                assert "machine" in stranger(ours)
    one, other = socket.socketpair()
    with one, other:
        assert owner(one) == os.geteuid() and stranger(one) == ""
