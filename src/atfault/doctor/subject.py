"""What the checks are about: this machine, a process, a core, or an installed package."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from atfault.decode.imports.distributions import Distribution, Distributions, holds_packages
from atfault.decode.imports.python_home import (
    PythonHome,
    home_of_executable,
    home_of_packages,
    package_folder_of,
    python_on_path,
)
from atfault.doctor.machine import Machine
from atfault.errors import AccessError, UsageError
from atfault.interpreter import question
from atfault.model.process import Module
from atfault.native.debug_files import open_elf
from atfault.native.modules import load_modules
from atfault.snapshot import procfs
from atfault.snapshot.core import CoreSnapshot, open_core
from atfault.snapshot.process_files import files_of_process
from atfault.snapshot.target_files import TargetFiles

MAX_MODULES = 2000
NO_HOME = PythonHome()
Progress = Callable[[int, int], None]
"""Called with (done, in all)."""


class Loaded(NamedTuple):
    """The libraries of a process or a core, with what opens its files."""

    modules: tuple[Module, ...]
    files: TargetFiles
    problem: str = ""
    """Why there are none."""


class Subject:
    """This machine, unless a subclass says otherwise."""

    kind = "machine"
    words = "this machine"
    gaps: tuple[str, ...] = ()
    """Of a core: what it should hold and does not."""
    warnings: tuple[str, ...] = ()
    """Of a core: what else there is to say of it."""
    package: Distribution | None = None
    progress: Progress | None = None
    """Of the check that takes longest."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    @cached_property
    def home(self) -> PythonHome:
        """The Python whose packages are checked; NO_HOME for none."""
        return _python_of(self.machine)

    @cached_property
    def distributions(self) -> Distributions:
        return Distributions(self.home.packages)

    @cached_property
    def loaded(self) -> Loaded:
        """Of this machine: the interpreter's own files."""
        path = os.path.realpath(self.home.executable) if self.home.executable else ""
        files = TargetFiles()
        found, why = files.find(path) if path else (None, "there is no python on PATH")
        if found is None:
            return Loaded((), files, why)
        elf = open_elf(found)
        build_id = "" if elf is None else elf.build_id()
        return Loaded((Module(path, found, build_id, 0, 0, 0),), files)

    def close(self) -> None:
        """Let go of what it holds open."""


class Process(Subject):
    kind = "process"

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        assert machine.pid is not None
        if procfs.stat(machine.pid) is None:
            raise AccessError(f"there is no process {machine.pid}")
        self.words = f"process {machine.pid} ({procfs.comm(machine.pid) or 'no name'})"

    @cached_property
    def _mapped(self) -> tuple[str, ...]:
        assert self.machine.pid is not None
        mapped, _ = procfs.mappings(self.machine.pid)
        paths = (one.mapping.path for one in mapped)
        return tuple(dict.fromkeys(path for path in paths if path.startswith("/")))

    @cached_property
    def home(self) -> PythonHome:
        assert self.machine.pid is not None
        if not self._is_ours():
            return NO_HOME  # its files would be read by names that another user chose
        folders = filter(None, map(package_folder_of, self._mapped))
        folder = next(folders, "")
        if folder:
            return home_of_packages(folder)
        executable = procfs.link(self.machine.pid, "exe")
        is_python = os.path.basename(executable).startswith("python")
        return home_of_executable(executable) if is_python else NO_HOME

    def _is_ours(self) -> bool:
        """Of this user, and with the same view of the files."""
        pid = self.machine.pid or 0
        return procfs.owner(pid) == os.geteuid() and procfs.shares_namespace(pid, "mnt")

    @cached_property
    def loaded(self) -> Loaded:
        assert self.machine.pid is not None
        files = files_of_process(self.machine.pid)
        modules = []
        for path in self._mapped[:MAX_MODULES]:
            if ".so" in path or path == procfs.link(self.machine.pid, "exe"):
                found, why = files.find(path)
                elf = None if found is None else open_elf(found)
                build_id = "" if elf is None else elf.build_id()
                modules.append(Module(path, found, build_id, 0, 0, 0, problem=why))
        problem = "" if modules else f"/proc/{self.machine.pid}/maps cannot be read"
        return Loaded(tuple(modules), files, problem)


class Core(Subject):
    kind = "core"

    def __init__(self, machine: Machine, path: str) -> None:
        super().__init__(machine)
        self.words = f"core {path}"
        self._snapshot: CoreSnapshot = open_core(path)
        self.gaps = tuple(self._snapshot.gaps)
        self.warnings = tuple(one for one in self._snapshot.warnings if one not in self.gaps)

    @cached_property
    def loaded(self) -> Loaded:
        modules = tuple(load_modules(self._snapshot))[:MAX_MODULES]
        problem = "" if modules else "no library could be found in it"
        return Loaded(modules, self._snapshot.files, problem)

    @cached_property
    def home(self) -> PythonHome:
        paths = (module.path for module in self.loaded.modules)
        folder = next(filter(None, map(package_folder_of, paths)), "")
        return home_of_packages(folder) if folder and os.path.isdir(folder) else NO_HOME

    def close(self) -> None:
        self._snapshot.close()


class Package(Subject):
    kind = "package"

    def __init__(self, machine: Machine, name: str) -> None:
        super().__init__(machine)
        found = self.distributions.named(name) or _by_import(self.distributions, name)
        if found is None:
            where = self.home.executable or "python"
            raise UsageError(
                f"doctor: {name!r} is no process, no file, and no package of {where}"
                + ("" if self.home.executable else ", which is not on PATH")
            )
        self.package = found
        self.words = f"package {found}"


def subject_of(target: str | None) -> Subject:
    """What a word on the command line names. Raises AtfaultError for what is nothing."""
    if target is None:
        return Subject(Machine())
    if target.isascii() and target.isdigit():
        pid = int(target[:11])
        if not 0 < pid < 1 << 31:
            raise UsageError(f"doctor: {target} is no number of a process")
        return Process(Machine(pid=pid))
    if "/" in target or os.path.isfile(target):
        return Core(Machine(), target)
    return Package(Machine(), target)


def _by_import(distributions: Distributions, name: str) -> Distribution | None:
    """The one that brought the module `name`: opencv-python for cv2."""
    found = [one for one in distributions.all if name in one.tops or f"{name}.py" in one.tops]
    return found[0] if len(found) == 1 else None


def _python_of(machine: Machine) -> PythonHome:
    """The one that `atfault run script.py` would take, with the packages on PYTHONPATH."""
    home = _interpreter(machine)
    named = machine.environment.get("PYTHONPATH", "").split(os.pathsep)
    first = tuple(folder for folder in named if folder and holds_packages(folder))
    return home._replace(packages=tuple(dict.fromkeys((*first, *home.packages))))


def _interpreter(machine: Machine) -> PythonHome:
    """Behind a script that chooses one (pyenv's, asdf's) it is asked itself."""
    home = python_on_path(machine.environment)
    if home is None:
        return NO_HOME
    try:
        with open(home.executable, "rb") as file:
            is_script = file.read(2) == b"#!"
    except OSError:
        return home
    if is_script:
        code = "import sys; print(sys.executable)"
        told = machine.output_of(*question(home.executable, code)).strip()
        if told.startswith("/") and os.path.isfile(told):
            return home_of_executable(told)
    return home
