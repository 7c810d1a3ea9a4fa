from __future__ import annotations

import struct
from itertools import pairwise

import pytest

from atfault.arch.x86_64 import X86_64
from atfault.model.process import MemoryMapping, Module
from atfault.native import calls
from atfault.native.calls import Writers, may_call
from atfault.native.modules import ModuleMap
from atfault.native.unwind import Unwinder
from support.cfi_builder import CfiBuilder, Modules, Target, words

CODE, TABLE, GOT = 0x10000, 0x80000, 0x20000
CALLER, CALLEE, OTHER, BARE = CODE, CODE + 0x100, CODE + 0x200, CODE + 0x700
RETURN = CALLER + 0x20
PLT = CODE + 0x300


def rel32(opcode: bytes, at: int, target: int) -> bytes:
    return opcode + struct.pack("<i", target - (at + len(opcode) + 4))


def unwinder(target: int, patches: dict[int, bytes] | None = None, slot: int = 0) -> Unwinder:
    """The caller calls `target` directly, returning to RETURN."""
    cfi = CfiBuilder(TABLE)
    for start in (CALLER, CALLEE, OTHER):
        cfi.function(start, start + 0x80)
    cfi.function(PLT, PLT + 0x40)
    code = bytearray(b"\x90" * 0x1000)
    code[RETURN - 5 - CODE : RETURN - CODE] = rel32(b"\xe8", RETURN - 5, target)
    for at, patch in (patches or {}).items():
        code[at - CODE : at - CODE + len(patch)] = patch
    target_process = Target(
        {CODE: bytes(code), GOT: words(0, slot), **cfi.build()}, [(CODE, CODE + 0x1000)]
    )
    module = Module("/lib/libx.so", None, "", 0, CODE, CODE + 0x1000, TABLE)
    return Unwinder(target_process, Modules(module))  # type: ignore[arg-type]


def test_a_direct_call_of_the_callee_may_be() -> None:
    assert may_call(unwinder(CALLEE), RETURN, CALLEE + 0x10)


def test_a_direct_call_of_something_else_cannot_be() -> None:
    assert not may_call(unwinder(OTHER), RETURN, CALLEE + 0x10)


def test_an_indirect_call_may_go_anywhere() -> None:
    assert may_call(unwinder(OTHER, {RETURN - 2: b"\xff\xd0"}), RETURN, CALLEE + 0x10)


def test_a_call_through_a_linkage_table_is_followed_to_its_slot() -> None:
    stub = PLT + 0x10
    patch = {stub: rel32(b"\xff\x25", stub, GOT + 8)}
    assert may_call(unwinder(stub, patch, slot=CALLEE), RETURN, CALLEE + 0x10)
    assert not may_call(unwinder(stub, patch, slot=OTHER), RETURN, CALLEE + 0x10)


def test_a_tail_call_in_between_is_followed() -> None:
    patch = {OTHER + 0x30: rel32(b"\xe9", OTHER + 0x30, CALLEE)}
    assert may_call(unwinder(OTHER, patch), RETURN, CALLEE + 0x10)


def test_a_part_moved_elsewhere_is_reached_by_a_conditional_jump() -> None:
    patch = {OTHER + 0x30: rel32(b"\x0f\x84", OTHER + 0x30, CALLEE + 8)}
    assert may_call(unwinder(OTHER, patch), RETURN, CALLEE + 0x10)


def test_a_computed_jump_may_go_anywhere() -> None:
    assert may_call(unwinder(OTHER, {OTHER + 0x30: b"\xff\xe0"}), RETURN, CALLEE + 0x10)


def test_a_callee_without_unwind_information_is_reached_by_a_call_of_such_code_alone() -> None:
    assert may_call(unwinder(BARE), RETURN, BARE + 0x10)
    assert not may_call(unwinder(OTHER), RETURN, BARE + 0x10)
    patch = {OTHER + 0x30: rel32(b"\xe9", OTHER + 0x30, BARE)}
    assert may_call(unwinder(OTHER, patch), RETURN, BARE + 0x10)


def test_a_function_may_go_on_behind_the_end_of_its_unwind_information() -> None:
    assert may_call(unwinder(CALLEE), RETURN, CALLEE + 0x90)
    mark = {CALLEE + 0xA0: b"\xf3\x0f\x1e\xfa"}
    assert not may_call(unwinder(CALLEE, mark), RETURN, CALLEE + 0xB0)
    assert not may_call(unwinder(CALLER), RETURN, CALLEE + 0x90)


