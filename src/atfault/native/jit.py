"""Code made at run time that its maker announced through GDB's JIT interface (LLVM, so Numba).

    __jit_debug_descriptor                 jit_code_entry            in memory: an ELF file, ET_REL,
    +0  u32 version = 1             ┌──►   +0  next ──► older        whose sh_addr say where each
    +4  u32 action (0, 1, 2)        │      +8  prev = 0              section was loaded
    +8  relevant_entry              │      +16 symfile_addr ──────►  7f 45 4c 46 …
    +16 first_entry ────────────────┘      +24 symfile_size

(gdb/jit.h; llvm/lib/ExecutionEngine/GDBRegistrationListener.cpp.) The descriptor is found by its
shape in the writable data of the module that holds it: libllvmlite.so does not export the symbol,
and stripped libraries have no other. What it points to proves it: the first entry has no
predecessor and leads to an ELF file.

Sections of the image are copies from before relocation; .eh_frame and the code are read where they
were loaded. Other makers of code announce nothing: their frames are unwound by a stack scan.
"""

import struct
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from atfault.errors import AtfaultError, FormatError, MemoryFault
from atfault.formats.cfi import Fde, FrameTable
from atfault.formats.elf import ElfFile, string_at
from atfault.model.absent import Absent
from atfault.model.process import MemoryMapping
from atfault.native.modules import ModuleMap
from atfault.snapshot.protocol import Memory, Snapshot

