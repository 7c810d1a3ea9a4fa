"""Faulting instructions by their bytes, with registers made up."""

from __future__ import annotations

import pytest

from atfault.arch.aarch64 import AARCH64
from atfault.arch.x86_64 import X86_64
from atfault.model.absent import Absent
from atfault.model.process import Registers, SignalInfo, Thread
from atfault.model.state import FaultAccess
from atfault.native import disassemble as disassemble_module
from atfault.native.disassemble import Instruction, disassemble
from atfault.native.fault import direction, fault_access
from support.cfi_builder import Target

PC = 0x401000
REGISTERS = "rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15"
NAMES = REGISTERS.split()

# Instructions with one memory operand, [rax] mostly, as binutils assembles them: loads, stores and
# those that change memory (of general registers, SSE, AVX, AVX-512, x87 and the mask registers).
READS = """
    8b08 0fb608 480fbf08 486308 0f1000 660f6f00 f30f7e00 660f6e00 f20f1000 0f1200 c5fc1000
    c5fe6f00 c5fa1000 c5fb1000 62f17c481000 62f1fe486f00 62e17f286f00 62e17fa96f00 c5f45800
    c5f55900 c4e275b800 c4e27d1800 c4e27d1900 c4e27d7800 c5f57400 62f17d207400 c5f5da00 c5fdeb00
    c4e37d180001 c4e27d1300 c4e2752c00 c4e27d3100 660f383100 660f3a220001 f20f5800 f20f2a00
    f2480f2c08 660f2e00 0308 833801 3908 3b08 8508 f70001000000 0faf08 6b0807 f728 48f720 48f730
    0fba2003 0f4508 ff30 ff10 ff20 dd00 db00 d928 db28 0fae10 0fae08 0fae28 0f38f008 f30fb808
    f30fbc08 0fbc08 c4e268f208 c4e26bf608 c4e269f708 1b08 f20ff000 c5fff000 0fae38 ac ae
    660f38dc00 660f380000 660ffe00 c5f5fe00 c4e1f89008 c5f89008 c4e26d900488 62f17d486f18
    62f37548250005
"""
WRITES = """
    8908 0f1100 0f2900 f30f7f00 660f7f00 660fd600 660f7e00 f30f1100 f20f1100 0f1700 660fe700
    0fc308 0f2b00 c5fc1100 c5fc2900 c5fe7f00 c5fd7f00 c5fa1100 c5fb1100 c5f9d600 c5f97e00 c5fde700
    c5f81300 c5f81700 62f17c481100 62f1fe487f00 62e17f287f00 62e17f297f00 62f17d48e700
    62f1fd482900 c4e37d190001 c4e37d390001 62f37d48190001 c4e37d1d0001 c4e27d2e08 c4e27d8e08
    62f27e483100 660f3a160001 660f3a140001 660f3a170001 0108 832801 ff00 48ff08 f718 f710 830801
    2108 3108 d120 d338 c10003 8708 f00fc108 f00fb108 f0480fc708 f0ff00 f048ff08 f0830001
    f0830c2400 0fba2803 0f9500 c60000 48c70000000000 8f00 dd18 df38 d938 db38 0fae18 0fae00 0fae20
    0fc720 0f38f108 1108 aa 48ab c4e1f89108 c5f89108 62f27d49a20488 62f27d498a00 62f27d498b00
    62f1fd487f18 0fa40803
"""
NEITHER = """
    0f1808 488d08
"""


@pytest.fixture(autouse=True)
def needs_capstone() -> None:
    pytest.importorskip("capstone", reason="capstone is not installed")


