"""What the native code on a crashed stack was built for, from its files and its package's metadata.

fast.so   cmp eax, 0x1000009      in its import_array(): for numpy 1
"""

from __future__ import annotations

import mmap
from collections.abc import Iterable

from atfault.decode.environment import PackageFolder, inside_packages
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
_MAX_NAMES = 10_000
_NUMPY_1 = b"\x09\x00\x00\x01"
"""NPY_VERSION of numpy 1.8 to 1.26, as the operand of a comparison."""


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
    if (
        data.find(b"_ARRAY_API") >= 0
        and not roles.is_numpy_core(origin.module.name)
        and _is_for_numpy_1(data)
    ):
        origin = origin._replace(numpy_abi=1)
    return origin


def _is_for_numpy_1(data: bytes | bytearray | mmap.mmap) -> bool:
    """Whether its code compares something with the version of numpy 1: cmp eax, …; cmp r32, …"""
    at = data.find(_NUMPY_1)
    for _ in range(_MAX_NAMES):
        if at < 2:
            return False
        if data[at - 1] == 0x3D or (data[at - 2] == 0x81 and data[at - 1] >= 0xF8):
            return True
        at = data.find(_NUMPY_1, at + 1)
    return False
