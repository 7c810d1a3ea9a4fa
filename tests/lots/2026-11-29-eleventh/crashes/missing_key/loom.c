/* A loom: weaves by the threads that a pattern names. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *weave(PyObject *module, PyObject *args)
{
    PyObject *pattern;
    int rows;
    if (!PyArg_ParseTuple(args, "O!i", &PyDict_Type, &pattern, &rows))
        return NULL;
    PyObject *threads = PyDict_GetItemString(pattern, "threads");
    Py_ssize_t across = PyList_GET_SIZE(threads);
    long crossings = 0;
    for (int row = 0; row < rows; row++)
        for (Py_ssize_t column = 0; column < across; column++)
            crossings += (row + column) % 2;
    return PyLong_FromLong(crossings);
}

static PyMethodDef methods[] = {{"weave", weave, METH_VARARGS, "weave(pattern, rows)"}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "loom", NULL, -1, methods};

PyMODINIT_FUNC PyInit_loom(void) { return PyModule_Create(&module); }
