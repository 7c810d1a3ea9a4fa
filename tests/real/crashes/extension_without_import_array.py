# An extension makes an array, and never asked numpy for its functions.
# https://github.com/numpy/numpy/issues/7120
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

import numpy as np

SOURCE = r"""
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <Python.h>
#include <numpy/arrayobject.h>

static PyObject *window(PyObject *self, PyObject *args)
{
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "n", &count))
        return NULL;
    npy_intp shape[1] = {count};
    PyObject *array = PyArray_SimpleNew(1, shape, NPY_DOUBLE);
    double *values = (double *)PyArray_DATA((PyArrayObject *)array);
    for (Py_ssize_t i = 0; i < count; i++)
        values[i] = 1.0 / (1 + i);
    return array;
}

static PyMethodDef methods[] = {{"window", window, METH_VARARGS, ""}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "windows", NULL, -1, methods};
PyMODINIT_FUNC PyInit_windows(void) { return PyModule_Create(&module); }
"""


def build(name, source):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, name + ".c")
    with open(path, "w") as file:
        file.write(source)
    includes = ["-I" + sysconfig.get_paths()["include"], "-I" + np.get_include()]
    library = os.path.join(folder, name + ".so")
    command = ["gcc", "-g", "-O1", "-shared", "-fPIC", *includes, path, "-o", library]
    subprocess.run(command, check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


windows = build("windows", SOURCE)
print(windows.window(16))  # <-- here
