"""What lies at an address of the program: bytes to read and to write, instructions to list, and
what of it the processor can watch.

An address is told as the protocol's memoryReference: "0x7f…". Of a program gdb reads and writes
what is there, of a core our own readers read it (`core_memory`).
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from atfault.dap.connection import Message, RequestFailed, number_of
from atfault.dap.gdb_mi import GdbError, Record, quoted
from atfault.dap.native_side import NativeSide

ADDRESS_BITS = 64
MAX_BYTES = 1 << 20
"""Of one request."""
MAX_INSTRUCTIONS = 4096
MAX_LENGTH = 15
"""Bytes of one instruction (x86-64)."""
MAX_BEHIND = 1 << 16
"""Bytes of a function that are gone through from its beginning, to find what stands before an
address in it: instructions cannot be read backwards."""
WATCHED = 8
"""Bytes that one debug register watches, at a multiple of that many (Intel SDM 3B, 17.2)."""
WATCHES = 4
"""Debug registers for addresses."""
WORDS = {1: "char", 2: "short", 4: "int", 8: "long"}
"""Bytes → the unsigned type of C that gdb is to show what was written as."""
_SYMBOL = re.compile(r"(?P<name>.+?)(?: \+ (?P<offset>\d+))? in section ")


class Region(NamedTuple):
    """What a data breakpoint watches; its text is the protocol's dataId."""

    address: int
    size: int
    """Bytes."""

    def __str__(self) -> str:
        return f"{self.address:#x}:{self.size}"

    @classmethod
    def parse(cls, text: object) -> Region:
        """Raises RequestFailed."""
        address, _, size = str(text).partition(":")
        try:
            return cls(address_of(address), int(size))
        except ValueError:
            raise RequestFailed(f"{text} is no dataId of this session") from None

    @property
    def registers(self) -> int:
        """How many debug registers it takes."""
        return (self.address + self.size - 1) // WATCHED - self.address // WATCHED + 1

    @property
    def expression(self) -> str:
        """As C has it."""
        word = WORDS.get(self.size)
        kind = f"(unsigned {word} *)" if word else f"(unsigned char (*)[{self.size}])"
        return f"*{kind} {self.address:#x}"


def address_of(reference: object) -> int:
    """A memoryReference. Raises RequestFailed."""
    try:
        address = int(str(reference), 0)
    except ValueError:
        raise RequestFailed(f"{reference} is no address") from None
    if not 0 <= address < 1 << ADDRESS_BITS:
        raise RequestFailed(f"{reference} is no address")
    return address


def _place(arguments: Message) -> int:
    """memoryReference and offset of a request. Raises RequestFailed."""
    base = address_of(arguments.get("memoryReference"))
    return (base + number_of(arguments, "offset")) & ((1 << ADDRESS_BITS) - 1)


class Memory(Protocol):
    """Of one process. Raises GdbError, AtfaultError, RequestFailed."""

    async def readable(self, address: int, count: int) -> bytes:
        """The bytes from an address on, up to the first that cannot be read."""

    async def function(self, address: int) -> int:
        """Where the function that an address lies in begins; 0 where that is not known."""

    async def listed(self, start: int, end: int) -> list[Message]:
        """DAP's DisassembledInstruction of all that begins in [start, end)."""


class GdbMemory:
    """Of a program, as gdb sees it."""

    def __init__(self, native: NativeSide) -> None:
        self.native = native

    async def readable(self, address: int, count: int) -> bytes:
        if not count:
            return b""
        try:
            answer = await self.native.gdb.command(f"-data-read-memory-bytes {address:#x} {count}")
        except GdbError:
            return b""
        blocks = {int(one["begin"], 0): str(one["contents"]) for one in answer.get("memory", ())}
        return bytes.fromhex(blocks.get(address, ""))

    async def function(self, address: int) -> int:
        told = _SYMBOL.match(await self.native.gdb.console(f"info symbol {address:#x}"))
        return address - int(told["offset"] or 0) if told is not None else 0

    async def listed(self, start: int, end: int) -> list[Message]:
        answer = await self.native.gdb.command(f"-data-disassemble -s {start:#x} -e {end:#x} -- 5")
        return [_told(one, place) for one, place in _instructions(answer)]


