"""Where a module's symbols and line numbers lie: in the file itself, or in a separate debug file.

Looked for in this order, as gdb's manual ("Separate Debug Files") describes:

    /usr/lib/debug/.build-id/ab/cdef….debug     in the target's root (sysroot), then on this machine
    debuginfod's cache                          $DEBUGINFOD_CACHE_PATH, ~/.cache/debuginfod_client,
                                                where nobody but us and root may change it
    .gnu_debuglink                              next to the object, in .debug/, under /usr/lib/debug
    a debuginfod server, as elfutils has it     where DEBUGINFOD_URLS and ATFAULT_DOWNLOAD are set

A file is taken only when its build id is the module's, or for .gnu_debuglink its CRC-32 is the one
in the link. `.gnu_debugdata` (MiniDebugInfo) is an xz-compressed ELF file inside the object that
holds the symbols missing from .dynsym.
"""

from __future__ import annotations

import mmap
import os
import time
import zlib

from atfault import lazy
from atfault.errors import AtfaultError, FormatError
from atfault.folders import may_be_trusted, own_folder
from atfault.formats.elf import ElfFile, OpenFile
from atfault.model.process import Module, TargetFile
from atfault.snapshot.target_files import GivenFiles, LocalFile, TargetFiles
from atfault.whole_file import Draft

DEBUG_FOLDER = "/usr/lib/debug"
MAX_MINI_DEBUG_INFO = 64 << 20
MAX_DOWNLOAD = 512 << 20
_MAX_CHECKSUMMED = 2 << 30


def open_elf(file: TargetFile) -> ElfFile | None:
    """A mapped ELF file, or None when it cannot be opened or is not one."""
    try:
        opened = OpenFile(file.open())
        return ElfFile(mmap.mmap(opened.fd, 0, mmap.MAP_PRIVATE, mmap.PROT_READ), opened)
    except (OSError, ValueError, AtfaultError):
        return None


def find_debug_file(module: Module, files: TargetFiles, elf: ElfFile | None) -> LocalFile | None:
    """The separate debug file of a module, or None. `elf` is the module's own file, where known.

    files: the target's. Never downloads; `fetch_debug_file` does.
    """
    found = None
    if len(module.build_id) >= 8:
        name = f"{DEBUG_FOLDER}/.build-id/{module.build_id[:2]}/{module.build_id[2:]}.debug"
        cached = os.path.join(debuginfod_cache(), module.build_id, "debuginfo")
        own = GivenFiles()
        for where, path in ((files, name), (own, name), (own, cached)):
            file = where.find(path)[0] if found is None else None
            if file is not None and (path != cached or may_be_trusted(path)):
                found = accept(file, module.build_id)
    if found is None and elf is not None:
        return _by_debuglink(module, files, elf)
    return found


def debuginfod_cache() -> str:
    """The folder that debuginfod's own client keeps its downloads in."""
    folder = os.environ.get("DEBUGINFOD_CACHE_PATH")
    if folder:
        return folder
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "debuginfod_client")


def accept(file: LocalFile | None, build_id: str) -> LocalFile | None:
    """The file, when it is a debug file of that build; else None."""
    elf = open_elf(file) if file is not None else None
    return file if elf is not None and elf.build_id() == build_id else None


def _by_debuglink(module: Module, files: TargetFiles, elf: ElfFile) -> LocalFile | None:
    try:
        link = elf.debuglink()
    except FormatError:
        return None
    if link is None or "/" in link[0]:
        return None
    name, crc = link
    folder = os.path.dirname(module.path)
    for path in (
        os.path.join(folder, name),
        os.path.join(folder, ".debug", name),
        os.path.join(DEBUG_FOLDER, folder.lstrip("/"), name),
    ):
        file, _ = files.find(path)
        if file is None or path == module.path:
            continue
        if module.build_id:
            file = accept(file, module.build_id)
        elif _crc32(file) != crc:
            file = None
        if file is not None:
            return file
    return None


def _crc32(file: LocalFile) -> int | None:
    """CRC-32 of a whole file, None when it cannot be read or is unreasonably large."""
    if file.identity.size > _MAX_CHECKSUMMED:
        return None
    crc = 0
    try:
        opened = OpenFile(file.open())
        while chunk := os.read(opened.fd, 1 << 20):
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
    try:
        lzma = lazy.load("lzma")  # not every Python was built with it
    except ImportError:
        return None
    try:
        data = lzma.LZMADecompressor(memlimit=256 << 20).decompress(packed, MAX_MINI_DEBUG_INFO)
        return ElfFile(data)
    except (lzma.LZMAError, EOFError, AtfaultError):
        return None


def may_download() -> bool:
    """Whether the user wants debug files fetched. DEBUGINFOD_URLS alone does not say so: some
    systems set it for everybody, and a report should not wait for the network unasked."""
    return bool(os.environ.get("ATFAULT_DOWNLOAD")) and bool(os.environ.get("DEBUGINFOD_URLS"))


def fetch_debug_file(build_id: str, timeout: float = 10.0) -> LocalFile | str:
    """Download a debug file from the servers in DEBUGINFOD_URLS into debuginfod's cache.

    Returns why not, where it failed; a server that has nothing under this build id is no failure
    and gives "".
    """
    urls = os.environ.get("DEBUGINFOD_URLS", "").split()
    if not urls or len(build_id) < 8:
        return "DEBUGINFOD_URLS is not set"
    why = ""
    for url in urls[:8]:
        if not url.startswith(("https://", "http://")):
            continue
        try:
            path = _download(url.rstrip("/"), build_id, timeout)
        except (OSError, ValueError) as error:
            if getattr(error, "code", None) != 404:
                why = f"{url}: {error}"
            continue
        found = accept(GivenFiles().find(path)[0], build_id)
        if found is not None:
            return found
        os.unlink(path)
        why = "the server sent a file of another build id"
    return why


def _download(server: str, build_id: str, timeout: float) -> str:
    """Fetch a debug file into the cache, where it appears when it is whole; its path. Raises
    OSError, ValueError."""
    url = f"{server}/buildid/{build_id}/debuginfo"
    cache = debuginfod_cache()
    with (
        own_folder(cache, build_id, make=True, private=False) as folder,
        Draft(folder) as draft,
        lazy.load("urllib.request").urlopen(url, timeout=timeout) as answer,
    ):
        deadline = time.monotonic() + 6 * timeout
        size = 0
        while chunk := answer.read(1 << 18):
            size += len(chunk)
            if size > MAX_DOWNLOAD:
                raise ValueError(f"{url} is larger than {MAX_DOWNLOAD >> 20} MiB")
            if time.monotonic() > deadline:
                raise ValueError(f"{url} took longer than {6 * timeout:.0f} s")
            draft.file.write(chunk)
        draft.replace("debuginfo")
    return os.path.join(cache, build_id, "debuginfo")
