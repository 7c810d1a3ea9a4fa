"""What a function of a library calls of others, by the names that the loader fills its slots for.

clicks:  call 0x1060 ──► stub: jmp *slot ─┐
         call *slot(%rip) ────────────────┴─► DT_JMPREL, DT_RELA: slot ↔ "PyLong_FromLong"
         call 0x1249 ──► a function of the library's own: looked into, too
         call rax    ──► unknown: what was found is not all
"""

from __future__ import annotations

import re

from atfault.errors import MemoryFault
from atfault.formats.dynamic import DynamicSymbols
from atfault.model import roles
from atfault.model.process import Module
from atfault.native.calls import MAX_FUNCTION
from atfault.native.code_map import CodeMap
from atfault.native.disassemble import Outline, outlines
from atfault.native.modules import ModuleMap, dynamic_symbols

_MAX_FUNCTIONS = 64
_MAX_CODE = 1 << 18
"""Bytes of code that are looked through for one question."""
_STUB_SIZE = 16
_DIRECT = re.compile(r"0x[0-9a-f]+")
_BY_SLOT = re.compile(r"qword ptr \[rip ([+-]) (0x[0-9a-f]+|[0-9])\]")


class CalledFunctions:
    """Of one library. Nothing is found on other processors than x86-64, or without capstone."""

    def __init__(self, code_map: CodeMap, modules: ModuleMap, library: Module) -> None:
        self._code_map = code_map
        self._modules = modules
        self._span = range(library.start, library.end)
        self._symbols: DynamicSymbols | None = None
        self._slots: dict[int, int] = {}
        """Address → index of the symbol."""
        try:
            self._symbols = dynamic_symbols(code_map.memory, library)
            self._slots = self._symbols.slots()
        except MemoryFault:
            pass

    def of(self, pc: int) -> tuple[frozenset[str], bool]:
        """(names of what the function at `pc`, and those of the library that it calls, call of
        other libraries; whether these are all)."""
        names: set[str] = set()
        seen: set[int] = set()
        todo, left, is_whole = [pc], _MAX_CODE, True
        while todo:
            own = self._code_map.function_range(todo.pop())
            if own is None:
                is_whole = False
                continue
            if own[0] in seen:
                continue
            seen.add(own[0])
            left -= own[1] - own[0]
            if len(seen) > _MAX_FUNCTIONS or left < 0 or own[1] - own[0] > MAX_FUNCTION:
                return frozenset(names), False
            code = self._code_map.memory.read_upto(own[0], own[1] - own[0])
            for one in outlines(code, own[0]):
                found = self._target(one, own)
                if isinstance(found, str):
                    names.add(found)
                elif found:
                    todo.append(found)
                is_whole = is_whole and found != ""
        return frozenset(names), is_whole

    def _target(self, one: Outline, own: tuple[int, int]) -> str | int | None:
        """Name of the function of another library, or address of one of this, that is called, or
        jumped to; "" for one that is not known, None for no call."""
        is_call = one.mnemonic.endswith("call")
        if not is_call and not one.mnemonic.endswith("jmp"):
            return None
        by_slot = _BY_SLOT.fullmatch(one.operands)
        if by_slot is not None:
            offset = int(by_slot[2], 0) * (1 if by_slot[1] == "+" else -1)
            return self._named(one.address + one.length + offset)
        if _DIRECT.fullmatch(one.operands) is None:
            return "" if is_call else None  # a jump by a table stays inside
        target = int(one.operands, 16)
        if own[0] <= target < own[1]:
            return None
        if target not in self._span:
            return ""
        stub = self._code_map.memory.read_upto(target, _STUB_SIZE)
        slots = [at for at in self._code_map.arch.jumps(stub, target).slots if at in self._slots]
        return self._named(slots[0]) if slots else target

    def _named(self, slot: int) -> str:
        """The function that a slot is for; "" where that is not known, or of a library that may do
        anything."""
        if slot not in self._slots or self._symbols is None:
            return ""
        name = self._symbols.symbol_name(self._slots[slot])
        try:
            module = self._modules.find(self._code_map.memory.u64(slot))
        except MemoryFault:
            module = None
        is_own = module is not None and module.start == self._span.start  # not called until now
        is_known = is_own or (module is not None and roles.is_plumbing(module.name))
        return name if is_known else ""
