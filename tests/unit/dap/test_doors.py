"""Sockets that nobody else reaches.

Whose connection it is, by the kernel's tables.
"""

from __future__ import annotations

import os
import socket
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from atfault.dap.doors import (
    MAX_PATH,
    TABLES,
    owner,
    owner_of_tcp,
    private_door,
    stranger,
    unix_door,
)
from atfault.errors import AccessError
from support import needs

HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid "
LOCAL4, LOCAL6 = "0100007F", "0000000000000000FFFF00000100007F"
ONE6 = "00000000000000000000000001000000"


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
