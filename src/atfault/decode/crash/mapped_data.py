"""Files and shared memory behind the mappings of a process."""

from __future__ import annotations

import os

from atfault.formats.elf import OpenFile
from atfault.model.absent import Absent
from atfault.model.files import MappedFile, SharedMemory
from atfault.model.state import Files
from atfault.native.modules import ModuleMap
from atfault.snapshot.protocol import Snapshot
from atfault.snapshot.shared_memory import look

MAX_MAPPED_FILES = 256


def read_files(snapshot: Snapshot, modules: ModuleMap) -> Files:
    """Those of a process that ended by SIGBUS."""
    return Files(_mapped_files(snapshot, modules), _shared_memory(snapshot))


def _mapped_files(snapshot: Snapshot, modules: ModuleMap) -> tuple[MappedFile, ...]:
    """Data files (not ELF objects) that are mapped, with their size now."""
    objects = {module.path for module in modules.modules}
    found = []
    for mapping in snapshot.mappings:
        if not mapping.path.startswith("/") or mapping.path in objects:
            continue
        local, _ = snapshot.local_file(mapping.path)
        size = free = None
        if local is not None:
            try:
                opened = OpenFile(local.open())
                size = os.fstat(opened.fd).st_size
                space = os.fstatvfs(opened.fd)
                free = space.f_bavail * space.f_frsize
            except OSError:
                pass
        found.append(
            MappedFile(mapping.path, mapping.start, mapping.end, mapping.file_offset, size, free)
        )
        if len(found) >= MAX_MAPPED_FILES:
            break
    return tuple(found)


def _shared_memory(snapshot: Snapshot) -> SharedMemory | Absent:
    if snapshot.kind == "core":
        return Absent("a core does not tell how full shared memory was")
    return look(snapshot.process.pid)
