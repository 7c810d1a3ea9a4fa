"""Where the dynamic loader looks for libraries, and what it finds, on this machine.

ld.so(8), for a name without a slash:

    DT_RPATH       of the object that wants it, then of those that loaded that one,
                   unless the object has a DT_RUNPATH
    LD_LIBRARY_PATH
    DT_RUNPATH     of the object that wants it alone
    /etc/ld.so.cache, then /lib and /usr/lib

An object that is already in memory under that name is taken whatever lies in those folders.
"""

import mmap
import os
import stat
from collections.abc import Iterator
from typing import NamedTuple

from atfault.errors import AtfaultError
from atfault.formats import ld_cache
from atfault.formats.shared_object import SharedObject

MAX_OBJECTS = 400
MAX_FILE = 1 << 33
MAX_CACHE = 16 << 20
CACHE = "/etc/ld.so.cache"
DEFAULT_FOLDERS = ("/lib64", "/usr/lib64", "/lib", "/usr/lib")


class Unfound(NamedTuple):
    """A library that an object wants and the loader does not find."""

    name: str
    wanted_by: str
    searched: tuple[str, ...]


class Loader:
    """library_path: LD_LIBRARY_PATH. loaded: paths of what was in memory already."""

    def __init__(self, library_path: str = "", loaded: tuple[str, ...] = ()) -> None:
        self._environment = tuple(
            part for part in library_path.replace(";", ":").split(":") if part
        )
        self._objects: dict[str, SharedObject | None] = {}
        self._loaded: dict[str, str] = {}
        for path in loaded:
            self._loaded.setdefault(os.path.basename(path), path)
        self._cache: dict[str, tuple[str, ...]] | None = None

    def open(self, path: str) -> SharedObject | None:
        """The object in a file; None where it cannot be read or is none."""
        if path not in self._objects:
            room = len(self._objects) < MAX_OBJECTS
            self._objects[path] = _open(path) if room else None
        return self._objects[path]

    def closure(self, path: str) -> tuple[tuple[str, ...], tuple[Unfound, ...]]:
        """(files that the loader takes for an object and all that it needs, in its order; what it
        does not find)."""
        found: list[str] = []
        missing: list[Unfound] = []
        names: set[str] = set()
        queue: list[tuple[str, tuple[str, ...]]] = [(path, ())]
        while queue and len(found) < MAX_OBJECTS:
            current, inherited = queue.pop(0)
            if current in found:
                continue
            found.append(current)
            loaded = self.open(current)
            if loaded is None:
                continue
            rpath = () if loaded.runpath else (*_folders(loaded.rpath, current), *inherited)
            for name in loaded.needed:
                if name in names:
                    continue
                names.add(name)
                target, searched = self._search(name, loaded, current, rpath)
                if target:
                    queue.append((target, rpath))
                else:
                    missing.append(Unfound(name, current, searched))
        return tuple(found), tuple(missing)

    def find(self, name: str) -> str:
        """Where a name that the program itself asks for is found; "" when nowhere."""
        if "/" in name:
            return name if os.path.exists(name) else ""
        return self._search(name, None, "", ())[0]

    def folders(self) -> tuple[str, ...]:
        """All folders in which the system's own libraries lie."""
        from_cache = [os.path.dirname(paths[0]) for paths in self._known().values()]
        return tuple(dict.fromkeys([*self._environment, *from_cache, *DEFAULT_FOLDERS]))

    def _search(
        self, name: str, wanted_by: SharedObject | None, path: str, rpath: tuple[str, ...]
    ) -> tuple[str, tuple[str, ...]]:
        """(the file, "" when there is none; the folders that were looked in)"""
        if name in self._loaded:
            return self._loaded[name], ()
        if "/" in name:
            return (name if os.path.exists(name) else ""), ()
        runpath = _folders(wanted_by.runpath, path) if wanted_by is not None else ()
        named = tuple(dict.fromkeys((*rpath, *self._environment, *runpath)))
        machine = "" if wanted_by is None else wanted_by.machine
        cached = self._known().get(name, ())
        places = [os.path.join(folder, name) for folder in named]
        places += cached
        places += [os.path.join(folder, name) for folder in DEFAULT_FOLDERS]
        for place in places:
            # One of another processor is passed over, and so is what is no library at all.
            if os.path.exists(place):
                found = self.open(place)
                if found is None or not machine or found.machine == machine:
                    return place, named
        return "", (*named, *DEFAULT_FOLDERS)

    def _known(self) -> dict[str, tuple[str, ...]]:
        if self._cache is None:
            self._cache = _read_cache()
        return self._cache


def _folders(paths: str, of: str) -> tuple[str, ...]:
    """DT_RPATH or DT_RUNPATH, with $ORIGIN replaced by the folder of the object it is of."""
    origin = os.path.dirname(os.path.realpath(of))
    found = []
    for part in paths.split(":"):
        folder = part.replace("$ORIGIN", origin).replace("${ORIGIN}", origin)
        for lib in ("lib64", "lib") if "$LIB" in folder or "${LIB}" in folder else ("",):
            place = folder.replace("${LIB}", lib).replace("$LIB", lib)
            if place:
                found.append(os.path.normpath(place))
    return tuple(found)


def _read_cache() -> dict[str, tuple[str, ...]]:
    try:
        with open(CACHE, "rb") as file:
            return ld_cache.parse(file.read(MAX_CACHE))
    except OSError:
        return {}


def _open(path: str) -> SharedObject | None:
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return None
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode) or not 64 <= status.st_size <= MAX_FILE:
            return None
        return SharedObject(mmap.mmap(fd, 0, access=mmap.ACCESS_READ))
    except (AtfaultError, OSError, ValueError):
        return None
    finally:
        os.close(fd)


def libraries_below(
    folders: tuple[str, ...], stem: str, *, depth: int, limit: int
) -> Iterator[str]:
    """Files named STEM.so… or STEM-….so… in the folders and those in them; limit: entries that are
    looked at in all."""
    seen: set[str] = set()
    left = limit
    queue = [(folder, 0) for folder in folders if folder]
    while queue and left > 0:
        folder, level = queue.pop(0)
        if folder in seen:
            continue
        seen.add(folder)
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    left -= 1
                    if left <= 0:
                        break
                    if stem_of(entry.name) == stem:
                        yield entry.path
                    elif level < depth and _may_hold_libraries(entry):
                        queue.append((entry.path, level + 1))
        except OSError:
            continue


def _may_hold_libraries(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.name != "__pycache__" and entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def stem_of(name: str) -> str:
    """ "libcudart.so.11.0", "libcudart-7e7e8a71.so.12" → "libcudart"; "" for no library's name."""
    stem, found, _ = name.partition(".so")
    if not found or not stem.startswith("lib"):
        return ""
    head, dash, tail = stem.rpartition("-")
    hashed = dash and len(tail) >= 8 and all(char in "0123456789abcdef" for char in tail)
    return head if hashed else stem
