/* Reads an int's digits by itself: where they are differs from version to version. */
#include <Python.h>

static PyObject *total(PyObject *self, PyObject *number)
{
    long sum = 0;
    for (Py_ssize_t i = 0; i < Py_SIZE(number); i++)
        sum += ((PyLongObject *)number)->ob_digit[i];
    return PyLong_FromLong(sum);
}

static PyMethodDef methods[] = {{"total", total, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "digits", NULL, -1, methods};

PyMODINIT_FUNC PyInit_digits(void)
{
    return PyModule_Create(&module);
}
