"""Cores of programs of the zoo, recorded once (tools/record_cores.py): real memory, on any machine.

    tests/recorded/cores.tar.xz    what a report reads of each core; all other pages are zeros
    tests/recorded/files.tar.xz    the files that it opens: interpreter, libraries, sources

So decoders and rules run over the memory of programs that crash and hang, in a part of a second,
whichever interpreter, compiler and C library is at hand.
"""

from __future__ import annotations

import difflib
import os
import tarfile
import zlib

import pytest

from atfault.decode.state import DecodedProcess, decode
from atfault.errors import MemoryFault
from atfault.model.state import PARTS, ProcessState
from atfault.options import Options
from atfault.snapshot.core import CoreSnapshot, open_core
from atfault.snapshot.protocol import Memory
from support.records import record_lines

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "recorded")
KEPT = os.path.join(os.path.dirname(FOLDER), "golden", "decode", "recorded")
CORES, FILES = "cores.tar.xz", "files.tar.xz"
MOST = 8
"""Lines that are told of a difference."""
LONGEST_PART = 400
"""Lines that are told of one part of a process."""
DAMAGES = 6


def names() -> list[str]:
    """By the folder of what is kept of them: the archive takes a second to go through."""
    return sorted(name.removesuffix(".txt") for name in os.listdir(KEPT))


def unpack(to: str) -> None:
    """The cores, and in `root` what stands for the programs' root folder."""
    for name, below in ((CORES, to), (FILES, os.path.join(to, "root"))):
        with tarfile.open(os.path.join(FOLDER, name)) as packed:
            packed.extractall(below, filter="data")


@pytest.fixture(scope="session")
def recorded_cores(tmp_path_factory):
    """The folder of what was unpacked; the folders of tests that need it import this."""
    folder = str(tmp_path_factory.mktemp("recorded"))
    unpack(folder)
    return folder


def opened(name: str, folder: str) -> CoreSnapshot:
    return open_core(os.path.join(folder, name), sysroot=os.path.join(folder, "root"))


def decoded(snapshot: CoreSnapshot) -> DecodedProcess:
    """All parts of it. Native lines are left out: a child process reads them."""
    return decode(snapshot, Options(lines=False), complete=True)


def state_of(name: str, folder: str, damage: int = 0) -> DecodedProcess:
    """What is decoded of a core; damage: of which words it is otherwise, 0 for none."""
    with opened(name, folder) as snapshot:
        if damage:
            snapshot.memory = DamagedMemory(snapshot.memory, damage)
        return decoded(snapshot)


def told(state: ProcessState) -> list[str]:
    """All of it but what is the same in each."""
    parts = [name for name in PARTS if name not in ("layout", "texts")]
    lines = list(record_lines(state.layout.stack_limits, "layout.stack_limits"))
    for name in parts:
        found = list(record_lines(getattr(state, name), name))
        rest = found[LONGEST_PART:]
        lines += [*found[:LONGEST_PART], *_in_short(rest)]
    return lines


def difference(before: list[str], after: list[str]) -> list[str]:
    """The first lines that are otherwise, and what tells whether the others are as they were."""
    changed = list(difflib.unified_diff(before, after, lineterm="", n=0))[2:]
    changed = [line for line in changed if not line.startswith("@@")]
    return [*changed[:MOST], *_in_short(changed[MOST:])]


def _in_short(lines: list[str]) -> list[str]:
    """What tells whether they are as they were."""
    digest = zlib.crc32("\n".join(lines).encode())
    return [f"and {len(lines)} more: {digest:08x}"] if lines else []


class DamagedMemory(Memory):
    """Memory of which some words are otherwise, whoever reads them and when: those whose address
    says so. Stretches of more than LONGEST bytes are as they are."""

    def __init__(self, memory: Memory, seed: int) -> None:
        self._memory = memory
        self._seed = seed

    def read(self, address: int, size: int) -> bytes:
        content = self._memory.read(address, size)
        if size > LONGEST:
            return content
        changed = bytearray(content)
        for word in range(address & -8, address + size, 8):
            chance = zlib.crc32(word.to_bytes(16, "little", signed=True), self._seed)
            if chance % ONE_IN == 0:
                how = chance // ONE_IN % len(CHANGES)
                if CHANGES[how] is None:
                    raise MemoryFault(word, 8)
                for at in range(max(word, address), min(word + 8, address + size)):
                    if at == word or how:
                        changed[at - address] = changed[at - address] + CHANGES[how] & 0xFF
        return bytes(changed)

    def cstring(self, address: int, limit: int = 4096) -> bytes:
        return self._memory.cstring(address, limit)


LONGEST = 512
ONE_IN = 400
CHANGES = (1, 0x55, None)
"""Added to the lowest byte of a word; to each of its bytes; it cannot be read."""
