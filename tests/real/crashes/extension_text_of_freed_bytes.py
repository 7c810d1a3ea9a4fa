# A text is encoded into a temporary bytes, and its characters are read when that is gone.
# https://github.com/SethMMorton/fastnumbers/issues/2
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

SOURCE = r"""
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *digits(PyObject *self, PyObject *text)
{
    PyObject *bytes = PyUnicode_AsEncodedString(text, "ascii", "strict");
    if (bytes == NULL)
        return NULL;
    const char *characters = PyBytes_AS_STRING(bytes);
    Py_ssize_t length = PyBytes_GET_SIZE(bytes), count = 0;
    Py_DECREF(bytes);
    for (Py_ssize_t i = 0; i < length; i++)
        count += characters[i] >= '0' && characters[i] <= '9';
    return PyLong_FromSsize_t(count);
}

static PyMethodDef methods[] = {{"digits", digits, METH_O, ""}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "fast", NULL, -1, methods};
PyMODINIT_FUNC PyInit_fast(void) { return PyModule_Create(&module); }
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


fast = build("fast", SOURCE)
print(fast.digits("12 monkeys"))
print(fast.digits("3.14159 " * 400_000))  # <-- here
