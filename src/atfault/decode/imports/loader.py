"""Where the dynamic loader looks for libraries, and what it finds, on this machine.

ld.so(8), for a name without a slash (glibc, elf/dl-load.c, _dl_map_object):

    DT_RPATH       of the object that wants it, then of those that loaded that one, last of the
                   program itself: all this unless the object has a DT_RUNPATH. A DT_RPATH beside a
                   DT_RUNPATH counts for nothing.
    LD_LIBRARY_PATH
    DT_RUNPATH     of the object that wants it alone
    /etc/ld.so.cache, then /lib and /usr/lib, unless the object says DF_1_NODEFLIB

In each folder first in glibc-hwcaps/. A library for another processor is passed over; what is no
library at all ends the search. An object that is already in memory under that name is taken
whatever lies in those folders.
"""

import mmap
import os
import stat
from collections.abc import Callable, Iterator
from typing import NamedTuple

from atfault.errors import AtfaultError
from atfault.formats import ld_cache
from atfault.formats.file_kind import HEAD, OURS, FileKind, file_kind
from atfault.formats.shared_object import SharedObject

MAX_OBJECTS = 400
MAX_OPENED = 4000
MAX_MAPPED = 600
"""Each takes a file descriptor."""
MAX_READ = 1 << 20
"""Smaller files are read rather than mapped."""
MAX_FILE = 1 << 33
MAX_CACHE = 16 << 20
CACHE = "/etc/ld.so.cache"
DEFAULT_FOLDERS = ("/lib64", "/usr/lib64", "/lib", "/usr/lib")
HWCAPS = ("glibc-hwcaps/x86-64-v4", "glibc-hwcaps/x86-64-v3", "glibc-hwcaps/x86-64-v2")
"""Builds for newer processors; which of them this one may take makes no difference to names."""
SEARCH_DEPTH = 4
SEARCH_ENTRIES = 150_000


class Unfound(NamedTuple):
    """A library that an object wants and the loader does not find."""

    name: str
    wanted_by: str
    searched: tuple[str, ...]


class Closure(NamedTuple):
    """What an object and all that it needs come to."""

    files: tuple[str, ...]
    """That the loader takes, in its order; the object itself first."""
    unfound: tuple[Unfound, ...]
    presumed: tuple[str, ...] = ()
    """Those of the files that no search finds: they lie in a package, whose own code must have
    loaded them before (`import torch` loads the libraries that extensions of torch need)."""


class Loader:
    """library_path: LD_LIBRARY_PATH. loaded: paths of what was in memory already. program: the
    executable, whose DT_RPATH counts for all. packages: folders with packages, of which it may be
    presumed that those have loaded their libraries before."""

    def __init__(
        self,
        library_path: str = "",
        loaded: tuple[str, ...] = (),
        program: str = "",
        packages: tuple[str, ...] = (),
    ) -> None:
        self._environment = tuple(
            part for part in library_path.replace(";", ":").split(":") if part
        )
        self._objects: dict[str, SharedObject | None] = {}
        self._mapped = 0
        self._program = program
        self._packages = packages
        self._loaded_paths = loaded
        self._loaded: dict[str, str] | None = None
        self._in_packages: dict[str, str] | None = None
        self._cache: dict[str, tuple[str, ...]] | None = None

    def open(self, path: str) -> SharedObject | None:
        """The object in a file; None where it cannot be read or is none."""
        if path not in self._objects:
            room = len(self._objects) < MAX_OPENED
            self._objects[path] = self._opened(path) if room else None
        return self._objects[path]

    def defines(self, path: str, symbol: str) -> bool:
        """Whether the object in a file has the symbol; False where it cannot be read."""
        known = self.open(path)
        return known is not None and known.defines(symbol)

    def _opened(self, path: str) -> SharedObject | None:
        content = _content(path, self._mapped < MAX_MAPPED)
        self._mapped += isinstance(content, mmap.mmap)
        try:
            return None if content is None else SharedObject(content)
        except (AtfaultError, ValueError):
            return None

    def closure(self, path: str, *, presume: bool = False) -> Closure:
        """All that the loader takes for an object, and what it does not find.

        presume: where it would find nothing, take what a package brings.
        """
        found: list[str] = []
        missing: list[Unfound] = []
        presumed: list[str] = []
        names: set[str] = set()
        queue: list[tuple[str, tuple[str, ...]]] = [(path, self._rpath_of_program(path))]
        while queue and len(found) < MAX_OBJECTS:
            current, inherited = queue.pop(0)
            if current in found:
                continue
            found.append(current)
            loaded = self.open(current)
            if loaded is None:
                continue
            own = () if loaded.runpath else _folders(loaded.rpath, current)
            handed_on = (*own, *inherited)
            for name in loaded.needed:
                if name in names:
                    continue
                names.add(name)
                rpath = () if loaded.runpath else handed_on
                target, searched = self._search(name, loaded, current, rpath)
                if not target and presume and (target := self.in_packages(name)):
                    presumed.append(target)
                if target:
                    queue.append((target, handed_on))
                else:
                    missing.append(Unfound(name, current, searched))
        return Closure(tuple(found), tuple(missing), tuple(presumed))

    def find(self, name: str) -> str:
        """Where a name that the program itself asks for is found; "" when nowhere."""
        if "/" in name:
            return name if os.path.exists(name) else ""
        return self._search(name, None, "", self._rpath_of_program(""))[0]

    def folders(self) -> tuple[str, ...]:
        """All folders in which the system's own libraries lie."""
        from_cache = [os.path.dirname(paths[0]) for paths in self._known().values()]
        return tuple(dict.fromkeys([*self._environment, *from_cache, *DEFAULT_FOLDERS]))

    def in_packages(self, name: str) -> str:
        """The library of exactly that name that some package brings; "" where none does, or several
        do that are not the same file."""
        if self._in_packages is None:
            self._in_packages = self._libraries_of_packages()
        return self._in_packages.get(name, "")

    def _libraries_of_packages(self) -> dict[str, str]:
        """The first folder counts, as it does where Python looks for packages."""
        found: dict[str, str] = {}
        for folder in self._packages:
            here: dict[str, str] = {}
            for path in shared_files_below((folder,), depth=SEARCH_DEPTH, limit=SEARCH_ENTRIES):
                other = here.setdefault(os.path.basename(path), path)
                if other and not _is_same(other, path):
                    here[os.path.basename(path)] = ""
            found = {**here, **found}
        return found

    def _rpath_of_program(self, path: str) -> tuple[str, ...]:
        program = None if path == self._program else self.open(self._program)
        return () if program is None or program.runpath else _folders(program.rpath, self._program)

    def _search(
        self, name: str, wanted_by: SharedObject | None, path: str, rpath: tuple[str, ...]
    ) -> tuple[str, tuple[str, ...]]:
        """(the file, "" when there is none; the folders that were looked in)"""
        in_memory = self._in_memory().get(name)
        if in_memory is not None:
            return in_memory, ()
        if "/" in name:
            return (name if os.path.exists(name) else ""), ()
        runpath = _folders(wanted_by.runpath, path) if wanted_by is not None else ()
        named = tuple(dict.fromkeys((*rpath, *self._environment, *runpath)))
        machine = "" if wanted_by is None else wanted_by.machine
        defaults = () if wanted_by is not None and wanted_by.without_defaults else DEFAULT_FOLDERS
        places = list(_in_folders(named, name))
        if defaults:
            places += self._known().get(name, ())
            places += _in_folders(defaults, name)
        for place in places:
            # One of another processor is passed over.
            if os.path.exists(place):
                found = self.open(place)
                usable = found is not None and (not machine or found.machine == machine)
                if usable or (found is None and kind_of(place).kind not in ("machine", "class")):
                    return place, named
        return "", (*named, *defaults)

    def _in_memory(self) -> dict[str, str]:
        """Name under which the loader knows it → path."""
        if self._loaded is None:
            self._loaded = {}
            for path in self._loaded_paths:
                self._loaded.setdefault(os.path.basename(path), path)
                known = self.open(path)
                if known is not None and known.soname:
                    self._loaded.setdefault(known.soname, path)
        return self._loaded

    def _known(self) -> dict[str, tuple[str, ...]]:
        if self._cache is None:
            self._cache = _read_cache()
        return self._cache


