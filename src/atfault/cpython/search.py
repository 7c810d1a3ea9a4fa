"""Finds _PyRuntime in a module that does not tell by a symbol where it is.

By the section .PyRuntime (3.10+) where the file is at hand; else by its contents in the module's
data, for binaries that are missing:

3.13+      the cookie of _Py_DebugOffsets
3.8-3.12   interpreters.head == interpreters.main, and from there pointers that lead back:

    _PyRuntime.interpreters │ head │ main │          head == main, 8-aligned, not NULL
                               │
                               ╰→ PyInterpreterState.threads.head → PyThreadState.interp ─╮
                                  ↑                                  │ thread_id          │
                                  ╰──────────────────────────────────┼────────────────────╯
                                                                     ╰ of a live thread
"""

from __future__ import annotations

from atfault.cpython import data_area, debug_offsets, version
from atfault.cpython.data_area import DataArea
from atfault.cpython.offsets import load
from atfault.errors import AtfaultError, MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import Module
from atfault.native.debug_files import open_elf
from atfault.snapshot.protocol import Memory, Snapshot


def find(snapshot: Snapshot, module: Module, likely: bool) -> int | Absent:
    """Address of _PyRuntime in `module`; Absent with an empty reason when nothing speaks for it.

    likely: the module's name is that of a Python. Only then is a failure worth words, or where the
    file is not at hand and the module holds the text of sys.version: a program with the interpreter
    linked into it may have any name.
    """
    address = _by_section(module)
    if address:
        return address
    area = data_area.of_module(snapshot.memory, snapshot.mappings, module)
    address = _by_cookie(snapshot.memory, area)
    if address:
        return address
    told = version.from_text(area) if likely or module.file is None else None
    if not likely and told is None:
        return Absent("")
    known = told or version.from_name(module)
    if known is None or not 8 <= known[1] <= 12:
        return Absent(f"{module.name} holds no CPython state that can be found")
    address = _by_pointers(snapshot, area, known[1])
    if address:
        return address
    return Absent(
        f"{module.name} is CPython {version.text(known)}, but without its file its state was not"
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
