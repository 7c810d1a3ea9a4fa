"""Names and lines of native code: what the files tell, and where more could be had.

gdb, which `atfault debug` alone needs, and the scripts that let it show Python frames.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from atfault.doctor.check import EVERYTHING, check, verdict
from atfault.doctor.machine import Machine
from atfault.doctor.subject import Loaded, Subject
from atfault.errors import AtfaultError
from atfault.formats.elf import ElfFile
from atfault.model.doctor import Verdict
from atfault.model.process import Module
from atfault.native.debug_files import debuginfod_cache, find_debug_file, open_elf

MAX_SHOWN = 4
_GROUP = "symbols"
DECLINED = "auto-loading has been declined"
_GDB = "gdb"


@check("replaced-files", "are the files those that ran", _GROUP, about=("process", "core"))
def replaced_files(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """Each library is here, and the one that was loaded."""
    modules = subject.loaded.modules
    wrong = [one for one in modules if one.file is None and one.path.startswith("/")]
    looked = f"{len(modules)} files"
    if subject.loaded.problem:
        yield verdict("unknown", subject.loaded.problem, looked)
    elif wrong:
        named = ", ".join(one.path for one in wrong[:MAX_SHOWN])
        more = f" and {len(wrong) - MAX_SHOWN} more" if len(wrong) > MAX_SHOWN else ""
        why = wrong[0].problem or "not here"
        cure = "start the process anew: they were replaced while it ran"
        if subject.kind == "core":
            cure = "name a folder with the files of the machine that it comes from"
        command = f"atfault {subject.words} --sysroot DIR" if subject.kind == "core" else None
        yield verdict(
            "problem",
            f"without {named}{more} their stacks and names are guesses ({why})",
            looked,
            cure,
            command,
        )
    else:
        yield verdict("ok", "all files are those that were loaded", looked)


@check("line-tables", "names and lines of native code", _GROUP, about=EVERYTHING[:3])
def line_tables(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """How many of the libraries come with names of their functions, and with lines."""
    loaded = subject.loaded
    if not loaded.modules:
        yield verdict("unknown", loaded.problem or "no library is known", subject.words)
        return
    without = [
        one for one in loaded.modules if one.file is not None and not _has_lines(one, loaded)
    ]
    python = [one for one in without if "python3" in one.name]
    total = len(loaded.modules)
    looked = f"{total} files, {total - len(without)} with lines"
    if not without:
        yield verdict("ok", "native frames have names and lines", looked)
        return
    names = ", ".join(one.name for one in (python or without)[:MAX_SHOWN])
    yield verdict(
        "note",
        f"native frames in {names} have no lines; names alone are there"
        + (", and Python's own are not needed for Python frames" if python else ""),
        looked,
        "have debug files fetched where a server has them",
        "ATFAULT_DOWNLOAD=1 DEBUGINFOD_URLS=https://debuginfod.elfutils.org atfault …",
    )


def _has_lines(module: Module, loaded: Loaded) -> bool:
    elf = None if module.file is None else open_elf(module.file)
    if elf is None:
        return False
    return _is_described(elf) or find_debug_file(module, loaded.files, elf) is not None


def _is_described(elf: ElfFile) -> bool:
    try:
        return elf.section(".debug_line") is not None
    except AtfaultError:
        return False


@check("debuginfod", "debug files from a server", _GROUP, about=EVERYTHING[:3])
def debuginfod(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """Whether debug files are fetched: both a server and the wish are needed."""
    urls = machine.environment.get("DEBUGINFOD_URLS", "")
    wish = machine.environment.get("ATFAULT_DOWNLOAD", "")
    looked = f"DEBUGINFOD_URLS={urls or ''} ATFAULT_DOWNLOAD={wish or ''}"
    if urls and wish:
        folder = debuginfod_cache()
        yield verdict("ok", f"debug files are fetched, and kept in {folder}", looked)
    elif urls:
        yield verdict(
            "note",
            "a server is set, and atfault asks it for nothing until it is told to",
            looked,
            "fetch what is missing",
            "export ATFAULT_DOWNLOAD=1",
        )
    else:
        yield verdict(
            "note",
            "no server for debug files is set; what is not installed has no lines",
            looked,
            "name that of the distribution, or the one for all",
            "export DEBUGINFOD_URLS=https://debuginfod.elfutils.org ATFAULT_DOWNLOAD=1",
        )


@check("gdb", "is gdb there", _GDB)
def gdb_there(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """gdb, for those who want to step through native code."""
    path = machine.program("gdb")
    if not path:
        yield verdict(
            "note",
            "gdb is not installed; only `atfault debug` and `numba --gdb` need it",
            "gdb on PATH",
            "to step through native code",
            "apt-get install gdb",
        )
        return
    version = machine.output_of(path, "--version").partition("\n")[0]
    yield verdict("ok", version or "gdb is there", path)


@check("gdb-scripts", "does gdb show Python frames", _GDB)
def gdb_scripts(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """The interpreter's script for gdb (py-bt) is there, and gdb loads it."""
    path, python = machine.program("gdb"), subject.home.executable
    if not path or not python:
        return
    program = os.path.realpath(python)
    arguments = (
        "-nx",
        "-nh",
        "-batch",
        "-ex",
        "help py-bt",
        "-ex",
        "info auto-load python-scripts",
    )
    told = machine.output_of(path, *arguments, program)
    looked = f"gdb {program}"
    library = _library(program)
    if DECLINED in told or _is_declined(machine, path, program, library):
        yield verdict(
            "note",
            "gdb declines to load the interpreter's script, so py-bt and py-locals are missing",
            looked,
            "allow it",
            f"gdb -iex 'set auto-load safe-path /' {python}",
        )
    elif "py-bt" in told and "Undefined command" not in told:
        yield verdict("ok", "gdb has py-bt and py-locals", looked)
    elif not _script_of(machine, (program, library)):
        yield verdict(
            "note",
            "this interpreter comes without a script for gdb: it shows no Python frames",
            looked,
            "of a distribution's Python",
            "apt-get install python3-dbg",
        )
    else:
        yield verdict("unknown", "what gdb makes of the interpreter's script is not clear", looked)


def _library(program: str) -> str:
    """The shared libpython of that interpreter, whose script lies beside it."""
    folder = os.path.join(os.path.dirname(os.path.dirname(program)), "lib")
    name = os.path.basename(program)
    return os.path.join(folder, f"lib{name}.so.1.0")


def _script_of(machine: Machine, programs: tuple[str, ...]) -> str:
    places = [f"{path}-gdb.py" for path in programs]
    places += [f"/usr/share/gdb/auto-load{path}-gdb.py" for path in programs]
    return next(filter(machine.exists, places), "")


def _is_declined(machine: Machine, gdb: str, program: str, library: str) -> bool:
    """Of a script beside the library, which gdb loads with that alone."""
    if not machine.exists(f"{library}-gdb.py"):
        return False
    return DECLINED in machine.output_of(gdb, "-nx", "-nh", "-batch", library)
