"""Whose code calls a native library in which another thread waits, by each way of calling C."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.sync.library_callers import LibraryCallers, library_callers
from atfault.cpython.sync.signal_handlers import installed_handlers
from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.task_reader import TaskReader
from atfault.model.absent import Absent
from atfault.snapshot import procfs
from atfault.snapshot.stop import Stop
from support import needs
from support.compiled import LIBRARY, compile_once
from support.hung_programs import decoded

pytestmark = pytest.mark.slow
OWN = "program.py"
SOURCE = """
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <unistd.h>
void meet(void) { for (;;) pause(); }
void wake(void) {}
static PyObject *py_wake(PyObject *self, PyObject *none) { wake(); Py_RETURN_NONE; }
static PyMethodDef methods[] = {{"wake", py_wake, METH_NOARGS, 0}, {0}};
static PyTypeObject Room = {PyVarObject_HEAD_INIT(0, 0) "meeting.Room", sizeof(PyObject)};
static PyModuleDef it = {PyModuleDef_HEAD_INIT, "meeting", 0, -1, methods};
PyMODINIT_FUNC PyInit_meeting(void) {
    PyObject *made = PyModule_Create(&it);
    Room.tp_new = PyType_GenericNew;
    Room.tp_methods = methods;
    Room.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
    if (PyType_Ready(&Room) < 0 || PyModule_AddObject(made, "Room", (PyObject *)&Room) < 0)
        return 0;
    return made;
}
"""
PROGRAM = """
import ctypes, sys, threading, time
sys.path.insert(0, ".")
library = ctypes.CDLL("./meeting.so")
{setup}

def waits():
    library.meet()

def calls():
    time.sleep(1000)
    {call}

def clock():
    time.sleep(1000)
    print(time.time())

class Other:
    def wake(self): pass
other = Other()

def names_it():
    time.sleep(1000)
    other.wake()

for function in (waits, calls, clock, names_it):
    threading.Thread(target=function, name=function.__name__).start()
time.sleep(0.3)
print(*[one.native_id for one in threading.enumerate()[1:]], flush=True)
"""
CFFI = (
    "import cffi; ffi = cffi.FFI(); ffi.cdef('void wake(void);')\n"
    "opened = ffi.dlopen('./meeting.so')"
)


@contextlib.contextmanager
def running(tmp_path: Path, setup: str, call: str) -> Iterator[tuple[World, list[int]]]:
    """The program, stopped; its threads in the order of PROGRAM."""
    if "cffi" in setup:
        pytest.importorskip("cffi")
    needs.found("gcc", "cc")
    (tmp_path / "meeting.c").write_text(SOURCE)
    include = "-I" + needs.python_headers()
    compile_once(str(tmp_path / "meeting.c"), str(tmp_path / "meeting.so"), *LIBRARY, include)
    (tmp_path / OWN).write_text(PROGRAM.format(setup=setup, call=call))
    command = [sys.executable, OWN]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=tmp_path, text=True)
    try:
        assert process.stdout is not None
        tids = list(map(int, process.stdout.readline().split()))
        with Stop(process.pid) as snapshot:
            found = decoded(snapshot)
            assert isinstance(found.runtime, PythonRuntime)
            yield World(found.runtime, found.threads, lambda file: file.endswith(OWN)), tids
    finally:
        process.kill()
        process.communicate()


def callers(world: World, tid: int) -> LibraryCallers:
    """Of the library that a thread is in."""
    library, handlers = world.views[tid].library, installed_handlers(world)
    assert library is not None and not isinstance(handlers, Absent)
    ((start, found),) = library_callers(TaskReader(world), handlers, [(library,)]).items()
    assert start == library.start
    return found


@pytest.mark.parametrize(
    ("setup", "call"),
    [
        ("", "library.wake()"),
        ("ring = library.wake", "ring()"),
        ("opened = ctypes.PyDLL('./meeting.so')", "opened.wake()"),
        (CFFI, "opened.wake()"),
        (f"{CFFI}; ring = opened.wake", "ring()"),
        ("import meeting", "meeting.wake()"),
        ("import meeting; ring = meeting.wake", "ring()"),
        ("import meeting; room = meeting.Room()", "room.wake()"),
        ("import meeting; ring = meeting.Room().wake", "ring()"),
        ("import meeting\nclass Own(meeting.Room): pass\nroom = Own()", "room.wake()"),
        ("from meeting import Room", "Room().wake()"),
    ],
)
def test_who_may_call_a_library_is_not_apart_from_it(tmp_path: Path, setup: str, call: str) -> None:
    with running(tmp_path, setup, call) as (world, (waits, calls, clock, names_it)):
        apart = callers(world, waits).apart
    assert calls not in apart and waits not in apart
    assert {clock, names_it} <= set(apart)


def test_nobody_is_apart_of_a_program_that_has_ended_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, "", "library.wake()") as (world, (waits, *_)):
        monkeypatch.setattr(procfs, "threads", lambda pid: [])
        found = callers(world, waits)
        monkeypatch.undo()
    assert set(found.apart) == set(found.unsure) != set()


@pytest.mark.parametrize(("does", "leads"), [("library.wake()", True), ("print()", False)])
def test_a_handler_of_a_signal_may_call_a_library(tmp_path: Path, does: str, leads: bool) -> None:
    setup = f"import signal\ndef usr1(*_): {does}\nsignal.signal(signal.SIGUSR1, usr1)"
    with running(tmp_path, setup, "print()") as (world, (waits, *_)):
        bringers = callers(world, waits).bringers
    assert bringers is not None
    assert bringers.others == (("signal 10",) if leads else ())
