"""What a process ran in: the system, its C library, the packages whose native code it was in.

A package's version stands in the name of a folder beside its modules, which every installer writes
(the binary distribution format of the Python Packaging Authority, "The .dist-info directory"):

    site-packages/numba/_dispatcher.cpython-311-x86_64-linux-gnu.so     on a stack
    site-packages/numba-0.60.0.dist-info/                               numba 0.60.0

A module folder with another name than its distribution is found by top_level.txt in there:

    site-packages/cv2/cv2.abi3.so
    site-packages/opencv_python-4.10.0.84.dist-info/top_level.txt       cv2
"""

from __future__ import annotations

import mmap
import os
import re
from collections.abc import Iterable

from atfault.errors import AtfaultError
from atfault.formats.elf import ElfFile, OpenFile
from atfault.model import roles
from atfault.model.process import Environment, Module, TargetFile
from atfault.model.stacks import ThreadState
from atfault.snapshot.protocol import Snapshot
from atfault.snapshot.target_files import TargetFiles

MAX_ENTRIES = 20_000
"""Of a folder with packages that are looked at."""
MAX_INFOS = 2000
"""Distributions whose top_level.txt may be read for modules of another name."""
MAX_TOP_LEVEL = 1 << 14
MAX_OS_RELEASE = 1 << 14
MAX_LIBC = 8 << 20
MAX_PACKAGES = 64
MAX_THREADS = 4096
_INFO = r"([A-Za-z0-9._-]{1,100}?)-([0-9][A-Za-z0-9.+!_]{0,60})(?:-py[0-9.]+)?\.(dist|egg)-info"
_LIBC_WORDS = b"GNU C Library ("
_MAX_LIBC_WORDS = 200
_LIBC = rb"GNU C Library \(([^)\0\n]{1,80})\)[^\0\n]{0,40} version ([0-9.]{1,12}[0-9])"
_MUSL = rb"musl libc[^\0]{0,40}\0?[^\0]{0,80}Version ([0-9.]{1,12}[0-9])"
_MUSL_VERSION = rb"\0(1\.[0-9]{1,2}\.[0-9]{1,3})\0"


def environment_of(
    snapshot: Snapshot, modules: Iterable[Module], threads: tuple[ThreadState, ...]
) -> Environment:
    """Of the process in `snapshot`; what cannot be told is left empty."""
    modules = tuple(modules)
    libc = next((module for module in modules if roles.is_libc(module.name)), None)
    known = libc is not None and libc.file is not None and not libc.problem
    return Environment(
        os=_system(snapshot, known),
        libc="" if libc is None else libc_version(libc.path, libc.file),
        packages=_packages(snapshot.files, threads),
        host="" if snapshot.kind == "core" else os.uname().nodename,
    )


# -- the system ------------------------------------------------------------------------------------


def _system(snapshot: Snapshot, is_here: bool) -> str:
    """ "Debian GNU/Linux 12 (bookworm), Linux 6.1.0-18-amd64". Of a core, which tells nothing of
    it, without the kernel, and only where its C library is here, or in the sysroot."""
    if snapshot.kind == "core" and not is_here:
        return ""
    if snapshot.kind == "core":
        return os_release(snapshot.files)
    return system_here(snapshot.files)


def system_here(files: TargetFiles) -> str:
    """The same of a process that runs, or has run, under this kernel."""
    kernel = os.uname()
    return ", ".join(filter(None, (os_release(files), f"{kernel.sysname} {kernel.release}")))


def os_release(files: TargetFiles) -> str:
    """PRETTY_NAME of /etc/os-release; "" where that cannot be read."""
    for line in _text(files, "/etc/os-release", MAX_OS_RELEASE).splitlines():
        name, _, value = line.partition("=")
        if name.strip() == "PRETTY_NAME":
            return value.strip().strip("\"'")[:100]
    return ""


def libc_version(path: str, file: TargetFile | None) -> str:
    """ "glibc 2.36 (Debian GLIBC 2.36-9+deb12u9)", "musl 1.2.4", "glibc 2.31"; "" if unknown.

    path: as the target names it; file: None where it is not here.
    """
    content = _mapped(file)
    at = content.find(_LIBC_WORDS, _constants(content), MAX_LIBC)  # code comes first, for 1.5 MB
    glibc = re.match(_LIBC, content[at : at + _MAX_LIBC_WORDS]) if at >= 0 else None
    if glibc is not None:
        return f"glibc {glibc[2].decode()} ({glibc[1].decode('ascii', 'replace')})"
    start = content[:MAX_LIBC]
    # Debian calls it x86_64-linux-musl/libc.so, Alpine ld-musl-x86_64.so.1.
    if "musl" in path or b"musl libc" in start:
        musl = re.search(_MUSL, start) or re.search(_MUSL_VERSION, start)
        return f"musl {musl[1].decode()}" if musl is not None else "musl"
    numbered = re.fullmatch(r"libc-(2\.[0-9]{1,3})\.so", path.rpartition("/")[2])
    return f"glibc {numbered[1]}" if numbered is not None else ""


