# A list is filled with a default that is kept, and takes over a reference that is not its own.
# https://github.com/igraph/python-igraph/issues/884
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

SOURCE = r"""
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *filler;

static PyObject *set_filler(PyObject *self, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(filler, value);
    Py_RETURN_NONE;
}

static PyObject *row(PyObject *self, PyObject *args)
{
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "n", &count))
        return NULL;
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list != NULL && i < count; i++)
        PyList_SET_ITEM(list, i, filler);
    return list;
}

static PyMethodDef methods[] = {
    {"set_filler", set_filler, METH_O, ""}, {"row", row, METH_VARARGS, ""}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "rows", NULL, -1, methods};
PyMODINIT_FUNC PyInit_rows(void) { return PyModule_Create(&module); }
"""


def build(name, source):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, name + ".c")
    with open(path, "w") as file:
        file.write(source)
    include = sysconfig.get_paths()["include"]
    library = os.path.join(folder, name + ".so")
    command = ["gcc", "-g", "-O1", "-shared", "-fPIC", "-I", include, path, "-o", library]
    subprocess.run(command, check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


rows = build("rows", SOURCE)
rows.set_filler({"unit": "metre"})


def table(height, width):
    cells = 0
    for _ in range(height):
        line = rows.row(width)  # <-- here
        cells += len(line)
        del line  # <-- here
    return cells


print(table(3, 4))
print([str(number) for number in range(100)][:2])  # <-- also
print(table(3, 4), rows.row(2))  # <-- here