MAX_OBJECTS = 20_000
MAX_IMAGE = 1 << 26
"""Bytes of one image."""
MAX_TOTAL = 1 << 29
"""Bytes of all images together."""
MAX_DATA = 1 << 25
"""Bytes of writable module data that are searched for the descriptor."""
MAX_SYMBOLS = 100_000
_MAX_HITS = 4096
_LIKELY_HOSTS = ("llvmlite", "libLLVM", "julia", "jit", "libclang")
_ENTRY = struct.Struct("<QQQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_SHT_SYMTAB, _SHT_NOBITS = 2, 8
_SHF_ALLOC, _SHF_EXECINSTR = 2, 4
_STT_FUNC = 2
_ET_REL = 1


class JitFunction(NamedTuple):
    """A function symbol of a JIT object; start is a run-time address."""

    start: int
    size: int
    name: str
    """The linkage name."""


class JitSection(NamedTuple):
    """A section of a JIT object; address is where it was loaded, 0 when it was not."""

    name: str
    address: int
    size: int
    is_code: bool


class JitObject:
    """One announced object."""

    def __init__(self, memory: Memory, address: int, size: int, sections: tuple[JitSection, ...]):
        self.address = address
        """Of its image in the target."""
        self.size = size
        self.sections = sections
        self.ranges = tuple(
            (s.address, s.address + s.size) for s in sections if s.is_code and s.address and s.size
        )
        """[start, end) of each piece of its code."""
        self._memory = memory
        self._table: FrameTable | None = None
        self._functions: tuple[JitFunction, ...] | None = None

    def image(self) -> bytes:
        """The ELF file as it was announced, debug sections not relocated. Raises MemoryFault."""
        return self._memory.read(self.address, self.size)

    def find_fde(self, pc: int) -> Fde | None:
        """Raises MemoryFault, FormatError."""
        if self._table is None:
            for section in self.sections:
                if section.name == ".eh_frame" and section.address and section.size:
                    self._table = FrameTable(self._memory, 0, section.address, section.size)
                    break
            else:
                return None
        return self._table.find(pc)

    def function_at(self, pc: int) -> JitFunction | None:
        """The function symbol whose range holds `pc`."""
        functions = self.functions()
        index = bisect_right([f.start for f in functions], pc) - 1
        if index >= 0:
            function = functions[index]
            if pc < function.start + max(function.size, 1):
                return function
        return None

    def functions(self) -> tuple[JitFunction, ...]:
        """Its function symbols, sorted by address; () when the symbol table is damaged."""
        if self._functions is None:
            try:
                self._functions = tuple(sorted(self._read_functions()))
            except (AtfaultError, struct.error):
                self._functions = ()
        return self._functions

    def _read_functions(self) -> Iterator[JitFunction]:
        elf = ElfFile(self.image())
        for table in elf.sections:
            if table.type != _SHT_SYMTAB or table.link >= len(elf.sections):
                continue
            names = elf.section_bytes(elf.sections[table.link], MAX_IMAGE)
            data = elf.section_bytes(table, MAX_SYMBOLS * _SYMBOL.size)
            usable = len(data) - len(data) % _SYMBOL.size
            for name, info, _, index, value, size in _SYMBOL.iter_unpack(data[:usable]):
                if info & 15 == _STT_FUNC and 0 < index < len(self.sections):
                    section = self.sections[index]
                    if not section.address:
                        continue
                    # Relative to the section, as in any ET_REL file, unless the maker relocated it.
                    inside = section.address <= value < section.address + max(section.size, 1)
                    start = value if inside else section.address + value
                    yield JitFunction(start, size, string_at(names, name))


class JitRegistry:
    """All announced objects of a target; read when first asked, as most stacks never meet one."""

    def __init__(self, snapshot: Snapshot, modules: ModuleMap):
        self._snapshot = snapshot
        self._modules = modules
        self._objects: tuple[JitObject, ...] | None = None
        self._ranges: list[tuple[int, int, int]] = []
        self.problem = ""
        """Why objects are missing, "" when all could be read."""

    @property
    def objects(self) -> tuple[JitObject, ...]:
        if self._objects is None:
            self._objects = self._load()
            self._ranges = sorted(
                (start, end, number)
                for number, item in enumerate(self._objects)
                for start, end in item.ranges
            )
        return self._objects

    def find(self, pc: int) -> JitObject | None:
        """The object whose code holds `pc`."""
        objects = self.objects
        index = bisect_right(self._ranges, (pc, 1 << 64, 0)) - 1
        if index >= 0:
            start, end, number = self._ranges[index]
            if start <= pc < end:
                return objects[number]
        return None

    def find_fde(self, pc: int) -> Fde | None:
        """Raises MemoryFault, FormatError."""
        item = self.find(pc)
        return item.find_fde(pc) if item is not None else None

    def _load(self) -> tuple[JitObject, ...]:
        descriptor = find_descriptor(self._snapshot, self._modules)
        if isinstance(descriptor, Absent):
            self.problem = descriptor.reason
            return ()
        objects: list[JitObject] = []
        total = 0
        for address, size in self._entries(descriptor):
            total += size
            if total > MAX_TOTAL:
                self.problem = "more JIT objects than are read at once; older ones left out"
                break
            try:
                objects.append(read_object(self._snapshot.memory, address, size))
            except AtfaultError as error:
                self.problem = f"JIT object at {address:#x}: {error}"
        return tuple(objects)

    def _entries(self, descriptor: int) -> Iterator[tuple[int, int]]:
        """(address, size) of each image, the newest first."""
        memory = self._snapshot.memory
        seen: set[int] = set()
        try:
            entry = memory.u64(descriptor + 16)
            while entry:
                if entry in seen or len(seen) >= MAX_OBJECTS:
                    self.problem = "the list of JIT objects does not end"
                    return
                seen.add(entry)
                following, _, address, size = _ENTRY.unpack(memory.read(entry, 32))
                if 64 <= size <= MAX_IMAGE:
                    yield address, size
                entry = following
        except MemoryFault as fault:
            self.problem = f"the list of JIT objects is not readable at {fault.address:#x}"


def read_object(memory: Memory, address: int, size: int) -> JitObject:
    """Decode the sections of the image at `address`. Raises FormatError, MemoryFault."""
    elf = ElfFile(memory.read(address, size))
    if elf.type != _ET_REL:
        raise FormatError(f"ELF type {elf.type}, expected 1 (relocatable)")
    sections = tuple(
        JitSection(
            s.name,
            s.addr if s.flags & _SHF_ALLOC else 0,
            s.size,
            bool(s.flags & _SHF_EXECINSTR) and s.type != _SHT_NOBITS,
        )
        for s in elf.sections
    )
    return JitObject(memory, address, size, sections)


_CHUNK = 1 << 17
"""Bytes of data that are searched at a time, so that they stay in the processor's cache."""
_DESCRIPTOR = 24
_USED_ACTIONS = (1, 2)
"""JIT_REGISTER_FN, JIT_UNREGISTER_FN."""


def find_descriptor(snapshot: Snapshot, modules: ModuleMap) -> int | Absent:
    """Run-time address of __jit_debug_descriptor, among the likely modules first."""
    likely = [m for m in modules if any(word in m.name for word in _LIKELY_HOSTS)]
    others = [m for m in modules if m not in likely and m.name]
    data = _initialised_data(snapshot, modules)
    budget = MAX_DATA
    for module in (*likely, *others):
        for mapping in data.get(module.start, ()):
            size = min(mapping.end, module.end) - mapping.start
            if size > budget:
                return Absent("no JIT descriptor in the first 32 MiB of module data")
            budget -= size
            found = _descriptor_in(snapshot.memory, mapping, size)
            if found:
                return found
    return Absent("no module announces the code that it makes")


def _initialised_data(snapshot: Snapshot, modules: ModuleMap) -> dict[int, list[MemoryMapping]]:
    """Start of a module → its writable mappings of the file: not the zero-initialised data, as the
    descriptor's version is set by the linker."""
    found: dict[int, list[MemoryMapping]] = {}
    for mapping in snapshot.mappings:
        if mapping.writable and mapping.path:
            module = modules.find(mapping.start)
            if module is not None and module.path == mapping.path:
                found.setdefault(module.start, []).append(mapping)
    return found


def _descriptor_in(memory: Memory, mapping: MemoryMapping, size: int) -> int:
    """The descriptor's address in the first `size` bytes of the mapping; 0 when it is not there.

    Whoever has announced an object has set action_flag to register or unregister; nothing sets
    it back. Untouched descriptors (1, 0) look like too much else.
    """
    hits = 0
    for offset in range(0, size, _CHUNK):
        # A little more than a chunk: a descriptor may lie across its end.
        data = memory.read_upto(mapping.start + offset, min(_CHUNK + _DESCRIPTOR, size - offset))
        # One byte of every eight, in a run of its own: searching that is twenty times faster than
        # a search for the whole pattern, most of which is zeros, as is most data.
        actions = data[4:_CHUNK:8]
        for action in _USED_ACTIONS:
            pattern = struct.pack("<II", 1, action)
            at = actions.find(action)
            while at >= 0 and hits < _MAX_HITS:
                if data.startswith(pattern, 8 * at) and len(data) - 8 * at >= _DESCRIPTOR:
                    hits += 1
                    if _is_descriptor(memory, data, 8 * at):
                        return mapping.start + offset + 8 * at
                at = actions.find(action, at + 1)
    return 0


def _is_descriptor(memory: Memory, data: bytes, at: int) -> bool:
    relevant, first = struct.unpack_from("<QQ", data, at + 8)
    if not first or first & 7 or relevant & 7:
        return False
    try:
        _, previous, address, size = _ENTRY.unpack(memory.read(first, 32))
        if previous or not 64 <= size <= MAX_IMAGE:
            return False
        return memory.read(address, 4) == b"\x7fELF"
    except MemoryFault:
        return False
