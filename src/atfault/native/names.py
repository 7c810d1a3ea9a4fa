"""Names of the functions at given addresses of modules, from symbol tables and debug files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from atfault.errors import AtfaultError
from atfault.formats.elf import ElfFile
from atfault.model.process import Module
from atfault.native.debug_files import (
    fetch_debug_file,
    find_debug_file,
    may_download,
    mini_debug_info,
    open_elf,
)
from atfault.native.places import Place
from atfault.native.symbols import FoundSymbol, has_full_table, open_tables
from atfault.snapshot.protocol import Snapshot
from atfault.snapshot.target_files import LocalFile

Name = tuple[int, str]
"""(function start, linkage name); "" where unknown."""

_MAX_VDSO = 1 << 20


class Known:
    """What was found in one file, for whoever else maps it: the ranks of a job, and the same
    process at another moment. All are ELF addresses."""

    __slots__ = ("names", "places")

    def __init__(self) -> None:
        self.names: dict[tuple[int, int], Name] = {}
        """By address and function start, with "" for one that has no name."""
        self.places: dict[int, tuple[Place, ...]] = {}
        """By address, () for one that has none."""

    @classmethod
    def of(cls, module: Module) -> Known:
        """What is known of a module's file, as it is now."""
        identity = getattr(module.file, "identity", None)
        if identity is None or not module.build_id:
            return cls()
        key = identity, module.build_id
        if key not in _KNOWN and len(_KNOWN) >= _MAX_KNOWN:
            _KNOWN.pop(next(iter(_KNOWN)))
        return _KNOWN.setdefault(key, cls())


_KNOWN: dict[object, Known] = {}
_MAX_KNOWN = 512
"""Files."""
_MAX_PER_FILE = 1 << 14
"""Addresses of one that are kept."""


class ModuleWork:
    """The addresses to look up in one module, and what was found. All are ELF addresses."""

    __slots__ = ("debug", "elf", "known", "lined", "module", "names", "places", "wanted")

    def __init__(self, module: Module) -> None:
        self.module = module
        self.known = Known.of(module)
        self.wanted: dict[int, int] = {}
        """Look-up address → start of the function by its unwind information, or 0."""
        self.lined: Collection[int] = self.wanted.keys()
        """Those whose source lines are wanted as well."""
        self.names: dict[int, Name] = {}
        """By start of the function, or else by address."""
        self.places: dict[int, tuple[Place, ...]] = {}
        self.elf: ElfFile | None = None
        self.debug: LocalFile | None = None


class NameFinder:
    """Finds names for one process.

    snapshot: for its files, and for objects without one. warn(path, why): is called for what
    cannot be read.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        warn: Callable[[str, str], None],
    ) -> None:
        self._snapshot = snapshot
        self._warn = warn
        self._tried_download = False

    def names(self, work: ModuleWork, missing: dict[int, int]) -> dict[int, Name] | None:
        """The names at {look-up address: function start or 0}, by start or else address; None when
        there is nothing to read them from. Raises AtfaultError for damaged files."""
        known = work.known.names
        names = {one[1] or one[0]: known[one] for one in missing.items() if one in known}
        missing = {at: start for at, start in missing.items() if (at, start) not in known}
        if not missing:
            return names
        elf = self.open_own(work)
        if elf is None or not has_full_table(elf):
            self.find_debug(work)
        if elf is None and work.debug is None:
            return names or None
        found = look_up(missing, self._symbol_files(work))
        for address, start in missing.items():
            symbol = found.get(address)
            name = (start, "") if symbol is None else (symbol.start, printable(symbol.name))
            names[start or address] = name
            if len(known) < _MAX_PER_FILE:
                known[address, start] = name
        return names

    def open_own(self, work: ModuleWork) -> ElfFile | None:
        """The module's own file, or its image in memory."""
        module = work.module
        if work.elf is None:
            if module.file is not None:
                work.elf = open_elf(module.file)
            elif not module.path.startswith("/"):
                work.elf = self._image(module)
        return work.elf

    def find_debug(self, work: ModuleWork) -> None:
        """The module's debug file, into work.debug."""
        if work.debug is None:
            work.debug = find_debug_file(work.module, self._snapshot.files, work.elf)
            if work.debug is None and not self._tried_download and may_download():
                work.debug = self._download(work.module)

    def _download(self, module: Module) -> LocalFile | None:
        """Fetch a debug file; after the first failure no more are tried."""
        found = fetch_debug_file(module.build_id)
        if isinstance(found, str):
            if found:
                self._tried_download = True
                self._warn(f"debug file of {module.name}", found)
            return None
        return found

    def _image(self, module: Module) -> ElfFile | None:
        """The vdso, which is mapped as a whole and has no file."""
        size = module.end - module.start
        if size > _MAX_VDSO:
            return None
        try:
            return ElfFile(self._snapshot.memory.read(module.start, size))
        except AtfaultError:
            return None

    def _symbol_files(self, work: ModuleWork) -> Iterable[ElfFile]:
        """Files with symbols of the module, the fullest first; later ones are opened on demand."""
        elf = work.elf
        if elf is not None and has_full_table(elf):
            yield elf
            return
        if work.debug is not None:
            debug = open_elf(work.debug)
            if debug is not None:
                yield debug
        if elf is not None:
            yield elf
            mini = mini_debug_info(elf)
            if mini is not None:
                yield mini


def printable(text: str) -> str:
    """`text` with control characters escaped: names come from the target's files."""
    if text.isprintable():
        return text
    return text.encode("unicode_escape").decode("ascii")


def look_up(wanted: dict[int, int], files: Iterable[ElfFile]) -> dict[int, FoundSymbol]:
    """Symbols for {look-up address: function start or 0}, from the first file that has them.

    A symbol is taken when it begins where the unwind information says that the function begins, or
    when its size covers the address; never merely because it comes before.
    """
    found: dict[int, FoundSymbol] = {}
    missing = dict(wanted)
    for elf in files:
        for table in open_tables(elf):
            starts = {start for start in missing.values() if start}
            bare = [address for address, start in missing.items() if not start]
            exact, covering = table.search(starts, bare)
            found.update(covering)
            for address, start in missing.items():
                if start in exact:
                    found[address] = exact[start]
            missing = {a: s for a, s in missing.items() if a not in found}
            others = [address for address, start in missing.items() if start]
            if others:
                found.update(table.covering(others))
                missing = {a: s for a, s in missing.items() if a not in found}
        if not missing:
            break
    return found
