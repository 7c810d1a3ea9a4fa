"""What the native code on a crashed stack was built for, from its files and its package's metadata.

fast.so   …/include/python3.8/object.h      in its debug information: Python 3.8's headers
          cmp eax, 0x1000009                in its import_array(): for numpy 1
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterable, Iterator

from atfault.decode.environment import PackageFolder, inside_packages
from atfault.formats.elf import PF_X, PT_LOAD, ElfFile
from atfault.model import roles
from atfault.model.process import Module
from atfault.model.stacks import ThreadState
from atfault.model.state import Origin
from atfault.native.debug_files import open_elf
from atfault.snapshot.target_files import TargetFiles

_MAX_MODULES, _MAX_FRAMES = 8, 100
_MAX_FILE = 32 << 20
"""Larger ones are no extension of somebody's own."""
_SYSTEM = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/usr/local/lib/")
_HEADERS, _VERSION = b"include/python3.", rb"(\d{1,2})[dmt]*[/\0]"
_MAX_VERSION = 8
_MAX_NAMES = 10_000
_NUMPY_1 = b"\x09\x00\x00\x01"
"""NPY_VERSION of numpy 1.8 to 1.26, as the operand of a comparison."""
_NUMPY_2 = b"numpy._core._multiarray_umath"
"""What import_array() of numpy 2's headers imports, and that of numpy 1's does not."""


def origins_of(
    files: TargetFiles, crashed: ThreadState, modules: Iterable[Module]
) -> tuple[Origin, ...]:
    """As `ProcessState.origins` has them, the innermost first."""
    wanted: dict[str, Module] = {}
    for frame in crashed.stack.frames[:_MAX_FRAMES]:
        if frame.mine and frame.python is not None:
            break
        module = frame.native.module if frame.native is not None else None
        if module is not None and ".so" in module.name and not roles.is_plumbing(module.name):
            wanted.setdefault(module.path, module)
    numpy = [one for one in modules if roles.is_numpy_core(one.name)]
    found: list[Origin] = []
    folders: dict[str, PackageFolder] = {}
    for module in [*list(wanted.values())[:_MAX_MODULES], *numpy[:1]]:
        origin = Origin(module, *_package(files, folders, module))
        if module.path in wanted and not module.path.startswith(_SYSTEM):
            origin = _with_contents(origin)
        found.append(origin)
    return tuple(dict.fromkeys(found))


def _package(
    files: TargetFiles, folders: dict[str, PackageFolder], module: Module
) -> tuple[str, str]:
    place = inside_packages(module.path)
    if place is None:
        return "", ""
    folder, top, below = place
    if folder not in folders:
        folders[folder] = PackageFolder(files, folder)
    return folders[folder].owner(top, below) or ("", "")


def _with_contents(origin: Origin) -> Origin:
    """With what its file says of the headers that it was compiled with."""
    elf = open_elf(origin.module.file) if origin.module.file is not None else None
    data = elf.data if elf is not None and elf.size <= _MAX_FILE else b""
    if isinstance(data, memoryview):
        return origin
    versions = set(_versions(data))
    limited = ".abi3." in origin.module.name
    if len(versions) == 1 and not limited:
        origin = origin._replace(python=(3, versions.pop()))
    if (
        elf is not None
        and data.find(b"_ARRAY_API") >= 0
        and data.find(_NUMPY_2) < 0
        and not roles.is_numpy_core(origin.module.name)
        and any(_is_for_numpy_1(data, *span) for span in _code(elf))
    ):
        origin = origin._replace(numpy_abi=1)
    return origin


def _versions(data: bytes | bytearray | mmap.mmap) -> Iterator[int]:
    """Minor versions of the Pythons whose headers the file names."""
    at = data.find(_HEADERS)
    for _ in range(_MAX_NAMES):
        if at < 0:
            return
        start = at + len(_HEADERS)
        found = re.match(_VERSION, data[start : start + _MAX_VERSION])
        if found is not None:
            yield int(found[1])
        at = data.find(_HEADERS, at + 1)


def _code(elf: ElfFile) -> Iterator[tuple[int, int]]:
    """Where in the file the code of the segments is: begin, end."""
    for one in elf.segments:
        if one.type == PT_LOAD and one.flags & PF_X:
            yield one.offset, one.offset + one.filesz


def _is_for_numpy_1(data: bytes | bytearray | mmap.mmap, start: int, end: int) -> bool:
    """Whether code compares something with the version of numpy 1: cmp eax, …; cmp r32, …"""
    at = data.find(_NUMPY_1, start + 2, end)
    for _ in range(_MAX_NAMES):
        if at < 0:
            return False
        if data[at - 1] == 0x3D or (data[at - 2] == 0x81 and data[at - 1] >= 0xF8):
            return True
        at = data.find(_NUMPY_1, at + 1, end)
    return False
