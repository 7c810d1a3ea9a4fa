/* Calls Python in the middle of work on what it was given, and goes on as if nothing had changed. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *hook;

static int call(PyObject *function, PyObject *value)
{
    PyObject *result = PyObject_CallFunctionObjArgs(function, value, NULL);
    Py_XDECREF(result);
    return result == NULL ? -1 : 0;
}

static PyObject *go_through(PyObject *rows, PyObject *function)
{
    Py_ssize_t count = PyList_GET_SIZE(rows);
    for (Py_ssize_t i = 0; i < count; i++)
        if (call(function, PyList_GET_ITEM(rows, i)))
            return NULL;
    Py_RETURN_NONE;
}

static PyObject *each(PyObject *self, PyObject *args)
{
    PyObject *rows, *function;
    if (!PyArg_ParseTuple(args, "OO", &rows, &function))
        return NULL;
    return go_through(rows, function);
}

static PyObject *set_hook(PyObject *self, PyObject *function)
{
    Py_INCREF(function);
    Py_XDECREF(hook);
    hook = function;
    Py_RETURN_NONE;
}

static PyObject *fire(PyObject *self, PyObject *rows)
{
    return go_through(rows, hook);
}

static PyObject *fill(PyObject *self, PyObject *args)
{
    PyObject *data, *function;
    if (!PyArg_ParseTuple(args, "OO", &data, &function))
        return NULL;
    char *start = PyByteArray_AS_STRING(data);
    Py_ssize_t size = PyByteArray_GET_SIZE(data);
    for (Py_ssize_t i = 0; i < size; i += size / 16) {
        if (call(function, data))
            return NULL;
        start[i] = 1;
    }
    Py_RETURN_NONE;
}

static PyObject *lend(PyObject *self, PyObject *args)
{
    PyObject *data, *function;
    if (!PyArg_ParseTuple(args, "OO", &data, &function))
        return NULL;
    PyObject *view = PyMemoryView_FromMemory(
        PyByteArray_AS_STRING(data), PyByteArray_GET_SIZE(data), PyBUF_WRITE);
    return view != NULL && call(function, view) == 0 ? Py_NewRef(Py_None) : NULL;
}

static PyObject *stumble(PyObject *self, PyObject *args)
{
    PyObject *data, *function;
    if (!PyArg_ParseTuple(args, "OO", &data, &function) || call(function, data))
        return NULL;
    *(volatile int *)0 = 1;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"each", each, METH_VARARGS, NULL},       {"fire", fire, METH_O, NULL},
    {"fill", fill, METH_VARARGS, NULL},       {"lend", lend, METH_VARARGS, NULL},
    {"stumble", stumble, METH_VARARGS, NULL}, {"set_hook", set_hook, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "careless", NULL, -1, methods};

PyMODINIT_FUNC PyInit_careless(void)
{
    return PyModule_Create(&module);
}