def test_another_function_that_begins_in_between_is_not_the_callee() -> None:
    patch = {BARE: b"\xf3\x0f\x1e\xfa", BARE + 0x40: b"\xf3\x0f\x1e\xfa"}
    assert may_call(unwinder(BARE, patch), RETURN, BARE + 0x30)
    assert not may_call(unwinder(BARE, patch), RETURN, BARE + 0x50)
    assert not may_call(unwinder(BARE + 0x20), RETURN, BARE + 0x10)


def test_a_call_that_leads_on_further_than_is_followed_may_lead_anywhere() -> None:
    at = [OTHER + 8 * n for n in range(12)]
    patch = {a: rel32(b"\xe9", a, b) for a, b in pairwise(at)}
    cfi = CfiBuilder(TABLE)
    for start in at:
        cfi.function(start, start + 8)
    cfi.function(CALLER, CALLER + 0x80)
    code = bytearray(b"\x90" * 0x1000)
    patch[RETURN - 5] = rel32(b"\xe8", RETURN - 5, OTHER)
    for where, bytes_ in patch.items():
        code[where - CODE : where - CODE + len(bytes_)] = bytes_
    target = Target({CODE: bytes(code), **cfi.build()}, [(CODE, CODE + 0x1000)])
    module = Module("/lib/libx.so", None, "", 0, CODE, CODE + 0x1000, TABLE)
    walker = Unwinder(target, Modules(module))  # type: ignore[arg-type]
    assert may_call(walker, RETURN, BARE)


def test_jumps_in_a_circle_end() -> None:
    patch = {OTHER: rel32(b"\xe9", OTHER, PLT), PLT: rel32(b"\xe9", PLT, OTHER)}
    assert not may_call(unwinder(OTHER, patch), RETURN, CALLEE + 0x10)


def test_call_instructions_before_a_return_address() -> None:
    has_call = X86_64.has_call_before
    for code in ("e800000000", "ffd0", "41ffd4", "ff5008", "ff15aabbccdd", "ff9080000000",
                 "ff14c5aabbccdd", "ff542408", "ff942480000000"):  # fmt: skip
        assert has_call(bytes.fromhex(code).rjust(8, b"\x90")), code
    for code in ("90", "e900000000", "ffe0", "ff25aabbccdd", "ffc0", "ff7008"):
        assert not has_call(bytes.fromhex(code).rjust(8, b"\x90")), code


@pytest.mark.parametrize(
    ("asked", "expected"), [(PLT + 0x10, True), (CALLEE, True), (OTHER, False), (0, False)]
)
def test_a_function_prints_that_is_a_writer_of_libc_or_calls_one(
    asked: int, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """cpMessage of Chipmunk calls fprintf; system() calls nothing that prints."""
    fprintf, system, stub = 0x70_0000, 0x70_1000, PLT + 0x10
    patches = {
        stub: rel32(b"\xff\x25", stub, GOT + 8),
        CALLEE + 0x20: rel32(b"\xe8", CALLEE + 0x20, stub),
        OTHER + 0x20: rel32(b"\xe8", OTHER + 0x20, CODE + 0x700),
    }
    code_map = unwinder(OTHER, patches, slot=fprintf)
    symbols = {"fprintf": fprintf, "system": system}
    monkeypatch.setattr(
        calls, "try_symbols", lambda _, module, names: [symbols.get(name, 0) for name in names]
    )
    libc = Module("/lib/libc.so.6", None, "", 0, fprintf, fprintf + 0x2000)
    assert Writers(code_map, ModuleMap([libc]))(asked) is expected


def test_code_of_a_library_that_describes_none_of_its_own_may_be_any_number_of_calls_deep() -> None:
    library = CODE + 0x8000
    stub = PLT + 0x10
    made = unwinder(stub, {stub: rel32(b"\xff\x25", stub, GOT + 8)}, slot=library + 0x800)
    bare = Module("/lib/ld-musl-x86_64.so.1", None, "", 0, library, library + 0x10000)
    made._modules = Modules(*made._modules.modules, bare)  # type: ignore[assignment]
    made._code.append(MemoryMapping(bare.start, bare.end, 0, True, False, True, bare.path))
    made._code_starts.append(bare.start)
    inside, before = library + 0x900, library + 0x100
    assert may_call(made, RETURN, inside)
    assert may_call(made, RETURN, before)
    assert not may_call(made, RETURN, CALLEE + 0x10)
    assert calls.entered(made, RETURN, before) == library + 0x800
    assert calls.entered(unwinder(OTHER), RETURN, before) == 0
