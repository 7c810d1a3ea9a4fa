"""Instructions taken apart, by capstone: those of x86-64 with their operands, others as text.

    f3 42 0f 10 44 b0 08        movss xmm0, dword ptr [rax + r14*4 + 8]

Its C library is called directly. capstone's own Python package, imported, takes a third of the time
that a small core does, for its modules of eighteen processors. The structures are those of
capstone/capstone.h and capstone/x86.h, which all releases of version 5 share.
"""

import ctypes
import importlib.util
import os
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

MAX_LENGTH = 15
NO_DISASSEMBLER = "capstone is not installed"
_VERSION = 5
_X86, _MODE_64 = 3, 1 << 3
_ARM64, _MODE_ARM = 1, 0
_DETAIL, _ON = 2, 3
_REGISTER, _MEMORY = 1, 3


class MemoryOperand(NamedTuple):
    """segment:[base + index_register * scale + displacement]; names are "" where there is none."""

    segment: str
    base: str
    index_register: str
    scale: int
    displacement: int
    size: int
    """Bytes."""
    position: int
    """Among all operands: 0 is the first. capstone also tells read from write, but wrongly for most
    vector stores, so that is not used."""


class Instruction(NamedTuple):
    mnemonic: str
    text: str
    """Intel syntax, mnemonic included."""
    length: int
    memory: tuple[MemoryOperand, ...]
    first_register: str
    """The first operand, when it is a register; "" otherwise."""
    first_size: int
    """Bytes of the first operand, 0 when there is none."""
    groups: tuple[str, ...] = ()
    """capstone's names of the instruction sets it belongs to, and others: "avx512", "sse2" …"""


class Outline(NamedTuple):
    """An instruction among many; its operands are in the text alone."""

    address: int
    length: int
    mnemonic: str
    operands: str


class _Address(ctypes.Structure):
    """x86_op_mem"""

    _fields_ = (
        ("segment", ctypes.c_uint),
        ("base", ctypes.c_uint),
        ("index", ctypes.c_uint),
        ("scale", ctypes.c_int),
        ("displacement", ctypes.c_int64),
    )


class _OperandValue(ctypes.Union):
    _fields_ = (("register", ctypes.c_uint), ("immediate", ctypes.c_int64), ("address", _Address))


class _Operand(ctypes.Structure):
    """cs_x86_op"""

    _fields_ = (
        ("kind", ctypes.c_uint),
        ("value", _OperandValue),
        ("size", ctypes.c_uint8),
        ("access", ctypes.c_uint8),
        ("broadcast", ctypes.c_uint),
        ("zeroes_by_mask", ctypes.c_bool),
    )


class _Detail(ctypes.Structure):
    """cs_detail, and what it has of x86 (cs_x86) up to the operands."""

    _fields_ = (
        ("registers_read", ctypes.c_uint16 * 20),
        ("registers_read_count", ctypes.c_uint8),
        ("registers_written", ctypes.c_uint16 * 20),
        ("registers_written_count", ctypes.c_uint8),
        ("groups", ctypes.c_uint8 * 8),
        ("groups_count", ctypes.c_uint8),
        ("writes_back", ctypes.c_bool),
        ("encoding", ctypes.c_uint64 * 2),
        ("displacement", ctypes.c_int64),
        ("sib", ctypes.c_uint * 3),
        ("conditions", ctypes.c_uint * 3),
        ("rounding", ctypes.c_uint * 2),
        ("flags", ctypes.c_uint64),
        ("operand_count", ctypes.c_uint8),
        ("operands", _Operand * 8),
    )


class _Found(ctypes.Structure):
    """cs_insn"""

    _fields_ = (
        ("id", ctypes.c_uint),
        ("address", ctypes.c_uint64),
        ("length", ctypes.c_uint16),
        ("bytes", ctypes.c_uint8 * 24),
        ("mnemonic", ctypes.c_char * 32),
        ("operands", ctypes.c_char * 160),
        ("detail", ctypes.POINTER(_Detail)),
    )


def disassemble(code: bytes, address: int, arch: str = "x86-64") -> Instruction | str:
    """The instruction at the start of `code`. A string says why not: no capstone, or no
    instruction that it knows (""). arch: other than x86-64, mnemonic and text alone are told."""
    try:
        engine = _engine(arch == "x86-64", arch)
    except OSError:
        return NO_DISASSEMBLER
    for found in engine.found(code[:MAX_LENGTH], address, 1):
        return engine.taken_apart(found)
    return ""


