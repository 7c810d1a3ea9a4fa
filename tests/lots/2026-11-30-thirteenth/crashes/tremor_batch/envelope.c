#define PY_SSIZE_T_CLEAN
#include "envelope.h"

#include <math.h>
#include <numpy/arrayobject.h>

PyObject *envelope(PyObject *self, PyObject *args)
{
    PyObject *given;
    int window;
    if (!PyArg_ParseTuple(args, "Oi", &given, &window))
        return NULL;
    if (window < 1) {
        PyErr_SetString(PyExc_ValueError, "window has to be 1 or more");
        return NULL;
    }
    PyArrayObject *trace = (PyArrayObject *)PyArray_FROM_OTF(given, NPY_DOUBLE, NPY_ARRAY_IN_ARRAY);
    if (!trace)
        return NULL;
    npy_intp number = PyArray_SIZE(trace) / window;
    PyArrayObject *result = (PyArrayObject *)PyArray_SimpleNew(1, &number, NPY_DOUBLE);
    if (result) {
        const double *from = PyArray_DATA(trace);
        double *to = PyArray_DATA(result);
        for (npy_intp i = 0; i < number; i++) {
            double most = 0;
            for (int j = 0; j < window; j++)
                most = fmax(most, fabs(from[i * window + j]));
            to[i] = most;
        }
    }
    Py_DECREF(trace);
    return (PyObject *)result;
}
