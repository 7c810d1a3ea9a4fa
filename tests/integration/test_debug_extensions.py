"""`atfault debug` on extension modules as they are built for debugging: plain C, Cython, pybind11;
in the program itself and in the workers that it begins, and of torch."""

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
PATHS_OF_TORCH = """\
from torch.utils import cpp_extension
for path in cpp_extension.include_paths():
    print(f"-I{path}")
for path in cpp_extension.library_paths():
    print(f"-L{path}")
"""
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
OF_TORCH = """\
#include <torch/csrc/autograd/python_variable.h>
static PyObject *weigh(PyObject *module, PyObject *given)
{
    at::Tensor tensor = THPVariable_Unpack(given);
    const float *cells = static_cast<const float *>(tensor.const_data_ptr());
    long count = tensor.numel();
    float sum = 0;
    for (long i = 0; i < count; i++) sum += cells[i];
    return PyFloat_FromDouble(sum); // here
}
static PyMethodDef methods[] = {{"weigh", weigh, METH_O, ""}, {0}};
static struct PyModuleDef tensors = {PyModuleDef_HEAD_INIT, "tensors", "", -1, methods};
PyMODINIT_FUNC PyInit_tensors(void) { return PyModule_Create(&tensors); }
"""
TORCH_PROGRAM = """\
import os, sys
import torch
import tensors
class Rows(torch.utils.data.Dataset):
    def __len__(self):
        return 2
    def __getitem__(self, row):
        return tensors.weigh(torch.full((3,), row + 1.0))
def main():
    rank = int(os.environ.get("RANK", "0"))
    workers = 0 if "RANK" in os.environ else 1
    rows = torch.utils.data.DataLoader(Rows(), num_workers=workers, batch_size=2)
    print(rank, [batch.tolist() for batch in rows], flush=True)
if __name__ == "__main__":
    main()
"""
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


def built_for_torch(folder: Path) -> tuple[str, int]:
    """As `built`, of a module that takes tensors."""
    source = folder / "tensors.cpp"
    source.write_text(OF_TORCH)
    # Not in this process: setuptools, which torch imports for it, wants to be before distutils.
    ask = [sys.executable, "-c", PATHS_OF_TORCH]
    paths = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.splitlines()
    links = ["-Wl,--no-as-needed", "-ltorch_python", "-ltorch_cpu", "-lc10"]
    options = [*OPTIONS, "-std=c++20", f"-I{needs.python_headers()}", *paths, *links]
    compile_once(str(source), str(folder / "tensors.so"), *options)
    here = next(at for at, one in enumerate(OF_TORCH.splitlines()) if "// here" in one)
    return str(source), here + 1


@needs.module("torch")
@pytest.mark.parametrize("how", ["worker", "ranks"])
def test_tensors_are_seen_in_cpp_code_of_a_worker_and_of_two_ranks(
    how: str, debugged: Debugged
) -> None:
    source, here = built_for_torch(debugged.program.parent)
    debugged.program.write_text(TORCH_PROGRAM)
    if how == "worker":
        debugged.begin()
    else:
        ranks = ["--nproc-per-node", "2", "--rdzv-backend", "c10d", "--rdzv-endpoint"]
        args = [*ranks, "127.0.0.1:0", str(debugged.program)]
        told = {"request": "launch", "type": "atfault", "subProcess": True}
        debugged.parent.begin(
            module="torch.distributed.run", args=args, python=sys.executable, **told
        )
    children = [debugged.child(native=[here], source=source) for _ in range(1 + (how == "ranks"))]
    names = sorted(told["name"] for _, told in children)
    wanted = ["rank 0", "rank 1"] if how == "ranks" else ["worker_id 0"]
    assert all(one in name for one, name in zip(wanted, names)), names
    for row in (1.0, 2.0):
        for child, _ in children:
            stopped = child.event("stopped")
            frames = child.stack(stopped)
            assert places(frames)[0] == f"weigh tensors.cpp:{here}"
            assert any(one.startswith("Rows.__getitem__ program.py") for one in places(frames))
            values = child.locals(frames[0])
            assert (values["sum"], values["count"]) == (f"{3 * row:.0f}", "3")
            number = frames[0]["id"]
            told = child.ask("evaluate", expression="cells[0]", frameId=number)
            assert told["result"] == f"{row:.0f}"
            child.ask("continue", threadId=stopped["threadId"])
    assert debugged.finish().count("[[3.0, 6.0]]") == len(children)
