/* Two releases of one library: 1.0 (with -DRACY) keeps its text in static memory, 1.1 does not. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdio.h>

#ifdef RACY
static char text[256];
#endif

static PyObject *label(PyObject *self, PyObject *args) {
    int number;
    if (!PyArg_ParseTuple(args, "i", &number)) return NULL;
#ifndef RACY
    char text[256];
#endif
    Py_BEGIN_ALLOW_THREADS
    for (int turn = 0; turn < 60; turn++) snprintf(text, sizeof text, "%d of %d", number, turn);
    Py_END_ALLOW_THREADS
    return PyUnicode_FromString(text);
}

static PyMethodDef methods[] = {{"label", label, METH_VARARGS, "A text for a number."}, {0}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "labelmaker", NULL, -1, methods};
PyMODINIT_FUNC PyInit_labelmaker(void) { return PyModule_Create(&definition); }
