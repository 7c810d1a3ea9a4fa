"""Any x86-64 instruction taken apart, by capstone: what instructions.py leaves.

Importing the `capstone` package costs 35 ms (it defines the structures of every architecture), more
than all else in the report of a small core. Its shared library does the work, so that is loaded
directly, with the structures of its version 5 (capstone/capstone.h, capstone/x86.h) spelt out
here; with any other version the package is imported after all.
"""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Any

from atfault import lazy
from atfault.native.instructions import MAX_LENGTH, Instruction, MemoryOperand

_OP_MEM = 3
_OP_REG = 1
_ARCH_X86, _MODE_64, _OPT_DETAIL, _ON = 3, 8, 2, 3
_VERSION_5 = 5


def disassemble(code: bytes, address: int) -> Instruction | str:
    """The instruction at the start of `code`. A string says why not: no capstone, or no
    instruction that it knows ("")."""
    try:
        engine = _load()
    except (ImportError, OSError):
        return "capstone is not installed"
    decoded: Instruction | None = engine(code[:MAX_LENGTH], address)
    return "" if decoded is None else decoded


_engine: Any = None


def _load() -> Any:
    """A function (code, address) → Instruction | None. Raises ImportError, OSError."""
    global _engine
    if _engine is None:
        _engine = _load_library() or _load_package()
    return _engine


def _library_path() -> str | None:
    for folder in sys.path:
        path = os.path.join(folder, "capstone", "lib", "libcapstone.so")
        for suffix in ("", ".5"):
            if os.path.exists(path + suffix):
                return path + suffix
    return None


def _load_library() -> Any:
    path = _library_path()
    if path is None:
        return None
    library = ctypes.CDLL(path)
    if library.cs_version(None, None) >> 8 != _VERSION_5:
        return None
    handle = ctypes.c_size_t()
    if library.cs_open(_ARCH_X86, _MODE_64, ctypes.byref(handle)):
        return None
    library.cs_option(handle, _OPT_DETAIL, ctypes.c_size_t(_ON))
    insn_type = _structures(ctypes)
    pointer_type = ctypes.POINTER(insn_type)
    library.cs_disasm.restype = ctypes.c_size_t
    library.cs_reg_name.restype = ctypes.c_char_p
    library.cs_group_name.restype = ctypes.c_char_p

    def decode(code: bytes, address: int) -> Instruction | None:
        found = pointer_type()
        count = library.cs_disasm(
            handle,
            code,
            ctypes.c_size_t(len(code)),
            ctypes.c_uint64(address),
            ctypes.c_size_t(1),
            ctypes.byref(found),
        )
        if not count:
            return None
        insn = found[0]
        detail = insn.detail[0]
        try:
            return _from_structures(
                insn,
                detail,
                lambda number: _name(library.cs_reg_name(handle, number)),
                lambda number: _name(library.cs_group_name(handle, number)),
            )
        finally:
            library.cs_free(found, ctypes.c_size_t(count))

    return decode


def _name(raw: bytes | None) -> str:
    return raw.decode() if raw else ""


