"""At which instruction a frame calls."""

from __future__ import annotations

from types import SimpleNamespace

from atfault.cpython.frames.walker import RawFrame
from atfault.cpython.opcodes import load
from atfault.decode.watch.calls import Calls
from atfault.errors import MemoryFault

NUMBERS, _ = load(11)
CODE = 0x1000


class Memory:
    """Code at CODE."""

    def __init__(self, *instructions: int) -> None:
        self.code = b"".join(bytes((one, 1, 0, 0)) for one in instructions)

    def read(self, address: int, size: int) -> bytes:
        at = address - CODE
        if not 0 <= at < len(self.code):
            raise MemoryFault(address, size)
        return self.code[at : at + size]


def told(memory: Memory, *at: int, minor: int = 11) -> list[int]:
    runtime = SimpleNamespace(version=(3, minor, 2), memory=memory)
    frames = [RawFrame(1, 2, CODE + one, 0, False) for one in at]
    return [one.instruction - CODE for one in Calls().told_alike(runtime, frames)]


def test_a_call_is_told_as_its_first_instruction_however_it_is_specialized():
    """A task of celery that waits for its subtask: a loop that sleeps is seen at one place."""
    for first in NUMBERS["PRECALL"]:
        for second in NUMBERS["CALL"]:
            assert told(Memory(first, second), 0, 4) == [0, 0]


def test_other_instructions_stay_as_they_are():
    precall, call = NUMBERS["PRECALL"][0], NUMBERS["CALL"][0]
    jump = 255
    assert told(Memory(jump, call), 4) == [4]
    assert told(Memory(precall, jump), 4) == [4]
    assert told(Memory(precall, call), 4, minor=12) == [4]
    assert told(Memory(precall, call), -40, 400) == [-40, 400]