def fault(
    code: bytes, address: int | None, number: int = 11, si_code: int = 1, **registers: int
) -> FaultAccess | Absent:
    target = Target({PC: code.ljust(32, b"\x90")}, [(PC, PC + 0x1000)])
    target.signal = SignalInfo(number, si_code, address)  # type: ignore[assignment]
    general = tuple(registers.get(name, 0) for name in NAMES) + (PC,)
    thread = Thread(1, "t", Registers(general, registers.get("fs")))
    return fault_access(target, thread)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("code", "address", "registers", "kind", "size"),
    [
        ("8b04b0", 0x1018, {"rax": 0x1000, "rsi": 6}, "read", 4),  # mov eax, [rax+rsi*4]
        ("42890480", 0x2010, {"rax": 0x2000, "r8": 4}, "write", 4),  # mov [rax+r8*4], eax
        ("488b05f0ffffff", PC + 7 - 16, {}, "read", 8),  # mov rax, [rip-16]
        ("678b00", 0x1000, {"rax": 0xFF00001000}, "read", 4),  # mov eax, [eax]
        ("64488b042510000000", 0x7010, {"fs": 0x7000}, "read", 8),  # mov rax, fs:[0x10]
        ("a4", 0x3000, {"rsi": 0x3000, "rdi": 0x4000}, "read", 1),  # movsb: the source
        ("a4", 0x4000, {"rsi": 0x3000, "rdi": 0x4000}, "write", 1),  # movsb: the target
        ("ff10", 0x5FF8, {"rax": 0x9000, "rsp": 0x6000}, "write", 8),  # call [rax]: the push
        ("ff10", 0x9000, {"rax": 0x9000, "rsp": 0x6000}, "read", 8),  # call [rax]: the target
        ("c9", 0x7000, {"rbp": 0x7000, "rsp": 0x100}, "read", 8),  # leave
        ("c3", 0x7000, {"rsp": 0x7000}, "read", 8),  # ret
        ("f0480fb111", 0x8000, {"rcx": 0x8000}, "write", 8),  # lock cmpxchg [rcx], rdx
        ("62f17c487f00", 0x4020, {"rax": 0x4000}, "", None),  # not an instruction
        ("c5fc1000", 0x401F, {"rax": 0x4000}, "read", 32),  # vmovups ymm0, [rax]
    ],
)
def test_the_operand_that_holds_the_address(
    code: str, address: int, registers: dict[str, int], kind: str, size: int | None
) -> None:
    found = fault(bytes.fromhex(code), address, **registers)
    assert isinstance(found, FaultAccess)
    assert (found.kind, found.size, found.address) == (kind, size, address)


@pytest.mark.parametrize(("codes", "wanted"), [(READS, 1), (WRITES, 2), (NEITHER, 0)])
def test_reading_and_writing_are_told_apart(codes: str, wanted: int) -> None:
    for code in codes.split():
        found = disassemble(bytes.fromhex(code), PC)
        assert isinstance(found, Instruction), code
        (operand,) = found.memory
        assert direction(found.mnemonic, operand.position) == wanted, found.text


@pytest.mark.parametrize(
    ("code", "feature"), [("c4e27b4b0408", "amx_tile"), ("62f57c485800", "avx512_fp16")]
)
def test_features_are_known_even_where_the_instruction_is_not(code: str, feature: str) -> None:
    found = fault(bytes.fromhex(code), PC, number=4, si_code=2)
    assert isinstance(found, FaultAccess)
    assert feature in found.requires


def test_no_kind_is_told_when_no_operand_holds_the_address() -> None:
    found = fault(bytes.fromhex("8b00"), 0x9999, rax=0x1000)
    assert isinstance(found, FaultAccess)
    assert (found.kind, found.address) == ("", 0x9999)
    assert found.instruction == "mov eax, dword ptr [rax]"


def test_a_gather_is_a_read_though_its_address_is_in_a_vector() -> None:
    found = fault(bytes.fromhex("c4e265920488"), 0x9999, rax=0x1000)  # vgatherdps xmm0, …
    assert isinstance(found, FaultAccess)
    assert found.kind in ("read", "")
    assert found.address == 0x9999


@pytest.mark.parametrize(
    ("code", "feature"),
    [
        ("62f17c485800", "avx512f"),  # vaddps zmm0, zmm0, [rax]
        ("c4e27d2800", "avx2"),  # vpmuldq ymm0, ymm0, [rax]
        ("c4e279b800", "fma"),  # vfmadd231ps
        ("660f380000", "ssse3"),  # pshufb xmm0, [rax]
    ],
)
def test_an_illegal_instruction_has_the_features_it_needs(code: str, feature: str) -> None:
    found = fault(bytes.fromhex(code), PC, number=4, si_code=2)
    assert isinstance(found, FaultAccess)
    assert feature in found.requires
    assert found.kind == ""


