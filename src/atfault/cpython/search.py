"""Finds CPython in a process, and tells its release.

`find_runtime` looks for `_PyRuntime`, the one static structure from which all state of the
interpreter hangs, in libpython or in the executable:

    exported symbol _PyRuntime   3.8-3.15, stripped builds included (extension modules need it)
    section .PyRuntime           3.10+, by the section headers of the local file
    its contents                 3.13+: the cookie of _Py_DebugOffsets; before: pointers that fit
                                 together; works when no binary is at hand

    _PyRuntime.interpreters │ head │ main │          head == main, 8-aligned, not NULL
                               │
                               ╰→ PyInterpreterState.threads.head → PyThreadState.interp ─╮
                                  ↑                                  │ thread_id          │
                                  ╰──────────────────────────────────┼────────────────────╯
                                                                     ╰ of a live thread

and then for the release, which selects the table of offsets. A release without one is read by what
it says of itself (cpython/self_described). Four places tell it, the surest first:

    _Py_DebugOffsets.version   3.13+; read with the table itself
    Py_Version                 an exported constant, 3.11+: 0x030b07f0 is 3.11.7
    the text of sys.version    "3.8.18 (default, May  9 2026, 07:11:02) \\n[GCC 12.2.0]", which
                               Py_GetVersion keeps in a static buffer of the module
    the module's name          libpython3.8.so.1.0, python3.8: the minor version alone

The data of a module is in its writable mappings, and the .bss behind them:

r--p libpython3.9.so   headers, .dynsym, .rodata …
r-xp libpython3.9.so   .text
rw-p libpython3.9.so   .data      ┐ the data area
rw-p (anonymous)       .bss       ┘
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from atfault import lazy
from atfault.cpython import debug_offsets
from atfault.cpython.debug_offsets import DebugOffsets
from atfault.cpython.offsets import (
    NEWEST_MINOR,
    OLDEST_MINOR,
    Structs,
    Version,
    is_known,
    layouts,
    load,
    newest,
    version_text,
)
from atfault.cpython.runtime import PythonRuntime
from atfault.errors import AtfaultError, MemoryFault
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.process import MemoryMapping, Module
from atfault.model.state import NO_PYTHON
from atfault.native.debug_files import open_elf
from atfault.native.modules import ModuleMap, find_symbols
from atfault.snapshot.protocol import Memory, Snapshot

_FIRST_SELF_DESCRIBED = 13
_MAX_TEXT = 250
"""Size of the buffer in Python/getversion.c."""
_MAX_AREA = 64 << 20
_MAX_BSS = 4 << 20
"""Of an anonymous mapping behind the file's: it may also be the heap."""
_CHUNK = 1 << 20
_OVERLAP = 512


def find_runtime(snapshot: Snapshot, modules: ModuleMap) -> PythonRuntime | Absent:
    """The CPython runtime in the process; Absent when there is none or it cannot be used.

    A process may have several: an extension that was linked with libpython brings it along into a
    python that has all of it in its executable. The one that has threads is the one that runs.
    """
    problem = ""
    idle: PythonRuntime | None = None
    for module in _candidates(snapshot, modules):
        found = _in_module(snapshot, module)
        if isinstance(found, Absent):
            problem = problem or found.reason
        elif any(one.threads for one in found.interpreters):
            return found
        else:
            idle = idle or found
    if idle is not None:
        return idle
    if not problem and any("libpypy" in module.name for module in modules.modules):
        problem = "PyPy, not CPython; only its native stacks can be read"
    return Absent(problem or _unread_code(snapshot, modules) or NO_PYTHON)


def _unread_code(snapshot: Snapshot, modules: ModuleMap) -> str:
    """Why it cannot be told whether an interpreter is in the process; "" when all its code that is
    of files was looked at."""
    named = [m for m in snapshot.mappings if m.path.startswith("/")]
    if not named and snapshot.kind == "core":
        return "it cannot be told where CPython is, as the core does not say what files were mapped"
    unread = [m.path for m in named if m.executable and modules.find(m.start) is None]
    names = list(dict.fromkeys(os.path.basename(path) for path in unread))
    if not names:
        return ""
    listed = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
    return f"no CPython interpreter was found, but the code of {listed} could not be looked at"


