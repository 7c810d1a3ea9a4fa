"""`atfault debug` on extension modules as they are built for debugging: plain C, Cython, pybind11;
in the program itself and in the workers that it begins."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from integration.test_debug_children import Debugged
from support import needs
from support.compiled import compile_once
from support.dap_client import Editor, places

pytestmark = [pytest.mark.slow, needs.program("gdb")]
OPTIONS = ("-g", "-O0", "-fPIC", "-shared", "-w")
SOURCES = {
    "plain.c": """\
#include <Python.h>
static PyObject *weigh(PyObject *module, PyObject *args)
{
    int value; PyObject *half;
    if (!PyArg_ParseTuple(args, "iO", &value, &half)) return NULL;
    double doubled = value * 2.0;
    return PyObject_CallFunction(half, "d", doubled); // here
}
static PyMethodDef methods[] = {{"weigh", weigh, METH_VARARGS, ""}, {0}};
static struct PyModuleDef plain = {PyModuleDef_HEAD_INIT, "plain", "", -1, methods};
PyMODINIT_FUNC PyInit_plain(void) { return PyModule_Create(&plain); }
""",
    "cythonized.pyx": """\
def weigh(int value, half):
    cdef double doubled = value * 2.0
    return half(doubled)  # here
""",
    "bound.cpp": """\
#include <pybind11/pybind11.h>
#include <vector>
double weigh(int value, pybind11::function half)
{
    std::vector<double> cells(2, value * 1.0);
    double doubled = cells[0] + cells[1];
    return half(doubled).cast<double>(); // here
}
PYBIND11_MODULE(bound, module) { module.def("weigh", &weigh); }
""",
}
PROGRAM = """\
import importlib, multiprocessing, sys
def half(value):
    halved = value / 2
    return halved
def work(name, value):
    module = importlib.import_module(name)
    weighed = module.weigh(value, half)
    print(name, weighed, flush=True)
if __name__ == "__main__":
    name, *how = sys.argv[1:]
    if how == ["here"]:
        work(name, 6)
    for one in [] if how == ["here"] else how:
        worker = multiprocessing.get_context(one).Process(target=work, args=(name, 6))
        worker.start()
        worker.join()
"""
HALVED, WEIGHED = (
    1 + next(at for at, one in enumerate(PROGRAM.splitlines()) if text in one)
    for text in ("return halved", "module.weigh")
)


def built(file: str, folder: Path) -> tuple[str, int]:
    """The module's source, as gdb knows it, and the line that calls back."""
    source, name = folder / file, Path(file).stem
    source.write_text(SOURCES[file])
    options = [*OPTIONS, f"-I{needs.python_headers()}"]
    compiled = source
    if file.endswith(".pyx"):
        compiled = source.with_suffix(".c")
        command = [sys.executable, "-m", "cython", "-3", "--line-directives", str(source)]
        subprocess.run(command, check=True, capture_output=True, cwd=folder)
    elif file.endswith(".cpp"):
        import pybind11

        options.append(f"-I{pybind11.get_include()}")
    compile_once(str(compiled), str(folder / f"{name}.so"), *options)
    here = next(at for at, one in enumerate(SOURCES[file].splitlines()) if "here" in one)
    return str(source), here + 1


@pytest.fixture
def debugged(tmp_path: Path) -> Iterator[Debugged]:
    with ExitStack() as stack:
        yield Debugged(tmp_path, stack)


def crosses_both_ways(editor: Editor, source: str, here: int) -> None:
    """From a line of native code to its callback, and from there over native code to the caller."""
    name = Path(source).name
    stopped = editor.event("stopped")
    frames = editor.stack(stopped)
    shown = places(frames)
    assert shown[0].endswith(f" {name}:{here}") and "weigh" in shown[0]
    assert f"work program.py:{WEIGHED}" in shown
    values = {name.rpartition("_")[2]: text for name, text in editor.locals(frames[0]).items()}
    assert values["doubled"] == "12"  # Cython's name has a prefix
    editor.ask("continue", threadId=stopped["threadId"])
    stopped = editor.event("stopped")
    shown = places(editor.stack(stopped))
    assert shown[0] == f"half program.py:{HALVED}"
    assert any(one.endswith(f" {name}:{here}") for one in shown)
    assert shown.index(f"work program.py:{WEIGHED}") > 1
    editor.ask("next", threadId=stopped["threadId"])
    stopped = editor.event("stopped")
    assert places(editor.stack(stopped))[0].startswith("work program.py")
    editor.ask("continue", threadId=stopped["threadId"])


@pytest.mark.parametrize("how", ["here", "fork", "spawn"])
@pytest.mark.parametrize(
    "file",
    [
        "plain.c",
        pytest.param("cythonized.pyx", marks=needs.module("Cython")),
        pytest.param("bound.cpp", marks=needs.module("pybind11")),
    ],
)
def test_an_extension_module_and_its_caller_are_one_program(
    file: str, how: str, debugged: Debugged
) -> None:
    source, here = built(file, debugged.program.parent)
    debugged.program.write_text(PROGRAM)
    lines = {debugged.program: [HALVED], source: [here]}
    if how == "here":
        debugged.begin(Path(file).stem, how, breakpoints=lines, subProcess=False)
        crosses_both_ways(debugged.parent, source, here)
    else:
        debugged.begin(Path(file).stem, how)
        child, _ = debugged.child(HALVED, native=[here], source=source)
        crosses_both_ways(child, source, here)
    assert debugged.finish() == f"{Path(file).stem} 6.0\n"
