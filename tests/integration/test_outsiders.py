"""Threads of native code that Python does not know, and what of Python their code uses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from atfault.cpython.runtime import PythonRuntime
from atfault.decode.crash.outsiders import outsiders
from atfault.model.damage import Outsider
from atfault.native.modules import load_modules
from atfault.snapshot.stop import Stop
from support import needs
from support.compiled import LIBRARY, compile_once
from support.hung_programs import decoded

pytestmark = [pytest.mark.slow, needs.module("capstone")]
SOURCE = """
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <pthread.h>
#include <unistd.h>
static void rests(void) { for (volatile int on = 1; on;) pause(); }
static void (*volatile kept)(void) = rests;
HELPER
static void *clicks(void *unused)
{
    rests();
    BODY;
    return NULL;
}
static PyObject *start(PyObject *module, PyObject *none)
{
    pthread_t thread;
    pthread_create(&thread, NULL, clicks, NULL);
    Py_RETURN_NONE;
}
static PyMethodDef methods[] = {{"start", start, METH_NOARGS, 0}, {0}};
static PyModuleDef it = {PyModuleDef_HEAD_INIT, "relay", 0, -1, methods};
PyMODINIT_FUNC PyInit_relay(void) { return PyModule_Create(&it); }
"""
PROGRAM = """
import sys, time
sys.path.insert(0, ".")
import relay

def main():
    relay.start()
    time.sleep(0.2)
    print(flush=True)
    time.sleep(1000)

main()
"""
HELPER = "static __attribute__((noinline)) void helper(void) {{ {} }}"
TAKES = "PyGILState_STATE had = PyGILState_Ensure(); PyGILState_Release(had);"


@pytest.fixture
def seen(tmp_path: Path, request: pytest.FixtureRequest) -> tuple[Outsider, ...]:
    body, helper, *options = request.param
    needs.found("gcc", "cc")
    text = SOURCE.replace("BODY", body).replace("HELPER", HELPER.format(helper))
    (tmp_path / "relay.c").write_text(text)
    include = "-I" + needs.python_headers()
    made = str(tmp_path / "relay.so")
    compile_once(str(tmp_path / "relay.c"), made, *LIBRARY, include, "-lpthread", *options)
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, "program.py"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=tmp_path, text=True)
    try:
        assert process.stdout is not None and process.stdout.readline()
        with Stop(process.pid) as snapshot:
            found = decoded(snapshot)
            assert isinstance(found.runtime, PythonRuntime)
            return outsiders(snapshot, load_modules(snapshot), found, found.runtime)
    finally:
        process.kill()
        process.communicate()


USES = "Py_XDECREF(PyLong_FromLong(1000))"


@pytest.mark.parametrize(
    "seen",
    [(USES, ""), (USES, "", "-fno-plt"), (USES, "", "-Wl,-z,now"), ("helper()", f"{USES};")],
    indirect=True,
)
def test_what_its_code_calls_is_found_by_every_way_of_calling(seen: tuple[Outsider, ...]) -> None:
    (one,) = seen
    assert (one.frame.symbol, one.inside, one.is_whole) == ("clicks", (), True)
    assert "PyLong_FromLong" in one.calls
    assert not any(name.startswith("PyGILState") for name in one.calls)


@pytest.mark.parametrize("seen", [(f"helper(); {USES}", TAKES)], indirect=True)
def test_that_it_takes_the_gil_is_found_in_functions_that_it_calls(
    seen: tuple[Outsider, ...],
) -> None:
    (one,) = seen
    assert {"PyGILState_Ensure", "PyLong_FromLong"} <= set(one.calls)


@pytest.mark.parametrize("seen", [(f"kept(); {USES}", "")], indirect=True)
def test_what_is_called_by_a_pointer_is_not_known(seen: tuple[Outsider, ...]) -> None:
    (one,) = seen
    assert not one.is_whole and "PyLong_FromLong" in one.calls


@pytest.mark.parametrize("seen", [("kept()", "")], indirect=True)
def test_a_thread_whose_code_has_nothing_to_do_with_python_is_none(
    seen: tuple[Outsider, ...],
) -> None:
    assert seen == ()
