"""Where a module's symbols and line numbers lie: in the file itself, or in a separate debug file.

Looked for in this order, as gdb's manual ("Separate Debug Files") describes:

    /usr/lib/debug/.build-id/ab/cdef….debug     in the target's root (sysroot), then on this machine
    debuginfod's cache                          $DEBUGINFOD_CACHE_PATH, ~/.cache/debuginfod_client
    .gnu_debuglink                              next to the object, in .debug/, under /usr/lib/debug
    a debuginfod server (debug_download)        where DEBUGINFOD_URLS and ATFAULT_DOWNLOAD are set

A file is taken only when its build id is the module's, or for .gnu_debuglink its CRC-32 is the one
in the link. `.gnu_debugdata` (MiniDebugInfo) is an xz-compressed ELF file inside the object that
holds the symbols missing from .dynsym.
"""

from __future__ import annotations

import mmap
import os
import zlib
from _lzma import LZMADecompressor, LZMAError
from collections.abc import Iterable
from typing import NamedTuple

from atfault.errors import AtfaultError, FormatError
from atfault.formats.elf import ElfFile, OpenFile
from atfault.model.process import Module

DEBUG_FOLDER = "/usr/lib/debug"
MAX_MINI_DEBUG_INFO = 64 << 20
_MAX_CHECKSUMMED = 2 << 30


class DebugFile(NamedTuple):
    """A separate debug file that was found and checked."""

    path: str
    identity: str
    """Changes whenever the file does: path, size and time of modification."""


def open_elf(path: str) -> ElfFile | None:
    """A mapped ELF file, or None when it cannot be opened or is not one."""
    try:
        file = OpenFile(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK))
        return ElfFile(mmap.mmap(file.fd, 0, mmap.MAP_PRIVATE, mmap.PROT_READ), file)
    except (OSError, ValueError, AtfaultError):
        return None


def file_identity(path: str) -> str:
    """ "path:size:mtime" of a file; "" when it is not there."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return ""
    return f"{path}:{status.st_size}:{status.st_mtime_ns}"


def target_root(modules: Iterable[Module]) -> str:
    """What stands before the target's paths on this machine: "" or a sysroot, /proc/PID/root."""
    for module in modules:
        if module.local_path is not None and module.local_path.endswith(module.path):
            return module.local_path[: -len(module.path)]
    return ""


def find_debug_file(module: Module, root: str, elf: ElfFile | None) -> DebugFile | None:
    """The separate debug file of a module, or None. `elf` is the module's own file, where known.

    root: see `target_root`. Never downloads; `fetch_debug_file` does.
    """
    for path in _build_id_paths(module.build_id, root):
        found = accept(path, module.build_id)
        if found is not None:
            return found
    if elf is not None and module.local_path is not None:
        return _by_debuglink(module, elf)
    return None


def candidate_identity(module: Module, root: str) -> str:
    """The identity of what `find_debug_file` would return by build id, at the price of a few stat
    calls; "" when there is none. Decides whether remembered symbols are still the best ones."""
    for path in _build_id_paths(module.build_id, root):
        identity = file_identity(path)
        if identity:
            return identity
    return ""


def _build_id_paths(build_id: str, root: str) -> list[str]:
    if len(build_id) < 8:
        return []
    name = f"{DEBUG_FOLDER}/.build-id/{build_id[:2]}/{build_id[2:]}.debug"
    paths = [name, os.path.join(debuginfod_cache(), build_id, "debuginfo")]
    return [root + name, *paths] if root else paths


def debuginfod_cache() -> str:
    """The folder that debuginfod's own client keeps its downloads in."""
    folder = os.environ.get("DEBUGINFOD_CACHE_PATH")
    if folder:
        return folder
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "debuginfod_client")


def accept(path: str, build_id: str) -> DebugFile | None:
    """The file as a debug file, when it is one of that build; else None."""
    identity = file_identity(path)
    if not identity:
        return None
    elf = open_elf(path)
    if elf is None or elf.build_id() != build_id:
        return None
    return DebugFile(path, identity)


def _by_debuglink(module: Module, elf: ElfFile) -> DebugFile | None:
    try:
        link = elf.debuglink()
    except FormatError:
        return None
    if link is None or "/" in link[0] or module.local_path is None:
        return None
    name, crc = link
    folder = os.path.dirname(module.local_path)
    target_folder = os.path.dirname(module.path).lstrip("/")
    for path in (
        os.path.join(folder, name),
        os.path.join(folder, ".debug", name),
        os.path.join(DEBUG_FOLDER, target_folder, name),
    ):
        identity = file_identity(path)
        if not identity or os.path.realpath(path) == os.path.realpath(module.local_path):
            continue
        if module.build_id:
            found = accept(path, module.build_id)
            if found is not None:
                return found
        elif _crc32(path) == crc:
            return DebugFile(path, identity)
    return None


def _crc32(path: str) -> int | None:
    """CRC-32 of a whole file, None when it cannot be read or is unreasonably large."""
    crc = 0
    try:
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size > _MAX_CHECKSUMMED:
                return None
            while chunk := file.read(1 << 20):
                crc = zlib.crc32(chunk, crc)
    except OSError:
        return None
    return crc


def mini_debug_info(elf: ElfFile) -> ElfFile | None:
    """The ELF file inside .gnu_debugdata, or None when there is none or it is damaged."""
    try:
        section = elf.section(".gnu_debugdata")
        if section is None:
            return None
        packed = elf.section_bytes(section, MAX_MINI_DEBUG_INFO)
    except FormatError:
        return None
    # `lzma` itself brings file objects and much else: 1.5 ms, for what takes 0.5.
    try:
        decompressor = LZMADecompressor(memlimit=256 << 20)
        data = decompressor.decompress(packed, MAX_MINI_DEBUG_INFO)
        return ElfFile(data)
    except (LZMAError, EOFError, AtfaultError):
        return None


def may_download() -> bool:
    """Whether the user wants debug files fetched. DEBUGINFOD_URLS alone does not say so: some
    systems set it for everybody, and a report should not wait for the network unasked."""
    return bool(os.environ.get("ATFAULT_DOWNLOAD")) and bool(os.environ.get("DEBUGINFOD_URLS"))
