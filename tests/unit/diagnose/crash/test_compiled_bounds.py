"""out-of-bounds in code that was compiled while the program ran: which array the address was made
from, of those whose addresses are in registers."""

from __future__ import annotations

from atfault.diagnose.rules.crash.far_index import far_index
from atfault.model.buffers import FarNumber
from atfault.model.state import FailedPointer, FaultAccess
from support.diagnosed import claims
from support.states import HEAP, PID, array, case_of, crash, mapping, native, python, segv
from unit.diagnose.crash.test_operand_rules import first

CODE, CONSTANTS = 0x6000_0000, 0x6000_1000
TABLE, PLACES = array(HEAP + 0x1000, (64, 8)), array(HEAP + 0x9000, (50,))
INDEX = 20_475_000_000
WORD = (1 << 64) - 1
BLAME = ["paint.py:10:main"]


def compiled(address, *registers, scale=8, **more):
    """A crash in a compiled function that was given both arrays and has their addresses."""
    address &= WORD
    registers = tuple([(name, value & WORD) for name, value in registers])
    frame = native("gather", "numba")._replace(pc=CODE + 16, is_jit=True, module=None)
    return crash(
        signal=segv(address),
        frames=[frame, native("call", "numba"), python(table=TABLE, places=PLACES)],
        mappings=[mapping(CODE, 4096, "r-x", ""), mapping(CONSTANTS, 4096, "r--", "")],
        registers={3: TABLE.address, 6: PLACES.address},
        access=FaultAccess(
            "read", address, 8, "mov rax, qword ptr [r10 + r9*8]",
            registers=registers, scale=scale,
        ),
        **more,
    )  # fmt: skip


def test_the_array_that_the_base_was_added_up_from_is_the_one():
    address = TABLE.address + 8 * INDEX
    state = compiled(address, ("r10", address), ("r9", 0))
    assert first(state).confidence == "possible"  # both fit
    found = first(state._replace(pointer=FailedPointer(terms=(("rbx", TABLE.address),))))
    assert claims(found) == ("out-of-bounds", "certain", BLAME, {"read": 4})
    assert "table" in found.summary


def test_an_address_in_an_array_is_that_of_a_row_that_the_index_was_added_to():
    row = TABLE.address + 3 * 64
    found = first(compiled(row - 16_000_000_000, ("rbp", row), ("rbx", -16_000_000_000), scale=1))
    assert claims(found)[:2] == ("out-of-bounds", "likely")
    assert "table" in found.summary


def test_an_address_below_zero_lies_before_the_array():
    address = TABLE.address - 8 * 32_000_000_000_000
    found = first(compiled(address, ("rbx", TABLE.address), ("rcx", -32_000_000_000_000)))
    assert claims(found)[:2] == ("out-of-bounds", "certain")
    assert any("256 TB before the start of table" in one.text for one in found.evidence)


def test_no_array_is_named_where_the_base_lies_in_the_codes_constants():
    """Numba copies global arrays there."""
    state = compiled(CONSTANTS + 8 * 999_999_999, ("rcx", CONSTANTS), ("rbx", 999_999_999))
    assert first(state).cause == "out-of-bounds" and "table" not in first(state).summary
    (found,) = far_index(case_of(state))
    assert found.confidence == "likely" and "compiled code" in found.evidence[-1].text


def test_of_a_gather_the_register_is_the_base():
    """Its indices are in a register of vectors; one of them is in an array of the program's."""
    state = compiled(CONSTANTS + 8 * 999_999_999, ("r10", CONSTANTS))
    instruction = "vgatherqpd ymm6 {k1}, ymmword ptr [r10 + ymm2*8]"
    access = state.fault.tried._replace(instruction=instruction, size=32)
    state = state._replace(fault=state.fault._replace(access=access))
    assert "table" not in first(state).summary
    number = FarNumber(999_999_999, "bands[50]", PID, 2, 1000)
    assert first(state._replace(far_numbers=(number,))).cause == "out-of-bounds"


def test_the_array_that_the_code_made_itself_is_the_one_and_not_what_a_register_holds():
    made = HEAP + 0x4000
    address = made + 8 * 1_960_036_052
    state = compiled(address, ("rax", address), ("rcx", 0), scale=8)
    pointer = FailedPointer(terms=(("r12", made),), block=(made, made + 768))
    found = first(state._replace(pointer=pointer))
    assert claims(found)[:2] == ("out-of-bounds", "likely")
    assert "element 1960036052 of an array of its own" in found.summary
    assert any("it has 768 bytes" in one.text for one in found.evidence)