def _constants(content: mmap.mmap | bytes) -> int:
    """Where the constants of an ELF file begin; 0 where it does not tell."""
    try:
        section = ElfFile(content).section(".rodata")
    except AtfaultError:
        return 0
    return 0 if section is None else section.offset


# -- packages --------------------------------------------------------------------------------------


def _packages(files: TargetFiles, threads: tuple[ThreadState, ...]) -> tuple[tuple[str, str], ...]:
    """(name, version) of the packages with native code on a stack, by name."""
    wanted: dict[tuple[str, str, str], None] = {}
    for thread in threads[:MAX_THREADS]:
        for frame in thread.stack.frames:
            module = frame.native.module if frame.native is not None else None
            place = None if module is None else inside_packages(module.path)
            if place is not None and len(wanted) < MAX_PACKAGES:
                wanted[place] = None
    folders: dict[str, PackageFolder] = {}
    found = []
    for folder, top, below in wanted:
        if folder not in folders:
            folders[folder] = PackageFolder(files, folder)
        found.append(folders[folder].owner(top, below))
    return tuple(sorted(set(filter(None, found))))


def inside_packages(path: str) -> tuple[str, str, str] | None:
    """(folder of packages, the package's name there, the next part of the path) of a module."""
    inside = roles.in_packages(path)
    if not inside:
        return None
    first, _, rest = inside.partition("/")
    top = first.partition(".")[0]  # numpy.libs, _cffi_backend.cpython-311-….so
    return path.removesuffix(inside), top, rest.partition("/")[0].partition(".")[0]


class PackageFolder:
    """A site-packages folder of the target: which distribution installed what."""

    def __init__(self, files: TargetFiles, folder: str) -> None:
        self._files = files
        self._folder = folder
        self._infos = self._distributions()

    def owner(self, top: str, below: str) -> tuple[str, str] | None:
        """(name, version) of the distribution that installed module or folder `top`; None where
        that is not told, or not by one alone.

        below: the next part of the path, which tells the parts of a namespace apart
        ("nvidia/cublas").
        """
        for name in (_normal(top), _normal(f"{top}-{below}")):
            same = [info for info in self._infos if _normal(info[0]) == name]
            if same:
                return same[0][:2] if len({info[1] for info in same}) == 1 else None
        owners = [info for info in self._infos[:MAX_INFOS] if top in self._top_level(info[2])]
        if len(owners) > 1:
            owners = [info for info in owners if _normal(f"{top}-{below}") in _normal(info[0])]
        return owners[0][:2] if len(owners) == 1 else None

    def _distributions(self) -> list[tuple[str, str, str]]:
        """(name, version, entry) of each distribution in the folder."""
        try:
            opened = self._files.folder(self._folder)
            entries = os.listdir(f"/proc/self/fd/{opened.fd}")[:MAX_ENTRIES]
        except (OSError, ValueError):
            return []
        matches = [(re.fullmatch(_INFO, entry), entry) for entry in entries]
        return sorted((match[1], match[2], entry) for match, entry in matches if match is not None)

    def _top_level(self, info: str) -> frozenset[str]:
        text = _text(self._files, f"{self._folder}{info}/top_level.txt", MAX_TOP_LEVEL)
        return frozenset(line.strip() for line in text.splitlines())


def _normal(name: str) -> str:
    """As the Packaging Authority compares names: "Ruamel.Yaml" and "ruamel_yaml" are the same."""
    return re.sub(r"[-_.]+", "-", name).strip("-").lower()


def _text(files: TargetFiles, path: str, limit: int) -> str:
    """The first `limit` bytes of a file; "" where there is none."""
    found, _ = files.find(path)
    return _content(found, limit).decode("utf-8", "replace")


def _mapped(file: TargetFile | None) -> mmap.mmap | bytes:
    """All of a file, without a copy; b"" where there is none."""
    try:
        if file is not None:
            opened = OpenFile(file.open())
            return mmap.mmap(opened.fd, 0, mmap.MAP_PRIVATE, mmap.PROT_READ)
    except (OSError, ValueError):  # replaced meanwhile; empty
        pass
    return b""


def _content(file: TargetFile | None, limit: int) -> bytes:
    try:
        return b"" if file is None else file.read_upto(limit)
    except OSError:  # replaced meanwhile
        return b""