def _in_folders(folders: tuple[str, ...], name: str) -> Iterator[str]:
    for folder in folders:
        for below in HWCAPS:
            place = os.path.join(folder, below, name)
            if os.path.exists(place):
                yield place
        yield os.path.join(folder, name)


def _is_same(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def _folders(paths: str, of: str) -> tuple[str, ...]:
    """DT_RPATH or DT_RUNPATH, with $ORIGIN replaced by the folder of the object it is of."""
    origin = os.path.dirname(os.path.realpath(of))
    found = []
    for part in paths.split(":"):
        folder = part.replace("${ORIGIN}", origin).replace("$ORIGIN", origin)
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


def _content(path: str, may_map: bool) -> bytes | mmap.mmap | None:
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return None
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode) or not 64 <= status.st_size <= MAX_FILE:
            return None
        if status.st_size <= MAX_READ:
            return os.pread(fd, MAX_READ, 0)
        return mmap.mmap(fd, 0, access=mmap.ACCESS_READ) if may_map else None
    except (OSError, ValueError):
        return None
    finally:
        os.close(fd)


def kind_of(path: str) -> FileKind:
    """What lies at a path where a library is expected."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return FileKind("unknown")
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode):
            return FileKind("unknown")
        return file_kind(os.pread(fd, HEAD, 0), status.st_size, machine_here())
    except OSError:
        return FileKind("unknown")
    finally:
        os.close(fd)


def machine_here() -> str:
    """The processor of this machine, as `formats.file_kind` names it."""
    return OURS.get(os.uname().machine, os.uname().machine)


def shared_files_below(folders: tuple[str, ...], *, depth: int, limit: int) -> Iterator[str]:
    """Files with ".so" in their names; as `files_below`."""
    return files_below(folders, lambda one: _is_shared(one.name), depth=depth, limit=limit)


def files_below(
    folders: tuple[str, ...],
    is_wanted: Callable[[os.DirEntry[str]], bool],
    *,
    depth: int,
    limit: int,
) -> Iterator[str]:
    """What is wanted in the folders and those in them, `depth` deep; limit: entries that are looked
    at in all."""
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
                    if is_wanted(entry):
                        yield entry.path
                    elif level < depth and _may_hold_libraries(entry):
                        queue.append((entry.path, level + 1))
        except OSError:
            continue


def _is_shared(name: str) -> bool:
    """ "x.so", "libx.so.1.2"."""
    before, found, after = name.partition(".so")
    return bool(found and before) and (not after or after.startswith("."))


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
