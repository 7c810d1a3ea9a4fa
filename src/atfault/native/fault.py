"""The instruction that faulted: what it is, what memory it wanted, and whether to read or write.

The kernel's siginfo says which page was missing, not what for. The instruction's operands do, with
the registers as they were:

    movss xmm0, dword ptr [rax + rcx*4]        rax 0x7f2ab8000000, rcx 0x406  → reads 4 bytes at
                                               0x7f2ab8001018 = si_addr: this operand it was

For a non-canonical address (one that no process can have, 0x0000800000000000 and up) the processor
raises a general protection fault and the kernel reports no address at all (SI_KERNEL, 0). There the
computed address is the only one there is, and is returned.
"""

from collections.abc import Sequence

from atfault.arch.base import MASK64, Access, Architecture
from atfault.model.absent import Absent
from atfault.model.process import (
    FIRST_64K,
    MemoryMapping,
    Registers,
    SignalInfo,
    Thread,
    mapping_holding,
)
from atfault.model.state import FaultAccess
from atfault.native.disassemble import Instruction, MemoryOperand, disassemble
from atfault.snapshot.protocol import Snapshot

SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV = 4, 5, 7, 8, 11
_SI_KERNEL = 0x80
_MASK = MASK64
_READ, _WRITE = 1, 2

# In Intel syntax the first operand is the one that is written, except of these. The others only
# read memory, except of _SWAPPED.
_ONLY_READ_NAMES = (
    "cmp test bt push call lcall jmp ljmp mul imul div idiv ldmxcsr vldmxcsr fxrstor fxrstor64 "
    "xrstor xrstor64 xrstors clflush clflushopt clwb lgdt lidt lldt ltr lmsw verr verw invlpg "
    "cmpsb cmpsw cmpsd cmpsq scasb scasw scasd scasq lodsb lodsw lodsd lodsq outsb outsw outsd "
    "ptwrite"
)
_ONLY_READ = frozenset(_ONLY_READ_NAMES.split())
_FPU_STORES = ("fst", "fist", "fbstp", "fnst", "fnsave", "fsave", "fxsave")
_SWAPPED = ("xchg", "xadd", "cmpxchg")
_ALIGNED = ("movap", "movdqa", "movnt", "cmpxchg16b")
_UNALIGNED = ("movup", "movdqu", "lddqu", "bnd", "pcmpestr", "pcmpistr", "fx", "xsave", "xrstor")
_NO_ACCESS = ("lea", "nop", "prefetch", "cldemote")
# Their operands are larger than capstone says: up to this many bytes.
_STATE_SIZE = 4096
_STATE = ("fxsave", "fxrstor", "xsave", "xrstor", "fnsave", "fsave", "frstor")

# DWARF numbers of the registers, by their 64-bit names and the names of their lower parts.
_NAMES = "rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15"
_WIDE = tuple(_NAMES.split())
_REGISTERS: dict[str, tuple[int, int]] = {name: (i, 64) for i, name in enumerate(_WIDE)}
_REGISTERS.update({f"r{i}d": (i, 32) for i in range(8, 16)})
_REGISTERS.update({f"r{i}w": (i, 16) for i in range(8, 16)})
_REGISTERS.update({f"r{i}b": (i, 8) for i in range(8, 16)})
_REGISTERS.update({f"e{name[1:]}": (i, 32) for i, name in enumerate(_WIDE[:8])})
_REGISTERS.update({name[1:]: (i, 16) for i, name in enumerate(_WIDE[:8])})
_REGISTERS.update({f"{name[1]}l": (i, 8) for i, name in enumerate(_WIDE[:4])})
_REGISTERS.update({f"{name[1:]}l": (i, 8) for i, name in enumerate(_WIDE[:8]) if i >= 4})
_HIGH_BYTES = {"ah": 0, "dh": 1, "ch": 2, "bh": 3}

# capstone's instruction sets → the names in /proc/cpuinfo, less those that every x86-64 has.
_FEATURES = {
    "sse3": "pni", "ssse3": "ssse3", "sse41": "sse4_1", "sse42": "sse4_2", "sse4a": "sse4a",
    "avx": "avx", "avx2": "avx2", "fma": "fma", "fma4": "fma4", "fc16": "f16c", "bmi": "bmi1",
    "bmi2": "bmi2", "aes": "aes", "pclmul": "pclmulqdq", "sha": "sha_ni", "adx": "adx",
    "avx512": "avx512f", "cdi": "avx512cd", "dqi": "avx512dq", "bwi": "avx512bw",
    "vlx": "avx512vl", "eri": "avx512er", "pfi": "avx512pf", "tbm": "tbm", "xop": "xop",
    "fsgsbase": "fsgsbase", "rtm": "rtm", "hle": "hle",
}  # fmt: skip

