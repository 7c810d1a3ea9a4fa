# A C function gives PyArg_ParseTuple the variable, not its address.
# https://github.com/python/cpython/issues/136388
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

SOURCE = r"""
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *fill(PyObject *self, PyObject *args)
{
    PyObject *list = NULL;
    if (!PyArg_ParseTuple(args, "O", list))
        return NULL;
    for (Py_ssize_t i = 0; i < PyList_Size(list); i++)
        PyList_SetItem(list, i, PyFloat_FromDouble(i));
    return list;
}

static PyMethodDef methods[] = {{"fill", fill, METH_VARARGS, ""}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "filler", NULL, -1, methods};
PyMODINIT_FUNC PyInit_filler(void) { return PyModule_Create(&module); }
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


def measure(filler, values):
    return filler.fill(values)  # <-- here


print(measure(build("filler", SOURCE), [1, 2, 3]))
