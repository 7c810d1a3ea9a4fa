"""Registers, notes, system calls and instructions of AArch64."""

from __future__ import annotations

import random
import struct

import pytest

from atfault.arch import by_machine, by_name
from atfault.arch.aarch64 import AARCH64, CALL_NAMES
from atfault.arch.base import CODE_SET, sets_behind, with_identities, with_sets
from atfault.arch.x86_64 import X86_64
from atfault.errors import FormatError
from atfault.model.process import Registers, Thread
from support.cfi_builder import Segments

BASE, TARGET = 0x400000, 0x401000
WORDS = struct.Struct("<34Q")
EINTR = (1 << 64) - 4
SVC = 0xD4000001


def code(*words: int) -> bytes:
    return b"".join([word.to_bytes(4, "little") for word in words])


def registers(**given: int) -> Registers:
    general: list[int | None] = [0] * 33
    for name, value in given.items():
        number = {"sp": 31, "pc": 32}.get(name)
        general[int(name[1:]) if number is None else number] = value
    return Registers(tuple(general))


def test_it_is_found_by_machine_and_by_name() -> None:
    assert by_machine(183) is by_name("AArch64") is AARCH64
    assert by_machine(62) is by_name("x86-64") is X86_64
    assert by_name("") is None


def test_the_register_set_is_in_dwarf_order() -> None:
    raw = WORDS.pack(*range(100, 134))
    found = AARCH64.decode_user_regs(raw)
    assert found.general == tuple(range(100, 133))
    assert AARCH64.pc(found) == 132
    assert AARCH64.stack_pointer(found) == 131
    assert AARCH64.decode_stack(raw) == (131, 0)
    assert AARCH64.encode_user_regs(found)[: 33 * 8] == raw[: 33 * 8]
    with pytest.raises(FormatError):
        AARCH64.decode_user_regs(raw[:-1])
    assert AARCH64.decode_stack(raw[:-1]) == (0, 0)


def test_notes_tell_the_thread_pointer_and_the_call() -> None:
    before = registers(x0=7, x5=9)
    notes = {0x401: struct.pack("<2Q", 0xFFFF_8000_1000, 0), 0x404: struct.pack("<i", 98)}
    found = AARCH64.thread_notes(before, notes)
    assert found.thread_pointer == 0xFFFF_8000_1000
    assert (found.syscall, found.syscall_args) == (98, (7, 0, 0, 0, 0, 9))
    none = AARCH64.thread_notes(before, {0x404: struct.pack("<i", -1)})
    assert none == before
    assert AARCH64.thread_notes(before, {0x401: b"abc", 0x404: b""}) == before


@pytest.mark.parametrize(
    ("around", "x0", "syscall", "args"),
    [
        ((0, SVC), 5, 98, (5, 0, 0, 0, 0, 0)),  # about to begin anew
        ((SVC, 0), EINTR, 98, ()),  # its first argument is gone
        ((SVC, 0), 0, None, ()),  # done
        ((0, 0), 5, None, ()),
    ],
)
def test_a_call_that_was_interrupted_shows_in_the_code(around, x0, syscall, args) -> None:
    assert AARCH64.interrupted_call is not None
    found = AARCH64.interrupted_call(registers(x0=x0, x8=98), code(*around))
    assert (found.syscall, found.syscall_args) == (syscall, args)


def test_a_number_that_no_call_has_is_none() -> None:
    assert AARCH64.interrupted_call is not None
    found = AARCH64.interrupted_call(registers(x8=99_999), code(0, SVC))
    assert found.syscall is None


def test_signatures_are_the_bits_that_the_note_names() -> None:
    assert AARCH64.code_mask_of is not None
    mask = AARCH64.code_mask_of({0x406: struct.pack("<2Q", 0x7F << 48, 0x7F << 48)})
    assert 0x0033_FFFF_8000_1234 & mask == 0xFFFF_8000_1234
    assert 0x4141_4141_4141_4141 & mask == 0x4100_4141_4141_4141, "no signature: still seen as wild"
    assert AARCH64.code_mask_of({}) == (1 << 64) - 1