# Of capstone's one group for all of AVX-512, and of sets that it has no group for: by mnemonic.
_BY_MNEMONIC = (
    (("vexp2p", "vrcp28", "vrsqrt28"), "avx512er"),
    (("v4fmadd", "v4fnmadd"), "avx512_4fmaps"),
    (("vp4dpwssd",), "avx512_4vnniw"),
    (("vpdpbusd", "vpdpwssd"), "avx512_vnni"),
    (("vpmadd52",), "avx512ifma"),
    (("vpermb", "vpermi2b", "vpermt2b", "vpmultishiftqb"), "avx512vbmi"),
    (("vpcompressb", "vpcompressw", "vpexpandb", "vpexpandw", "vpshld", "vpshrd"), "avx512_vbmi2"),
    (("vpopcntb", "vpopcntw", "vpshufbitqmb"), "avx512_bitalg"),
    (("vpopcntd", "vpopcntq"), "avx512_vpopcntdq"),
    (("vcvtne2ps2bf16", "vcvtneps2bf16", "vdpbf16ps"), "avx512_bf16"),
    (("vp2intersect",), "avx512_vp2intersect"),
    (("gf2p8", "vgf2p8"), "gfni"),
    (("movbe",), "movbe"),
    (("popcnt",), "popcnt"),
    (("lzcnt",), "abm"),
    (("rdrand",), "rdrand"),
    (("rdseed",), "rdseed"),
    (("rdpid",), "rdpid"),
    (("serialize",), "serialize"),
    (("enqcmd",), "enqcmd"),
    (("movdiri",), "movdiri"),
    (("movdir64b",), "movdir64b"),
    (("umonitor", "umwait", "tpause"), "waitpkg"),
    (("clflushopt",), "clflushopt"),
    (("clwb",), "clwb"),
    (("cldemote",), "cldemote"),
)


def fault_access(snapshot: Snapshot, thread: Thread) -> FaultAccess | Absent:
    """What the instruction at the thread's pc tried. Absent when there is no fault to explain.

    `address` is si_addr where the kernel gave one, the computed address for a non-canonical or
    misaligned one, None where neither is known. For SIGFPE `registers` holds ("divisor", value).
    """
    signal = snapshot.signal
    if not isinstance(signal, SignalInfo):
        return signal
    return access_of(snapshot, thread, signal)


def access_of(snapshot: Snapshot, thread: Thread, signal: SignalInfo) -> FaultAccess | Absent:
    """As fault_access, if the thread had taken `signal`."""
    if signal.number not in (SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV):
        return Absent("not a fault")
    pc = snapshot.arch.pc(thread.registers)
    if pc is None:
        return Absent("the program counter is not known")
    is_memory = signal.number in (SIGBUS, SIGSEGV)
    address = signal.fault_address if is_memory and signal.code != _SI_KERNEL else None
    if is_memory and not _is_executable(snapshot.mappings, pc):
        return FaultAccess("execute", pc, instruction=_how_it_went(snapshot, thread.registers, pc))
    if signal.number == SIGTRAP:
        return _breakpoint(snapshot, pc)
    code = snapshot.memory.read_upto(pc, 15)
    if is_memory and address is not None and pc <= address < pc + 15 and len(code) <= address - pc:
        return FaultAccess("execute", address, code=code)
    if snapshot.arch.decode_accesses is not None:
        return _by_word(snapshot.arch, signal.number, thread.registers, pc, code[:4], address)
    return _explain(snapshot, signal.number, thread.registers, pc, code, address)


def _by_word(
    arch: Architecture,
    number: int,
    registers: Registers,
    pc: int,
    code: bytes,
    address: int | None,
) -> FaultAccess:
    """As _explain, where the architecture takes its instructions apart itself; capstone, where it
    is there, writes them down."""
    assert arch.decode_accesses is not None
    found = disassemble(code, pc, arch.name)
    result = FaultAccess("", address, None, "" if isinstance(found, str) else found.text, code)
    if number not in (SIGBUS, SIGSEGV):
        return result
    accesses = arch.decode_accesses(code, registers)
    chosen = _choose(accesses, address, arch)
    if chosen is None:
        return result
    return result._replace(
        kind="write" if chosen.is_write else "read",
        size=chosen.size or None,
        registers=chosen.registers,
        scale=chosen.scale,
    )


