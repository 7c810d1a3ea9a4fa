"""C++ exceptions and abort messages in memory made by hand, damaged ones above all."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atfault.model.absent import Absent
from atfault.model.endings import CppException
from atfault.model.process import MemoryMapping, Registers, SignalInfo, Thread
from atfault.native.abort_info import abort_message, printable_text
from atfault.native.cpp_exception import cpp_exception
from atfault.native.modules import ModuleMap
from support.byte_memory import ByteMemory
from support.cfi_builder import Target
from support.parts import times

STACK, HEAP, DATA, CODE = 0x7F0000, 0x200000, 0x300000, 0x400000
HEADER = HEAP + 0x100
UNWIND = HEADER + 80
THROWN = HEADER + 112


def target(primary: int = 0x474E5543432B2B00, name: bytes = b"9MyFailure") -> Target:
    """A stack that points to the header of an exception of a class derived from std::exception.

    DATA: +0x00 type_info of the class  +0x20 of std::exception  +0x40, +0x60 their classes' vtables
          +0x100 vtable of the class with what() in slot 2
    """
    heap = bytearray(0x300)
    struct.pack_into("<I", heap, HEADER - 16 - HEAP, 1)  # referenceCount
    struct.pack_into("<Q", heap, HEADER - HEAP, DATA)
    struct.pack_into("<i", heap, HEADER + 40 - HEAP, 1)  # handlerCount
    struct.pack_into("<Q", heap, UNWIND - HEAP, primary)
    struct.pack_into("<QQ", heap, THROWN - HEAP, DATA + 0x100, HEAP + 0x200)
    heap[0x200:0x210] = b"seven is too few"
    data = bytearray(0x400)
    struct.pack_into("<QQQ", data, 0x00, DATA + 0x48, DATA + 0x200, DATA + 0x20)
    struct.pack_into("<QQ", data, 0x20, DATA + 0x68, DATA + 0x240)
    struct.pack_into("<QQ", data, 0x40, DATA + 0x80, 0)
    struct.pack_into("<QQ", data, 0x60, DATA + 0x90, 0)
    struct.pack_into("<QQ", data, 0x80, 0, DATA + 0x280)
    struct.pack_into("<QQ", data, 0x90, 0, DATA + 0x2C0)
    struct.pack_into("<QQQ", data, 0x100, CODE, CODE, CODE)
    for at, text in (
        (0x200, name),
        (0x240, b"St9exception"),
        (0x280, b"N10__cxxabiv120__si_class_type_infoE"),
        (0x2C0, b"N10__cxxabiv117__class_type_infoE"),
    ):
        data[at : at + len(text)] = text
    stack = bytearray(0x1000)
    struct.pack_into("<Q", stack, 0x80, UNWIND)
    code = b"\x48\x8b\x47\x08\xc3".ljust(64, b"\xcc")  # mov rax, [rdi+8]; ret
    made = Target({}, [])
    made.memory = ByteMemory(  # type: ignore[assignment]
        {STACK: bytes(stack), HEAP: bytes(heap), DATA: bytes(data), CODE: code}
    )
    made.mappings = tuple(
        MemoryMapping(start, start + size, 0, True, writable, start == CODE)
        for start, size, writable in (
            (HEAP, 0x300, True),
            (DATA, 0x400, False),
            (CODE, 64, False),
            (STACK, 0x1000, True),
        )
    )
    made.signal = SignalInfo(6, tid=1)  # type: ignore[assignment]
    general = [0] * 17
    general[7] = STACK
    made.threads = (Thread(1, "t", Registers(tuple(general))),)
    return made


def read(made: Target) -> CppException | Absent:
    found = cpp_exception(made, ModuleMap([]))  # type: ignore[arg-type]
    if isinstance(found, CppException):
        assert found.address == HEADER + 80 + 32  # the record of the runtime lies before it
        return found._replace(address=0)
    return found


def test_the_exception_that_the_stack_points_to() -> None:
    assert read(target()) == CppException("MyFailure", "seven is too few")


def test_an_exception_that_has_been_freed_is_none() -> None:
    made = target()
    memory = made.memory
    assert isinstance(memory, ByteMemory)
    memory.put(HEADER - 16, struct.pack("<QQ", 0x7F12, 0x1234567))  # as malloc leaves it
    assert isinstance(read(made), Absent)


def test_an_exception_that_nobody_handles_is_none_where_none_is_on_its_way() -> None:
    made = target()
    memory = made.memory
    assert isinstance(memory, ByteMemory)
    memory.put(HEADER + 40, bytes(4))
    assert isinstance(read(made), Absent)


PYBIND11, NANOBIND = b"N8pybind1117error_already_setE", b"N8nanobind4abi112python_errorE"


def test_the_python_exception_in_one_of_pybind11() -> None:
    made = target(name=PYBIND11)
    memory = made.memory
    assert isinstance(memory, ByteMemory)
    text = b"ValueError: too few\n\nAt:\n  app.py(3): f"
    memory.put(HEAP + 0x200 + 24, struct.pack("<QQQ", HEAP + 0x260, len(text), 64))
    memory.put(HEAP + 0x260, text + b"\0")
    assert read(made) == CppException("pybind11::error_already_set", "ValueError: too few")


def test_the_python_exception_in_one_of_nanobind() -> None:
    made = target(name=NANOBIND)
    memory = made.memory
    assert isinstance(memory, ByteMemory)
    memory.put(THROWN + 16, struct.pack("<Q", HEAP + 0x240))
    memory.put(HEAP + 0x240, b"Traceback (most recent call last):\n  f()\nKeyError: 'a'\0")
    assert read(made) == CppException("nanobind::abi1::python_error", "KeyError: 'a'")
    memory.put(THROWN + 16, bytes(8))  # nobody asked for its text
    assert read(made) == CppException("nanobind::abi1::python_error", "")


def test_the_header_of_another_language_is_none() -> None:
    assert isinstance(read(target(primary=0x4D4F5A0052555354)), Absent)


@pytest.mark.parametrize("name", (b"", b"not a type!", b"9Short", b"\xff\xfe", b"x" * 300))
def test_a_name_that_is_no_type_is_no_exception(name: bytes) -> None:
    assert isinstance(read(target(name=name)), Absent)


def test_what_that_cannot_be_followed_leaves_the_type() -> None:
    made = target()
    memory = made.memory
    assert isinstance(memory, ByteMemory)
    memory.put(CODE, b"\x85\xff\x74\x01\xc3")
    assert read(made) == CppException("MyFailure", "")


def test_control_characters_are_escaped() -> None:
    made = target()
    memory = made.memory
    assert isinstance(memory, ByteMemory)
    memory.put(HEAP + 0x200, b"a\x1b[31m\xffb\0")
    assert read(made) == CppException("MyFailure", "a\\x1b[31m\\xffb")


@pytest.mark.chance
@settings(max_examples=times("ATFAULT_FUZZ_CASES", few=60, many=300))
@given(st.integers(0, 0x3FF), st.binary(min_size=1, max_size=16), st.sampled_from((HEAP, DATA)))
def test_damaged_memory_gives_less_and_raises_nothing(at: int, noise: bytes, base: int) -> None:
    made = target()
    memory = made.memory
    assert isinstance(memory, ByteMemory)
    size = 0x300 if base == HEAP else 0x400
    if at + len(noise) <= size:
        memory.put(base + at, noise)
    assert isinstance(read(made), CppException | Absent)


def test_bases_that_lead_in_a_circle_end() -> None:
    made = target()
    memory = made.memory
    assert isinstance(memory, ByteMemory)
    memory.put(DATA + 0x20, struct.pack("<QQQ", DATA + 0x48, DATA + 0x200, DATA))
    assert read(made) == CppException("MyFailure", "")


def test_without_threads_nothing_is_told() -> None:
    made = target()
    made.threads = ()
    assert isinstance(read(made), Absent)


def test_without_glibc_there_is_no_message() -> None:
    found = abort_message(target(), ModuleMap([]))  # type: ignore[arg-type]
    assert found == Absent("the program does not use glibc")


def test_text_of_the_target_is_made_printable() -> None:
    assert (
        printable_text(b"two\nlines\x00\x07\xe9 caf\xc3\xa9\n") == "two\nlines\\x00\\x07\\xe9 café"
    )