def test_the_descriptor_of_a_thread_is_found_below_its_pointer() -> None:
    size, low, tid = 0x740, 0x7000_0000, 4711
    pthread = low + 0x140
    other = low + 0x1000
    data = bytearray(0x2000)
    struct.pack_into("<QQI", data, 0x140 + 0xC0, other, other, tid)
    struct.pack_into("<QQ", data, 0x1000, pthread + 0xC0, pthread + 0xC0)
    memory = Segments({low: bytes(data)})
    assert AARCH64.pthread_size_of(memory, [(pthread + size, tid)]) == size
    assert AARCH64.pthread_size_of(memory, [(pthread + size, tid + 1)]) == 0
    assert AARCH64.pthread_size_of(memory, [(0x10, tid)]) == 0
    assert AARCH64.pthread_size_of(memory, []) == 0


def test_the_descriptor_of_a_thread_of_musl_is_one_of_a_ring() -> None:
    size, low, tid = 0xC8, 0x7000_0000, 4711
    pthread, other = low + 0x140, low + 0x1000
    data = bytearray(0x2000)
    struct.pack_into("<QQQQI", data, 0x140, pthread, other, other, 0, tid)
    struct.pack_into("<QQQQI", data, 0x1000, other, pthread, pthread, 0, tid + 1)
    memory = Segments({low: bytes(data)})
    assert AARCH64.pthread_size_of(memory, [(pthread + size, tid)]) == size
    assert AARCH64.pthread_size_of(memory, [(pthread + size, tid + 1)]) == 0
    struct.pack_into("<Q", data, 0x1008, low)  # the ring is broken
    memory = Segments({low: bytes(data)})
    assert AARCH64.pthread_size_of(memory, [(pthread + size, tid)]) == 0


def test_threads_are_known_by_their_own_ids_in_a_namespace() -> None:
    size, low, tid = 0xC8, 0x7000_0000, 7
    data = bytearray(0x2000)
    pthread = low + 0x140
    struct.pack_into("<QQQQI", data, 0x140, pthread, pthread, pthread, 0, tid)
    memory = Segments({low: bytes(data)})
    thread = Thread(4711, "", registers()._replace(thread_pointer=pthread + size))
    arch, (found,) = with_identities(AARCH64, memory, [thread], lambda _: tid)
    assert (arch.pthread_size, found.registers.thread_pointer) == (size, pthread)
    _, (again,) = with_identities(arch, Segments({}), [thread])
    assert again == found, "it is the same for all threads, and kept"
    assert with_identities(X86_64, memory, [thread]) == (X86_64, (thread,))


STOPPED = (0x401, struct.pack("<Q", 0xFFFF_8000_1000)), (0x404, struct.pack("<i", -1))


@pytest.mark.parametrize(
    ("around", "number", "syscall"),
    [((0, SVC), -1, 98), ((SVC, 0), -1, None), ((0, 0), 63, 63), ((0, 0), -1, None)],
)
def test_sets_of_a_stopped_thread_tell_the_rest(around, number, syscall) -> None:
    general = WORDS.pack(*[98 if at == 8 else at for at in range(34)])
    sets = {**dict(STOPPED), 0x404: struct.pack("<i", number), CODE_SET: code(*around)}
    raw = with_sets(general, sets)
    assert sets_behind(raw, AARCH64.user_regs_size) == sets
    found = AARCH64.decode_user_regs(raw)
    assert found.thread_pointer == 0xFFFF_8000_1000
    assert found.syscall == syscall
    assert AARCH64.decode_stack(raw) == (31, 0xFFFF_8000_1000)
    assert AARCH64.decode_user_regs(general).thread_pointer is None


def test_sets_that_are_cut_off_tell_nothing_wrong() -> None:
    general = WORDS.pack(*range(34))
    raw = with_sets(general, dict(STOPPED))
    for size in range(len(general), len(raw)):
        assert AARCH64.decode_user_regs(raw[:size]).syscall is None


def test_a_signal_frame_begins_with_the_registers_as_they_are() -> None:
    raw = WORDS.pack(*range(34))
    assert AARCH64.signal_frame_registers(raw) == raw[: 33 * 8]
    assert AARCH64.signal_frame_registers(raw[:-1]) == b""
    assert AARCH64.signal_context[0] == (0, 312)


