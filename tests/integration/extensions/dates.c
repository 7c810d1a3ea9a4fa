/* PyDateTime_IMPORT was forgotten. */
#include <Python.h>
#include <datetime.h>

static PyObject *day(PyObject *self, PyObject *ignored)
{
    return PyDate_FromDate(2024, 2, 29);
}

static PyMethodDef methods[] = {{"day", day, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "dates", NULL, -1, methods};

PyMODINIT_FUNC PyInit_dates(void)
{
    return PyModule_Create(&module);
}