def _refused_target(
    snapshot: Snapshot, registers: Registers, found: Instruction, accesses: list[Access]
) -> int | None:
    """Where a call, jump or return should have gone, that the processor refused since no process
    can have such an address: then the pc stays where it was. None when it was something else.

        call rax             rax
        call [rax + 0x58]    the word there
        ret                  the word at the top of the stack
    """
    name = found.mnemonic.rsplit(" ", 1)[-1]
    if name not in ("call", "jmp", "ret"):
        return None
    target = None
    if found.first_register:
        target = _value(registers, found.first_register)
    elif accesses and (found.memory or name == "ret"):
        at = accesses[0].address  # of the operand; what the stack takes comes last
        target = None if at is None else _word(snapshot, at)
    possible = target is None or snapshot.arch.is_possible(target)
    return None if possible else target


def _how_it_went(snapshot: Snapshot, registers: Registers, pc: int) -> str:
    """How the processor was sent to `pc`, which is no code; "" for a call, or when not known.

    "ret"    a return: `pc` is the word that was taken off the stack last, and the word on top
             of it now is no return address, or that of a call which went elsewhere
    "jmp"    a jump, by what a call that went elsewhere had led to
    """
    arch = snapshot.arch
    sp = arch.stack_pointer(registers)
    if sp is None:
        return ""
    if arch.link is not None:
        top = registers.general[arch.link]
        is_taken = top is not None and top & arch.code_mask == pc
    else:
        top = _word(snapshot, sp)
        is_taken = _word(snapshot, sp - 8) == pc
    if top is None:
        return ""
    code = snapshot.memory.read_upto(top - 8, 8) if _is_executable(snapshot.mappings, top) else b""
    if code and len(code) < 8:
        return ""
    if not code or not arch.has_call_before(code):
        return "ret" if is_taken else ""
    if not _went_elsewhere(snapshot, registers, pc, top, code):
        return ""
    return "ret" if is_taken and pc >= FIRST_64K else "jmp"  # zeros lie on every stack


def _went_elsewhere(
    snapshot: Snapshot, registers: Registers, pc: int, top: int, code: bytes
) -> bool:
    """Whether the call in front of `top`, with which `code` ends, certainly did not go to `pc`: had
    it, its operand would be what it was, as nothing ran since."""
    target = snapshot.arch.direct_call_target(code, top)
    if target is not None:
        return target != pc
    if snapshot.arch.link is not None:
        number = snapshot.arch.called_register(code[-4:])
        return number is not None and registers.general[number] not in (None, pc)
    targets: list[int | None] = []
    for length in range(2, 8):
        start = top - length
        found = disassemble(code[-length:], start)
        if isinstance(found, str) or found.length != length or found.mnemonic[-4:] != "call":
            continue
        if found.memory:
            at = _operand(registers, start, found, found.memory[0]).address
            targets.append(None if at is None else _word(snapshot, at))
        else:
            targets.append(_value(registers, found.first_register))
    return bool(targets) and None not in targets and pc not in targets


def _word(snapshot: Snapshot, address: int) -> int | None:
    raw = snapshot.memory.read_upto(address, 8) if snapshot.arch.is_possible(address) else b""
    return int.from_bytes(raw, "little") if len(raw) == 8 else None


def _breakpoint(snapshot: Snapshot, pc: int) -> FaultAccess | Absent:
    """The breakpoint instruction right before `pc`, where a trap is taken after it has run; or at
    it."""
    at = snapshot.arch.breakpoint_at(snapshot.memory.read_upto(pc, 4))
    if at:
        return FaultAccess("", None, instruction=at, code=snapshot.memory.read_upto(pc, 4))
    code = snapshot.memory.read_upto(pc - 2, 2)
    if snapshot.arch.name == "x86-64" and len(code) == 2:
        if code[1] == 0xCC:
            return FaultAccess("", None, instruction="int3", code=code[1:])
        if code[1] == 0xF1:
            return FaultAccess("", None, instruction="int1", code=code[1:])
        if code == b"\xcd\x03":
            return FaultAccess("", None, instruction="int 3", code=code)
    return Absent("no breakpoint instruction stands before the place where it stopped")


