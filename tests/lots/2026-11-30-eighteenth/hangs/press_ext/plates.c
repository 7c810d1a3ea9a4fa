/* Plates of a press: one at a time is worked on. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <pythread.h>

static PyThread_type_lock bench;

static PyObject *engrave(PyObject *self, PyObject *args)
{
    PyObject *stroke;
    int strokes;
    if (!PyArg_ParseTuple(args, "Oi", &stroke, &strokes))
        return NULL;
    PyThread_acquire_lock(bench, WAIT_LOCK);
    for (int k = 0; k < strokes; k++) {
        PyObject *done = PyObject_CallFunction(stroke, "i", k);
        if (!done) {
            PyThread_release_lock(bench);
            return NULL;
        }
        Py_DECREF(done);
    }
    PyThread_release_lock(bench);
    return PyLong_FromLong(strokes);
}

static PyMethodDef methods[] = {
    {"engrave", engrave, METH_VARARGS, "engrave(stroke, strokes)"},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "plates", NULL, -1, methods};

PyMODINIT_FUNC PyInit_plates(void)
{
    bench = PyThread_allocate_lock();
    return PyModule_Create(&module);
}
