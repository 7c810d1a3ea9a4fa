"""What a failed pointer was read from, in cores of an extension module: an object that was never
set up, None, memory that was freed. As of cv2.LineSegmentDetector(), a cdef class of Cython that is
given None, and the documents of simdjson, whose parser is gone."""

from __future__ import annotations

import subprocess

import pytest

from atfault.analyze.process import analyze_core
from atfault.model.findings import Finding
from atfault.options import Options
from support import needs
from support.cores import interpreter, make_core

SOURCE = r"""
#include <Python.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
typedef struct { PyObject_HEAD double *rows; PyObject *weak; PyObject *parent; } Table;
typedef struct { char name[40]; double *rows; } Page;
static PyObject *first(PyObject *self, PyObject *unused) {
    return PyFloat_FromDouble(((Table *)self)->rows[0]);
}
static __attribute__((noinline)) double of_table(Table *table) { return table->rows[4]; }
static PyObject *of_parent(PyObject *self, PyObject *unused) {
    double found = of_table((Table *)((Table *)self)->parent);
    return PyFloat_FromDouble(found + 1);
}
static PyObject *set_parent(PyObject *self, PyObject *parent) {
    ((Table *)self)->parent = Py_NewRef(parent);
    Py_RETURN_NONE;
}
static __attribute__((noinline)) double of_page(Page *page) { return page->rows[7]; }
static PyObject *of_freed(PyObject *self, PyObject *unused) {
    return PyFloat_FromDouble(of_page((Page *)((Table *)self)->rows) + 1);
}
static PyObject *fill(PyObject *self, PyObject *size) {
    size_t wanted = PyLong_AsSize_t(size);
    ((Table *)self)->rows = memset(malloc(wanted), 0x5e, wanted);
    return PyLong_FromVoidPtr(malloc(wanted)); /* so that it does not become part of the rest */
}
static PyObject *drop(PyObject *self, PyObject *unused) {
    free(((Table *)self)->rows);
    Py_RETURN_NONE;
}
static PyMethodDef methods[] = {
    {"first", first, METH_NOARGS, NULL}, {"of_parent", of_parent, METH_NOARGS, NULL},
    {"set_parent", set_parent, METH_O, NULL}, {"of_freed", of_freed, METH_NOARGS, NULL},
    {"fill", fill, METH_O, NULL}, {"drop", drop, METH_NOARGS, NULL}, {NULL}};
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

HEAD = """
import sys
sys.path.insert(0, {folder!r})
import tables

class Sheet(tables.Table):
    pass

def title(sheet):
    {body}

title(Sheet())
"""


def said_of(folder: str, body: str) -> tuple[Finding, str]:
    core = make_core(interpreter("self"), HEAD.format(folder=folder, body=body))
    finding = analyze_core(core.path, options=Options(sysroot=core.sysroot)).diagnosis[0]
    return finding, "\n".join((finding.summary, *(one.text for one in finding.evidence)))


@pytest.fixture(scope="module", params=("-O0", "-O2"))
def folder(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> str:
    needs.found("gcc")
    made = tmp_path_factory.mktemp("tables")
    (made / "tables.c").write_text(SOURCE)
    include = needs.python_headers()
    command = ["gcc", request.param, "-shared", "-fPIC", "-g", f"-I{include}", "-o"]
    subprocess.run([*command, f"{made}/tables.so", f"{made}/tables.c"], check=True)
    return str(made)


@pytest.mark.representative("the way of a pointer", only=("-O2",))
def test_an_object_that_was_never_set_up_is_named(folder: str) -> None:
    finding, said = said_of(folder, "return sheet.first()")
    assert finding.cause == "null-dereference"
    assert "read from sheet (a Sheet), byte 16 of it, and is NULL there" in said, said


def test_none_in_a_field_is_named_where_the_code_takes_it_for_an_object_of_its_own(
    folder: str,
) -> None:
    finding, said = said_of(folder, "sheet.set_parent(None); return sheet.of_parent()")
    assert finding.cause == "null-dereference"
    assert "took None for an object of its own" in finding.summary
    assert "the None is a field of sheet (a Sheet), byte 32 of it" in said, said


@pytest.mark.representative("the way of a pointer", only=("-O2",))
@pytest.mark.parametrize("size", (64, 2000), ids=("cached", "listed"))
def test_memory_that_was_freed_is_named_by_who_still_leads_to_it(folder: str, size: int) -> None:
    finding, said = said_of(folder, f"sheet.fill({size}); sheet.drop(); return sheet.of_freed()")
    assert (finding.cause, finding.confidence) == ("use-after-free", "likely"), said
    assert "sheet (a Sheet) still led to it" in finding.summary