def test_an_instruction_cut_off_by_an_unmapped_page_is_an_execution() -> None:
    target = Target({PC: b"\x48\x8b"}, [(PC, PC + 2)])
    target.signal = SignalInfo(11, 1, PC + 2)  # type: ignore[assignment]
    thread = Thread(1, "t", Registers((0,) * 16 + (PC,)))
    found = fault_access(target, thread)  # type: ignore[arg-type]
    assert found == FaultAccess("execute", PC + 2, code=b"\x48\x8b")


def test_without_capstone_the_address_remains(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise ImportError("capstone")

    monkeypatch.setattr(disassemble_module, "_engine", missing)
    code = bytes.fromhex("8b00")  # mov eax, dword ptr [rax]
    assert fault(code, 0x9999, rax=0x9999) == FaultAccess("", 0x9999, code=code + b"\x90" * 13)
    assert fault(b"\x0f\x0b", PC, number=4) == Absent("capstone is not installed")


def test_canonical_addresses() -> None:
    assert X86_64.is_possible(0x7FFF_FFFF_FFFF)
    assert X86_64.is_possible(0xFFFF_8000_0000_0000)
    assert not X86_64.is_possible(0x8000_0000_0000)
    assert not X86_64.is_possible(0x4141_4141_4141_4141)


TEXT = 0x2072616620796220  # eight letters, and no address


@pytest.mark.parametrize(
    ("code", "registers", "instruction"),
    [
        ("ffd0", {"rax": TEXT}, "call rax"),
        ("ffe7", {"rdi": TEXT}, "jmp rdi"),
        ("ff5010", {"rax": PC, "rsp": 0x6000}, "call qword ptr [rax + 0x10]"),
        ("c3", {"rsp": PC + 16}, "ret"),
    ],
)
def test_a_refused_jump_is_an_execution_of_its_target(
    code: str, registers: dict[str, int], instruction: str
) -> None:
    raw = bytes.fromhex(code).ljust(16, b"\x90") + TEXT.to_bytes(8, "little")
    found = fault(raw, None, si_code=0x80, **registers)
    assert isinstance(found, FaultAccess)
    assert (found.kind, found.address, found.instruction) == ("execute", TEXT, instruction)


def test_a_jump_to_a_possible_address_was_not_refused_for_that() -> None:
    found = fault(bytes.fromhex("ffd0"), None, si_code=0x80, rax=0x7F00_0000_0000)
    assert isinstance(found, FaultAccess) and found.kind != "execute"


CALL_RAX, CALL_FIELD, CALL_NEAR = b"\xff\xd0", b"\xff\x53\x10", b"\xe8\x00\x01\x00\x00"


def gone_to(target: int, *stack: int, call: bytes = b"", **registers: int) -> FaultAccess | Absent:
    """Sent to `target`, which is no code; stack: the words from below its top on; call: what stands
    in front of PC + 16."""
    words = b"".join(word.to_bytes(8, "little") for word in stack)
    code = (b"\x90" * 16)[len(call) :] + call + b"\x90" * 16
    snapshot = Target({PC: code, 0x7000: words}, [(PC, PC + 0x1000)])
    snapshot.signal = SignalInfo(11, 1, target)  # type: ignore[assignment]
    values = {"rsp": 0x7008, **registers}
    general = tuple(values.get(name, 0) for name in NAMES) + (target,)
    return fault_access(snapshot, Thread(1, "t", Registers(general)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("found", "how"),
    [
        (gone_to(0x50000, 0x50000, 0x6161_6161), "ret"),
        (gone_to(0x50000, 0, 0x6161_6161), ""),
        (gone_to(0, 0, 0), "ret"),  # the stack was overwritten with zeros
        (gone_to(0x50000, 0x50000, PC + 4), "ret"),  # an address of code, and of no call
        (gone_to(0x50000, 0, PC + 16, call=CALL_RAX, rax=0x50000), ""),
        (gone_to(0x50000, 0x50000, PC + 16, call=CALL_RAX, rax=0x50000), ""),
        (gone_to(0x50000, 0x50000, PC + 16, call=CALL_RAX, rax=7), "ret"),
        (gone_to(0x50000, 0, PC + 16, call=CALL_RAX, rax=7), "jmp"),
        (gone_to(0, 0, PC + 16, call=CALL_RAX, rax=7), "jmp"),
        (gone_to(0x50000, 0, PC + 16, 0x50000, call=CALL_FIELD, rbx=0x7000), ""),
        (gone_to(0x50000, 0, PC + 16, 0x50008, call=CALL_FIELD, rbx=0x7000), "jmp"),
        (gone_to(0x50000, 0, PC + 16, call=CALL_FIELD, rbx=0x9000), ""),  # that is not known
        (gone_to(0, 0, PC + 16, call=CALL_NEAR), "jmp"),
    ],
)
def test_a_return_or_jump_to_what_is_no_code_is_told_from_a_call(
    found: FaultAccess | Absent, how: str
) -> None:
    assert isinstance(found, FaultAccess)
    assert (found.kind, found.instruction) == ("execute", how)


# -- AArch64 ---------------------------------------------------------------------------------------


def arm_fault(
    word: int, address: int | None, number: int = 11, si_code: int = 1, **registers: int
) -> FaultAccess | Absent:
    target = Target({PC: word.to_bytes(4, "little") * 4}, [(PC, PC + 0x1000)])
    target.arch = AARCH64
    target.signal = SignalInfo(number, si_code, address)  # type: ignore[assignment]
    general = tuple([registers.get(f"x{n}", 0) for n in range(32)]) + (registers.get("pc", PC),)
    thread = Thread(1, "t", Registers(general))
    return fault_access(target, thread)  # type: ignore[arg-type]


def test_a_word_tells_what_was_accessed() -> None:
    found = arm_fault(0xF8627801, 0x1018, x0=0x1000, x2=3)  # ldr x1, [x0, x2, lsl #3]
    assert isinstance(found, FaultAccess)
    assert (found.kind, found.address, found.size, found.scale) == ("read", 0x1018, 8, 8)
    assert found.registers == (("x0", 0x1000), ("x2", 3))
    assert found.instruction == "ldr x1, [x0, x2, lsl #3]"


def test_tags_of_pointers_do_not_count() -> None:
    found = arm_fault(0xB9000401, 0x1004, x0=0x5A00_0000_0000_1000)  # str w1, [x0, #4]
    assert isinstance(found, FaultAccess)
    assert (found.kind, found.address) == ("write", 0x1004)


def test_an_access_elsewhere_is_not_the_one_that_failed() -> None:
    found = arm_fault(0xB9000401, 0x9000, x0=0x1000)
    assert isinstance(found, FaultAccess)
    assert (found.kind, found.address, found.size) == ("", 0x9000, None)


def test_a_trap_instruction_stands_at_the_pc() -> None:
    found = arm_fault(0xD4207D00, None, number=5)
    assert isinstance(found, FaultAccess)
    assert found.instruction == "brk #0x3e8"


@pytest.mark.parametrize(
    ("link", "before", "expected"),
    [
        (0x7000, 0xD63F0060, "ret"),  # x30 is where it went: a return
        (PC + 8, 0xD63F0060, ""),  # blr x3, which holds that address: a call
        (PC + 8, 0xD63F0080, "jmp"),  # blr x4 went elsewhere
        (PC + 8, 0x94000010, "jmp"),  # so did bl
    ],
)
def test_how_it_went_where_no_code_is(link: int, before: int, expected: str) -> None:
    found = arm_fault(before, 0x7000, pc=0x7000, x30=link, x3=0x7000, x4=PC)
    assert isinstance(found, FaultAccess)
    assert (found.kind, found.address, found.instruction) == ("execute", 0x7000, expected)
