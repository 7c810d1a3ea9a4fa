#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <numpy/arrayobject.h>

#include "envelope.h"

static PyObject *energy(PyObject *self, PyObject *argument)
{
    PyArrayObject *trace = (PyArrayObject *)PyArray_FROM_OTF(argument, NPY_DOUBLE, NPY_ARRAY_IN_ARRAY);
    double sum = 0;
    if (!trace)
        return NULL;
    const double *values = PyArray_DATA(trace);
    for (npy_intp i = 0; i < PyArray_SIZE(trace); i++)
        sum += values[i] * values[i];
    Py_DECREF(trace);
    return PyFloat_FromDouble(sum);
}

static PyMethodDef methods[] = {
    {"energy", energy, METH_O, "Sum of squares."},
    {"envelope", envelope, METH_VARARGS, "Largest value of each window."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_tremor", NULL, -1, methods};

PyMODINIT_FUNC PyInit__tremor(void)
{
    import_array();
    return PyModule_Create(&module);
}
