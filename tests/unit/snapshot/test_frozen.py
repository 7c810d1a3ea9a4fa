"""Memory that was copied in a pause: of this very process, which does not stop for it."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator

import pytest

from atfault.errors import MemoryFault
from atfault.snapshot import procfs
from atfault.snapshot.frozen import FrozenMemory, ranges_of
from atfault.snapshot.live import PAGE

PAGES = 4
NO_PROCESS = (1 << 22) - 1


@pytest.fixture
def room() -> Iterator[tuple[ctypes.Array[ctypes.c_char], int]]:
    """A buffer, and the address of its first whole page."""
    buffer = ctypes.create_string_buffer(b"before", (PAGES + 1) * PAGE)
    address = (ctypes.addressof(buffer) + PAGE - 1) & -PAGE
    ctypes.memmove(address, b"before", 6)
    yield buffer, address


def memory(pid: int) -> FrozenMemory:
    mapped, _ = procfs.mappings(os.getpid())
    fd = os.open("/proc/self/mem", os.O_RDONLY)
    return FrozenMemory(pid, fd, tuple([entry.mapping for entry in mapped]))


@pytest.mark.parametrize("pid", [os.getpid(), NO_PROCESS], ids=["process_vm_readv", "refused"])
def test_what_was_copied_answers_for_itself(
    room: tuple[ctypes.Array[ctypes.c_char], int], pid: int
) -> None:
    """A process that may not use process_vm_readv reads through the file it was given."""
    _, address = room
    frozen = memory(pid)
    assert frozen.read(address, 6) == b"before"
    assert address in frozen.recorded
    frozen.prepare(PAGES * PAGE)
    frozen.copy(ranges_of([address, address + 2 * PAGE]))
    frozen.freeze()
    assert frozen.copied_bytes == 2 * PAGE
    ctypes.memmove(address, b"after.", 6)
    ctypes.memmove(address + PAGE, b"after.", 6)
    assert frozen.read(address, 6) == b"before"
    assert frozen.now(address, 6) == b"after."
    assert frozen.read(address + PAGE, 6) == b"after."
    assert set(frozen.late) == {address + PAGE}
    frozen.close()


def test_a_range_that_cannot_be_read_does_not_keep_the_others_from_being(
    room: tuple[ctypes.Array[ctypes.c_char], int],
) -> None:
    _, address = room
    for pid in (os.getpid(), NO_PROCESS):
        frozen = memory(pid)
        frozen.prepare(PAGES * PAGE)
        frozen.copy([(PAGE, 2 * PAGE), (address, address + PAGE)])
        frozen.freeze()
        assert frozen.copied_bytes == PAGE
        assert frozen.read(address, 6) == b"before"
        frozen.close()


def test_what_there_was_no_room_for_is_a_fault(
    room: tuple[ctypes.Array[ctypes.c_char], int],
) -> None:
    _, address = room
    frozen = memory(os.getpid())
    frozen.prepare(PAGE)
    frozen.copy([(address, address + PAGE)])
    frozen.freeze()
    frozen.seal(address + PAGE, address + 2 * PAGE)
    with pytest.raises(MemoryFault):
        frozen.read(address + PAGE, 8)
    frozen.close()


def test_what_is_skimmed_makes_no_pause_longer_and_no_doubt(
    room: tuple[ctypes.Array[ctypes.c_char], int],
) -> None:
    _, address = room
    frozen = memory(os.getpid())
    assert frozen.skim(address, 6) == b"before"
    assert address not in frozen.recorded
    assert frozen.read(address, 6) == b"before"
    assert address in frozen.recorded  # whoever relies on it has it copied all the same
    frozen.prepare(PAGE)
    frozen.copy([])
    ctypes.memmove(address, b"after.", 6)
    frozen.freeze()
    assert frozen.skim(address, 6) == b"after."
    assert not frozen.late
    assert frozen.skim(address + PAGE - 3, 6) == bytes(6)
    with pytest.raises(MemoryFault):
        frozen.skim(0, 8)
    frozen.close()


def test_what_is_skimmed_is_kept_for_a_small_core(
    room: tuple[ctypes.Array[ctypes.c_char], int],
) -> None:
    _, address = room
    frozen = memory(os.getpid())
    frozen.prepare(PAGE)
    frozen.copy([])
    frozen.freeze()
    frozen.keep = True
    frozen.skim(address, 6)
    assert frozen.pages()[address][:6] == b"before"
    frozen.close()
