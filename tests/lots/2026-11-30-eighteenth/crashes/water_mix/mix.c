#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* The mean of readings, weighted by age: each counts half as much as the one after it. */
static PyObject *mix_mean(PyObject *self, PyObject *readings) {
    Py_ssize_t count = PyObject_Length(readings);
    if (count < 0)
        return NULL;
    double sum = 0, weight = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PySequence_Fast_GET_ITEM(readings, i);
        double value = PyFloat_AsDouble(item);
        if (value == -1.0 && PyErr_Occurred())
            return NULL;
        sum = sum / 2 + value;
        weight = weight / 2 + 1;
    }
    return PyFloat_FromDouble(weight ? sum / weight : 0);
}

static PyMethodDef methods[] = {{"mean", mix_mean, METH_O, NULL}, {NULL}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "mix", NULL, -1, methods};

PyMODINIT_FUNC PyInit_mix(void) { return PyModule_Create(&module); }
