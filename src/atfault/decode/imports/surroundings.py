"""What surrounds a failed import: the interpreter, its packages, the loader, what was loaded."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property

from atfault.decode.imports.distributions import Distribution, Distributions, fits, holds_packages
from atfault.decode.imports.loader import (
    SEARCH_DEPTH,
    SEARCH_ENTRIES,
    Loader,
    shared_files_below,
    stem_of,
)
from atfault.decode.imports.python_home import (
    PythonHome,
    home_of_executable,
    home_of_packages,
    package_folder_of,
)
from atfault.model.absent import Absent
from atfault.model.hand_over import HandOver

MAX_BESIDE = 400


class Surroundings:
    """Each part is read from the files when it is first asked for."""

    def __init__(self, handed: HandOver, file: str) -> None:
        """file: that the failure is about, where the interpreter is not known otherwise."""
        self._handed = handed
        self._file = file

    @cached_property
    def home(self) -> PythonHome:
        if self._handed.executable:
            return home_of_executable(self._handed.executable)
        folder = package_folder_of(self._file)
        return home_of_packages(folder) if folder else PythonHome()

    @property
    def version(self) -> tuple[int, int] | None:
        python = self._handed.python
        return self.home.version if isinstance(python, Absent) else python.version[:2]

    @cached_property
    def packages(self) -> tuple[str, ...]:
        """Folders with packages."""
        named = [path for path in self._handed.search_path if holds_packages(path)]
        own = package_folder_of(self._file)
        return tuple(dict.fromkeys([*named, *([own] if own else []), *self.home.packages]))

    @cached_property
    def distributions(self) -> Distributions:
        return Distributions(self.packages)

    @cached_property
    def loader(self) -> Loader:
        handed = self._handed
        program = os.path.realpath(self.home.executable) if self.home.executable else ""
        return Loader(handed.library_path, handed.loaded, program, self.packages)

    @cached_property
    def interpreter(self) -> tuple[str, ...]:
        """The files of the interpreter and all that it is linked with."""
        program = self.home.executable
        return self.loader.closure(os.path.realpath(program)).files if program else ()

    @cached_property
    def libraries(self) -> dict[str, list[str]]:
        """Stem of a name → the libraries of it: those in the packages and beside them first, then
        the system's own."""
        python = self._handed.python
        prefix = self.home.prefix if isinstance(python, Absent) else python.prefix
        places = (*self.packages, os.path.join(prefix, "lib") if prefix else "")
        below = shared_files_below(places, depth=SEARCH_DEPTH, limit=SEARCH_ENTRIES)
        system = shared_files_below(self.loader.folders(), depth=0, limit=SEARCH_ENTRIES)
        found: dict[str, list[str]] = {}
        for path in (*below, *system):
            stem = stem_of(os.path.basename(path))
            if stem:
                found.setdefault(stem, []).append(path)
        return found

    def files_beside(self, path: str) -> tuple[str, ...]:
        """The other shared objects of the package that brought a file, and of those it requires:
        its own code may have loaded them before."""
        owner = self.distributions.owner(path)
        if owner is None:
            return ()
        required = [self.distributions.named(one.name) for one in owner.requirements(self.version)]
        found = []
        for one in filter(None, [owner, *required]):
            found += [os.path.join(one.folder, name) for name in one.files if ".so" in name]
        return tuple(name for name in found if name != path)[:MAX_BESIDE]

    def unmet(self, package: Distribution) -> Iterator[str]:
        """What a package asks for and does not find: "torch==2.0.1, and there is torch 2.13.0"."""
        for need in package.requirements(self.version):
            there = self.distributions.named(need.name)
            if there is None:
                yield f"{need.text}, which is not installed"
            elif need.specifier and fits(there.version, need.specifier) is False:
                yield f"{need.text}, and there is {there}"

    def owner(self, path: str) -> str:
        """Name and version of the package that brought a file; "" when unknown."""
        owner = self.distributions.owner(path)
        return "" if owner is None else str(owner)
