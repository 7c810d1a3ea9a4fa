"""Objects of an extension module that were never set up, in cores of methods that need them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig

import pytest

from atfault.analyze import analyze_core
from atfault.options import Options
from support.cores import interpreter, make_core

SOURCE = r"""
#include <Python.h>
#include <stddef.h>
typedef struct { PyObject_HEAD double *rows; PyObject *weak; } Table;
static PyObject *first(PyObject *self, PyObject *unused) {
    return PyFloat_FromDouble(((Table *)self)->rows[0]);
}
static PyMethodDef methods[] = {{"first", first, METH_NOARGS, NULL}, {NULL}};
static PyTypeObject type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "tables.Table",
    .tp_basicsize = sizeof(Table),
    .tp_weaklistoffset = offsetof(Table, weak),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_methods = methods,
};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "tables", NULL, -1};
PyMODINIT_FUNC PyInit_tables(void) {
    PyObject *made = PyModule_Create(&module);
    if (made == NULL || PyType_Ready(&type) < 0) return NULL;
    PyModule_AddObject(made, "Table", (PyObject *)&type);
    return made;
}
"""

PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
import tables

class Sheet(tables.Table):
    pass

def title(sheet):
    sheet.note = "never read from a file"
    return sheet.first()

title(Sheet())
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    if not shutil.which("gcc"):
        pytest.skip("gcc is not installed")
    made = tmp_path_factory.mktemp("tables")
    (made / "tables.c").write_text(SOURCE)
    include = sysconfig.get_paths()["include"]
    if not os.path.exists(os.path.join(include, "Python.h")):
        pytest.skip("this Python has no headers")
    command = ["gcc", "-shared", "-fPIC", "-g", f"-I{include}", "-o"]
    subprocess.run([*command, f"{made}/tables.so", f"{made}/tables.c"], check=True)
    return str(made)


def test_an_object_whose_fields_in_c_are_all_zero_is_named(folder: str) -> None:
    core = make_core(interpreter("self"), PROGRAM.format(folder=folder))
    finding = analyze_core(core.path, options=Options(sysroot=core.sysroot)).diagnosis[0]
    assert finding.cause == "null-dereference"
    said = [one.text for one in finding.evidence]
    assert any("sheet is a Sheet whose fields in C are all zero" in text for text in said), said
