"""Unwinding where calls leave their return address in x30, perhaps signed."""

from __future__ import annotations

import struct

import pytest

from atfault.arch.aarch64 import AARCH64
from atfault.model.process import Module, Registers, Thread
from atfault.model.stacks import NativeStack
from atfault.native.unwind import Unwinder
from support.cfi_builder import (
    CfiBuilder,
    Modules,
    Target,
    advance,
    def_cfa,
    def_cfa_offset,
    offset,
    record,
    sleb,
    uleb,
    undefined,
    words,
)

CODE, TABLE, STACK = 0x10000, 0x80000, 0x700000
FP, LINK, SP, PC = 29, 30, 31, 32
CALL = 0xD63F0060  # blr x3
START, MIDDLE, LEAF, BARE, TRAMPOLINE = (CODE + 0x100 * number for number in (0, 1, 2, 4, 6))
MODULE = Module("/lib/libx.so", None, "", 0, CODE, CODE + 0x1000, TABLE)
SIGNED = 0x0055 << 48
SIGNS = b"\x2d"
PUSHED = def_cfa_offset(32) + offset(FP, 32) + offset(LINK, 24)
"""stp x29, x30, [sp, #-32]!"""


def cie(augmentation: bytes = b"zR") -> bytes:
    """Version 1, code align 4, data align -8, return address in column 30, CFA = sp."""
    head = b"\0\0\0\0\1" + augmentation + b"\0" + uleb(4) + sleb(-8) + bytes([LINK])
    return record(head + uleb(1) + b"\x1b" + def_cfa(SP, 0))


def ret(function: int) -> int:
    return function + 0x24


def make(stack: bytes, middle: bytes = advance(1) + PUSHED, mask: int = (1 << 64) - 1) -> Unwinder:
    """start (outermost) → middle (a frame of 32 bytes) → leaf (no frame, no rule for x30)."""
    cfi = CfiBuilder(TABLE, cie())
    cfi.function(START, START + 0x80, undefined(LINK))
    cfi.function(MIDDLE, MIDDLE + 0x80, middle)
    cfi.function(LEAF, LEAF + 0x80)
    cfi.function(TRAMPOLINE, TRAMPOLINE + 8, b"", cie(b"zRS"))
    code = bytearray(struct.pack("<I", 0xD503201F) * 0x400)
    for function in (START, MIDDLE, LEAF, BARE):
        struct.pack_into("<I", code, ret(function) - 4 - CODE, CALL)
    code[TRAMPOLINE - CODE : TRAMPOLINE - CODE + 8] = AARCH64.sigreturn_codes[0]
    target = Target({CODE: bytes(code), STACK: stack, **cfi.build()}, [(CODE, CODE + 0x1000)])
    target.arch = AARCH64._replace(code_mask=mask)
    return Unwinder(target, Modules(MODULE))  # type: ignore[arg-type]


def thread(pc: int, sp: int, link: int, fp: int = 0) -> Thread:
    general: list[int | None] = [0] * 33
    general[PC], general[SP], general[LINK], general[FP] = pc, sp, link, fp
    return Thread(1, "t", Registers(tuple(general)))


def pcs(stack: NativeStack) -> list[int]:
    return [frame.pc for frame in stack.frames]


GOOD = words(0xF00, ret(START), 0, 0, 0, 0)


def test_the_innermost_function_is_left_by_its_link_register() -> None:
    stack = make(GOOD).unwind(thread(LEAF + 4, STACK, ret(MIDDLE)))
    assert pcs(stack) == [LEAF + 4, ret(MIDDLE), ret(START)]
    # Neither the leaf nor the outermost function has anything on the stack.
    cfas = [(frame.sp - STACK, frame.cfa - STACK) for frame in stack.frames]
    assert cfas == [(0, 0), (0, 32), (32, 32)]
    assert {frame.trust for frame in stack.frames} == {"cfi"}
    assert stack.stop_reason == ""


def test_before_its_first_instruction_a_function_has_no_frame() -> None:
    stack = make(GOOD).unwind(thread(MIDDLE, STACK + 32, ret(START)))
    assert pcs(stack) == [MIDDLE, ret(START)]
    assert stack.stop_reason == ""


