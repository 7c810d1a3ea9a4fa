#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *cache;

/* A list in which each value is replaced by the first one that was equal to it. */
static PyObject *columns_share(PyObject *self, PyObject *values)
{
    PyObject *fast = PySequence_Fast(values, "a sequence is needed");
    if (!fast)
        return NULL;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(fast);
    PyObject *shared = PyList_New(count);
    for (Py_ssize_t i = 0; shared && i < count; i++) {
        PyObject *value = PySequence_Fast_GET_ITEM(fast, i);
        PyObject *first = PyDict_GetItem(cache, value);
        if (!first) {
            PyDict_SetItem(cache, value, value);
            first = value;
        }
        PyList_SET_ITEM(shared, i, first);
    }
    Py_DECREF(fast);
    return shared;
}

static PyMethodDef methods[] = {
    {"share", columns_share, METH_O, "share equal values"},
    {0},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "columns", NULL, -1, methods};

PyMODINIT_FUNC PyInit_columns(void)
{
    cache = PyDict_New();
    return PyModule_Create(&module);
}