async def read(memory: Memory, arguments: Message) -> Message:
    """readMemory: up to the first byte that cannot be read. Raises as `Memory` does."""
    address, count = _place(arguments), number_of(arguments, "count")
    if not 0 <= count <= MAX_BYTES:
        raise RequestFailed(f"count is not within 0 and {MAX_BYTES}")
    data = await memory.readable(address, count)
    told: Message = {"address": f"{address:#x}", "data": base64.b64encode(data).decode("ascii")}
    if len(data) < count:
        told["unreadableBytes"] = count - len(data)
    return told


async def write(memory: GdbMemory, arguments: Message) -> Message:
    """writeMemory: all of it, or nothing. Raises RequestFailed, GdbError."""
    address = _place(arguments)
    try:
        data = base64.b64decode(str(arguments.get("data") or ""), validate=True)
    except binascii.Error:
        raise RequestFailed("data is not in base64") from None
    if len(data) > MAX_BYTES:
        raise RequestFailed(f"more than {MAX_BYTES} bytes")
    if data:
        await memory.native.gdb.command(f'-data-write-memory-bytes {address:#x} "{data.hex()}"')
    return {"bytesWritten": len(data)}


async def disassemble(memory: Memory, arguments: Message) -> Message:
    """disassemble: as many instructions as asked for; where there are none, entries that say so.
    Raises as `Memory` does."""
    address = _place(arguments)
    first, count = (number_of(arguments, one) for one in ("instructionOffset", "instructionCount"))
    if not 0 <= count <= MAX_INSTRUCTIONS or abs(first) > MAX_INSTRUCTIONS:
        raise RequestFailed(f"more than {MAX_INSTRUCTIONS} instructions")
    before = (await _before(memory, address))[first:] if first < 0 else []
    behind = await _from(memory, address, max(first + count, 0))
    missing = max(-first, 0) - len(before)
    start = int(before[0]["address"], 0) if before else address
    none = [_none(max(start - at, 0)) for at in range(missing, 0, -1)]
    found = [*none, *before, *behind][max(first, 0) :][:count]
    end = int(found[-1]["address"], 0) if found else address
    found += [_none(end + at) for at in range(1, count - len(found) + 1)]
    return {"instructions": found}


def _none(address: int) -> Message:
    return {"address": f"{address:#x}", "instruction": "(none)", "presentationHint": "invalid"}


async def _before(memory: Memory, address: int) -> list[Message]:
    """The instructions of its function that stand before an address."""
    start = await memory.function(address)
    if not 0 < address - start <= MAX_BEHIND:
        return []
    found = await memory.listed(start, address)
    # One that the address stands in the middle of is none that leads to it.
    return found if found and _ends_at(found[-1]) == address else []


def _ends_at(told: Message) -> int:
    return int(told["address"], 0) + len(bytes.fromhex(told["instructionBytes"]))


async def _from(memory: Memory, address: int, count: int) -> list[Message]:
    """At most `count` instructions from an address on."""
    length = len(await memory.readable(address, count * MAX_LENGTH))
    # gdb gives nothing at all where the last one cannot be read to its end.
    if length < count * MAX_LENGTH:
        length -= MAX_LENGTH
    return (await memory.listed(address, address + length))[:count] if length > 0 else []


def _instructions(answer: Record) -> Iterator[tuple[Record, Record]]:
    """Each instruction, and the record of its source line; an empty one where it has none."""
    for one in answer.get("asm_insns", ()):
        if "inst" in one:
            yield one, {}
        for several in one.get("line_asm_insn", ()):
            yield several, one


def _told(one: Record, place: Record) -> Message:
    told: Message = {
        "address": f"{int(str(one['address']), 0):#x}",
        "instructionBytes": str(one.get("opcodes", "")),
        "instruction": re.sub(r"\s+", " ", str(one.get("inst", ""))).strip(),
    }
    if "func-name" in one:
        told["symbol"] = str(one["func-name"])
    if place.get("fullname") and str(place.get("line", "")).isdecimal():
        told["location"] = {"name": str(place.get("file")), "path": str(place["fullname"])}
        told["line"] = int(place["line"])
    return told


async def watch(native: NativeSide, region: Region, access: str) -> str:
    """Have the program stop where it accesses a region ("read", "write", "readWrite"; "write" only
    where that changes it) → gdb's number of it. Raises GdbError."""
    option = {"read": "-r ", "readWrite": "-a "}.get(access, "")
    await native.gdb.command("-gdb-set language c")  # in which the expression is
    try:
        answer = await native.gdb.command(f"-break-watch {option}{quoted(region.expression)}")
    finally:
        await native.gdb.command("-gdb-set language auto")
    return next((str(one["number"]) for one in answer.values() if isinstance(one, dict)), "")
