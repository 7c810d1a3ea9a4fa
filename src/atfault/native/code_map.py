"""What is at an address of code: its mapping, its module, its function's unwind information."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from atfault.errors import FormatError, MemoryFault
from atfault.formats.cfi import Fde, FrameTable
from atfault.formats.core_notes import AT_ENTRY
from atfault.model.process import Module
from atfault.native.modules import ModuleMap, eh_frame_section
from atfault.snapshot.protocol import Snapshot

if TYPE_CHECKING:  # few processes have code that was made at run time
    from atfault.native.jit import JitRegistry


_ENTRY_SIZE = 48
"""Bytes of _start at most (musl's has 22 on x86-64, glibc's 38)."""
_SPARSE = 16384
"""Bytes of a module for each FDE from which on its functions count as not described; where they
are, there is one for some 300."""


class CodeMap:
    """The code of one snapshot; keep it for all threads, it remembers what it was asked."""

    def __init__(
        self, snapshot: Snapshot, modules: ModuleMap, jit: JitRegistry | None = None
    ) -> None:
        self.arch = snapshot.arch
        self.memory = snapshot.memory
        self._snapshot = snapshot
        self._modules = modules
        self._jit = jit
        code = [m for m in snapshot.mappings if m.executable]
        self._entry = snapshot.auxv.get(AT_ENTRY, 0)
        self._code_starts = [m.start for m in code]
        self._code = code
        self._tables: dict[int, FrameTable | None] = {}
        self._calls: dict[int, bool] = {}
        self.possible_calls: dict[tuple[int, int], bool] = {}
        """What `calls.may_call` found out."""

    def is_code(self, address: int) -> bool:
        """Whether `address` lies in an executable mapping."""
        index = bisect_right(self._code_starts, address) - 1
        return index >= 0 and address < self._code[index].end

    def is_entry(self, address: int) -> bool:
        """Whether it is in the code that the program begins with, which has no caller: some
        instructions, mostly without call frame information."""
        return bool(self._entry) and self._entry <= address < self._entry + _ENTRY_SIZE

    def code_file(self, address: int) -> str | None:
        """The file that the executable mapping around `address` is of; "" for none, None where the
        snapshot does not say what files are mapped."""
        index = bisect_right(self._code_starts, address) - 1
        path = self._code[index].path if index >= 0 else ""
        if not path.startswith("/") and self._snapshot.kind == "core":
            known = any(m.path.startswith("/") for m in self._snapshot.mappings)
            return path if known else None
        return path

    def module_at(self, address: int) -> Module | None:
        return self._modules.find(address)

    def function_range(self, address: int) -> tuple[int, int] | None:
        """[start, end) of the function, or part of one, that has call frame information there."""
        try:
            found = self.find_fde(address)
        except (FormatError, MemoryFault):
            return None
        return (found[0].start, found[0].end) if found is not None else None

    def share_undescribed(self, address: int, other: int) -> bool:
        """Whether both lie in one module that has next to no call frame information (musl, whose
        own build leaves it out): there may be any number of frames between the two."""
        module = self._modules.find(address)
        if module is None or not module.start <= other < module.end:
            return False
        table = self._table(module)
        try:
            described = 0 if table is None else table.indexed()
        except FormatError:
            described = 0
        except MemoryFault:
            return False
        return described * _SPARSE < module.end - module.start

    def follows_call(self, address: int) -> bool:
        """Whether `address` is code right behind a call instruction."""
        known = self._calls.get(address)
        if known is None:
            known = False
            if self.is_code(address - 1) and address >= 8:
                code = self.memory.read_upto(address - 8, 8)
                known = len(code) == 8 and self.arch.has_call_before(code)
            self._calls[address] = known
        return known

    def find_fde(self, address: int) -> tuple[Fde, Module | None, bool] | None:
        module = self._modules.find(address)
        if module is not None:
            table = self._table(module)
            fde = table.find(address) if table is not None else None
            if fde is not None:
                return fde, module, False
            return None
        if self._jit is not None:
            fde = self._jit.find_fde(address)
            if fde is not None:
                return fde, None, True
        return None

    def is_announced(self, address: int) -> bool:
        """Whether `address` is in code that its maker announced (LLVM leaves functions that cannot
        unwind without call frame information)."""
        return self._jit is not None and self._jit.find(address) is not None

    def announced_function(self, address: int) -> tuple[int, int] | None:
        """[start, end) of the announced function that holds `address`, by its symbol."""
        found = self._jit.find(address) if self._jit is not None else None
        function = found.function_at(address) if found is not None else None
        return None if function is None else (function.start, function.start + function.size)

    def _table(self, module: Module) -> FrameTable | None:
        try:
            return self._tables[module.start]
        except KeyError:
            pass
        table: FrameTable | None = None
        if module.eh_frame_hdr:
            table = FrameTable(self.memory, module.eh_frame_hdr)
        else:
            section = eh_frame_section(module)
            if section is not None:
                table = FrameTable(self.memory, 0, *section)
        self._tables[module.start] = table
        return table