def _explain(
    snapshot: Snapshot,
    number: int,
    registers: Registers,
    pc: int,
    code: bytes,
    address: int | None,
) -> FaultAccess | Absent:
    found = disassemble(code, pc)
    if isinstance(found, str):
        if found and number not in (SIGBUS, SIGSEGV):
            return Absent(found)
        return FaultAccess("", address, code=code, requires=required_features(code, None))
    requires = required_features(code, found) if number in (SIGILL, SIGTRAP) else ()
    result = FaultAccess("", address, None, found.text, code, requires)
    if number == SIGFPE:
        return result._replace(registers=_divisor(snapshot, registers, pc, found))
    if number not in (SIGBUS, SIGSEGV):
        return result
    accesses = _accesses(registers, pc, found)
    target = _refused_target(snapshot, registers, found, accesses) if address is None else None
    if target is not None:
        return result._replace(kind="execute", address=target)
    chosen = _choose(accesses, address, snapshot.arch) or (
        _misaligned(accesses, found.mnemonic) if address is None else None
    )
    if chosen is None:
        return result
    if address is None:
        address = chosen.address
    return result._replace(
        kind="write" if chosen.is_write else "read",
        address=address,
        size=chosen.size if 0 < chosen.size < _STATE_SIZE else None,
        registers=chosen.registers,
        scale=chosen.scale,
    )


def required_features(code: bytes, found: Instruction | None) -> tuple[str, ...]:
    """The CPU features that an instruction needs, as /proc/cpuinfo names them, as far as they can
    be told: capstone's instruction sets, and what the encoding itself says.

        62 .. .. ..            EVEX: AVX-512 of some kind; opcode map 5 and 6: its FP16 part
        c4 / c5                VEX: AVX at least; c4 e2 with opcode 49, 4b, 5c, 5e: AMX
        0f 0f                  3DNow!
    """
    features = [_FEATURES[g] for g in found.groups if g in _FEATURES] if found else []
    if found is not None and found.mnemonic.startswith(("vfmadd", "vfmsub", "vfnm")):
        features.append("fma")
    if found is not None:
        for names, feature in _BY_MNEMONIC:
            if found.mnemonic.startswith(names):
                features.append(feature)
    first = code[:1]
    if code[:2] == b"\x0f\x0f":
        features.append("3dnow")
    if first == b"\x62" and len(code) >= 5:
        features.append("avx512f")
        if code[1] & 7 in (5, 6):
            features.append("avx512_fp16")
    elif first == b"\xc4" and len(code) >= 4 and found is None:
        if code[1] & 0x1F == 2 and code[3] in (0x49, 0x4B, 0x5C, 0x5E):
            features.append({0x5C: "amx_bf16", 0x5E: "amx_int8"}.get(code[3], "amx_tile"))
    elif first in (b"\xc4", b"\xc5") and not features and found is not None:
        features.append("avx")
    return tuple(dict.fromkeys(features))


def _is_executable(mappings: tuple[MemoryMapping, ...], address: int) -> bool:
    """Whether `address` lies in an executable mapping (or in the kernel's vsyscall page)."""
    mapping = mapping_holding(mappings, address)
    return mapping is not None and mapping.executable


def _value(registers: Registers, name: str) -> int | None:
    """Value of a register by name, of the part that the name stands for."""
    if name in _HIGH_BYTES:
        whole = registers.general[_HIGH_BYTES[name]]
        return None if whole is None else whole >> 8 & 0xFF
    known = _REGISTERS.get(name)
    if known is None or known[0] >= len(registers.general):
        return None
    whole = registers.general[known[0]]
    return None if whole is None else whole & ((1 << known[1]) - 1)


def _accesses(registers: Registers, pc: int, found: Instruction) -> list[Access]:
    """All memory accesses of the instruction, those of the stack that it implies included."""
    accesses = [
        _operand(registers, pc, found, operand)
        for operand in found.memory
        if direction(found.mnemonic, operand.position)
    ]
    sp = _value(registers, "rsp")
    if sp is not None:
        name = found.mnemonic.rsplit(" ", 1)[-1]
        if name.startswith(("push", "call", "enter")):
            accesses.append(Access((sp - 8) & _MASK, 8, True, (("rsp", sp),)))
        elif name.startswith(("pop", "ret", "iret")):
            accesses.append(Access(sp, 8, False, (("rsp", sp),)))
        elif name == "leave":
            frame = _value(registers, "rbp")
            if frame is not None:
                accesses.append(Access(frame, 8, False, (("rbp", frame),)))
    target = _value(registers, "rdi")
    if found.mnemonic.startswith(("maskmov", "vmaskmovdqu")) and not found.memory and target:
        accesses.append(Access(target, 16, True, (("rdi", target),)))
    return accesses