def test_a_function_further_out_is_never_left_by_the_link_register() -> None:
    stack = make(GOOD, middle=b"").unwind(thread(LEAF + 4, STACK, ret(MIDDLE)))
    assert pcs(stack) == [LEAF + 4, ret(MIDDLE)]
    assert "register" in stack.stop_reason


def test_two_frames_that_do_not_move_outward_end_the_walk() -> None:
    kept = b"\x09" + uleb(LINK) + uleb(19)  # x30 is in x19
    unwinder = make(GOOD, middle=kept)
    general = list(thread(LEAF + 4, STACK, ret(MIDDLE)).registers.general)
    general[19] = ret(MIDDLE)
    stack = unwinder.unwind(Thread(1, "t", Registers(tuple(general))))
    assert len(stack.frames) == 2
    assert "outward" in stack.stop_reason


@pytest.mark.parametrize("operation", [b"\x2d", b"\x2c"])
def test_a_signature_is_taken_off_where_the_rules_say_so(operation: bytes) -> None:
    signed = words(0xF00, ret(START) | SIGNED, 0, 0, 0, 0)
    mask = ~(0x7F << 48) & (1 << 64) - 1
    rules = advance(1) + operation + PUSHED
    start = thread(LEAF + 4, STACK, ret(MIDDLE))
    assert pcs(make(signed, rules, mask).unwind(start)) == [LEAF + 4, ret(MIDDLE), ret(START)]
    unsigned = make(signed, mask=mask).unwind(start)
    assert pcs(unsigned)[:2] == [LEAF + 4, ret(MIDDLE)]
    assert "not code" in unsigned.stop_reason
    twice = advance(1) + operation + operation + PUSHED
    assert pcs(make(signed, twice, mask).unwind(start)) == pcs(unsigned)


def test_a_signed_link_register_is_one_of_a_function_that_has_just_signed_it() -> None:
    rules = advance(1) + SIGNS + advance(1) + PUSHED
    mask = ~(0x7F << 48) & (1 << 64) - 1
    at = thread(MIDDLE + 4, STACK, ret(START) | SIGNED)
    assert pcs(make(GOOD, rules, mask).unwind(at)) == [MIDDLE + 4, ret(START)]


def test_remembered_states_know_the_signature() -> None:
    rules = advance(1) + SIGNS + PUSHED + b"\x0a" + SIGNS + b"\x0b"
    mask = ~(0x7F << 48) & (1 << 64) - 1
    signed = words(0xF00, ret(START) | SIGNED, 0, 0, 0, 0)
    stack = make(signed, rules, mask).unwind(thread(LEAF + 4, STACK, ret(MIDDLE)))
    assert pcs(stack) == [LEAF + 4, ret(MIDDLE), ret(START)]


def test_a_call_to_no_code_has_its_caller_in_the_link_register() -> None:
    stack = make(GOOD).unwind(thread(0x10, STACK, ret(MIDDLE)))
    assert pcs(stack) == [0x10, ret(MIDDLE), ret(START)]
    assert {frame.trust for frame in stack.frames} == {"cfi"}


def test_what_a_signal_interrupted_is_told_by_the_kernels_frame() -> None:
    frame = bytearray(0x1400)
    saved: list[int] = [0] * 33
    saved[PC], saved[SP], saved[LINK] = LEAF + 8, STACK + 0x1300, ret(MIDDLE)
    struct.pack_into("<33Q", frame, 312, *saved)
    struct.pack_into("<2Q", frame, 0x1300, 0xF00, ret(START))
    stack = make(bytes(frame)).unwind(thread(LEAF + 4, STACK, TRAMPOLINE))
    assert pcs(stack) == [LEAF + 4, TRAMPOLINE, LEAF + 8, ret(MIDDLE), ret(START)]
    assert [frame.is_signal_frame for frame in stack.frames] == [False, True, False, False, False]
    assert stack.stop_reason == ""


def test_code_without_rules_is_left_by_the_frame_record() -> None:
    data = words(0, 0, 0, 0, STACK + 64, ret(MIDDLE), *(0,) * 8)
    stack = make(data).unwind(thread(BARE + 4, STACK, 0, fp=STACK + 32))
    assert pcs(stack) == [BARE + 4, ret(MIDDLE)]
    assert [frame.trust for frame in stack.frames] == ["cfi", "frame-pointer"]
