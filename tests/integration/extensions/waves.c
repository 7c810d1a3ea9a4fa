/* The failed import_array() is not looked at, or (with FORGOTTEN) there is none. */
#include <Python.h>
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <numpy/arrayobject.h>

static PyObject *make(PyObject *self, PyObject *ignored)
{
    npy_intp count = 10;
    return PyArray_SimpleNew(1, &count, NPY_DOUBLE);
}

static PyMethodDef methods[] = {{"make", make, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "waves", NULL, -1, methods};

PyMODINIT_FUNC PyInit_waves(void)
{
#ifndef FORGOTTEN
    if (_import_array() < 0)
        PyErr_Clear();
#endif
    return PyModule_Create(&module);
}
