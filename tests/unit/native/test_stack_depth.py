"""The height of the stack inside of functions without unwind information."""

from __future__ import annotations

import pytest

from atfault.arch.x86_64 import X86_64
from atfault.native import stack_depth
from atfault.native.disassemble import disassemble

START = 0x7F34_B25A_C000
PUSH, SUB, TEST = b"\x41\x57", b"\x48\x83\xec\x18", b"\x48\x85\xff"
LOAD, ADD, POP, RET = b"\x48\x8b\x07", b"\x48\x83\xc4\x18", b"\x41\x5f", b"\xc3"
ALIGN = b"\x48\x83\xe4\xe0"  # and rsp, -32

pytestmark = pytest.mark.skipif(
    isinstance(disassemble(RET, START), str), reason="no disassembler: capstone is not installed"
)


class Announced:
    """A code map that knows one function."""

    arch = X86_64

    def __init__(self, code: bytes) -> None:
        self.code = code
        self.memory = self

    def announced_function(self, pc: int) -> tuple[int, int]:
        return START, START + len(self.code)

    def read(self, address: int, size: int) -> bytes:
        return self.code[address - START :][:size]


def depth_at(offset: int, *instructions: bytes) -> int | None:
    paths = stack_depth._follow(b"".join(instructions), START)
    return paths.depths.get(START + offset) if paths is not None else None


def test_pushes_and_room_for_locals_are_counted() -> None:
    code = (PUSH, SUB, LOAD, ADD, POP, RET)
    assert [depth_at(at, *code) for at in (0, 2, 6, 9, 13, 15)] == [0, 8, 32, 32, 8, 0]


def test_a_leaf_has_its_return_address_on_top() -> None:
    assert depth_at(3, TEST, LOAD, RET) == 0


def test_branches_are_followed() -> None:
    early = b"\x74" + bytes([len(LOAD + ADD + POP + RET)])  # je to behind the return
    code = (PUSH, SUB, TEST, early, LOAD, ADD, POP, RET, LOAD, ADD, POP, RET)
    assert depth_at(6 + 3 + 2 + 10, *code) == 32


def test_two_ways_that_disagree_tell_nothing() -> None:
    over_push = b"\x74\x02"
    assert depth_at(7, TEST, over_push, PUSH, LOAD, RET) is None


@pytest.mark.parametrize("odd", [ALIGN, b"\xc9", b"\xff\xe0", b"\x48\x89\xec"])
def test_other_changes_of_the_stack_pointer_tell_nothing(odd: bytes) -> None:
    """and rsp; leave; jmp rax; mov rsp, rbp"""
    assert depth_at(2 + len(odd), PUSH, odd, LOAD, RET) is None


def test_a_register_that_is_pushed_again_as_an_argument_was_saved_by_the_first_push() -> None:
    call, drop = b"\xff\xd0", b"\x48\x83\xc4\x08"  # call rax; add rsp, 8
    code = b"".join((PUSH, SUB, LOAD, PUSH, call, drop, ADD, POP, RET))
    at = len(PUSH + SUB + LOAD + PUSH + call)
    layout = stack_depth.frame_layout(Announced(code), START + at, exact=False)
    assert layout is not None and (layout.depth, layout.saved) == (40, ((15, -16),))


def test_a_place_that_is_no_instruction_has_no_depth() -> None:
    assert depth_at(1, PUSH, LOAD, RET) is None


def test_damaged_code_has_an_end() -> None:
    assert depth_at(100, bytes(range(256)) * 8) is None
    assert depth_at(5, b"\xeb\xfe") is None
    assert depth_at(5, b"") is None