def _structures(ctypes: Any) -> Any:
    """struct cs_insn of capstone 5 with cs_detail and cs_x86."""
    u8, u16, u32 = ctypes.c_uint8, ctypes.c_uint16, ctypes.c_uint32
    i32, i64, u64 = ctypes.c_int32, ctypes.c_int64, ctypes.c_uint64

    class Mem(ctypes.Structure):  # type: ignore[misc]
        _fields_ = (("segment", u32), ("base", u32), ("index", u32), ("scale", i32), ("disp", i64))

    class Value(ctypes.Union):  # type: ignore[misc]
        _fields_ = (("reg", u32), ("imm", i64), ("mem", Mem))

    class Operand(ctypes.Structure):  # type: ignore[misc]
        _fields_ = (
            ("type", u32),
            ("value", Value),
            ("size", u8),
            ("access", u8),
            ("avx_bcast", u32),
            ("avx_zero_opmask", ctypes.c_bool),
        )

    class X86(ctypes.Structure):  # type: ignore[misc]
        _fields_ = (
            ("prefix", u8 * 4),
            ("opcode", u8 * 4),
            ("rex", u8),
            ("addr_size", u8),
            ("modrm", u8),
            ("sib", u8),
            ("disp", i64),
            ("sib_index", u32),
            ("sib_scale", ctypes.c_int8),
            ("sib_base", u32),
            ("xop_cc", u32),
            ("sse_cc", u32),
            ("avx_cc", u32),
            ("avx_sae", ctypes.c_bool),
            ("avx_rm", u32),
            ("flags", u64),
            ("op_count", u8),
            ("operands", ctypes.ARRAY(Operand, 8)),
        )

    class Detail(ctypes.Structure):  # type: ignore[misc]
        _fields_ = (
            ("regs_read", u16 * 20),
            ("regs_read_count", u8),
            ("regs_write", u16 * 20),
            ("regs_write_count", u8),
            ("groups", u8 * 8),
            ("groups_count", u8),
            ("writeback", ctypes.c_bool),
            ("x86", X86),
        )

    class Insn(ctypes.Structure):  # type: ignore[misc]
        _fields_ = (
            ("id", u32),
            ("address", u64),
            ("size", u16),
            ("bytes", u8 * 24),
            ("mnemonic", ctypes.c_char * 32),
            ("op_str", ctypes.c_char * 160),
            ("detail", ctypes.POINTER(Detail)),
        )

    return Insn


def _from_structures(insn: Any, detail: Any, register: Any, group: Any) -> Instruction:
    operands = list(detail.x86.operands[: min(detail.x86.op_count, 8)])
    memory = []
    for position, operand in enumerate(operands):
        if operand.type == _OP_MEM:
            mem = operand.value.mem
            memory.append(
                MemoryOperand(
                    register(mem.segment) if mem.segment else "",
                    register(mem.base) if mem.base else "",
                    register(mem.index) if mem.index else "",
                    mem.scale,
                    mem.disp,
                    operand.size,
                    position,
                )
            )
    first = operands[0] if operands else None
    mnemonic = insn.mnemonic.decode()
    return Instruction(
        mnemonic,
        f"{mnemonic} {insn.op_str.decode()}".strip(),
        insn.size,
        tuple(memory),
        register(first.value.reg) if first is not None and first.type == _OP_REG else "",
        first.size if first is not None else 0,
        tuple(group(number) for number in detail.groups[: detail.groups_count]),
    )


def _load_package() -> Any:
    capstone = lazy.load("capstone")

    package: Any = capstone
    engine = package.Cs(package.CS_ARCH_X86, package.CS_MODE_64)
    engine.detail = True

    def decode(code: bytes, address: int) -> Instruction | None:
        found = next(engine.disasm(code, address, 1), None)
        return None if found is None else _from_package(found)

    return decode


def _from_package(insn: Any) -> Instruction:
    def register(number: int) -> str:
        return str(insn.reg_name(number)) if number else ""

    operands = list(insn.operands)
    memory = []
    for position, operand in enumerate(operands):
        if operand.type == _OP_MEM:
            mem = operand.mem
            memory.append(
                MemoryOperand(
                    register(mem.segment),
                    register(mem.base),
                    register(mem.index),
                    mem.scale,
                    mem.disp,
                    operand.size,
                    position,
                )
            )
    first = operands[0] if operands else None
    return Instruction(
        insn.mnemonic,
        f"{insn.mnemonic} {insn.op_str}".strip(),
        insn.size,
        tuple(memory),
        register(first.reg) if first is not None and first.type == _OP_REG else "",
        first.size if first is not None else 0,
        tuple(insn.group_name(number) for number in insn.groups),
    )
