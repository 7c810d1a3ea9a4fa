"""The last line of glog and abseil, in the buffer that it was put together in."""

from __future__ import annotations

from atfault.model.stacks import NativeFrame
from atfault.native.abort_info import logged_text
from support.byte_memory import ByteMemory

STACK, HEAP = 0x7FFF_0000_0000, 0x5555_0000_0000
LINE = b"F0000 00:00:1795378600.051584   27863 routing.cc:1575] Check failed: a < b (49 vs. 5) \n\0"
TOLD = "routing.cc:1575: Check failed: a < b (49 vs. 5)"
FRAMES = (NativeFrame(1, 0, STACK, "cfi", symbol="abort"),)


def memory(*, stack: bytes = b"", heap: bytes = b"", pointer: int = HEAP) -> ByteMemory:
    words = b"\0" * 64 + pointer.to_bytes(8, "little")
    return ByteMemory({STACK: (words + stack).ljust(4096, b"\0"), HEAP: heap.ljust(32768, b"\0")})


def test_a_buffer_that_the_stack_leads_to_is_read() -> None:
    assert logged_text(memory(heap=b"\1" * 15_100 + LINE), FRAMES) == TOLD


def test_a_buffer_on_the_stack_is_read() -> None:
    old = LINE.replace(b"F0000 00:00:1795378600.051584   27863", b"F1122 20:31:40.051584 27863")
    assert logged_text(memory(stack=old), FRAMES) == TOLD
    with_trace = old.replace(b"\n", b"\n*** Check failure stack trace: ***\n")
    assert logged_text(memory(stack=with_trace), FRAMES) == TOLD


def test_a_line_that_ends_no_program_is_no_reason() -> None:
    assert logged_text(memory(heap=LINE.replace(b"F0000", b"E0000")), FRAMES) == ""
    assert logged_text(memory(heap=b"Check failed: "), FRAMES) == ""
    assert logged_text(memory(heap=LINE, pointer=HEAP + 1), FRAMES) == ""
    assert logged_text(memory(heap=LINE, pointer=8), FRAMES) == ""
    assert logged_text(memory(), ()) == ""


def test_control_characters_are_escaped() -> None:
    assert "\\x1b" in logged_text(memory(heap=LINE.replace(b"a <", b"\x1b[31m")), FRAMES)
