#include <Python.h>

/* (name, the value that a dict has for it) */
static PyObject *pair(PyObject *self, PyObject *args)
{
    PyObject *dict, *name;
    if (!PyArg_ParseTuple(args, "O!O", &PyDict_Type, &dict, &name))
        return NULL;
    PyObject *value = PyDict_GetItem(dict, name);
    if (!value)
        return PyErr_Format(PyExc_KeyError, "%R", name);
    return Py_BuildValue("(ON)", name, value);
}

static PyMethodDef methods[] = {{"pair", pair, METH_VARARGS, "A name and its value."}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "pairs", NULL, -1, methods};

PyMODINIT_FUNC PyInit_pairs(void)
{
    return PyModule_Create(&module);
}