def _operand(registers: Registers, pc: int, found: Instruction, operand: MemoryOperand) -> Access:
    """The access through one operand; its address None where a register is unknown or a vector."""
    parts: list[tuple[str, int]] = []
    address: int | None = operand.displacement
    for name, scale in ((operand.base, 1), (operand.index_register, operand.scale)):
        if not name or name in ("riz", "eiz"):
            continue
        value = pc + found.length if name in ("rip", "eip") else _value(registers, name)
        if value is None:
            address = None
            continue
        if name not in ("rip", "eip"):
            parts.append((name, value))
        if address is not None:
            address += value * scale
    if operand.segment == "fs":
        base = registers.thread_pointer
        address = None if base is None or address is None else address + base
    elif operand.segment == "gs":
        address = None
    size = _STATE_SIZE if found.mnemonic.startswith(_STATE) else operand.size
    is_write = direction(found.mnemonic, operand.position) == _WRITE
    scale = operand.scale if operand.index_register else 1
    whole = None if address is None else address & _MASK
    return Access(whole, size, is_write, tuple(parts), scale)


def direction(mnemonic: str, position: int) -> int:
    """_READ or _WRITE of a memory operand by its place; read-modify-write counts as a write (the
    processor asks for write access before it reads); 0 for an address that is only computed."""
    name = mnemonic.rsplit(" ", 1)[-1]  # without lock, rep, bnd …
    if name.startswith(_NO_ACCESS):
        return 0
    if name.startswith(_SWAPPED):
        return _WRITE
    if position > 0 or name in _ONLY_READ:
        return _READ
    if name.startswith("f") and not name.startswith(_FPU_STORES):
        return _READ
    return _WRITE


def _choose(accesses: Sequence[Access], address: int | None, arch: Architecture) -> Access | None:
    """The access that faulted: the one that holds the kernel's address; where the kernel gave none,
    the one at an impossible address. None when it cannot be told."""
    if address is not None:
        for access in accesses:
            at = access.address
            if at is not None and 0 <= _untagged(address - at, arch) < max(access.size, 1):
                return access
        unknown = [access for access in accesses if access.address is None]
        return unknown[0] if len(unknown) == 1 and len(accesses) == 1 else None
    for access in accesses:
        if access.address is not None and not arch.is_possible(access.address):
            return access
    return None


def _untagged(distance: int, arch: Architecture) -> int:
    """A distance between addresses of which neither's tag counts."""
    return distance if arch.address_mask == MASK64 else distance & arch.address_mask


def _misaligned(accesses: Sequence[Access], mnemonic: str) -> Access | None:
    """The access whose address its instruction does not take; None for none."""
    for access in accesses:
        needed = access.size or 1
        aligned = _needs_alignment(mnemonic, needed)
        if aligned and access.address is not None and access.address % min(needed, 64):
            return access
    return None


def _needs_alignment(mnemonic: str, operand: int) -> bool:
    """Whether the instruction takes no address but multiples of its operand's size in bytes.

    Those that move aligned vectors say so in their name. The older encodings of all others with an
    operand of 16 bytes need it too, except of those made for unaligned data; the newer ones (with a
    name that begins with v) do not.
    """
    if any(part in mnemonic for part in _ALIGNED):
        return True
    return operand == 16 and not mnemonic.startswith(("v", *_UNALIGNED))


def _divisor(
    snapshot: Snapshot, registers: Registers, pc: int, found: Instruction
) -> tuple[tuple[str, int], ...]:
    """(("divisor", value),) of a div or idiv, from its register or its memory operand."""
    if found.mnemonic not in ("div", "idiv"):
        return ()
    value: int | None = None
    if found.first_register:
        value = _value(registers, found.first_register)
    elif found.memory:
        access = _operand(registers, pc, found, found.memory[0])
        if access.address is not None and access.size:
            data = snapshot.memory.read_upto(access.address, access.size)
            if len(data) == access.size:
                value = int.from_bytes(data, "little")
    if value is None:
        return ()
    bits = 8 * found.first_size
    if found.mnemonic == "idiv" and bits and value >> (bits - 1) & 1:
        value -= 1 << bits
    return (("divisor", value),)
