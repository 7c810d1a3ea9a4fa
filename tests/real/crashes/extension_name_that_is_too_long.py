# A name is put together in a buffer on the stack that is too small for it.
# https://github.com/fhs/pyhdf/issues/5
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

SOURCE = r"""
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdio.h>

static void label(char *text, const char *name, int number)
{
    sprintf(text, "%s_%04d", name, number);
}

static PyObject *describe(PyObject *self, PyObject *args)
{
    const char *name;
    int number;
    char text[32];
    if (!PyArg_ParseTuple(args, "si", &name, &number))
        return NULL;
    label(text, name, number);
    return PyUnicode_FromString(text);
}

static PyMethodDef methods[] = {{"describe", describe, METH_VARARGS, ""}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "labels", NULL, -1, methods};
PyMODINIT_FUNC PyInit_labels(void) { return PyModule_Create(&module); }
"""


def build(name, source):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, name + ".c")
    with open(path, "w") as file:
        file.write(source)
    include = sysconfig.get_paths()["include"]
    library = os.path.join(folder, name + ".so")
    flags = ["-g", "-O1", "-fno-inline", "-fstack-protector-strong", "-shared", "-fPIC"]
    subprocess.run(["gcc", *flags, "-I", include, path, "-o", library], check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


labels = build("labels", SOURCE)


def names(datasets):
    return [labels.describe(name, number) for number, name in enumerate(datasets)]  # <-- here


print(names(["co2", "methane"]))
print(names(["surface_air_temperature_of_the_ground_station_at_noon"]))
