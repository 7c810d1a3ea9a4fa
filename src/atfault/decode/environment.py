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

import functools
import os
import re
import stat
from collections.abc import Iterable

from atfault.model.process import Environment, Module
from atfault.model.stacks import ThreadState
from atfault.snapshot.protocol import Snapshot

PACKAGE_FOLDERS = ("/site-packages/", "/dist-packages/")
MAX_ENTRIES = 20_000
"""Of a folder with packages that are looked at."""
MAX_INFOS = 2000
"""Distributions whose top_level.txt may be read for modules of another name."""
MAX_TOP_LEVEL = 1 << 14
MAX_OS_RELEASE = 1 << 14
MAX_LIBC = 8 << 20
MAX_PACKAGES = 64
MAX_THREADS = 4096
_INFO = re.compile(
    r"([A-Za-z0-9._-]{1,100}?)-([0-9][A-Za-z0-9.+!_]{0,60})(?:-py[0-9.]+)?\.(dist|egg)-info"
)
_LIBC = re.compile(rb"GNU C Library \(([^)\0\n]{1,80})\)[^\0\n]{0,40} version ([0-9.]{1,12}[0-9])")
_MUSL = re.compile(rb"musl libc[^\0]{0,40}\0?[^\0]{0,80}Version ([0-9.]{1,12}[0-9])")
_MUSL_VERSION = re.compile(rb"\0(1\.[0-9]{1,2}\.[0-9]{1,3})\0")


def environment_of(
    snapshot: Snapshot, modules: Iterable[Module], threads: tuple[ThreadState, ...]
) -> Environment:
    """Of the process in `snapshot`; what cannot be told is left empty."""
    modules = tuple(modules)
    libc = next((module for module in modules if _is_libc(module)), None)
    known = libc is not None and libc.local_path is not None and not libc.problem
    return Environment(
        os=_system(snapshot, known),
        libc="" if libc is None else libc_version(libc.path, libc.local_path or ""),
        packages=_packages(threads),
    )


def _is_libc(module: Module) -> bool:
    return module.name.startswith(("libc.so", "libc-2", "ld-musl", "libc.musl"))


# -- the system ------------------------------------------------------------------------------------


def _system(snapshot: Snapshot, is_here: bool) -> str:
    """ "Debian GNU/Linux 12 (bookworm), Linux 6.1.0-18-amd64". Of a core, which tells nothing of
    it, without the kernel, and only where its C library is here, or in the sysroot."""
    if snapshot.kind == "core" and not is_here:
        return ""
    parts = [os_release(_local(snapshot, "/etc/os-release"))]
    if snapshot.kind != "core":
        kernel = os.uname()
        parts.append(f"{kernel.sysname} {kernel.release}")
    return ", ".join(filter(None, parts))


def _local(snapshot: Snapshot, path: str) -> str:
    return snapshot.local_file(path)[0] or ""


def os_release(path: str) -> str:
    """PRETTY_NAME of an os-release file; "" where that cannot be read."""
    for line in _small_file(path, MAX_OS_RELEASE).decode("utf-8", "replace").splitlines():
        name, _, value = line.partition("=")
        if name.strip() == "PRETTY_NAME":
            return value.strip().strip("\"'")[:100]
    return ""


@functools.lru_cache(maxsize=8)
def libc_version(path: str, local_path: str) -> str:
    """ "glibc 2.36 (Debian GLIBC 2.36-9+deb12u9)", "musl 1.2.4", "glibc 2.31"; "" if unknown.

    path: as the target names it; local_path: the file here, or "".
    """
    name = path.rpartition("/")[2]
    content = _small_file(local_path, MAX_LIBC)
    glibc = _LIBC.search(content)
    if glibc is not None:
        return f"glibc {glibc[2].decode()} ({glibc[1].decode('ascii', 'replace')})"
    if "musl" in name:
        musl = _MUSL.search(content) or _MUSL_VERSION.search(content)
        return f"musl {musl[1].decode()}" if musl is not None else "musl"
    numbered = re.fullmatch(r"libc-(2\.[0-9]{1,3})\.so", name)
    return f"glibc {numbered[1]}" if numbered is not None else ""


# -- packages --------------------------------------------------------------------------------------


def _packages(threads: tuple[ThreadState, ...]) -> tuple[tuple[str, str], ...]:
    """(name, version) of the packages with native code on a stack, by name."""
    wanted: dict[tuple[str, str, str], None] = {}
    for thread in threads[:MAX_THREADS]:
        for frame in thread.stack.frames:
            module = frame.native.module if frame.native is not None else None
            place = None if module is None else _inside_packages(module.local_path or "")
            if place is not None and len(wanted) < MAX_PACKAGES:
                wanted[place] = None
    found = (package_of(*place) for place in wanted)
    return tuple(sorted(set(filter(None, found))))


def _inside_packages(path: str) -> tuple[str, str, str] | None:
    """(folder of packages, the package's name there, the next part of the path) of a module."""
    for marker in PACKAGE_FOLDERS:
        before, found, inside = path.rpartition(marker)
        if found:
            first, _, rest = inside.partition("/")
            top = first.partition(".")[0]  # numpy.libs, _cffi_backend.cpython-311-….so
            return before + marker, top, rest.partition("/")[0].partition(".")[0]
    return None


@functools.lru_cache(maxsize=256)
def package_of(folder: str, top: str, below: str) -> tuple[str, str] | None:
    """(name, version) of the distribution that installed module or folder `top` in `folder`; None
    where that is not told, or not by one alone.

    below: the next part of the path, which tells the parts of a namespace apart ("nvidia/cublas").
    """
    infos = _distributions(folder)
    for name in (_normal(top), _normal(f"{top}-{below}")):
        same = [info for info in infos if _normal(info[0]) == name]
        if same:
            return same[0][:2] if len({info[1] for info in same}) == 1 else None
    owners = [info for info in infos[:MAX_INFOS] if top in _top_level(folder + info[2])]
    if len(owners) > 1:
        owners = [info for info in owners if _normal(f"{top}-{below}") in _normal(info[0])]
    return owners[0][:2] if len(owners) == 1 else None


@functools.lru_cache(maxsize=16)
def _distributions(folder: str) -> tuple[tuple[str, str, str], ...]:
    """(name, version, entry) of each distribution in a folder of packages."""
    found = []
    try:
        with os.scandir(folder) as entries:
            for number, entry in enumerate(entries):
                if number >= MAX_ENTRIES:
                    break
                matched = _INFO.fullmatch(entry.name)
                if matched is not None:
                    found.append((matched[1], matched[2], entry.name))
    except OSError:
        return ()
    return tuple(sorted(found))


@functools.lru_cache(maxsize=4096)
def _top_level(info: str) -> frozenset[str]:
    text = _small_file(f"{info}/top_level.txt", MAX_TOP_LEVEL).decode("utf-8", "replace")
    return frozenset(line.strip() for line in text.splitlines())


def _normal(name: str) -> str:
    """As the Packaging Authority compares names: "Ruamel.Yaml" and "ruamel_yaml" are the same."""
    return re.sub(r"[-_.]+", "-", name).strip("-").lower()


def _small_file(path: str, limit: int) -> bytes:
    """The first `limit` bytes of a regular file; b"" where there is none."""
    if not path:
        return b""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except (OSError, ValueError):
        return b""
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            return b""
        return os.pread(fd, limit, 0)
    except OSError:
        return b""
    finally:
        os.close(fd)