def test_system_calls_have_the_numbers_of_the_generic_table() -> None:
    wanted = {63: "read", 98: "futex", 139: "rt_sigreturn", 172: "getpid", 260: "wait4"}
    wanted |= {151: "setfsuid", 91: "capset", 291: "statx", 435: "clone3", 449: "futex_waitv"}
    assert {number: CALL_NAMES[number] for number in wanted} == wanted
    assert len(set(CALL_NAMES.values())) == len(CALL_NAMES)
    assert 250 not in CALL_NAMES
    assert set(AARCH64.syscall_names.values()) <= set(X86_64.syscall_names.values())
    assert AARCH64.ending_calls.items() <= CALL_NAMES.items()


@pytest.mark.parametrize("word", [0x94000010, 0xD63F0060, 0xD73F0861, 0xD63F081F])
def test_calls(word: int) -> None:
    assert AARCH64.has_call_before(code(0, word))


@pytest.mark.parametrize("word", [0x14000010, 0xD61F0060, 0xD65F03C0, 0, 0xD4000001])
def test_what_is_no_call(word: int) -> None:
    assert not AARCH64.has_call_before(code(0, word))
    assert AARCH64.direct_call_target(code(0, word), BASE) is None


def test_where_a_direct_call_goes() -> None:
    assert AARCH64.direct_call_target(code(0x94000010), BASE) == BASE - 4 + 64
    assert AARCH64.direct_call_target(code(0x97FFFFFF), BASE) == BASE - 8
    assert AARCH64.direct_call_target(code(0xD63F0060), BASE) is None
    assert AARCH64.called_register(code(0xD63F0060)) == 3
    assert AARCH64.called_register(code(0x94000010)) is None


def test_jumps_and_the_slots_of_stubs() -> None:
    found = AARCH64.jumps(code(0x14000004, 0x54000040, 0xB4000040, 0x36000040), BASE)
    assert found.targets == {BASE + 16, BASE + 12, BASE + 16, BASE + 20}
    assert not found.computed
    stub = code(0xB0000010, 0xF9400A11, 0x91004210, 0xD61F0220)
    found = AARCH64.jumps(stub, BASE)
    assert found.slots == {BASE + 0x1000 + 16}
    assert not found.computed
    assert AARCH64.jumps(code(0xD61F0060), BASE).computed


def test_constants_before_a_call() -> None:
    words = (0xB0000000, 0x91008000, 0x528003E2, 0x10000041, 0xAA0003E3, 0x94000010)
    end = BASE + 4 * len(words)
    values = {0: BASE + 0x1020, 1: BASE + 12 + 8, 2: 31, 3: BASE + 0x1020}
    assert AARCH64.literals_before(code(0xF9400000, *words), end) == (values, BASE)
    assert AARCH64.constant_arguments(code(*words), end) == (
        BASE + 0x1020,
        BASE + 20,
        31,
        BASE + 0x1020,
    )
    assert AARCH64.constant_arguments(code(*words[2:]), end) == ()
    assert AARCH64.literals_before(code(0x528003E2, 0xD65F03C0), end) == ({}, end)


def test_where_errno_is_told() -> None:
    plain = (0xB0000000, 0xF9400800, 0xD53BD041, 0x8B000020, 0xD65F03C0, 0xD503201F)
    assert AARCH64.errno_slot(code(*plain), BASE) == BASE + 0x1000 + 16
    assert AARCH64.errno_slot(code(0xD503245F, *plain), BASE) == BASE + 0x1000 + 16
    assert AARCH64.errno_slot(code(*plain[1:]), BASE) is None
    assert AARCH64.errno_slot(b"", BASE) is None


def test_the_number_before_a_system_call() -> None:
    assert AARCH64.syscall_number_before(code(0xD2801168, SVC)) == 139
    assert AARCH64.syscall_number_before(code(0x52800C48)) == 98
    assert AARCH64.syscall_number_before(code(0xD2801167, SVC)) is None


def test_a_trap_stays_at_its_instruction() -> None:
    assert AARCH64.breakpoint_at(code(0xD4207D00)) == "brk #0x3e8"
    assert AARCH64.breakpoint_at(code(0xD4000001)) == ""
    assert AARCH64.breakpoint_at(b"") == ""


