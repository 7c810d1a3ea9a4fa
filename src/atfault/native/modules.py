"""The ELF objects mapped into the target: program, shared objects, vdso.

An object is found by its ELF header in memory, not by its name: a mapping of file offset 0 that
begins with 7f 45 4c 46, from whose program headers follow

    load bias = address of the mapping − (p_vaddr of the segment mapped there, rounded to its page)
    extent    = [bias + lowest p_vaddr, bias + highest p_vaddr + p_memsz)

    file     0x0000 |hdr R|  0x1000 | text R X |  0x9000 |rodata R|  0xbd10 |data RW|
    p_vaddr  0x0000          0x1000               0x9000             0xcd10
    memory   0x7f1200000000  …1000                …9000              …c000      bias 0x7f1200000000

A file that was merely read through mmap has no executable segment at the expected place and is no
module. The header comes from the core itself where it was dumped, else from the checked file.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from atfault.contained import contained
from atfault.errors import FormatError, MemoryFault
from atfault.formats.core_notes import AT_SYSINFO_EHDR
from atfault.formats.dynamic import DynamicSymbols
from atfault.formats.elf import (
    MAGIC,
    PF_X,
    PT_DYNAMIC,
    PT_GNU_EH_FRAME,
    PT_LOAD,
    PT_NOTE,
    ProgramHeader,
)
from atfault.model.process import MemoryMapping, Module
from atfault.native.debug_files import open_elf
from atfault.snapshot.files import build_id_in, leading_segments
from atfault.snapshot.protocol import Memory, Snapshot

if TYPE_CHECKING:  # a core has none
    from atfault.snapshot.target import ProcessView, Target

_PAGE = 4096
_PAGE_MASK = ~(_PAGE - 1)
_MAX_NOTE_BYTES = 1 << 16
_MAX_DYNAMIC = 8192
_MAX_MODULES = 1 << 16
_ADDRESS_LIMIT = 1 << 64


class ModuleMap:
    """The modules of a target, by address."""

    def __init__(self, modules: list[Module]) -> None:
        self.modules: tuple[Module, ...] = tuple(sorted(modules, key=lambda module: module.start))
        self._starts = [module.start for module in self.modules]

    def find(self, address: int) -> Module | None:
        """The module whose extent holds `address`, or None."""
        index = bisect_right(self._starts, address) - 1
        if index >= 0:
            module = self.modules[index]
            if address < module.end:
                return module
        return None

    def __iter__(self) -> Iterator[Module]:
        return iter(self.modules)

    def __len__(self) -> int:
        return len(self.modules)


_OF_TARGETS: WeakKeyDictionary[Target, tuple[bytes, ModuleMap]] = WeakKeyDictionary()
"""With the /proc/PID/maps that they were found by."""


def modules_of(target: Target, view: ProcessView) -> ModuleMap:
    """`load_modules` of a process that runs, of which `view` is a view: once as long as nothing is
    mapped or unmapped."""
    known = _OF_TARGETS.get(target)
    if known is None or known[0] != target.maps:
        known = _OF_TARGETS[target] = target.maps, load_modules(view)
    return known[1]


def load_modules(snapshot: Snapshot) -> ModuleMap:
    """Find the ELF objects mapped into the target. Damaged ones are left out.

    Missing or replaced files leave `file` None and a reason in `problem`.
    """
    starts = [mapping.start for mapping in snapshot.mappings]
    modules: list[Module] = []
    vdso = snapshot.auxv.get(AT_SYSINFO_EHDR, 0)
    taken = 0
    for mapping in snapshot.mappings:
        is_vdso = mapping.start == vdso
        if mapping.file_offset or mapping.start < taken or not (mapping.path or is_vdso):
            continue
        if mapping.path.startswith("[") and not is_vdso:
            continue
        module = None
        with contained(f"reading the headers of {mapping.path}", snapshot.warnings):
            module = _load(snapshot, mapping, starts)
        if module is not None:
            modules.append(module)
            taken = module.end
            if len(modules) >= _MAX_MODULES:
                break
    return ModuleMap(modules)


def has_made_code(snapshot: Snapshot, modules: ModuleMap) -> bool:
    """Whether the target holds code that is in no module: made at run time."""
    return any(
        mapping.executable
        and not mapping.path.startswith("[v")
        and modules.find(mapping.start) is None
        for mapping in snapshot.mappings
    )


def find_symbols(memory: Memory, module: Module, names: tuple[str, ...]) -> tuple[int, ...]:
    """Run-time address of each name, 0 where the module does not export it. It is looked up in
    memory (hence in the checked file where pages were not dumped), of which a few dozen bytes are
    read. Raises MemoryFault where that cannot be read."""
    if not module.dynamic:
        return (0,) * len(names)
    symbols = dynamic_symbols(memory, module)
    return tuple([symbols.address_of(name) or 0 for name in names])


def dynamic_symbols(memory: Memory, module: Module) -> DynamicSymbols:
    """What a module imports and exports. Raises MemoryFault where that cannot be read, or there is
    nothing of the kind."""
    entries = memory.read(module.dynamic, 16) + memory.read_upto(module.dynamic + 16, _MAX_DYNAMIC)
    return DynamicSymbols(memory.read, entries, module.load_bias)


def try_symbols(memory: Memory, module: Module, names: tuple[str, ...]) -> tuple[int, ...]:
    """The same, with 0 for what cannot be read."""
    try:
        return find_symbols(memory, module, names)
    except MemoryFault:
        return (0,) * len(names)


def eh_frame_section(module: Module) -> tuple[int, int] | None:
    """(run-time address, size) of a module's .eh_frame, from its section headers; for objects that
    were linked without --eh-frame-hdr. None when there is no such section or no file."""
    elf = open_elf(module.file) if module.file is not None else None
    try:
        section = elf.section(".eh_frame") if elf is not None else None
    except FormatError:
        return None
    if section is None or not section.addr:
        return None
    return section.addr + module.load_bias, section.size


def _load(snapshot: Snapshot, mapping: MemoryMapping, starts: list[int]) -> Module | None:
    """The module whose ELF header lies at the start of `mapping`, or None."""
    memory = snapshot.memory
    head = memory.read_upto(mapping.start, min(_PAGE, mapping.end - mapping.start))
    segments = _program_headers(snapshot, mapping, head)
    loads = [s for s in segments if s.type == PT_LOAD and s.memsz]
    first = next((s for s in loads if s.offset < _PAGE), None)
    if first is None:
        return None
    bias = mapping.start - (first.vaddr & _PAGE_MASK)
    start = bias + (min(s.vaddr for s in loads) & _PAGE_MASK)
    end = bias + max(s.vaddr + s.memsz for s in loads)
    if not 0 <= start <= mapping.start < end <= _ADDRESS_LIMIT:
        return None
    is_vdso = not mapping.path.startswith("/")
    if not is_vdso and not _is_loaded(snapshot.mappings, starts, loads, bias):
        return None
    tables = {s.type: bias + s.vaddr for s in segments}
    local, why = (None, "") if is_vdso else snapshot.local_file(mapping.path)
    return Module(
        path=mapping.path or "[vdso]",
        file=local,
        build_id=_build_id(memory, segments, bias, head),
        load_bias=bias,
        start=start,
        end=(end + _PAGE - 1) & _PAGE_MASK,
        eh_frame_hdr=tables.get(PT_GNU_EH_FRAME, 0),
        problem=why,
        dynamic=tables.get(PT_DYNAMIC, 0),
    )


def _program_headers(
    snapshot: Snapshot, mapping: MemoryMapping, head: bytes
) -> tuple[ProgramHeader, ...]:
    """Program headers of the object that begins at `mapping` with the bytes `head`; () when there
    is no ELF header."""
    memory = snapshot.memory
    if head[:4] != MAGIC or head[18:20] != snapshot.arch.e_machine.to_bytes(2, "little"):
        return ()

    def read(offset: int, size: int) -> bytes:
        """Bytes of the file, from wherever that part of it is mapped."""
        for other in snapshot.mappings:
            at = other.start + offset - other.file_offset
            if other.path == mapping.path and other.start <= at and at + size <= other.end:
                return memory.read_upto(at, size)
        return b""

    return leading_segments(head, read) or ()


def _is_loaded(
    mappings: tuple[MemoryMapping, ...],
    starts: list[int],
    loads: list[ProgramHeader],
    bias: int,
) -> bool:
    """Whether an executable segment of the object is mapped executable where the bias puts it."""
    for segment in loads:
        if segment.flags & PF_X:
            address = bias + segment.vaddr
            index = bisect_right(starts, address) - 1
            if index >= 0 and address < mappings[index].end and mappings[index].executable:
                return True
    return False


def _build_id(memory: Memory, segments: tuple[ProgramHeader, ...], bias: int, head: bytes) -> str:
    """The GNU build id from the notes in memory, in hex; "" when there is none. head: the first
    page, where the notes of most objects are."""
    for segment in segments:
        if segment.type == PT_NOTE and segment.memsz <= _MAX_NOTE_BYTES:
            end = segment.offset + segment.filesz
            try:
                if end <= len(head) and segment.vaddr == segment.offset:
                    notes = head[segment.offset : end]
                else:
                    notes = memory.read(bias + segment.vaddr, segment.filesz)
            except MemoryFault:
                continue
            found = build_id_in(notes, segment.align)
            if found:
                return found
    return ""