def _candidates(snapshot: Snapshot, modules: ModuleMap) -> list[Module]:
    """Modules that may hold the interpreter, the likeliest first: libpython, the executable, other
    names with "python" that are no extension modules, then the rest."""
    executable = os.path.basename(snapshot.process.executable)

    def rank(module: Module) -> int:
        name = module.name
        if roles.is_interpreter_library(name):
            return 0
        if name == executable or module is modules.modules[0]:
            return 1
        return 2 if "python" in name and ".cpython-" not in name else 3

    return sorted(modules.modules, key=rank)


def _in_module(snapshot: Snapshot, module: Module) -> PythonRuntime | Absent:
    """The runtime in `module`; Absent with an empty reason when it is simply not there."""
    memory = snapshot.memory
    address = constant = 0
    readable = True
    try:
        address, constant = find_symbols(memory, module, ("_PyRuntime", "Py_Version"))
    except MemoryFault:
        readable = False
    likely = roles.is_interpreter(module.name)
    if not address and not likely and readable:
        return Absent("")
    if not address:
        found = find_address(snapshot, module, likely)
        if isinstance(found, Absent):
            return found
        address = found
    return _at(snapshot, module, address, constant)


def _at(snapshot: Snapshot, module: Module, address: int, constant: int) -> PythonRuntime | Absent:
    """The runtime whose _PyRuntime is at `address`. constant: address of Py_Version, or 0."""
    memory = snapshot.memory
    try:
        own = debug_offsets.read(memory, address)
    except MemoryFault as fault:
        return Absent(f"CPython's state cannot be read: {fault}")
    if own is not None:
        release, free_threaded = own.version, own.free_threaded
    else:
        area = data_area_of(memory, snapshot.mappings, module)
        known = release_from_constant(memory, constant) or release_from_text(area)
        known = known or release_from_name(module)
        if known is None:
            return Absent(f"CPython in {module.name}, of a version that cannot be told")
        release, free_threaded = known, False
    minor = release[1]
    if release[0] == 3 and minor >= _FIRST_SELF_DESCRIBED:
        if own is None:
            return Absent(f"CPython {version_text(release)}, but its debug offsets are damaged")
        return _described(snapshot, module, address, own)
    if release[0] != 3 or not OLDEST_MINOR <= minor <= NEWEST_MINOR:
        return Absent(
            f"CPython {version_text(release)}; atfault reads 3.{OLDEST_MINOR} to 3.{NEWEST_MINOR}"
        )
    offsets, constants = load(minor, micro=release[2])
    notes: tuple[str, ...] = ()
    if release[2] < 0:
        notes = _not_told(release, next(layouts(minor))[0], offsets)
    return PythonRuntime(
        snapshot, module, address, release, free_threaded, offsets, constants, notes=notes
    )


def _not_told(release: Version, whole: Structs, offsets: Structs) -> tuple[str, ...]:
    """What is missing, as its place depends on the micro version, which is not known."""
    missing = [name for name, fields in whole.items() if fields.keys() - offsets[name].keys()]
    if not missing:
        return ()
    return (
        f"which CPython {version_text(release)} this is cannot be told; {', '.join(missing)}, which"
        " its releases lay out differently, are left out",
    )


def _described(
    snapshot: Snapshot, module: Module, address: int, own: DebugOffsets
) -> PythonRuntime | Absent:
    """The runtime of a release from 3.13 on: by the layout that fits its own offsets, or by those
    alone where there is none."""
    _, minor, micro = own.version
    text = f"CPython {own.text}{' (free-threaded)' if own.free_threaded else ''}"
    if not own.structs or not is_known(minor, own.free_threaded):
        return _by_itself(
            snapshot,
            module,
            address,
            own,
            f"{text} is not one of the versions that atfault knows whole (3.{OLDEST_MINOR} to"
            f" 3.{NEWEST_MINOR})",
        )
    structs, constants = load(minor, own.free_threaded, micro)
    if not debug_offsets.is_usual_build(structs, own):
        return Absent(
            f"{text} whose objects are laid out unlike any release's (built with Py_TRACE_REFS?)"
        )
    found = debug_offsets.fit(
        (one for one, _ in layouts(minor, own.free_threaded, micro)),
        own,
    )
    if found is None:
        reason = f"{text} lays out its frames unlike the releases of 3.{minor} that atfault knows"
        return _by_itself(snapshot, module, address, own, reason)
    notes = tuple(
        f"{text}: {what} may lie elsewhere than in the releases that atfault knows, and is left out"
        for what in found.left_out
    ) + tuple(
        f"{text}: what its debug offsets tell of {name} is damaged; it is read as in the releases"
        " that atfault knows"
        for name in found.damaged
    )
    return PythonRuntime(
        snapshot,
        module,
        address,
        own.version,
        own.free_threaded,
        found.structs,
        constants,
        notes=notes,
    )