def signal_frame(
    syndrome: int | None, address: int, info: tuple[int, int, int] = (0, 0, 0)
) -> bytes:
    frame = bytearray(AARCH64.signal_frame_size)
    struct.pack_into("<iiiiQ", frame, 0, *info, 0, address)
    struct.pack_into("<Q", frame, 304, address)
    struct.pack_into("<33Q", frame, 312, *range(32), 0x1234)
    struct.pack_into("<II", frame, 592, 0x46508001, 528)
    if syndrome is not None:
        struct.pack_into("<IIQ", frame, 592 + 528, 0x45535201, 16, syndrome)
    return bytes(frame)


DATA, CODE = 0x24 << 26, 0x20 << 26


@pytest.mark.parametrize(
    ("number", "syndrome", "fault", "is_write"),
    [
        (11, DATA | 0x47, (0, 0x5000), True),
        (11, DATA | 0x07, (0, 0x5000), False),
        (11, DATA | 0x4F, (2, 0x5000), True),
        (11, CODE | 0x0F, (2, 0x5000), False),
        (7, DATA | 0x07, (2, 0x5000), False),
        (7, DATA | 0x21, (1, 0x5000), False),
        (7, DATA | 0x4F, None, True),
        (4, None, (1, 0x1234), False),
        (4, DATA | 0x07, None, False),
        (11, None, None, False),
        (8, DATA | 0x07, None, False),
    ],
)
def test_the_record_of_a_fault_in_a_handlers_frame(number, syndrome, fault, is_write) -> None:
    found = AARCH64.decode_signal_frame(signal_frame(syndrome, 0x5000, (number, 0, 1)), number)
    assert found is not None
    assert found.general == (*range(32), 0x1234)
    assert (found.signal, found.code, found.address) == (number, 1, 0x5000)
    assert (found.fault, found.is_write) == (fault, is_write)


def test_records_that_do_not_end_are_left() -> None:
    frame = bytearray(signal_frame(DATA, 0x5000))
    struct.pack_into("<II", frame, 592, 0x46508001, 0)
    found = AARCH64.decode_signal_frame(bytes(frame), 11)
    assert found is not None
    assert found.fault is None
    assert AARCH64.decode_signal_frame(bytes(100), 11) is None


# -- accesses --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "address", "size", "is_write"),
    [
        (0xF9400401, 0x1008, 8, False),  # ldr x1, [x0, #8]
        (0xB9000401, 0x1004, 4, True),  # str w1, [x0, #4]
        (0x39401001, 0x1004, 1, False),  # ldrb w1, [x0, #4]
        (0xF85F8001, 0x0FF8, 8, False),  # ldur x1, [x0, #-8]
        (0xF81F8C01, 0x0FF8, 8, True),  # str x1, [x0, #-8]!
        (0xF8408401, 0x1000, 8, False),  # ldr x1, [x0], #8
        (0xF8627801, 0x1000 + 8 * 3, 8, False),  # ldr x1, [x0, x2, lsl #3]
        (0xB823D801, 0x1000 - 4, 4, True),  # str w1, [x0, w3, sxtw #2]
        (0x3DC00401, 0x1010, 16, False),  # ldr q1, [x0, #16]
        (0xFD000401, 0x1008, 8, True),  # str d1, [x0, #8]
        (0xA9410801, 0x1010, 16, False),  # ldp x1, x2, [x0, #16]
        (0xA9BF7BFD, 0x9000 - 16, 16, True),  # stp x29, x30, [sp, #-16]!
        (0xAD000400, 0x1000, 32, True),  # stp q0, q1, [x0]
        (0x4C407000, 0x1000, 16, False),  # ld1 {v0.16b}, [x0]
        (0x4C9F2000, 0x1000, 64, True),  # st1 {v0.16b-v3.16b}, [x0], #64
        (0x0D400000, 0x1000, 1, False),  # ld1 {v0.b}[0], [x0]
        (0x4DC0C800, 0x1000, 4, False),  # ld1r {v0.4s}, [x0], x0
        (0xC85F7C01, 0x1000, 8, False),  # ldxr x1, [x0]
        (0xC8027C01, 0x1000, 8, True),  # stxr w2, x1, [x0]
        (0xC89FFC01, 0x1000, 8, True),  # stlr x1, [x0]
        (0xC8A27C01, 0x1000, 8, True),  # cas x2, x1, [x0]
        (0xF8220001, 0x1000, 8, True),  # ldadd x2, x1, [x0]
        (0xF8BFC001, 0x1000, 8, False),  # ldapr x1, [x0]
        (0xD50B7420, 0x1000, 64, True),  # dc zva, x0
        (0x58000041, TARGET + 8, 8, False),  # ldr x1, pc+8
    ],
)
def test_loads_and_stores(word, address, size, is_write) -> None:
    given = registers(x0=0x1000, x2=3, x3=0xFFFF_FFFF, sp=0x9000, pc=TARGET)
    assert AARCH64.decode_accesses is not None
    (found,) = AARCH64.decode_accesses(code(word), given)
    assert (found.address, found.size, found.is_write) == (address, size, is_write)


