"""What lies at an address of a core: its bytes, and its instructions as capstone has them (Intel's
syntax), with the names and lines that stacks get."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence

from atfault.dap.connection import Message, RequestFailed
from atfault.dap.memory import MAX_LENGTH
from atfault.model.stacks import NativeFrame, NativeStack
from atfault.native.code_map import CodeMap
from atfault.native.disassemble import NO_DISASSEMBLER, Outline, disassemble, outlines
from atfault.native.modules import load_modules
from atfault.native.symbolize import symbolize
from atfault.snapshot.protocol import Snapshot

BAD = "(bad)"
"""What gdb calls a byte that begins no instruction."""


class CoreMemory:
    """A `memory.Memory`. Of code that was compiled at run time there are no names."""

    def __init__(self, snapshot: Snapshot) -> None:
        """snapshot: stays open as long as this is asked."""
        self._snapshot = snapshot
        self._modules = load_modules(snapshot)
        self._code = CodeMap(snapshot, self._modules)

    async def readable(self, address: int, count: int) -> bytes:
        return self._snapshot.memory.read_upto(address, count)

    async def function(self, address: int) -> int:
        found = self._code.function_range(address)
        return found[0] if found is not None else self._named([address])[0][-1].function_start

    async def listed(self, start: int, end: int) -> list[Message]:
        return await asyncio.to_thread(self._listed, start, end)

    def _listed(self, start: int, end: int) -> list[Message]:
        code = self._snapshot.memory.read_upto(start, end - start + MAX_LENGTH)
        if disassemble(code, start, self._snapshot.arch.name) == NO_DISASSEMBLER:
            raise RequestFailed(NO_DISASSEMBLER)
        found = [one for one in self._all_of(code, start) if one.address < end]
        named = self._named([one.address for one in found])
        return [
            _told(one, code[one.address - start :][: one.length], frames)
            for one, frames in zip(found, named)
        ]

    def _all_of(self, code: bytes, start: int) -> Iterator[Outline]:
        at = 0
        while at < len(code):
            for one in outlines(code[at:], start + at, self._snapshot.arch.name):
                yield one
                at = one.address + one.length - start
            if at < len(code):
                yield Outline(start + at, 1, BAD, "")
                at += 1

    def _named(self, addresses: Sequence[int]) -> list[Sequence[NativeFrame]]:
        """The frames of each, inlined ones first: a stack of its own, as a caller's address would
        be taken for that behind a call."""
        stacks = [
            NativeStack((NativeFrame(at, 0, 0, "cfi", self._modules.find(at)),), "")
            for at in addresses
        ]
        return [one.frames for one in symbolize(stacks, self._snapshot, self._modules, lines=True)]


def _told(one: Outline, code: bytes, frames: Sequence[NativeFrame]) -> Message:
    told: Message = {
        "address": f"{one.address:#x}",
        "instructionBytes": code.hex(" "),
        "instruction": f"{one.mnemonic} {one.operands}".strip(),
    }
    frame = frames[-1]
    if frame.function_start and (frame.name or frame.symbol):
        told["symbol"] = frame.name or frame.symbol
    place = frames[0].location
    if place is not None and place.line:
        told["location"] = {"name": os.path.basename(place.file), "path": place.file}
        told["line"] = place.line
    return told
