"""/proc readers on hostile names, damaged content and processes that have gone."""

from __future__ import annotations

import os
import signal

import pytest

from atfault.model.absent import Absent
from atfault.model.process import Limits
from atfault.snapshot import procfs
from atfault.snapshot.procfs import parse_limits as parse

GONE = 1 << 30
TEXT = b"""\
Limit                     Soft Limit           Hard Limit           Units
Max stack size            8388608              unlimited            bytes
Max address space         unlimited            unlimited            bytes
Max data size             1073741824           unlimited            bytes
"""


@pytest.mark.parametrize(
    "name", ["python", "a) R 1 (b", ") Z 0", "\n", "", "(((", "tab\there", "�"]
)
def test_a_name_in_stat_may_hold_anything(name: str) -> None:
    tail = " S 812 4711 4700 34816 4712 " + " ".join("0" for _ in range(13)) + " 777 0 0"
    found = procfs.split_stat(f"4711 ({name}){tail}".encode())
    assert found == procfs.Stat(name, "S", 812, 777, 4700, 4711, 34816, 4712)


def test_a_process_says_what_its_parent_is_sent_at_its_end() -> None:
    fields = ["0"] * 49
    fields[34] = "10"
    found = procfs.split_stat(f"4711 (x) S {' '.join(fields)}".encode())
    assert found is not None
    assert found.exit_signal == signal.SIGUSR1
    child = os.fork()
    if child == 0:
        os._exit(0)
    try:
        living = procfs.stat(child)
    finally:
        os.waitpid(child, 0)
    assert living is not None
    assert living.exit_signal == signal.SIGCHLD


@pytest.mark.parametrize(
    "content", [b"", b"1", b"1 (", b") (", b"1 (x) S", b"1 (x) S a" + b" b" * 20]
)
def test_a_damaged_stat_is_none(content: bytes) -> None:
    assert procfs.split_stat(content) is None


def test_a_process_that_has_gone_has_empty_values() -> None:
    assert procfs.stat(GONE) is None
    assert procfs.comm(GONE) == ""
    assert procfs.threads(GONE) == []
    assert procfs.arguments(GONE) == ()
    assert procfs.link(GONE, "exe") == ""
    assert procfs.auxv(GONE) == {}
    assert procfs.status(GONE) == b""
    assert procfs.mappings(GONE) == ([], "")
    assert procfs.process_of(GONE) is None


def test_fields_of_status_are_numbers_of_any_base() -> None:
    content = (
        b"Name:\tSigCgt:\\n\nState:\tS (sleeping)\nVmHWM:\t  1234 kB\nSigCgt:\t0000000180000002\n"
    )
    assert procfs.number(content, b"SigCgt", 16) == 0x180000002
    assert procfs.number(content, b"VmHWM") == 1234
    assert procfs.number(content, b"State") is None
    assert procfs.number(content, b"Missing") is None
    assert procfs.field(content, b"State") == b"S (sleeping)"


def test_maps_are_parsed_with_their_files() -> None:
    content = (
        b"00400000-00401000 r-xp 00001000 fd:01 1234      /usr/bin/x y (deleted)\n"
        b"7f0000000000-7f0000002000 rw-s 00000000 00:05 9  /dev/shm/a\\012b\n"
        b"7f0000002000-7f0000003000 ---p 00000000 00:00 0 \n"
        b"7ffc00000000-7ffc00021000 rw-p 00000000 00:00 0          [stack]\n"
    )
    mapped, warning = procfs.parse_maps(content)
    assert warning == ""
    first, shared, guard, stack = [entry.mapping for entry in mapped]
    assert (first.path, first.deleted, first.executable) == ("/usr/bin/x y", True, True)
    assert first.file_offset == 0x1000
    assert first.dumped == first.end - first.start == 0x1000
    assert mapped[0].device == os.makedev(0xFD, 1)
    assert mapped[0].inode == 1234
    assert shared.shared and shared.writable
    assert not guard.readable and guard.path == ""
    assert stack.path == "[stack]" and not stack.deleted


@pytest.mark.parametrize(
    "line", [b"zz-11 r-xp 0 fd:01 1", b"1-2 r-xp 0", b"1-2 r-xp 0 fd 1", b"1 r-xp 0 fd:01 1 /x"]
)
def test_a_damaged_line_of_maps_is_a_warning(line: bytes) -> None:
    good = b"00400000-00401000 r--p 00000000 fd:01 1 /x\n"
    mapped, warning = procfs.parse_maps(good + line + b"\n" + good)
    assert len(mapped) == 2
    assert warning


def test_our_own_mappings_are_sorted_and_disjoint() -> None:
    mapped, warning = procfs.mappings(os.getpid())
    assert warning == "" and len(mapped) > 10
    ends = [0] + [entry.mapping.end for entry in mapped]
    assert all(low <= entry.mapping.start for low, entry in zip(ends, mapped))


def test_soft_limits_are_read_and_unlimited_is_none():
    assert parse(TEXT) == Limits(stack=8388608, address_space=None, data=1 << 30)


def test_an_unreadable_file_is_absent():
    assert isinstance(parse(b""), Absent)
    assert isinstance(parse(b"nonsense\n" * 5), Absent)