def _by_itself(
    snapshot: Snapshot, module: Module, address: int, own: DebugOffsets, left_out: str
) -> PythonRuntime | Absent:
    """The runtime by nothing but what it says of itself; left_out: why."""
    self_described = lazy.load("atfault.cpython.self_described")
    known, constants = newest(own.free_threaded)
    try:
        words = snapshot.memory.u64s(address + debug_offsets.HEADER, self_described.WORDS)
    except MemoryFault as fault:
        return Absent(f"CPython {own.text}: its debug offsets cannot be read: {fault}")
    found: Structs | Absent = self_described.describe(
        snapshot.memory, address, words, snapshot.threads, known
    )
    if isinstance(found, Absent):
        return Absent(f"{left_out}, and {found.reason}")
    return PythonRuntime(
        snapshot, module, address, own.version, own.free_threaded, found, constants, left_out
    )


def find_address(snapshot: Snapshot, module: Module, likely: bool) -> int | Absent:
    """Address of _PyRuntime in `module`; Absent with an empty reason when nothing speaks for it.

    likely: the module's name is that of a Python. Only then is a failure worth words, or where the
    file is not at hand and the module holds the text of sys.version: a program with the interpreter
    linked into it may have any name.
    """
    address = _by_section(module)
    if address:
        return address
    area = data_area_of(snapshot.memory, snapshot.mappings, module)
    address = _by_cookie(snapshot.memory, area)
    if address:
        return address
    told = release_from_text(area) if likely or module.file is None else None
    if not likely and told is None:
        return Absent("")
    known = told or release_from_name(module)
    if known is None or not 8 <= known[1] <= 12:
        return Absent(f"{module.name} holds no CPython state that can be found")
    address = _by_pointers(snapshot, area, known[1])
    if address:
        return address
    return Absent(
        f"{module.name} is CPython {version_text(known)}, but without its file its state was not"
        " found; give the binary with --sysroot"
    )


def _by_section(module: Module) -> int:
    """Run-time address of the section .PyRuntime; 0 when the file has none or is not here."""
    elf = open_elf(module.file) if module.file is not None else None
    try:
        section = elf.section(".PyRuntime") if elf is not None else None
    except AtfaultError:
        return 0
    return module.load_bias + section.addr if section is not None else 0


def _by_cookie(memory: Memory, area: DataArea) -> int:
    for start, data in area.chunks():
        at = data.find(debug_offsets.COOKIE)
        while at >= 0:
            address = start + at
            if address % 8 == 0:
                try:
                    if debug_offsets.read(memory, address) is not None:
                        return address
                except MemoryFault:
                    pass
            at = data.find(debug_offsets.COOKIE, at + 8)
    return 0


def _by_pointers(snapshot: Snapshot, area: DataArea, minor: int) -> int:
    """The one address in the area at which a _PyRuntime of 3.`minor` fits; 0 when there is none or
    more than one."""
    structs, _ = load(minor)
    at_head = structs["_PyRuntimeState"]["interpreters_head"]
    pointers = {thread.registers.thread_pointer for thread in snapshot.threads} - {None, 0}
    found = set()
    for start, data in area.chunks():
        words = memoryview(data[: len(data) & ~7]).cast("Q")
        previous = 0
        for index, word in enumerate(words):
            if word == previous and word > 4096 and not word & 7:
                head = start + 8 * (index - 1)
                if _is_interpreter(snapshot.memory, structs, word, pointers):
                    found.add(head - at_head)
            previous = word
    return found.pop() if len(found) == 1 else 0


