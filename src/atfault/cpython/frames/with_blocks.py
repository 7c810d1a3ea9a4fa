"""Which `with` blocks a frame is inside of, and with which context managers.

A thread that is still entering a block (in `__enter__`, waiting for the lock) is not inside of it,
and neither is one that is leaving it: entering and holding separate cleanly.

3.8-3.10   The frame keeps a stack of blocks, each 12 bytes: {type, handler, level}.

               f_iblock = 2      f_blockstack  │ 122, 96, 1 │ 122, 88, 2 │
               handler 88        the code at byte 88 (3.10: unit 88) calls __exit__: a `with`
               level 2           f_valuestack[1] is the bound __exit__ of the manager

           The line is that of the SETUP_WITH that leads to the handler.

3.11+      co_exceptiontable: (start, length, target, depth), in code units, innermost first.

               units 10-20 → 40, depth 1      the frame is at unit 12
               unit 40: PUSH_EXC_INFO         the handler of a `with`; its line is the `with` line
               unit 41: WITH_EXCEPT_START
               stack slot depth - 1           the bound __exit__
               (3.14+: depth - 2 is __exit__, depth - 1 the manager, or NULL when __exit__ is bound)

           What covers unit 40 in turn leads to the next outer block.

Slots of the value stack below `depth` are live while the block is; above lie stale ones, so a
search of the whole stack would report blocks that were left long ago.
"""

from typing import NamedTuple

from atfault.cpython.frames.bytecode import Bytecode, Entry, parse_exception_table
from atfault.cpython.frames.code import Code
from atfault.cpython.frames.frame_slots import TAGS, stack_start
from atfault.cpython.opcodes import load
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.errors import MemoryFault
from atfault.model.stacks import PyFrame

_SETUP_FINALLY = 122
_MAX_BLOCKS = 20
"""CO_MAXBLOCKS: how deep blocks nest before 3.11, and `with` in source ever since."""
_MAX_STEPS = 200
_MAX_DEPTH = 4096


class WithBlock(NamedTuple):
    """One block that a frame is inside of."""

    manager: int
    """Address of the context manager."""
    line: int | None
    """Of the `with`."""


class _Handler(NamedTuple):
    """The handler of a `with` statement, as the code object describes it."""

    slot: int
    """Of the value stack: where __exit__ is."""
    line: int | None


