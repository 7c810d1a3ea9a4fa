"""Small cores: what was put in comes out, and nothing else."""

from __future__ import annotations

import os
import stat
import struct
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.arch.aarch64 import AARCH64
from atfault.arch.base import CODE_SET, with_sets
from atfault.arch.x86_64 import X86_64
from atfault.errors import AccessError, MemoryFault
from atfault.model.process import MemoryMapping, ProcessInfo, Registers, Thread
from atfault.snapshot.core import open_core
from atfault.snapshot.minicore import write_minicore

PAGE = 4096
HEAP = MemoryMapping(0x10000, 0x16000, 0, True, True, False)
TEXT = MemoryMapping(0x400000, 0x402000, 0, True, False, True, "/nowhere/program")


def registers(pc: int, sp: int) -> bytes:
    words = [0] * 27
    words[16], words[19] = pc, sp
    return struct.pack("<27Q", *words)


def snapshot() -> Any:
    threads = tuple([Thread(tid, "", Registers(())) for tid in (70, 71, 72)])
    return SimpleNamespace(
        arch=X86_64,
        mappings=(HEAP, TEXT),
        threads=threads,
        process=ProcessInfo(70, 1, "/nowhere/program", ("program", "-x"), None, 5),
        auxv={9: 0x400040},
    )


def written(tmp_path: Any, pages: dict[int, bytes]) -> str:
    path = f"{tmp_path}/small.core"
    raw = {70: registers(0x400100, 0x15000), 72: registers(0x400200, 0x11000)}
    write_minicore(snapshot(), path, raw, pages)
    return path


def test_threads_pages_and_process_come_out_again(tmp_path: Any) -> None:
    pages = {0x11000: b"a" * PAGE, 0x12000: b"b" * PAGE, 0x15000: b"c" * PAGE}
    with open_core(written(tmp_path, pages)) as core:
        assert [thread.tid for thread in core.threads] == [70, 72]
        general = core.threads[1].registers.general
        assert (general[16], general[7]) == (0x400200, 0x11000)
        assert (core.process.pid, core.process.ppid, core.process.uid) == (70, 1, 5)
        assert core.auxv[9] == 0x400040
        assert core.memory.read(0x11FFF, 2) == b"ab"
        assert core.memory.read(0x15000, PAGE) == b"c" * PAGE


def test_further_sets_of_a_thread_come_out_as_notes(tmp_path: Any) -> None:
    general = struct.pack("<34Q", *[0x15000] * 31, 0x15000, 0x400100, 0)
    sets = {0x401: struct.pack("<Q", 0xFFFF_8000), 0x404: struct.pack("<i", 98), CODE_SET: bytes(8)}
    there = snapshot()
    there.arch = AARCH64
    path = f"{tmp_path}/small.core"
    write_minicore(there, path, {70: with_sets(general, sets)}, {0x15000: b"c" * PAGE})
    with open_core(path) as core:
        (thread,) = core.threads
        assert (thread.registers.thread_pointer, thread.registers.syscall) == (0xFFFF_8000, 98)
        assert thread.registers.general[32] == 0x400100


def test_what_was_not_at_hand_is_unknown_not_zero(tmp_path: Any) -> None:
    with open_core(written(tmp_path, {0x12000: b"b" * PAGE})) as core:
        for address in (0x10000, 0x11FFF, 0x13000, 0x15FFF):
            with pytest.raises(MemoryFault):
                core.memory.read(address, 1)
        assert core.memory.read(0x12000, 1) == b"b"


def test_pages_outside_of_every_mapping_are_left_out(tmp_path: Any) -> None:
    path = written(tmp_path, {0x8000: b"x" * PAGE, 0x900000: b"x" * PAGE, 0x10000: b"y" * PAGE})
    assert os.path.getsize(path) == 2 * PAGE
    with open_core(path) as core:
        assert core.memory.read(0x10000, 1) == b"y"


def test_it_is_for_its_owner_alone_even_when_it_was_there(tmp_path: Any) -> None:
    path = f"{tmp_path}/small.core"
    with open(path, "w") as file:
        file.write("old")
    os.chmod(path, 0o644)
    written(tmp_path, {})
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Any) -> None:
    with pytest.raises(AccessError, match="cannot write"):
        write_minicore(snapshot(), f"{tmp_path}/no/such/folder", {}, {})


def test_registers_that_are_known_survive_the_way_into_a_core_and_back() -> None:
    raw = struct.pack("<27Q", *range(100, 127))
    known = X86_64.decode_user_regs(raw)
    again = X86_64.decode_user_regs(X86_64.encode_user_regs(known))
    assert again == known
    few = known._replace(general=(None,) * 7 + known.general[7:8] + (None,) * 8 + (9,))
    again = X86_64.decode_user_regs(X86_64.encode_user_regs(few))
    assert (again.general[7], again.general[16]) == (known.general[7], 9)
    assert (again.syscall, again.syscall_args) == (few.syscall, few.syscall_args)
    assert again.general[0] == (1 << 64) - 38  # it has not returned yet