def outlines(code: bytes, address: int) -> Iterator[Outline]:
    """All instructions from the start of `code`, up to one that capstone does not know; () without
    capstone. 2.5 µs each, where taking one apart takes 9."""
    try:
        engine = _engine(False, "x86-64")
    except OSError:
        return
    for one in engine.found(code, address):
        yield Outline(one.address, one.length, one.mnemonic.decode(), one.operands.decode())


class _Engine:
    """One of capstone's decoders (csh)."""

    def __init__(self, with_operands: bool, arch: str) -> None:
        """Raises OSError where capstone has none."""
        self._library = _library()
        self._handle = ctypes.c_size_t()
        self._with_operands = with_operands
        kind = (_X86, _MODE_64) if arch == "x86-64" else (_ARM64, _MODE_ARM)
        failed = self._library.cs_open(*kind, ctypes.byref(self._handle))
        if failed or (with_operands and self._library.cs_option(self._handle, _DETAIL, _ON)):
            raise OSError(f"capstone has no decoder of {arch}")

    def found(self, code: bytes, address: int, at_most: int = 0) -> Iterator[Any]:
        """The instructions, each a _Found while the iterator lives; at_most: 0 is all of them."""
        all_found = ctypes.POINTER(_Found)()
        count = self._library.cs_disasm(
            self._handle, code, len(code), address, at_most, ctypes.byref(all_found)
        )
        try:
            for number in range(count):
                yield all_found[number]
        finally:
            if count:
                self._library.cs_free(all_found, count)

    def taken_apart(self, found: Any) -> Instruction:
        """Of a _Found."""
        mnemonic = found.mnemonic.decode()
        text = f"{mnemonic} {found.operands.decode()}".strip()
        if not self._with_operands:
            return Instruction(mnemonic, text, found.length, (), "", 0)
        detail = found.detail[0]
        operands = detail.operands[: detail.operand_count]
        first = operands[0] if operands else None
        return Instruction(
            mnemonic,
            text,
            found.length,
            tuple(
                self._in_memory(one, position)
                for position, one in enumerate(operands)
                if one.kind == _MEMORY
            ),
            self._register(first.value.register) if first and first.kind == _REGISTER else "",
            first.size if first else 0,
            tuple(
                self._library.cs_group_name(self._handle, number).decode()
                for number in detail.groups[: detail.groups_count]
            ),
        )

    def _in_memory(self, operand: Any, position: int) -> MemoryOperand:
        """Of an _Operand."""
        address = operand.value.address
        return MemoryOperand(
            self._register(address.segment),
            self._register(address.base),
            self._register(address.index),
            address.scale,
            address.displacement,
            operand.size,
            position,
        )

    def _register(self, number: int) -> str:
        return self._library.cs_reg_name(self._handle, number).decode() if number else ""


_engine = cache(_Engine)


@cache
def _library() -> Any:
    """A ctypes.CDLL: the library of capstone's package, or else this Python's or the machine's.
    Raises OSError."""
    package = importlib.util.find_spec("capstone")
    folders = package.submodule_search_locations if package else None
    name = f"libcapstone.so.{_VERSION}"
    places = [f"{folder}/lib/libcapstone.so" for folder in folders or ()]
    path = next(filter(os.path.exists, (*places, f"{sys.prefix}/lib/{name}")), name)
    # Its names are its own, as other libraries in this process (LLVM) may have the same.
    library = ctypes.CDLL(path, mode=getattr(os, "RTLD_DEEPBIND", 0))
    handle, size, address = ctypes.c_size_t, ctypes.c_size_t, ctypes.c_uint64
    instructions = ctypes.POINTER(_Found)
    for name, result, *arguments in (
        ("cs_version", ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p),
        ("cs_open", ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.POINTER(handle)),
        ("cs_option", ctypes.c_int, handle, ctypes.c_int, size),
        ("cs_disasm", size, handle, ctypes.c_char_p, size, address, size)
        + (ctypes.POINTER(instructions),),
        ("cs_free", None, instructions, size),
        ("cs_reg_name", ctypes.c_char_p, handle, ctypes.c_uint),
        ("cs_group_name", ctypes.c_char_p, handle, ctypes.c_uint),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    if library.cs_version(None, None) >> 8 != _VERSION:
        raise OSError(f"{path} is not of version {_VERSION}")
    return library
