from __future__ import annotations

from tests.unit.arch.test_x86_64 import END, optimised

from atfault.arch.x86_64 import X86_64
from atfault.model.stacks import NativeFrame
from atfault.native.abort_info import MAX_CALL_CODE as MAX_CODE
from atfault.native.abort_info import assertion_text
from support.byte_memory import ByteMemory

OPTIMISED = optimised()
REPORTER = NativeFrame(
    0x7F00, 0, 0, "cfi", symbol="_ZSt21__glibcxx_assert_failPKciS0_S0_", name="std::…"
)
CALLER = NativeFrame(END, 0, 0, "cfi", symbol="at")


def memory(
    code: bytes = OPTIMISED, path: bytes = b"stl_vector.h", condition: bytes = b"__n < this->size()"
) -> ByteMemory:
    texts = bytearray(0x3000)
    texts[0 : len(path)] = path
    texts[0x200:0x300] = condition.ljust(0x100, b"\0")
    return ByteMemory({END - MAX_CODE: code.rjust(MAX_CODE, b"\x90"), 0x402000: bytes(texts)})


def test_the_callers_constants_are_the_text() -> None:
    frames = (NativeFrame(1, 0, 0, "cfi", symbol="abort"), REPORTER, CALLER)
    text = "stl_vector.h:1123: Assertion '__n < this->size()' failed."
    assert assertion_text(memory(), X86_64, frames) == text


def test_control_characters_are_escaped() -> None:
    text = assertion_text(memory(path=b"a\x1b[31m.h"), X86_64, (REPORTER, CALLER))
    assert text.startswith("a\\x1b[31m.h:1123")


def test_without_the_reporter_or_its_caller_there_is_no_text() -> None:
    assert assertion_text(memory(), X86_64, (CALLER,)) == ""
    assert assertion_text(memory(), X86_64, (REPORTER,)) == ""
    other = REPORTER._replace(symbol="_ZSt9terminatev")
    assert assertion_text(memory(), X86_64, (other, CALLER)) == ""


def test_code_or_text_that_cannot_be_read_gives_no_text() -> None:
    assert assertion_text(ByteMemory({}), X86_64, (REPORTER, CALLER)) == ""
    assert assertion_text(memory(condition=b""), X86_64, (REPORTER, CALLER)) == ""
    assert assertion_text(memory(b"\x90\xe8\0\0\0\0"), X86_64, (REPORTER, CALLER)) == ""
    assert assertion_text(memory(path=b""), X86_64, (REPORTER, CALLER)) == ""
