"""The literal that a library was told to end the program with."""

from __future__ import annotations

import pytest

from atfault.model.process import MemoryMapping
from atfault.model.stacks import NativeFrame
from atfault.native import abort_info as module
from atfault.native.abort_info import MAX_CODE
from support.byte_memory import ByteMemory

END = 0x40_1000
TEXTS = 0x40_2000
MESSAGE = b"QThread: Destroyed while thread '%ls' is still running"
FRAMES = (NativeFrame(1, 0, 0, "cfi", symbol="abort"), NativeFrame(END, 0, 0, "cfi", symbol="~T"))
CALL = b"\xe8\x10\x20\x30\x40"


def abort_literal(
    memory: ByteMemory,
    mappings: list[MemoryMapping],
    frames: tuple[NativeFrame, ...],
    writers: frozenset[int] = frozenset(),
) -> str:
    return module.abort_literal(memory, mappings, frames, writers.__contains__)


def load(opcode: bytes, target: int, before: int) -> bytes:
    """lea register, [rip + …], whose next instruction lies `before` bytes in front of END."""
    return opcode + (target - (END - before)).to_bytes(4, "little", signed=True)


def memory(code: bytes, text: bytes = MESSAGE) -> ByteMemory:
    texts = (b"\0" + text + b"\0").ljust(0x200, b"\0")
    return ByteMemory({END - MAX_CODE: code.rjust(MAX_CODE, b"\x90"), TEXTS - 1: texts})


def constants(permissions: str = "r--p") -> list[MemoryMapping]:
    flags = (one in permissions for one in "rwx")
    return [MemoryMapping(TEXTS - 1, TEXTS + 0x1FF, 0, *flags, "/lib/libQt6Core.so.6")]


RSI = load(b"\x48\x8d\x35", TEXTS, 7) + b"\x31\xc0" + CALL


def test_a_sentence_among_the_arguments_is_the_text_without_the_values_of_its_directives() -> None:
    text = "QThread: Destroyed while thread '…' is still running"
    assert abort_literal(memory(RSI), constants(), FRAMES) == text


@pytest.mark.parametrize(
    "opcode", (b"\x48\x8d\x3d", b"\x48\x8d\x15", b"\x48\x8d\x0d", b"\x4c\x8d\x05")
)
def test_any_register_of_the_arguments_will_do(opcode: bytes) -> None:
    code = load(opcode, TEXTS, 6) + b"\xff\xd0"
    assert abort_literal(memory(code), constants(), FRAMES) == ""  # the load ends where it ends
    code = load(opcode, TEXTS, 2) + b"\xff\xd0"
    assert abort_literal(memory(code), constants(), FRAMES).startswith("QThread")


def test_what_an_earlier_call_was_given_does_not_count() -> None:
    code = load(b"\x48\x8d\x35", TEXTS, 10) + CALL + CALL
    frames = (FRAMES[0]._replace(symbol="fatal"), FRAMES[1])
    assert abort_literal(memory(code), constants(), frames) == ""


@pytest.mark.parametrize(
    "text", (b"%s", b"src/tcp.cpp", b"out of memory"[:3], b"\x01 two words", b"")
)
def test_what_is_no_sentence_is_no_text(text: bytes) -> None:
    assert abort_literal(memory(RSI, text), constants(), FRAMES) == ""


@pytest.mark.parametrize("permissions", ("rw-p", "r-xp"))
def test_text_that_is_no_constant_is_none(permissions: str) -> None:
    assert abort_literal(memory(RSI), constants(permissions), FRAMES) == ""


def test_a_pointer_into_a_sentence_is_none() -> None:
    code = load(b"\x48\x8d\x35", TEXTS + 9, 7) + b"\x31\xc0" + CALL
    assert abort_literal(memory(code), constants(), FRAMES) == ""


def test_what_cannot_be_read_gives_no_text() -> None:
    assert abort_literal(ByteMemory({}), constants(), FRAMES) == ""
    assert abort_literal(memory(RSI), [], FRAMES) == ""
    assert abort_literal(memory(RSI), constants(), FRAMES[:1]) == ""


WRITES = frozenset((END - len(CALL) + 0x40302010,))
"""Where a CALL leads that stands right before another one."""


def test_what_was_printed_right_before_abort_is_the_text() -> None:
    frames = (FRAMES[0], NativeFrame(END, 0, 0, "cfi", symbol="cpBodySetMass"))
    code = load(b"\x4c\x8d\x0d", TEXTS, 10) + CALL + CALL
    text = b"Mass must be positive and finite."
    assert abort_literal(memory(code, text), constants(), frames, WRITES) == text.decode()


def test_what_was_given_right_before_abort_to_who_does_not_print_is_not_the_text() -> None:
    """system("ulimit -a | md5sum; umask"), and behind it the abort() of another branch."""
    code = load(b"\x48\x8d\x3d", TEXTS, 10) + CALL + CALL
    assert abort_literal(memory(code), constants(), FRAMES) == ""


@pytest.mark.parametrize("leaves", (b"\xe9\x10\x00\x00\x00", b"\xeb\x10", b"\xc3"))
def test_what_goes_elsewhere_before_abort_has_not_said_why(leaves: bytes) -> None:
    size = len(leaves)
    code = load(b"\x48\x8d\x3d", TEXTS, 10 + size) + CALL + leaves + CALL
    writes = frozenset((END - size - len(CALL) + 0x40302010,))
    assert abort_literal(memory(code), constants(), FRAMES, writes) == ""
    frames = (FRAMES[0]._replace(symbol="fatal"), FRAMES[1])
    code = load(b"\x48\x8d\x3d", TEXTS, 5 + size) + leaves + CALL
    assert abort_literal(memory(code), constants(), frames) == ""


@pytest.mark.parametrize("between", (CALL, b"\x90" * 9))
def test_what_was_given_to_a_call_further_away_from_abort_is_not_the_text(between: bytes) -> None:
    code = load(b"\x4c\x8d\x0d", TEXTS, 10 + len(between)) + CALL + between + CALL
    every = frozenset(END - at + 0x40302010 for at in range(32))
    assert abort_literal(memory(code), constants(), FRAMES, every) == ""


@pytest.mark.parametrize(
    ("text", "given", "found"),
    (
        (b"Fatal error at %s", b"the size is no size", "Fatal error at … (the size is no size)"),
        (b"Fatal error at %s", b"stop in %d seconds", "Fatal error at …"),
        (b"Fatal error %d came", b"the size is no size", "Fatal error … came"),
    ),
)
def test_what_filled_in_a_format_follows_it(text: bytes, given: bytes, found: str) -> None:
    """igraph/python-igraph#842: igraph_fatal("Assertion failed: …", file, line) prints it."""
    outer = END + 0x400
    texts = (b"\0" + text + b"\0" + given + b"\0").ljust(0x200, b"\0")
    target = TEXTS + len(text) + 1
    code = b"\x48\x8d\x3d" + (target - (outer - 5)).to_bytes(4, "little", signed=True) + CALL
    blocks = {
        END - MAX_CODE: RSI.rjust(MAX_CODE, b"\x90"),
        outer - MAX_CODE: code.rjust(MAX_CODE, b"\x90"),
        TEXTS - 1: texts,
    }
    frames = (*FRAMES, NativeFrame(outer, 0, 0, "cfi", symbol="compute"))
    assert abort_literal(ByteMemory(blocks), constants(), frames) == found