class WithBlocks:
    """Finds the open blocks of frames of one process."""

    def __init__(
        self, runtime: PythonRuntime, reader: ObjectReader, bytecode: Bytecode | None = None
    ) -> None:
        self._runtime = runtime
        self._bytecode = bytecode or Bytecode(runtime)
        self._reader = reader
        self._minor = runtime.version[1]
        self._numbers, _ = load(self._minor)
        self._tables: dict[int, list[Entry]] = {}
        self._handlers: dict[tuple[int, int], tuple[_Handler, ...]] = {}
        self._setups: dict[int, dict[int, int]] = {}

    def of(self, frame: PyFrame) -> tuple[WithBlock, ...]:
        """The blocks that `frame` is inside of, innermost first; () when there are none, or where
        they cannot be read."""
        if frame.lasti < 0:
            return ()
        code = self._runtime.codes.get(frame.code.address)
        if code is None:
            return ()
        try:
            handlers = self._at(frame, code)
            if not handlers:
                return ()
            base = stack_start(self._runtime, frame.address, code)
        except (MemoryFault, ValueError, IndexError):
            return ()
        blocks = []
        for handler in handlers:
            try:
                manager = self._manager(base + 8 * handler.slot)
            except MemoryFault:
                continue
            if manager:
                blocks.append(WithBlock(manager, handler.line))
        return tuple(blocks)

    def _at(self, frame: PyFrame, code: Code) -> tuple[_Handler, ...]:
        if self._minor <= 10:
            return self._from_block_stack(frame, code)
        key = (code.info.address, frame.lasti)
        known = self._handlers.get(key)
        if known is None:
            known = self._handlers[key] = self._from_table(code, frame.lasti)
        return known

    def _manager(self, slot: int) -> int:
        """Address of the manager for the block whose __exit__ is in the stack slot at `slot`; 0
        when no bound method is there."""
        method = self._runtime.memory.u64(slot)
        if self._minor >= 14:
            method &= ~TAGS
            owner = self._runtime.memory.u64(slot + 8) & ~TAGS
            if owner:
                return owner if self._reader.type(owner) else 0
        # Its name need not be __exit__: a class may say `__exit__ = close`.
        return self._reader.bound_to(method)

    # --- 3.8 to 3.10 ---

    def _from_block_stack(self, frame: PyFrame, code: Code) -> tuple[_Handler, ...]:
        runtime = self._runtime
        fields, block = runtime.offsets["PyFrameObject"], runtime.offsets["PyTryBlock"]
        count = runtime.memory.i32(frame.address + fields["f_iblock"])
        if not 0 < count <= _MAX_BLOCKS:
            return ()
        size = block["sizeof"]
        raw = runtime.memory.read(frame.address + fields["f_blockstack"], count * size)
        setups = self._setups_of(code)
        found = []
        for at in range((count - 1) * size, -1, -size):
            kind, handler, level = (
                int.from_bytes(raw[at + block[name] : at + block[name] + 4], "little", signed=True)
                for name in ("b_type", "b_handler", "b_level")
            )
            if self._minor == 10:
                handler *= 2
            if kind != _SETUP_FINALLY or handler not in setups or not 0 < level < _MAX_DEPTH:
                continue
            line = runtime.codes.location(code, setups[handler]).line
            found.append(_Handler(level - 1, line))
        return tuple(found)

    def _setups_of(self, code: Code) -> dict[int, int]:
        """Handler → offset of the SETUP_WITH or SETUP_ASYNC_WITH that leads to it, in bytes."""
        known = self._setups.get(code.info.address)
        if known is not None:
            return known
        body = self._bytecode.body(code)
        all_ = {} if body is None else {one.offset: one for one in body.instructions}
        found = {
            one.target: one.offset
            for one in all_.values()
            if one.name in ("SETUP_WITH", "SETUP_ASYNC_WITH") and one.target in all_
            if all_[one.target].name in ("WITH_CLEANUP_START", "WITH_EXCEPT_START")
        }
        self._setups[code.info.address] = found
        return found

    # --- 3.11 and later ---

    def _from_table(self, code: Code, lasti: int) -> tuple[_Handler, ...]:
        table = self._table_of(code)
        found = []
        offset, seen = lasti // 2, set()
        for _ in range(_MAX_STEPS):
            entry = next((e for e in table if e.start <= offset < e.end), None)
            if entry is None or entry.target in seen:
                break
            offset = entry.target
            seen.add(offset)
            if self._is_with_handler(code, offset):
                line = self._runtime.codes.location(code, 2 * offset).line
                slot = entry.depth - (2 if self._minor >= 14 else 1)
                if 0 <= slot < _MAX_DEPTH:
                    found.append(_Handler(slot, line))
        return tuple(found)

    def _is_with_handler(self, code: Code, unit: int) -> bool:
        at = code.info.address + self._runtime.codes.bytecode_offset + 2 * unit
        first, _, second, _ = self._runtime.memory.read(at, 4)
        numbers = self._numbers
        # While lines or instructions are traced, another number stands in place of their own.
        traced = numbers.get("INSTRUMENTED_LINE", ()) + numbers.get("INSTRUMENTED_INSTRUCTION", ())
        return (first in numbers["PUSH_EXC_INFO"] or first in traced) and (
            second in numbers["WITH_EXCEPT_START"] or second in traced[1:]
        )

    def _table_of(self, code: Code) -> list[Entry]:
        known = self._tables.get(code.info.address)
        if known is None:
            codes = self._runtime.codes
            raw = codes.bytes_at(codes.word(code, "co_exceptiontable"))
            known = self._tables[code.info.address] = parse_exception_table(raw)
        return known