@pytest.mark.parametrize(
    "word", [0xD503201F, 0x8B020020, 0xF9800000, 0xD8000000, 0x94000000, 0xD65F03C0, 0xD9200800]
)
def test_what_accesses_no_memory(word: int) -> None:
    assert AARCH64.decode_accesses is not None
    assert AARCH64.decode_accesses(code(word), registers()) == ()


def test_of_vectors_without_a_length_the_direction_is_told() -> None:
    assert AARCH64.decode_accesses is not None
    (read,) = AARCH64.decode_accesses(code(0xA4024020), registers(x1=0x2000))
    (written,) = AARCH64.decode_accesses(code(0xE4024020), registers(x1=0x2000))
    assert (read.address, read.is_write) == (None, False)
    assert (written.address, written.is_write) == (None, True)
    assert read.registers == (("x1", 0x2000),)


def test_every_load_and_store_is_as_capstone_has_it() -> None:
    capstone = pytest.importorskip("capstone")
    engine = capstone.Cs(capstone.CS_ARCH_ARM64, capstone.CS_MODE_ARM)
    engine.detail = True
    given = Registers(tuple([0x10000 + 0x1000 * number for number in range(33)]))
    chance = random.Random(7)
    checked = 0
    for _ in range(20_000):
        word = chance.getrandbits(32) & ~(1 << 25) | 1 << 27
        found = next(engine.disasm(code(word), 0x10000 + 0x1000 * 32, 1), None)
        if found is None or found.mnemonic.startswith(_LEFT):
            continue
        address = _address_by(capstone, found, given)
        if address is None:
            continue
        assert AARCH64.decode_accesses is not None
        accesses = AARCH64.decode_accesses(code(word), given)
        text = f"{word:08x} {found.mnemonic} {found.op_str}"
        if found.mnemonic.startswith("prf"):
            assert accesses == (), text
            continue
        (access,) = accesses
        assert access.address == address, text
        is_load = found.mnemonic.startswith("ld") and not found.mnemonic.startswith(_CHANGING)
        assert access.is_write is not is_load, text
        checked += 1
    assert checked > 3000


_CHANGING = ("ldadd", "ldclr", "ldeor", "ldset", "ldsmax", "ldsmin", "ldumax", "ldumin")
_LEFT = ("stg", "st2g", "stzg", "stz2g", "ldg", "irg", "addg", "subg", "ldra", "stgp", "cpy", "set")
"""Tags, and what takes a signature off."""


def _address_by(capstone, found, given: Registers) -> int | None:
    """What the one memory operand leads to; None for none."""
    memory = [one for one in found.operands if one.type == capstone.arm64.ARM64_OP_MEM]
    if len(memory) != 1:
        return None
    one = memory[0].mem

    def value(number: int) -> int:
        name = found.reg_name(number)
        if name in ("xzr", "wzr"):
            return 0
        if name == "sp":
            return given.general[31] or 0
        return given.general[{"fp": 29, "lr": 30}.get(name) or int(name[1:])] or 0

    address = value(one.base) + one.disp
    if one.index:
        address += value(one.index) << memory[0].shift.value
    return address & (1 << 64) - 1
