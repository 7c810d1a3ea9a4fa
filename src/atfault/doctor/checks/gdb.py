"""gdb, which `atfault debug` alone needs, and the scripts that let it show Python frames."""

from __future__ import annotations

import os
from collections.abc import Iterator

from atfault.doctor.check import check, verdict
from atfault.doctor.machine import Machine
from atfault.doctor.subject import Subject
from atfault.model.doctor import Verdict

DECLINED = "auto-loading has been declined"
_GROUP = "gdb"


@check("gdb", "is gdb there", _GROUP)
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


@check("gdb-scripts", "does gdb show Python frames", _GROUP)
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