def _is_interpreter(
    memory: Memory,
    structs: dict[str, dict[str, int]],
    address: int,
    pointers: set[int | None],
) -> bool:
    fields, thread = structs["PyInterpreterState"], structs["PyThreadState"]
    try:
        if memory.u64(address + fields["next"]) or memory.i64(address + fields["id"]):
            return False
        tstate = memory.u64(address + fields["threads_head"])
        for _ in range(10_000):
            if not tstate or memory.u64(tstate + thread["interp"]) != address:
                return False
            if memory.u64(tstate + thread["thread_id"]) in pointers:
                return True
            tstate = memory.u64(tstate + thread["next"])
    except MemoryFault:
        pass
    return False


def release_from_constant(memory: Memory, address: int) -> Version | None:
    """The release in the constant Py_Version at `address` (0: not exported)."""
    if not address:
        return None
    try:
        value = memory.u32(address)
    except MemoryFault:
        return None
    if value >> 24 != 3:
        return None
    return 3, value >> 16 & 255, value >> 8 & 255


def release_from_text(area: DataArea) -> Version | None:
    """The release in the one text of sys.version in the module's data; None when there is none, or
    more than one."""
    found = set()
    for _, data in area.chunks():
        for minor in range(OLDEST_MINOR, NEWEST_MINOR + 1):
            at = data.find(b"3.%d." % minor)
            while at >= 0:
                micro = _micro(data[at : at + _MAX_TEXT], minor)
                if micro is not None and (at == 0 or data[at - 1] == 0):
                    found.add((3, minor, micro))
                at = data.find(b"3.%d." % minor, at + 4)
    return found.pop() if len(found) == 1 else None


def _micro(text: bytes, minor: int) -> int | None:
    """The micro version in "3.8.18+ (build) [compiler]"; None when `text` is nothing like that."""
    text = text.partition(b"\0")[0]
    release, _, rest = text.partition(b" (")
    build, _, compiler = rest.rpartition(b"[")
    if not build.rstrip().endswith(b")") or not compiler.endswith(b"]"):
        return None
    digits = release[len(b"3.%d." % minor) :]
    length = 0
    while length < len(digits) and digits[length : length + 1].isdigit():
        length += 1
    return int(digits[:length]) if 0 < length <= 2 else None


def release_from_name(module: Module) -> Version | None:
    """(3, minor, -1) from the module's file name: python3.8, libpython3.8.so.1.0, python3.8-dbg."""
    _, found, rest = module.name.partition("python3.")
    if not found:
        return None
    digits = rest[:2] if rest[:2].isdigit() else rest[:1]
    return (3, int(digits), -1) if digits.isdigit() and digits.isascii() else None


class DataArea:
    """Address ranges of one module's static data."""

    def __init__(
        self, memory: Memory, mappings: tuple[MemoryMapping, ...], start: int, end: int, path: str
    ) -> None:
        self._memory = memory
        self.ranges: list[tuple[int, int]] = []
        left = _MAX_AREA
        behind = 0
        for mapping in mappings:
            if mapping.end <= start or not mapping.writable:
                if behind and mapping.start >= behind:
                    break
                continue
            size = mapping.end - mapping.start
            if mapping.path == path and path and mapping.start < end:
                behind = mapping.end
            elif not mapping.path and behind and mapping.start == behind:
                size = min(size, _MAX_BSS)
            elif mapping.start >= end:
                break
            else:
                continue
            size = min(size, left)
            left -= size
            if size:
                self.ranges.append((mapping.start, mapping.start + size))

    def chunks(self) -> Iterator[tuple[int, bytes]]:
        """(address, bytes) in order, each up to 1 MiB and overlapping the one before by 512 bytes;
        what cannot be read is left out."""
        for start, end in self.ranges:
            at = start
            while at < end:
                data = self._memory.read_upto(at, min(_CHUNK, end - at))
                if not data:
                    at = (at + 4096) & ~4095
                    continue
                yield at, data
                if at + len(data) >= end:
                    break
                step = len(data) - _OVERLAP if len(data) == _CHUNK else len(data)
                at += max(step, 8) & ~7


def data_area_of(memory: Memory, mappings: tuple[MemoryMapping, ...], module: Module) -> DataArea:
    return DataArea(memory, mappings, module.start, module.end, module.path)
