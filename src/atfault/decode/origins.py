"""What the native code on a crashed stack was built for, from its files and its package's metadata.

fast.so   …/include/python3.8/object.h      in its debug information: Python 3.8's headers
          cmp eax, 0x1000009                in its import_array(): for numpy 1
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from atfault.decode.environment import PackageFolder, inside_packages
from atfault.model.process import Module
from atfault.model.stacks import ThreadState
from atfault.model.state import Origin
from atfault.snapshot.target_files import TargetFiles

_MAX_MODULES, _MAX_FRAMES = 8, 100
_MAX_FILE = 64 << 20
_SYSTEM = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/usr/local/lib/")
_PLAIN = ("libpython", "libc.so", "libc-", "ld-linux", "libffi", "libm.so", "libpthread")
_HEADERS = re.compile(rb"include/python3\.(\d{1,2})[dmt]*/|include/python3\.(\d{1,2})[dmt]*\0")
_NUMPY_1 = re.compile(rb"(?:\x3d|\x81[\xf8-\xff])[\x00-\x20]\x00\x00\x01")
"""cmp r32, NPY_VERSION: 0x1000009 from numpy 1.8 to 1.26."""
_NUMPY = "_multiarray_umath."


def origins_of(
    files: TargetFiles, crashed: ThreadState, modules: Iterable[Module]
) -> tuple[Origin, ...]:
    """As `ProcessState.origins` has them, the innermost first."""
    wanted: dict[str, Module] = {}
    for frame in crashed.stack.frames[:_MAX_FRAMES]:
        if frame.mine and frame.python is not None:
            break
        module = frame.native.module if frame.native is not None else None
        if module is not None and ".so" in module.name and not module.name.startswith(_PLAIN):
            wanted.setdefault(module.path, module)
    numpy = [one for one in modules if _NUMPY in one.name]
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
    file = origin.module.file
    try:
        data = b"" if file is None else file.read_upto(_MAX_FILE)
    except OSError:
        return origin
    versions = {int(one or other) for one, other in _HEADERS.findall(data)}
    limited = ".abi3." in origin.module.name
    if len(versions) == 1 and not limited:
        origin = origin._replace(python=(3, versions.pop()))
    if b"_ARRAY_API" in data and _NUMPY_1.search(data):
        origin = origin._replace(numpy_abi=1)
    return origin
