"""Variables of real objects of Numba's: `jit_objects/make.py` made them of

def sums(a, n, flag): total, pair = (n > 2, n), i …
"""

from __future__ import annotations

import lzma
import os
import random
import struct

import pytest

from atfault.errors import AtfaultError, FormatError
from atfault.formats.dwarf_location import FrameContext
from atfault.formats.relocation import relocated
from atfault.native.jit import read_object
from atfault.native.jit_variables import MAX_DEBUG_INFO, JitVariables, RawVariable
from support.byte_memory import ByteMemory

IMAGE, STACK = 0x100000, 0x7FFF0000
FOLDER = os.path.join(os.path.dirname(__file__), "jit_objects")
REGISTERS = (None,) * 7 + (STACK,) + (None,) * 9


def image(opt: int, name: str = "sums") -> bytes:
    with lzma.open(os.path.join(FOLDER, f"{name}_opt{opt}.o.xz")) as file:
        return file.read()


def variables(content: bytes, pc: int, stack: bytes = bytes(2048)) -> dict[str, RawVariable]:
    memory = ByteMemory({IMAGE: content, STACK: stack})
    reader = JitVariables(read_object(memory, IMAGE, len(content)))
    functions = reader.at(pc, FrameContext(REGISTERS, memory, STACK + 2048))
    return {one.name: one for function in functions for one in function.variables}


def test_variables_have_types_and_the_bytes_at_their_place_in_the_frame() -> None:
    stack = bytearray(2048)
    struct.pack_into("<d", stack, 624, 6.5)
    struct.pack_into("<?7xq", stack, 584, True, -3)
    struct.pack_into("<7q", stack, 648, 1, 2, 3, 8, 0x5000, 3, 8)
    found = variables(image(0), 0x600, bytes(stack))
    assert list(found) == ["a", "n", "flag", "total", "total$2", "pair", "i", "total$1"]
    total, pair, a = found["total"], found["pair"], found["a"]
    assert (total.type.name, total.type.kind, total.line) == ("float64", "base", 3)
    assert (struct.unpack("<d", total.value.data), total.value.address) == ((6.5,), STACK + 624)
    assert (a.is_argument, pair.is_argument) == (True, False)
    assert [name for name, _, _ in a.type.members[:3]] == ["meminfo", "parent", "nitems"]
    assert struct.unpack("<7q", a.value.data) == (1, 2, 3, 8, 0x5000, 3, 8)


def test_the_padding_that_numba_leaves_out_of_its_sizes_is_read() -> None:
    stack = bytearray(2048)
    struct.pack_into("<?7xq", stack, 584, True, -3)
    pair = variables(image(0), 0x600, bytes(stack))["pair"]
    assert pair.type.name == "Tuple(bool, int64) ({i1, i64})"
    assert struct.unpack("<?7xq", pair.value.data) == (True, -3)


def test_members_called_fields_of_bits_begin_where_they_lie() -> None:
    outer = variables(image(0, "nested"), 0x100)["outer"]
    assert outer.type.name.endswith("({[2 x i64], {double, i1}})")
    assert [(name, at) for name, at, _ in outer.type.members] == [("f0", 0), ("f1", 16)]


def test_lists_of_locations_are_followed_to_the_pc() -> None:
    stack = bytearray(2048)
    struct.pack_into("<Q", stack, 8, 0x5000)
    stack[40] = 1
    content = image(3)
    early = variables(content, 0x20, bytes(stack))
    assert early["a"].value.gaps == ((0, 32), (40, 56))
    assert early["a"].value.data[32:40] == struct.pack("<Q", 0x5000)
    assert early["flag"].value.data[0] & 1 == 1
    assert early["n"].value.data == bytes(8)  # a constant in the place of the argument
    late = variables(content, 0xC0, bytes(stack))
    assert not any(late["a"].value.data) and not late["a"].value.gaps
    in_register = variables(content, 0x60, bytes(stack))["total$2"].value
    assert in_register.gaps == ((0, 8),)
    assert in_register.reason == "was in a register that is not in the snapshot"


def test_a_pc_outside_of_all_functions_has_no_variables() -> None:
    assert variables(image(0), 0x100000) == {}


def test_an_object_without_debug_information_says_so() -> None:
    content = image(0).replace(b".debug_info", b".other_info")
    with pytest.raises(FormatError, match="without debug information"):
        relocated(content, MAX_DEBUG_INFO)


def test_damaged_debug_information_is_an_error_and_never_more() -> None:
    chance = random.Random(13)
    outcomes = set()
    for opt in (0, 3):
        content = image(opt)
        for _ in range(150):
            damaged = bytearray(content)
            for _ in range(chance.randrange(1, 40)):
                damaged[chance.randrange(64, len(damaged))] = chance.randrange(256)
            try:
                variables(bytes(damaged), 0x40)
                outcomes.add("read")
            except AtfaultError:
                outcomes.add("refused")
    assert outcomes == {"read", "refused"}
